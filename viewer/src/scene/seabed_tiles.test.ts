import { describe, expect, it } from "vitest";
import type { SeabedTile } from "../scene_types";
import { hiddenCells, sameGround, strideFor, tileIndex, TileStore } from "./seabed_tiles";

const kNodes = 9;
function tile(level: number, row: number, column: number, depth: (n: number, e: number) => number = () => 10): SeabedTile {
  const cell_m = 0.5 * 4 ** level;
  const extent = cell_m * (kNodes - 1);
  const depth_m = new Float32Array(kNodes * kNodes);
  const north_m = row * extent, east_m = column * extent;
  for (let r = 0; r < kNodes; ++r)
    for (let c = 0; c < kNodes; ++c) depth_m[r * kNodes + c] = depth(north_m + r * cell_m, east_m + c * cell_m);
  return { level, row, column, north_m, east_m, cell_m, nodes: kNodes, depth_m, material: new Uint8Array(kNodes * kNodes) };
}
const count = (flags: Uint8Array) => flags.reduce((sum, flag) => sum + flag, 0);

describe("choice of tiles", () => {
  it("hides what a finer tile covers, and nothing else", () => {
    const coarse = tile(1, 0, 0); // 16 m, cells of 2 m
    const fine = tile(0, 1, 2); // 4 m: north 4..8, east 8..12
    const hidden = hiddenCells(coarse, [coarse, fine]);
    expect(count(hidden)).toBe(4);
    for (const [row, column] of [[2, 4], [2, 5], [3, 4], [3, 5]] as const) expect(hidden[row * 8 + column]).toBe(1);
    expect(count(hiddenCells(fine, [coarse, fine]))).toBe(0);
    expect(count(hiddenCells(coarse, [tile(0, 9, 9)]))).toBe(0);
  });

  it("hides cells without a depth", () => {
    const holed = tile(0, 0, 0, (n, e) => (n === 0 && e === 0 ? NaN : 3));
    expect(count(hiddenCells(holed, []))).toBe(1);
  });

  it("draws whole tiles with a skirt all around", () => {
    const cells = 64, edges = 4 * 8;
    expect(tileIndex(kNodes, new Uint8Array(64), 1).length).toBe(6 * (cells + edges));
    expect(tileIndex(kNodes, new Uint8Array(64), 4).length).toBe(6 * (4 + 8));
    expect(tileIndex(kNodes, new Uint8Array(64).fill(1), 1).length).toBe(0);
  });

  it("faces up", () => {
    const [a, b, d] = tileIndex(kNodes, new Uint8Array(64), 1);
    const place = (i = 0) => ({ n: Math.floor(i / kNodes), e: i % kNodes });
    const p = place(a), q = place(b), r = place(d);
    const down = (q.n - p.n) * (r.e - p.e) - (q.e - p.e) * (r.n - p.n); // third of the cross product
    expect(down).toBeLessThan(0);
  });

  it("thins tiles that are far for their size", () => {
    expect(strideFor(tile(0, 0, 0), 10, 1)).toBe(1);
    expect(strideFor(tile(0, 0, 0), 50, 1)).toBe(2);
    expect(strideFor(tile(1, 0, 0), 100, 1)).toBe(1);
    expect(strideFor(tile(0, 0, 0), 1000, 2)).toBe(8);
  });
});

it("knows a tile again", () => {
  expect(sameGround(tile(0, 0, 0), tile(0, 0, 0))).toBe(true);
  expect(sameGround(tile(0, 0, 0, () => NaN), tile(0, 0, 0, () => NaN))).toBe(true);
  expect(sameGround(tile(0, 0, 0), tile(0, 0, 0, (n) => n))).toBe(false);
});

describe("TileStore", () => {
  it("says what changes with a new tile", () => {
    const store = new TileStore();
    store.add(tile(1, 0, 0));
    store.add(tile(0, 0, 0));
    expect(store.add(tile(0, 0, 1))).toEqual(["0/0/1", "1/0/0", "0/0/0"]);
  });

  it("finds normals of a slope, over the edge of a tile too", () => {
    const store = new TileStore();
    const bowl = (n: number, e: number) => 10 + 0.02 * n * n + 0.1 * e;
    const here = tile(0, 0, 0, bowl);
    store.add(here);
    store.add(tile(0, 1, 0, bowl));
    const normals = store.normals(here);
    const i = 3 * (8 * kNodes + 4); // on the northern edge, n = 4: slope 0.16
    const length = Math.hypot(0.16, 0.1, 1);
    expect(normals[i]).toBeCloseTo(0.16 / length, 5);
    expect(normals[i + 1]).toBeCloseTo(0.1 / length, 5);
    expect(normals[i + 2]).toBeCloseTo(-1 / length, 5);
  });
});
