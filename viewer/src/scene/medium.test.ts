import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { hazeFor } from "./medium";

describe("hazeFor", () => {
  it("is the water's own through a camera of the vehicle", () => {
    expect(hazeFor([0.5, 0.2, 0.1], 50, true, new Vector3()).toArray()).toEqual([0.5, 0.2, 0.1]);
  });

  it("lets the thing looked at be seen from any distance", () => {
    const far = hazeFor([0.5, 0.2, 0.1], 100, false, new Vector3());
    expect(far.z * 100).toBeCloseTo(0.5, 9);
    expect(far.x).toBeGreaterThan(far.y);
    const near = hazeFor([0.5, 0.2, 0.1], 2, false, new Vector3());
    expect(near.z).toBeCloseTo(0.1, 9);
  });
});
