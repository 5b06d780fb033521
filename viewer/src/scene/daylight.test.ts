import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { brightnessOf, makeDaylight, refracted, setDaylight } from "./daylight";

describe("daylight", () => {
  it("follows the logarithm of the illuminance", () => {
    expect(brightnessOf(0)).toBe(0);
    expect(brightnessOf(NaN)).toBe(0);
    expect(brightnessOf(0.001)).toBe(0);
    expect(brightnessOf(100000)).toBe(1);
    expect(brightnessOf(10)).toBeCloseTo(Math.pow(0.5, 2.2), 9);
  });

  it("takes the direction of the sun from NED", () => {
    const light = makeDaylight();
    setDaylight(light, new Float32Array([1, 1, 0, 0, 0, 0.6, -0.8, 50000, 0, 0]));
    expect(light.toward.x).toBeCloseTo(0.6, 6); // east
    expect(light.toward.y).toBeCloseTo(0.8, 6); // up
  });

  it("bends light at the surface after Snell", () => {
    const down = refracted(new Vector3(Math.sin(1), Math.cos(1), 0), new Vector3());
    expect(down.length()).toBeCloseTo(1, 9);
    expect(down.x * 1.34).toBeCloseTo(Math.sin(1), 9);
  });
});
