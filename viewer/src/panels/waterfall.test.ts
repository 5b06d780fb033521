import { describe, expect, it } from "vitest";
import { colourTable } from "./colour_map";
import { kLargestLine, lineOf, LineStore, paintLines } from "./waterfall";

const info = (time_s: number) => ({ time_s, first_m: -1, last_m: 1 });

describe("line of a side-scan sonar", () => {
  it("has port turned round, near the middle first", () => {
    const image = { bearings_rad: Float32Array.of(-Math.PI / 2, Math.PI / 2), ranges_m: Float32Array.of(1, 2), levels_db: Float32Array.of(10, 20, 11, 21) };
    expect([...lineOf(image).line]).toEqual([11, 10, 20, 21]);
    expect(lineOf(image).first_m).toBe(-2);
  });
  it("is merged when it is long, and keeps the loudest", () => {
    const levels = new Float32Array(4 * kLargestLine).fill(1);
    levels[41] = 9;
    const { line } = lineOf({ bearings_rad: Float32Array.of(0), ranges_m: new Float32Array(4 * kLargestLine), levels_db: levels });
    expect(line.length).toBe(kLargestLine);
    expect(line[10]).toBe(9);
  });
});

describe("store of lines", () => {
  it("holds the whole run: when it is full, two lines become one", () => {
    const store = new LineStore(4);
    for (let i = 0; i < 7; i++) store.add(Float32Array.of(i, 10 * i), info(i));
    expect(store.count).toBe(4); // 0-1, 2-3, 4-5, 6
    expect([0, 1, 2, 3].map((age) => store.info(age)?.time_s)).toEqual([6, 4, 2, 0]);
    expect([0, 1, 2, 3].map((age) => store.level(age, 1))).toEqual([60, 50, 30, 10]);
  });
  it("paints the newest on top, or at the right", () => {
    const store = new LineStore(4);
    store.add(Float32Array.of(0, 100), info(0));
    store.add(Float32Array.of(100, 100), info(1));
    const table = colourTable("grey");
    const [dark, bright] = [table[0], table[255]];
    const out = new Uint32Array(6);
    paintLines(store, "rows", 3, { low_db: 0, high_db: 90 }, table, out);
    expect([...out]).toEqual([bright, bright, dark, bright, 0, 0]);
    paintLines(store, "columns", 3, { low_db: 0, high_db: 90 }, table, out);
    expect([...out]).toEqual([0, dark, bright, 0, bright, bright]);
  });
});
