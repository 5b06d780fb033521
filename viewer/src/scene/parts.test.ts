import { Mesh, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { turnPart } from "./parts";

describe("turnPart", () => {
  it("turns right-handed about the axis through the position", () => {
    const rudder = { node: "a", link: 0, actuator: "rudder", position_m: [-1, 2, 0.5] as const, axis: [0, 0, 1] as const };
    const object = new Mesh();
    turnPart(object, rudder, Math.PI / 6);
    object.updateMatrix();
    const hinge = new Vector3(-1, 2, 7).applyMatrix4(object.matrix);
    expect(hinge.distanceTo(new Vector3(-1, 2, 7))).toBeLessThan(1e-12);
    // A point one metre before the hinge moves to starboard by the sine.
    const nose = new Vector3(0, 2, 0).applyMatrix4(object.matrix);
    expect(nose.x).toBeCloseTo(-1 + Math.cos(Math.PI / 6), 12);
    expect(nose.y).toBeCloseTo(2 + 0.5, 12);
    expect(nose.z).toBeCloseTo(0, 12);
  });
});
