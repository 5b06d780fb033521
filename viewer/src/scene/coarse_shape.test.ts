import { BoxGeometry, SphereGeometry } from "three";
import { describe, expect, it } from "vitest";
import { coarseShape, triangleCount } from "./coarse_shape";

describe("coarseShape", () => {
  it("keeps to the number of triangles, and the size and the outward normals of a ball", () => {
    const ball = new SphereGeometry(1, 60, 40);
    const coarse = coarseShape(ball, 120);
    expect(triangleCount(coarse)).toBeGreaterThan(40);
    expect(triangleCount(coarse)).toBeLessThanOrEqual(120);
    const places = coarse.getAttribute("position"), normals = coarse.getAttribute("normal");
    for (let i = 0; i < places.count; ++i) {
      const place = [places.getX(i), places.getY(i), places.getZ(i)], normal = [normals.getX(i), normals.getY(i), normals.getZ(i)];
      const radius = Math.hypot(...place);
      expect(radius).toBeGreaterThan(0.7);
      expect(radius).toBeLessThanOrEqual(1 + 1e-6);
      expect(place.reduce((sum, x, k) => sum + x * (normal[k] ?? 0), 0) / radius).toBeGreaterThan(0.95);
    }
  });

  it("leaves a shape alone that has few triangles", () => {
    const box = new BoxGeometry(1, 1, 1);
    expect(coarseShape(box, 12)).toBe(box);
  });
});
