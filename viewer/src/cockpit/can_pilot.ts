// Which vehicles take sticks.
import type { SceneVehicle } from "../scene_types";

/** Thrusters alone suffice: without a controller the sticks drive them directly. */
export function canPilot({ object, controller, kinematic, thrusters }: SceneVehicle): boolean {
  return !object && (controller !== "none" || kinematic || thrusters[1] > 0);
}
