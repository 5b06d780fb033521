import { describe, expect, it } from "vitest";
import { eachPoint, type PointCloud } from "./point_clouds";
import { sonarLevels } from "../sonar_levels";
import { paintLevels } from "./sonar_image";

function cloud(points: number[][], shift = 0): PointCloud {
  const bytes = new Uint8Array(shift + 16 * points.length); // a message may begin anywhere in its packet
  const view = new DataView(bytes.buffer, shift);
  points.forEach((p, i) => p.forEach((value, k) => view.setFloat32(16 * i + 4 * k, value, true)));
  return {
    header: { stamp: { sec: 1, nanosec: 0 } }, width: points.length, height: 1, point_step: 16, is_bigendian: false,
    fields: ["x", "y", "z", "intensity"].map((name, i) => ({ name, offset: 4 * i, datatype: 7 })), data: bytes.subarray(shift),
  };
}

describe("eachPoint", () => {
  it("turns forward-left-up into forward-right-down and drops what is not finite", () => {
    const seen: number[][] = [];
    eachPoint(cloud([[1, 2, 3, 9], [NaN, 0, 0, 0], [4, -5, -6, 9]], 3), (x, y, z) => seen.push([x, y, z]));
    expect(seen).toEqual([[1, -2, -3], [4, 5, 6]]);
  });

  it("does not read beyond the data", () => {
    const short = { ...cloud([[1, 2, 3, 4]]), width: 1000 };
    let count = 0;
    eachPoint(short, () => ++count);
    expect(count).toBe(1);
  });
});

describe("picture of a sonar", () => {
  it("paints the strongest echo brightest and silence transparent", () => {
    const levels = new Float32Array([100, 60, 80, 20]);
    const read = sonarLevels({ dtype: 8, beam_count: 2, data: new Uint8Array(levels.buffer) });
    expect([...read]).toEqual([100, 60, 80, 20]);
    const hundredths = new Uint8Array(Int16Array.of(0, 10000, 6012, -32768).buffer).subarray(2); // anywhere in its packet
    expect([...sonarLevels({ dtype: 3, beam_count: 1, data: hundredths })]).toEqual([100, Math.fround(60.12), -Infinity]);
    expect(() => sonarLevels({ dtype: 5, beam_count: 1, data: hundredths })).toThrow("data type 5");
    const out = new Uint8Array(16);
    paintLevels(read, 2, 2, out);
    expect([...out.subarray(0, 4)]).toEqual([255, 215, 120, 230]);
    expect([...out.subarray(4, 8)]).toEqual([0, 0, 0, 0]);
    expect(out[8]).toBe(191); // half of the range: 1.5 * 0.5
  });
});
