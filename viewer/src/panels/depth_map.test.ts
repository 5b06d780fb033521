import { describe, expect, it } from "vitest";
import { DepthMap } from "./depth_map";
import { betweenPoses, visitPoints } from "./point_cloud";

describe("depth map", () => {
  it("holds points where they are", () => {
    const map = new DepthMap();
    map.add(100, 200, 12);
    map.add(100.35, 200, 13);
    expect(map.depthAt(100, 200)).toBe(12);
    expect(map.depthAt(100.35, 200)).toBe(13);
    expect(map.depthAt(105, 200)).toBeNaN();
  });
  it("grows by larger cells and keeps what it has", () => {
    const map = new DepthMap();
    map.add(0, 0, 5);
    map.add(500, -300, 9);
    expect(map.cell_m).toBeGreaterThan(0.1);
    expect(map.depthAt(0, 0)).toBe(5);
    expect(map.depthAt(500, -300)).toBe(9);
    expect(map.cells()).toHaveLength(DepthMap.side ** 2);
  });
  it("leaves out what is no number", () => {
    const map = new DepthMap();
    map.add(NaN, 0, 5);
    expect(map.count).toBe(0);
  });
});

describe("point cloud", () => {
  it("is turned from forward-left-up into the world", () => {
    const data = new Uint8Array(Float32Array.of(2, 1, -3).buffer);
    const cloud = { width: 1, height: 1, point_step: 12, data, fields: ["x", "y", "z"].map((name, i) => ({ name, offset: 4 * i })) };
    const points: number[][] = [];
    // The sensor looks east: forward 2 is east 2, left 1 is north 1, up -3 is down 3.
    visitPoints(cloud, { position: [10, 20, 30], attitude: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] }, (...point) => points.push(point));
    [11, 22, 33].forEach((value, i) => expect(points[0]?.[i]).toBeCloseTo(value));
  });
  it("is placed between two poses, by the shorter turn", () => {
    const a = { time_s: 0, pose: { position: [0, 0, 0], attitude: [1, 0, 0, 0] } } as const;
    const b = { time_s: 2, pose: { position: [4, 0, 0], attitude: [-1, 0, 0, 0] } } as const;
    const middle = betweenPoses(a, b, 1);
    expect(middle.position[0]).toBeCloseTo(2);
    expect(Math.abs(middle.attitude[0])).toBeCloseTo(1);
  });
});
