// Boxes of things in the picture of a camera: projected from the poses of the scene through the
// pinhole of the camera (it looks along x, y is right, z down), or taken from detections.
import type { SceneDescription, SceneSensor, SceneState, SensorView } from "../scene_types";
import { kLink } from "../scene_types";
import { conjugate, rotate, type Quaternion, type Triple } from "./vehicle_state";

export interface PictureBox {
  readonly name: string;
  readonly object: boolean;
  readonly distance_m: number; // NaN: unknown
  /** Pixels of the camera. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type CameraView = Extract<SensorView, { shape: "camera" }>;

/** Pose in the world: place NED and the rotation from there to NED. */
export interface WorldPose {
  readonly position: Triple;
  readonly attitude: Quaternion;
}

const kNearPlane_m = 0.05;
const kFirstVehicleInstance = 2; // instances: 0 nothing, 1 the ground, then the vehicles in order

export function cameraView(sensor: SceneSensor): CameraView | undefined {
  return sensor.views.find((view): view is CameraView => view.shape === "camera");
}

export function linkPose(state: SceneState, link: number): WorldPose {
  const at = (offset: number) => state.links[link * kLink + offset] ?? NaN;
  return { position: [at(0), at(1), at(2)], attitude: [at(3), at(4), at(5), at(6)] };
}

export function sensorPose(state: SceneState, sensor: SceneSensor): WorldPose {
  const link = linkPose(state, sensor.link);
  const mount = rotate(link.attitude, sensor.position_m);
  return { position: sum(link.position, mount), attitude: product(link.attitude, sensor.attitude) };
}

/** Every vehicle and object in sight but the camera's own; nothing is known of what hides what. */
export function projectBoxes(scene: SceneDescription, state: SceneState, sensor: SceneSensor): PictureBox[] {
  const view = cameraView(sensor);
  if (view === undefined) return [];
  const camera = sensorPose(state, sensor);
  const boxes: PictureBox[] = [];
  scene.vehicles.forEach((vehicle, index) => {
    if (index === sensor.vehicle) return;
    const hull = linkPose(state, vehicle.links[0]);
    const corners = boxCorners(vehicle.box_m.min, vehicle.box_m.max).map((corner) => intoCamera(camera, hull, corner));
    const distance_m = distanceTo(camera, hull, vehicle.box_m);
    if (!(distance_m <= view.range_m)) return;
    const rectangle = outline(corners, view);
    if (rectangle !== undefined) boxes.push({ name: vehicle.name, object: vehicle.object, distance_m, ...rectangle });
  });
  return boxes.sort((a, b) => b.distance_m - a.distance_m);
}

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Rectangle around the part of a box before the camera, cut to the picture; undefined if none is. */
export function outline(corners: readonly Triple[], view: CameraView): Rectangle | undefined {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const [ahead, across, below] of clipToFront(corners)) {
    const u = view.cx_px + (view.fx_px * across) / ahead;
    const v = view.cy_px + (view.fy_px * below) / ahead;
    left = Math.min(left, u);
    right = Math.max(right, u);
    top = Math.min(top, v);
    bottom = Math.max(bottom, v);
  }
  const cut = {
    left: Math.max(left, 0),
    top: Math.max(top, 0),
    right: Math.min(right, view.width_px),
    bottom: Math.min(bottom, view.height_px),
  };
  return cut.right - cut.left >= 1 && cut.bottom - cut.top >= 1 ? cut : undefined;
}

/** Corner i has the high end of axis a where bit a of i is set. */
export function boxCorners(min: Triple, max: Triple): Triple[] {
  return Array.from({ length: 8 }, (_, i) => [
    i & 1 ? max[0] : min[0],
    i & 2 ? max[1] : min[1],
    i & 4 ? max[2] : min[2],
  ]);
}

/** Corners before the near plane, and where edges pierce it. */
function clipToFront(corners: readonly Triple[]): Triple[] {
  const points = corners.filter((corner) => corner[0] >= kNearPlane_m);
  for (let i = 0; i < corners.length; i++) {
    for (const axis of [1, 2, 4]) {
      const a = corners[i];
      const b = corners[i | axis];
      if (a === undefined || b === undefined || (i & axis) !== 0) continue;
      if (a[0] >= kNearPlane_m === b[0] >= kNearPlane_m) continue;
      const fraction = (kNearPlane_m - a[0]) / (b[0] - a[0]);
      points.push([kNearPlane_m, a[1] + fraction * (b[1] - a[1]), a[2] + fraction * (b[2] - a[2])]);
    }
  }
  return points;
}

function intoCamera(camera: WorldPose, body: WorldPose, point: Triple): Triple {
  const inWorld = sum(body.position, rotate(body.attitude, point));
  return rotate(conjugate(camera.attitude), difference(inWorld, camera.position));
}

/** From the camera to the nearest place of a box. */
function distanceTo(camera: WorldPose, body: WorldPose, box: { readonly min: Triple; readonly max: Triple }): number {
  const [x, y, z] = rotate(conjugate(body.attitude), difference(camera.position, body.position));
  const beyond = (value: number, axis: 0 | 1 | 2) => Math.max(box.min[axis] - value, 0, value - box.max[axis]);
  return Math.hypot(beyond(x, 0), beyond(y, 1), beyond(z, 2));
}

/** vision_msgs/msg/Detection2DArray, as far as it is used. */
export interface Detections {
  readonly detections: readonly {
    readonly id: string;
    readonly bbox: { readonly center: { readonly position: { readonly x: number; readonly y: number } }; readonly size_x: number; readonly size_y: number };
    readonly results: readonly { readonly hypothesis: { readonly class_id: string } }[];
  }[];
}

/** Boxes the camera itself reports: only of what it really sees. Distances come from the scene. */
export function detectedBoxes(scene: SceneDescription, state: SceneState | undefined, sensor: SceneSensor, found: Detections): PictureBox[] {
  return found.detections.map((detection) => {
    const { x, y } = detection.bbox.center.position;
    const vehicle = scene.vehicles[Number(detection.id) - kFirstVehicleInstance];
    const known = state !== undefined && vehicle !== undefined;
    return {
      name: vehicle?.name ?? detection.results[0]?.hypothesis.class_id ?? "thing",
      object: vehicle?.object ?? true,
      distance_m: known ? distanceTo(sensorPose(state, sensor), linkPose(state, vehicle.links[0]), vehicle.box_m) : NaN,
      left: x - detection.bbox.size_x / 2,
      right: x + detection.bbox.size_x / 2,
      top: y - detection.bbox.size_y / 2,
      bottom: y + detection.bbox.size_y / 2,
    };
  });
}

function sum(a: Triple, b: Triple): Triple {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function difference(a: Triple, b: Triple): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function product([a, b, c, d]: Quaternion, [w, x, y, z]: Quaternion): Quaternion {
  return [a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y, a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w];
}
