// What instruments show of one vehicle, in the units of the page, from the packed state of the scene.
import type { SceneDescription, SceneState, SceneVehicle } from "../scene_types";
import { kLink, kMissionStatus, kSetPoint, kVehicle, VehicleField } from "../scene_types";
import { degrees } from "../ui/format";

/** Offsets in a set-point, as the simulation has them. */
const enum SetField {
  Mode = 0,
  Position = 1,
  Attitude = 4,
  Heading = 20,
  Depth = 21,
  Speed = 22,
  Active = 23,
  Sticks = 24,
  HoldHeading = 30,
  HoldDepth = 31,
}

/** Offsets from SetField.Sticks. */
const enum Stick {
  Heave = 2,
  Pitch = 4,
  Yaw = 5,
}

const kPositionMode = 0;
const kManualMode = 3;
const kOffMode = 5;
const kNeutralStick = 0.02; // as the simulation has it
const kEarthRadius_m = 6_371_008.8;

export interface VehicleReading {
  readonly north_m: number;
  readonly east_m: number;
  readonly depth_m: number;
  readonly roll_rad: number;
  readonly pitch_rad: number;
  readonly heading_rad: number;
  readonly speedOverGround_m_s: number;
  readonly course_rad: number;
  readonly speedThroughWater_m_s: number;
  readonly surge_m_s: number;
  readonly sway_m_s: number;
  readonly sink_m_s: number; // rate of the depth, down positive
  readonly turn_rad_s: number;
  readonly current_m_s: number; // horizontal
  readonly currentToward_rad: number;
  readonly altitude_m: number;
  readonly energy_wh: number;
  readonly battery: number;
  readonly mission: (typeof kMissionStatus)[number];
  readonly missionStep: number;
  readonly travelled_m: number;
  readonly setHeading_rad: number; // NaN: none
  readonly setDepth_m: number;
  readonly setSpeed_m_s: number;
  readonly setNorth_m: number;
  readonly setEast_m: number;
}

export function readVehicle(scene: SceneDescription, state: SceneState, vehicle: number): VehicleReading | undefined {
  const description = scene.vehicles[vehicle];
  if (description === undefined) return undefined;
  const l = description.links[0] * kLink;
  const v = vehicle * kVehicle;
  if (state.links.length < l + kLink || state.vehicles.length < v + kVehicle) return undefined;
  const at = (offset: number) => state.vehicles[v + offset] ?? NaN;
  const link = (offset: number) => state.links[l + offset] ?? NaN;
  const attitude: Quaternion = [link(3), link(4), link(5), link(6)];
  const euler = eulerAngles(attitude);
  const overGround = rotate(attitude, [at(0), at(1), at(2)]);
  const water = [at(VehicleField.WaterVelocity), at(VehicleField.WaterVelocity + 1), at(VehicleField.WaterVelocity + 2)] as const;
  const asked = readSetPoint(state, vehicle, description);
  return {
    north_m: link(0),
    east_m: link(1),
    depth_m: link(2),
    roll_rad: euler[0],
    pitch_rad: euler[1],
    heading_rad: euler[2],
    speedOverGround_m_s: Math.hypot(overGround[0], overGround[1]),
    course_rad: Math.atan2(overGround[1], overGround[0]),
    speedThroughWater_m_s: Math.hypot(overGround[0] - water[0], overGround[1] - water[1], overGround[2] - water[2]),
    surge_m_s: at(VehicleField.Velocity),
    sway_m_s: at(VehicleField.Velocity + 1),
    sink_m_s: overGround[2],
    turn_rad_s: at(VehicleField.Velocity + 5),
    current_m_s: Math.hypot(water[0], water[1]),
    currentToward_rad: Math.atan2(water[1], water[0]),
    altitude_m: at(VehicleField.Altitude),
    energy_wh: at(VehicleField.Energy),
    battery: at(VehicleField.Battery),
    mission: kMissionStatus[at(VehicleField.MissionStatus)] ?? "none",
    missionStep: at(VehicleField.MissionStep),
    travelled_m: at(VehicleField.Travelled),
    ...asked,
  };
}

interface Asked {
  readonly setHeading_rad: number;
  readonly setDepth_m: number;
  readonly setSpeed_m_s: number;
  readonly setNorth_m: number;
  readonly setEast_m: number;
}

const kNothingAsked: Asked = { setHeading_rad: NaN, setDepth_m: NaN, setSpeed_m_s: NaN, setNorth_m: NaN, setEast_m: NaN };

function readSetPoint(state: SceneState, vehicle: number, { controller, kinematic }: SceneVehicle): Asked {
  const at = (offset: number) => state.set_points[vehicle * kSetPoint + offset] ?? NaN;
  const mode = at(SetField.Mode);
  if (!(at(SetField.Active) > 0) || mode === kOffMode) return kNothingAsked;
  if (mode === kManualMode) return kinematic ? kNothingAsked : readHolds(at, controller);
  if (controller !== "body") {
    return { ...kNothingAsked, setHeading_rad: at(SetField.Heading), setDepth_m: at(SetField.Depth), setSpeed_m_s: at(SetField.Speed) };
  }
  if (mode !== kPositionMode) return kNothingAsked;
  const a = SetField.Attitude;
  return {
    setHeading_rad: eulerAngles([at(a), at(a + 1), at(a + 2), at(a + 3)])[2],
    setDepth_m: at(SetField.Position + 2),
    setSpeed_m_s: NaN,
    setNorth_m: at(SetField.Position),
    setEast_m: at(SetField.Position + 1),
  };
}

/** By hand, heading and depth are asked for only while they are held, and not while a stick changes them. */
function readHolds(at: (offset: number) => number, controller: SceneVehicle["controller"]): Asked {
  const stick = (axis: Stick) => at(SetField.Sticks + axis);
  const vertical = controller === "autopilot" ? stick(Stick.Pitch) - stick(Stick.Heave) : stick(Stick.Heave);
  const held = (hold: SetField, steering: number) => at(hold) > 0 && Math.abs(steering) <= kNeutralStick;
  return {
    ...kNothingAsked,
    setHeading_rad: held(SetField.HoldHeading, stick(Stick.Yaw)) ? at(SetField.Heading) : NaN,
    setDepth_m: held(SetField.HoldDepth, vertical) ? at(SetField.Depth) : NaN,
  };
}

export type Triple = readonly [number, number, number];
export type Quaternion = readonly [number, number, number, number]; // w x y z

/** Roll, pitch and yaw (about x, y, z of the body, yaw first), rad. */
export function eulerAngles([w, x, y, z]: Quaternion): Triple {
  const sine = Math.min(Math.max(2 * (w * y - z * x), -1), 1);
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(sine),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
}

export function rotate([w, x, y, z]: Quaternion, [a, b, c]: Triple): Triple {
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

export function conjugate([w, x, y, z]: Quaternion): Quaternion {
  return [w, -x, -y, -z];
}

/** Latitude and longitude in degrees of a place near the origin; a sphere is good to 0.5 % of the distance. */
export function geodetic(origin: SceneDescription["origin"], north_m: number, east_m: number): { lat: number; lon: number } {
  const parallel = Math.cos((origin.lat_deg * Math.PI) / 180);
  return {
    lat: origin.lat_deg + degrees(north_m / kEarthRadius_m),
    lon: origin.lon_deg + degrees(east_m / (kEarthRadius_m * Math.max(parallel, 1e-6))),
  };
}
