// The camera and what moves it. An invisible camera, `orbit`, is turned by the user; on it or on an eye of
// the vehicle depends where the picture is to be taken from, and the shown camera glides there.
import { PerspectiveCamera, Quaternion, Spherical, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { SceneDescription } from "../scene_types";
import { headingOf, linkAttitude, linkPlace, nedToThree } from "./axes";
import { vehicleRadiusM } from "./model";
import { eyePose, findEye, fitPicture, type Eye } from "./onboard";

export type CameraMode = "orbit" | "follow" | "onboard";

const kGlideMs = 650;
const kFovDeg = 50;
const kTurnS = 0.9; // time the follow camera takes to come around
const kUpAxis = new Vector3(0, 1, 0);

export function ease(fraction: number): number {
  const t = Math.min(Math.max(fraction, 0), 1);
  return t * t * (3 - 2 * t);
}

/** The same angle within half a turn. */
export function wrapAngle(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

export class CameraRig {
  readonly camera = new PerspectiveCamera(kFovDeg, 1, 0.05, 8000);
  readonly controls: OrbitControls;
  mode: CameraMode = "follow";
  eye: Eye | undefined;
  private readonly orbit = new PerspectiveCamera(kFovDeg, 1, 0.05, 8000);
  private readonly from = { place: new Vector3(), attitude: new Quaternion(), fovDeg: kFovDeg };
  private glideStartMs = -Infinity;
  private vehicle: number;
  private readonly vehiclePlace = new Vector3(NaN, 0, 0);
  private readonly newPlace = new Vector3();
  private heading = NaN;
  private lastMs = 0;
  private readonly attitude = new Quaternion();
  private readonly goalPlace = new Vector3();
  private readonly goalAttitude = new Quaternion();

  constructor(element: HTMLElement, private readonly scene: SceneDescription, vehicle: number, private readonly redraw: () => void) {
    this.vehicle = vehicle;
    this.controls = new OrbitControls(this.orbit, element);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.16;
    this.controls.minDistance = 0.25;
    this.controls.maxDistance = 3000;
    this.controls.zoomSpeed = 1.2;
    this.controls.addEventListener("change", redraw);
  }

  /** From the camera to what it looks at. */
  get focusM(): number {
    return this.mode === "onboard" ? 5 : this.orbit.position.distanceTo(this.controls.target);
  }

  setMode(mode: CameraMode, sensor?: string): void {
    this.startGlide();
    this.mode = mode;
    this.controls.enabled = mode !== "onboard";
    this.eye = mode === "onboard" ? findEye(this.scene, this.vehicle, sensor) : undefined;
    this.redraw();
  }

  setVehicle(vehicle: number): void {
    this.startGlide();
    this.vehicle = vehicle;
    this.heading = NaN;
    if (this.mode === "onboard") this.eye = findEye(this.scene, vehicle);
    if (this.mode === "follow") this.vehiclePlace.setX(NaN);
    this.redraw();
  }

  /** Looks at the chosen vehicle from a distance that shows it whole. */
  focusVehicle(): void {
    if (this.mode === "onboard") return;
    this.startGlide();
    this.aimAt(this.newPlace);
    this.redraw();
  }

  /** Looks at a place without changing the direction of view. */
  focusPlace(place: Vector3): void {
    if (this.mode === "onboard") return;
    this.startGlide();
    const offset = this.orbit.position.clone().sub(this.controls.target);
    offset.setLength(Math.min(offset.length(), Math.max(2, 0.5 * offset.length())));
    this.controls.target.copy(place);
    this.orbit.position.copy(place).add(offset);
    this.redraw();
  }

  lookNorth(): void {
    if (this.mode === "onboard") return;
    this.startGlide();
    const around = new Spherical().setFromVector3(this.orbit.position.clone().sub(this.controls.target));
    around.theta = 0; // from the south
    this.orbit.position.setFromSpherical(around).add(this.controls.target);
    this.redraw();
  }

  /** Moves the camera to where it belongs now. True while it is still on its way. */
  update(nowMs: number, links: Float32Array, aspect: number): boolean {
    this.followVehicle(links, Math.min((nowMs - this.lastMs) / 1000, 0.2));
    this.lastMs = nowMs;
    const turning = this.controls.update();
    const fraction = ease((nowMs - this.glideStartMs) / kGlideMs);
    this.setGoal(links);
    const fov = this.mode === "onboard" ? fitPicture(this.eye?.view, aspect).fovDeg : kFovDeg;
    this.camera.position.lerpVectors(this.from.place, this.goalPlace, fraction);
    this.camera.quaternion.slerpQuaternions(this.from.attitude, this.goalAttitude, fraction);
    this.camera.fov = this.from.fovDeg + (fov - this.from.fovDeg) * fraction;
    this.camera.aspect = aspect;
    this.camera.near = Math.min(Math.max(0.02 * this.focusM, 0.03), 2);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    return fraction < 1 || turning;
  }

  dispose(): void {
    this.controls.dispose();
  }

  private startGlide(): void {
    if (Number.isNaN(this.vehiclePlace.x)) return; // nothing was shown yet
    this.from.place.copy(this.camera.position);
    this.from.attitude.copy(this.camera.quaternion);
    this.from.fovDeg = this.camera.fov;
    this.glideStartMs = performance.now();
  }

  private setGoal(links: Float32Array): void {
    if (this.mode === "onboard" && this.eye) eyePose(this.eye, links, this.goalPlace, this.goalAttitude);
    else {
      this.goalPlace.copy(this.orbit.position);
      this.goalAttitude.copy(this.orbit.quaternion);
    }
  }

  /** Takes the orbit along with the vehicle; what the user has added to it stays. */
  private followVehicle(links: Float32Array, stepS: number): void {
    const link = this.scene.vehicles[this.vehicle]?.links[0] ?? 0;
    linkPlace(links, link, this.newPlace);
    nedToThree(this.newPlace.x, this.newPlace.y, this.newPlace.z, this.newPlace);
    const heading = headingOf(linkAttitude(links, link, this.attitude));
    if (Number.isNaN(this.heading)) this.heading = heading;
    if (Number.isNaN(this.vehiclePlace.x)) this.aimAt(this.newPlace);
    else if (this.mode === "follow") this.carry(heading, stepS);
    this.vehiclePlace.copy(this.newPlace);
  }

  private carry(heading: number, stepS: number): void {
    const move = this.newPlace.clone().sub(this.vehiclePlace);
    this.orbit.position.add(move);
    this.controls.target.add(move);
    const turn = wrapAngle(heading - this.heading) * (1 - Math.exp(-stepS / kTurnS));
    this.heading += turn;
    const offset = this.orbit.position.clone().sub(this.controls.target).applyAxisAngle(kUpAxis, -turn);
    this.orbit.position.copy(this.controls.target).add(offset);
  }

  /** From astern, to starboard and above. */
  private aimAt(place: Vector3): void {
    const distance = Math.max(6.5 * vehicleRadiusM(this.scene, this.vehicle), 1.6);
    const bearing = this.heading + 0.65;
    this.controls.target.copy(place);
    this.orbit.position.set(
      place.x - distance * Math.sin(bearing) * 0.93, place.y + 0.36 * distance, place.z + distance * Math.cos(bearing) * 0.93);
  }
}
