// The view through a camera of a vehicle: its pose, and a field of view that holds its whole picture.
import { Quaternion, Vector3 } from "three";
import type { SceneDescription, SceneSensor, SensorView } from "../scene_types";
import { kThreeFromNed, linkAttitude, linkPlace, nedToThree, setQuaternion } from "./axes";

type CameraView = Extract<SensorView, { shape: "camera" }>;

/** From a three.js camera (looks along -z, y up) to a mounting (x ahead, y right, z down). */
const kMountFromCamera = new Quaternion(-0.5, -0.5, 0.5, 0.5);

export interface Eye {
  readonly link: number;
  readonly sensor: SceneSensor | undefined; // none: from the bow of the vehicle
  readonly view: CameraView | undefined;
  readonly position: Vector3;
  readonly attitude: Quaternion;
}

export function camerasOf(scene: SceneDescription, vehicle: number): SceneSensor[] {
  return scene.sensors.filter((s) => s.vehicle === vehicle && s.views.some((v) => v.shape === "camera"));
}

/** The camera with this path or name, or the first one of the vehicle, or an appearance from its bow. */
export function findEye(scene: SceneDescription, vehicle: number, sensor?: string): Eye {
  const named = scene.sensors.find((s) => s.path === sensor) ?? scene.sensors.find((s) => s.vehicle === vehicle && s.name === sensor);
  const chosen = named ?? camerasOf(scene, vehicle)[0];
  if (!chosen) {
    const size = scene.vehicles[vehicle]?.size_m;
    return {
      link: scene.vehicles[vehicle]?.links[0] ?? 0, sensor: undefined, view: undefined,
      position: new Vector3(size ? 0.55 * size[0] : 0, 0, 0), attitude: new Quaternion(),
    };
  }
  return {
    link: chosen.link, sensor: chosen,
    view: chosen.views.find((v): v is CameraView => v.shape === "camera"),
    position: new Vector3(...chosen.position_m), attitude: setQuaternion(new Quaternion(), chosen.attitude),
  };
}

const link = new Quaternion();

/** Pose of the eye in three.js axes. */
export function eyePose(eye: Eye, links: ArrayLike<number>, place: Vector3, attitude: Quaternion): void {
  linkAttitude(links, eye.link, link);
  linkPlace(links, eye.link, place);
  const mounted = eye.position.clone().applyQuaternion(link);
  nedToThree(place.x + mounted.x, place.y + mounted.y, place.z + mounted.z, place);
  attitude.copy(kThreeFromNed).multiply(link).multiply(eye.attitude).multiply(kMountFromCamera);
}

const kDegrees = 180 / Math.PI;

/** Vertical field of view in which the whole picture fits, and the fraction of the window it takes. */
export function fitPicture(view: CameraView | undefined, windowAspect: number): { fovDeg: number; width: number; height: number } {
  if (!view) return { fovDeg: 70, width: 1, height: 1 };
  const halfHeight = view.height_px / (2 * view.fy_px), halfWidth = view.width_px / (2 * view.fx_px);
  const tangent = Math.max(halfHeight, halfWidth / windowAspect);
  return { fovDeg: 2 * Math.atan(tangent) * kDegrees, width: halfWidth / (tangent * windowAspect), height: halfHeight / tangent };
}
