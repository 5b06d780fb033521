// The volumes that sensors see, in the axes of their mounting S: x ahead, y right, z down.
import type { QuaternionWxyz, SensorView, Vector3 } from "../scene_types";

type CameraView = Extract<SensorView, { shape: "camera" }>;
type FanView = Extract<SensorView, { shape: "fan" }>;
type BeamsView = Extract<SensorView, { shape: "beams" }>;

/** Corners of the picture at a distance along the optical axis: upper left, upper right, lower right, lower left. */
export function frustumCorners(view: CameraView, distanceM: number): [Vector3, Vector3, Vector3, Vector3] {
  const corner = (u: number, v: number): Vector3 => [
    distanceM,
    (distanceM * (u - view.cx_px)) / view.fx_px,
    (distanceM * (v - view.cy_px)) / view.fy_px,
  ];
  // Whole pixel numbers are the middles of pixels.
  const left = -0.5, right = view.width_px - 0.5, top = -0.5, bottom = view.height_px - 0.5;
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
}

/** A direction of a fan that looks along x: bearing positive to starboard, elevation upward. */
export function fanDirection(bearingRad: number, elevationRad: number): Vector3 {
  const c = Math.cos(elevationRad);
  return [c * Math.cos(bearingRad), c * Math.sin(bearingRad), -Math.sin(elevationRad)];
}

export interface Shape {
  readonly lines: Float32Array; // pairs of points
  readonly faces: Float32Array; // triples of points
}

class ShapeBuilder {
  private readonly lines: number[] = [];
  private readonly faces: number[] = [];

  line(a: Vector3, b: Vector3): void {
    this.lines.push(...a, ...b);
  }

  face(a: Vector3, b: Vector3, c: Vector3): void {
    this.faces.push(...a, ...b, ...c);
  }

  shape(): Shape {
    return { lines: new Float32Array(this.lines), faces: new Float32Array(this.faces) };
  }
}

const kOrigin: Vector3 = [0, 0, 0];
const scaled = (v: Vector3, s: number): Vector3 => [v[0] * s, v[1] * s, v[2] * s];

export function cameraShape(view: CameraView, lengthM: number): Shape {
  const builder = new ShapeBuilder();
  const corners = frustumCorners(view, lengthM);
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % 4] ?? corner;
    builder.line(kOrigin, corner);
    builder.line(corner, next);
    builder.face(kOrigin, corner, next);
  });
  return builder.shape();
}

/** A fan lies in the plane of its wider opening: that of a side-scan sonar stands upright. */
export function fanShape(view: FanView, maxM: number): Shape {
  const builder = new ShapeBuilder();
  const span = view.bearing_max_rad - view.bearing_min_rad, middle = 0.5 * (view.bearing_min_rad + view.bearing_max_rad);
  const upright = view.elevation_rad > span;
  const [wide, narrow] = upright ? [view.elevation_rad, span] : [span, view.elevation_rad];
  const near = Math.min(view.range_min_m, maxM), far = Math.min(view.range_max_m, maxM);
  const steps = Math.max(2, Math.ceil(wide / 0.08));
  const point = (i: number, aside: number, range: number): Vector3 => {
    const along = wide * (i / steps - 0.5);
    const direction = upright ? fanDirection(middle + aside, along) : fanDirection(middle + along, aside);
    return scaled(turned(direction, view.attitude), range);
  };
  const edges = narrow > 0.04 ? [-0.5 * narrow, 0.5 * narrow] : [0];
  for (let i = 0; i < steps; ++i) {
    builder.face(point(i, 0, near), point(i, 0, far), point(i + 1, 0, far));
    builder.face(point(i, 0, near), point(i + 1, 0, far), point(i + 1, 0, near));
    for (const e of edges) builder.line(point(i, e, far), point(i + 1, e, far));
  }
  if (wide > 6.2) return builder.shape(); // a full circle has no sides
  for (const i of [0, steps]) {
    for (const e of edges) builder.line(point(i, e, near), point(i, e, far));
    if (edges.length > 1) builder.line(point(i, edges[0] ?? 0, far), point(i, edges[1] ?? 0, far));
  }
  return builder.shape();
}

/** Turned by a quaternion: v + 2 w (q x v) + 2 q x (q x v). */
function turned(v: Vector3, attitude: QuaternionWxyz | undefined): Vector3 {
  if (!attitude) return v;
  const [w, x, y, z] = attitude;
  const t = scaled(cross([x, y, z], v), 2);
  const u = cross([x, y, z], t);
  return [v[0] + w * t[0] + u[0], v[1] + w * t[1] + u[1], v[2] + w * t[2] + u[2]];
}

function cross(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Slender cones; drawn as far as `lengthM`, the measured or the greatest range. */
export function beamsShape(view: BeamsView, lengthM: number): Shape {
  const builder = new ShapeBuilder();
  for (const direction of view.directions) {
    const end = scaled(direction, lengthM);
    builder.line(kOrigin, end);
    const [u, v] = across(direction);
    const radius = 0.03 * lengthM, sides = 8;
    const rim = (i: number): Vector3 => {
      const a = (2 * Math.PI * i) / sides;
      return [0, 1, 2].map((k) => (end[k] ?? 0) + radius * (Math.cos(a) * (u[k] ?? 0) + Math.sin(a) * (v[k] ?? 0))) as unknown as Vector3;
    };
    for (let i = 0; i < sides; ++i) builder.face(kOrigin, rim(i), rim(i + 1));
  }
  return builder.shape();
}

/** Two directions across a third. */
function across(d: Vector3): [Vector3, Vector3] {
  const helper: Vector3 = Math.abs(d[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0];
  const u = cross(d, helper);
  const unit = scaled(u, 1 / Math.max(Math.hypot(...u), 1e-9));
  return [unit, cross(d, unit)];
}

export function shapeOf(view: SensorView, maxM: number): Shape {
  if (view.shape === "camera") return cameraShape(view, Math.min(view.range_m, maxM));
  if (view.shape === "fan") return fanShape(view, maxM);
  return beamsShape(view, Math.min(view.range_m, maxM));
}
