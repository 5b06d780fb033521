import { describe, expect, it } from "vitest";
import { rms, sum, Table, unwrapped } from "./table";

describe("Table", () => {
  it("fills what a row lacks with NaN, before and after", () => {
    const table = new Table();
    table.add(0, { a: 1 });
    table.add(1, { b: 2 });
    expect(table.column("a")).toEqual([1, NaN]);
    expect(table.column("b")).toEqual([NaN, 2]);
    expect(table.column("c")).toEqual([]);
    expect(table.names).toEqual(["a", "b"]);
  });
});

describe("columns", () => {
  it("headings run on beyond a turn, over gaps too", () => {
    expect(unwrapped([350, 359, NaN, 5, 20])).toEqual([350, 359, NaN, 365, 380]);
    expect(unwrapped([-179, 179])).toEqual([-179, -181]);
  });
  it("rms leaves out what is missing", () => {
    expect(rms([3, NaN, -4])).toBeCloseTo(Math.sqrt(12.5), 12);
    expect(rms([NaN])).toBeNaN();
  });
  it("sums row by row", () => {
    expect(sum([[1, 2], [10, 20]])).toEqual([11, 22]);
    expect(sum([])).toEqual([]);
  });
});
