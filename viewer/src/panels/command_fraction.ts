// Commands of thrusters as a fraction of full speed. Thrusters take normalised commands, forces, rotor
// speeds or pulse widths; the description of the scene tells what the numbers mean.
import type { SceneThruster } from "../scene_types";

/** -1..1; undefined for numbers that make no sense in this range. */
export function commandFraction(command: number, { neutral, min, max }: NonNullable<SceneThruster["command"]> = { neutral: 0, min: -1, max: 1 }): number | undefined {
  const reach = command >= neutral ? max - neutral : neutral - min;
  const fraction = (command - neutral) / reach;
  return reach > 0 && Math.abs(fraction) <= 1.001 ? fraction : undefined;
}
