// What is worth a curve of every vehicle, under short names: depth, heading, speed and others. They come
// from the packed state of the scene, which every run and every log has.
import type { SceneDescription, SceneState } from "../scene_types";
import type { Source } from "../source";
import { degrees, wrapDegrees, wrapSignedDegrees } from "../ui/format";
import { pathText, readField } from "./fields";
import { unitOf } from "./schema_fields";
import type { FieldChoice } from "./series";
import { readVehicle, type VehicleReading } from "./vehicle_state";

export const kVehicleTopic = "/hadal/scene";

const kFields: Readonly<Record<string, (reading: VehicleReading) => number>> = {
  depth_m: ({ depth_m }) => depth_m,
  heading_deg: ({ heading_rad }) => wrapDegrees(degrees(heading_rad)),
  speed_m_s: ({ speedOverGround_m_s }) => speedOverGround_m_s,
  altitude_m: ({ altitude_m }) => altitude_m,
  roll_deg: ({ roll_rad }) => wrapSignedDegrees(degrees(roll_rad)),
  pitch_deg: ({ pitch_rad }) => degrees(pitch_rad),
  north_m: ({ north_m }) => north_m,
  east_m: ({ east_m }) => east_m,
  surge_m_s: ({ surge_m_s }) => surge_m_s,
  sway_m_s: ({ sway_m_s }) => sway_m_s,
  sink_m_s: ({ sink_m_s }) => sink_m_s,
  speed_through_water_m_s: ({ speedThroughWater_m_s }) => speedThroughWater_m_s,
  energy_wh: ({ energy_wh }) => energy_wh,
  travelled_m: ({ travelled_m }) => travelled_m,
};
const kPreset = ["depth_m", "heading_deg", "speed_m_s"];

export function vehicleChoices({ vehicles }: SceneDescription): FieldChoice[] {
  return vehicles.filter(({ object }) => !object).flatMap(({ name }) => Object.keys(kFields).map((field) => ({ topic: kVehicleTopic, path: [name, field] })));
}

/** What a plot begins with: depth, heading and speed of a vehicle. */
export function presetChoices({ vehicles }: SceneDescription, vehicle: number): FieldChoice[] {
  const name = vehicles[vehicle]?.name;
  return name === undefined ? [] : kPreset.map((field) => ({ topic: kVehicleTopic, path: [name, field] }));
}

/** The number that a choice stands for. */
export function valueOf({ scene }: Source, { topic, path }: FieldChoice, message: unknown): number {
  const read = topic === kVehicleTopic ? kFields[path[1] ?? ""] : undefined;
  if (read === undefined) return readField(message, path);
  const reading = readVehicle(scene, message as SceneState, scene.vehicles.findIndex(({ name }) => name === path[0]));
  return reading === undefined ? NaN : read(reading);
}

/** A full turn is no step of it. */
export function isHeading({ topic, path }: FieldChoice): boolean {
  return topic === kVehicleTopic && path[1] === "heading_deg";
}

/** "rov depth", or "depth" alone: short, for legends; the unit stands beside it. */
export function shortName({ topic, path }: FieldChoice, withVehicle = true): string {
  if (topic !== kVehicleTopic || !((path[1] ?? "") in kFields)) return `${topic} ${pathText(path)}`;
  const field = withoutUnit(path[1] ?? "");
  return withVehicle ? `${path[0] ?? ""} ${field}` : field;
}

export function withoutUnit(name: string): string {
  const bare = name.replace(/_(m_s|m|deg|wh)$/, "");
  return (unitOf([name]) === "" ? name : bare).replaceAll("_", " ");
}
