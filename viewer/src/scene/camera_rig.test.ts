import { describe, expect, it } from "vitest";
import { ease, wrapAngle } from "./camera_rig";

describe("camera", () => {
  it("takes the shorter way around", () => {
    expect(wrapAngle(0.3)).toBeCloseTo(0.3, 12);
    expect(wrapAngle(1.5 * Math.PI)).toBeCloseTo(-0.5 * Math.PI, 12);
    expect(wrapAngle(-7)).toBeCloseTo(2 * Math.PI - 7, 12);
  });

  it("glides softly from start to end", () => {
    expect(ease(-1)).toBe(0);
    expect(ease(0.5)).toBe(0.5);
    expect(ease(0.1)).toBeLessThan(0.1);
    expect(ease(2)).toBe(1);
  });
});
