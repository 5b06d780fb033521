// Parts that turn on their links: propellers with their rotors, fins with their angles.
import { Quaternion, Vector3, type Object3D } from "three";
import type { ScenePart } from "../scene_types";

/** Turns a part about its axis: p' = p_axis + R (p - p_axis). */
export function turnPart(object: Object3D, part: ScenePart, angleRad: number): void {
  const [x, y, z] = part.axis, [px, py, pz] = part.position_m;
  const turn = new Quaternion().setFromAxisAngle(new Vector3(x, y, z), angleRad);
  const position = new Vector3(px, py, pz);
  object.quaternion.copy(turn);
  object.position.copy(position).sub(position.clone().applyQuaternion(turn));
}
