import { describe, expect, it } from "vitest";

import { linearScale, polarOf, speedScale, squareScale, vectorOf } from "./scales";

describe("scales", () => {
  it("linear and square go there and back", () => {
    expect(linearScale(2, 6).toPosition(3)).toBe(0.25);
    expect(linearScale(2, 6).toValue(0.25)).toBe(3);
    expect(squareScale(0, 100).toValue(0.5)).toBe(25);
    expect(squareScale(0, 100).toPosition(25)).toBe(0.5);
  });
  it("speed is logarithmic with 0 at the right end", () => {
    const scale = speedScale(0.1, 10);
    expect(scale.toValue(0)).toBe(0.1);
    expect(scale.toValue(0.475)).toBe(1); // half of 0.95
    expect(scale.toPosition(1)).toBeCloseTo(0.475, 12);
    expect(scale.toValue(1)).toBe(0);
    expect(scale.toPosition(0)).toBe(1);
  });
  it("a flow of 0.5 m/s toward the east-south-east", () => {
    const { north, east } = vectorOf(0.5, 120);
    expect(north).toBeCloseTo(-0.25, 12);
    expect(east).toBeCloseTo(0.433013, 6);
    const { speed, towardDeg } = polarOf({ north: -0.25, east: -0.433013 });
    expect(speed).toBeCloseTo(0.5, 6);
    expect(towardDeg).toBeCloseTo(240, 4);
  });
});
