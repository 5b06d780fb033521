import { describe, expect, it } from "vitest";
import type { SensorView } from "../scene_types";
import { beamsShape, fanDirection, fanShape, frustumCorners } from "./sensor_shapes";

const kCamera: Extract<SensorView, { shape: "camera" }> = {
  shape: "camera", width_px: 640, height_px: 480, fx_px: 400, fy_px: 400, cx_px: 319.5, cy_px: 239.5, range_m: 10,
};

const close = (got: readonly number[], expected: readonly number[]) =>
  got.forEach((value, i) => expect(value).toBeCloseTo(expected[i] ?? NaN, 6));

describe("shapes of sensors", () => {
  it("puts the corners of a picture where the lens says", () => {
    const [ul, ur, lr, ll] = frustumCorners(kCamera, 2);
    close(ul, [2, -1.6, -1.2]); // left and up
    close(ur, [2, 1.6, -1.2]);
    close(lr, [2, 1.6, 1.2]);
    close(ll, [2, -1.6, 1.2]);
  });

  it("counts bearings to starboard and elevations upward", () => {
    close(fanDirection(0, 0), [1, 0, 0]);
    close(fanDirection(Math.PI / 2, 0), [0, 1, 0]);
    close(fanDirection(0, 0.1), [Math.cos(0.1), 0, -Math.sin(0.1)]);
  });

  it("turns the fan of a sounder down", () => {
    const half = Math.SQRT1_2; // a quarter turn about -y
    const fan = fanShape({ shape: "fan", bearing_min_rad: -1, bearing_max_rad: 1, elevation_rad: 0.02, range_min_m: 0, range_max_m: 10, attitude: [half, 0, -half, 0] }, 100);
    for (let i = 0; i < fan.faces.length; i += 3) {
      expect(fan.faces[i]).toBeCloseTo(0, 5); // across the track
      expect(fan.faces[i + 2]).toBeGreaterThanOrEqual(-1e-6); // and below
    }
  });

  it("stands the fan of a side-scan sonar upright", () => {
    const fan = fanShape({ shape: "fan", bearing_min_rad: -0.005, bearing_max_rad: 0.005, elevation_rad: 0.9, range_min_m: 1, range_max_m: 10 }, 100);
    for (let i = 0; i < fan.faces.length; i += 3) expect(fan.faces[i + 1]).toBeCloseTo(0, 6);
  });

  it("ends a fan at its range", () => {
    const fan = fanShape({ shape: "fan", bearing_min_rad: -0.5, bearing_max_rad: 0.5, elevation_rad: 0.2, range_min_m: 1, range_max_m: 30 }, 20);
    let min = Infinity, max = 0;
    for (let i = 0; i < fan.faces.length; i += 3) {
      const r = Math.hypot(fan.faces[i] ?? 0, fan.faces[i + 1] ?? 0, fan.faces[i + 2] ?? 0);
      min = Math.min(min, r);
      max = Math.max(max, r);
    }
    expect(min).toBeCloseTo(1, 5);
    expect(max).toBeCloseTo(20, 4);
  });

  it("draws a line along every beam", () => {
    const shape = beamsShape({ shape: "beams", directions: [[0, 0, 1], [0.6, 0, 0.8]], range_m: 50 }, 10);
    close([...shape.lines], [0, 0, 0, 0, 0, 10, 0, 0, 0, 6, 0, 8]);
  });
});
