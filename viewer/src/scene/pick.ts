// What lies under the pointer.
import { Raycaster, Vector2, type Object3D, type PerspectiveCamera, type Vector3 } from "three";
import { linkOf } from "./model";

export interface Picked {
  readonly place: Vector3; // three.js axes
  readonly link: number | undefined; // of a vehicle or object
}

/** The nearest thing under a pointer in an element, among some objects. */
export function pickAt(event: MouseEvent, element: HTMLElement, camera: PerspectiveCamera, among: Object3D[]): Picked | undefined {
  const box = element.getBoundingClientRect();
  const fraction = new Vector2((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height);
  const ray = new Raycaster();
  ray.setFromCamera(fraction, camera);
  const hit = ray.intersectObjects(among, true)[0];
  return hit && { place: hit.point, link: linkOf(hit.object) };
}
