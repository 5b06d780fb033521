import { Vector3, Matrix4, InstancedMesh } from "three";
import { describe, expect, it } from "vitest";
import { ArrowField, logLength, saturatingLength } from "./arrows";

describe("length of arrows", () => {
  it("saturates", () => {
    expect(saturatingLength(0, 50, 2)).toBe(0);
    expect(saturatingLength(50, 50, 2)).toBe(1);
    expect(saturatingLength(-50, 50, 2)).toBe(1);
    expect(saturatingLength(1e9, 50, 2)).toBeCloseTo(2, 5);
    expect(saturatingLength(NaN, 50, 2)).toBe(0);
    expect(saturatingLength(1, 50, 2)).toBeCloseTo(0.04, 2); // nearly proportional
  });

  it("grows by decades", () => {
    expect(logLength(0.5, 1, 0.4)).toBe(0);
    expect(logLength(10, 1, 0.4)).toBeCloseTo(0.4, 9);
    expect(logLength(-1000, 1, 0.4)).toBeCloseTo(1.2, 9);
  });
});

describe("ArrowField", () => {
  it("reaches from its place along its vector", () => {
    const field = new ArrowField(4);
    field.begin();
    field.add(new Vector3(1, 2, 3), new Vector3(5, 0, 0), 2, 0.05, "#ff0000");
    field.add(new Vector3(), new Vector3(), 2, 0.05, "#ff0000"); // without a direction
    field.end();
    const heads = field.object.children[1] as InstancedMesh;
    expect(heads.count).toBe(1);
    const matrix = new Matrix4();
    heads.getMatrixAt(0, matrix);
    const tip = new Vector3(0, 1, 0).applyMatrix4(matrix);
    expect(tip.x).toBeCloseTo(3, 6);
    expect(tip.y).toBeCloseTo(2, 6);
    expect(tip.z).toBeCloseTo(3, 6);
  });

  it("never exceeds its capacity", () => {
    const field = new ArrowField(2);
    field.begin();
    for (let i = 0; i < 9; ++i) field.add(new Vector3(), new Vector3(1, 0, 0), 1, 0.1, "#ffffff");
    field.end();
    expect((field.object.children[0] as InstancedMesh).count).toBe(2);
  });
});
