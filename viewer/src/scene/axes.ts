// Between the axes of the simulation and those of three.js.
// World: north, east, down (NED). three.js: x east, y up, z south. Everything in the scene hangs below
// one root group that does this turn once, so that all its children use NED as they come.
import { Group, Quaternion, Vector3, type Object3D } from "three";
import { kLink, type QuaternionWxyz, type Vector3 as Triple } from "../scene_types";

/** A number of a typed array; 0 beyond its end, so that a short message shows little instead of failing. */
export function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0;
}

export function nedToThree(north: number, east: number, down: number, out = new Vector3()): Vector3 {
  return out.set(east, -down, -north);
}

export function threeToNed(place: Vector3, out = new Vector3()): Vector3 {
  return out.set(-place.z, place.x, -place.y);
}

/** The turn from NED to three.js: a third of a circle about (1, 1, -1), since it permutes the axes. */
export const kThreeFromNed: Readonly<Quaternion> = new Quaternion(0.5, 0.5, -0.5, 0.5);

export function nedRoot(): Group {
  const root = new Group();
  root.name = "ned";
  root.quaternion.copy(kThreeFromNed);
  return root;
}

export function setQuaternion(out: Quaternion, wxyz: QuaternionWxyz): Quaternion {
  return out.set(wxyz[1], wxyz[2], wxyz[3], wxyz[0]);
}

export function setMount(object: Object3D, position: Triple, attitude: QuaternionWxyz): void {
  object.position.set(position[0], position[1], position[2]);
  setQuaternion(object.quaternion, attitude);
}

export function linkPlace(links: ArrayLike<number>, link: number, out: Vector3): Vector3 {
  const i = link * kLink;
  return out.set(at(links, i), at(links, i + 1), at(links, i + 2));
}

export function linkAttitude(links: ArrayLike<number>, link: number, out: Quaternion): Quaternion {
  const i = link * kLink + 3;
  return out.set(at(links, i + 1), at(links, i + 2), at(links, i + 3), at(links, i));
}

/** Heading of a body, rad from north to the east. */
export function headingOf(attitude: Quaternion): number {
  const { w, x, y, z } = attitude;
  return Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
}

/** Groups that sit on links, made for those links that something is mounted on. */
export class LinkGroups {
  private readonly groups = new Map<number, Group>();
  constructor(private readonly parent: Object3D) {}

  on(link: number): Group {
    let group = this.groups.get(link);
    if (!group) {
      group = new Group();
      this.groups.set(link, group);
      this.parent.add(group);
    }
    return group;
  }

  place(links: ArrayLike<number>): void {
    for (const [link, group] of this.groups) {
      linkPlace(links, link, group.position);
      linkAttitude(links, link, group.quaternion);
    }
  }
}
