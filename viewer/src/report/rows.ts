// Messages as rows of named numbers in the frames of the simulation: world north-east-down, body
// forward-right-down. The names are those of the truth beside each sensor (/VEHICLE/SENSOR/truth).
import { eulerAngles, readVehicle, type Quaternion } from "../panels/vehicle_state";
import { kThruster, kVehicle, ThrusterField, VehicleField, type SceneDescription, type SceneState } from "../scene_types";
import { degrees } from "../ui/format";
import type { Row } from "./table";

interface Xyz {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
interface Xyzw extends Xyz {
  readonly w: number;
}

/** A vector in forward-left-up as columns NAME_x_UNIT ... in forward-right-down. */
function body(name: string, unit: string, { x, y, z }: Xyz): Row {
  return { [`${name}_x_${unit}`]: x, [`${name}_y_${unit}`]: -y, [`${name}_z_${unit}`]: -z };
}

/** From a body in forward-left-up to east-north-up, as the angles of the body in north-east-down. */
function attitude({ x, y, z, w }: Xyzw): Row {
  const q: Quaternion = [w + z, x + y, x - y, w - z]; // times the root of 2
  const size = Math.hypot(...q);
  const [roll, pitch, yaw] = eulerAngles(q.map((value) => value / size) as unknown as Quaternion);
  return { roll_deg: degrees(roll), pitch_deg: degrees(pitch), heading_deg: degrees(yaw) };
}

interface Odometry {
  readonly pose: { readonly pose: { readonly position: Xyz; readonly orientation: Xyzw } };
  readonly twist: { readonly twist: { readonly linear: Xyz; readonly angular: Xyz } };
}
interface Imu {
  readonly angular_velocity: Xyz;
  readonly linear_acceleration: Xyz;
  readonly orientation: Xyzw;
  readonly orientation_covariance: ArrayLike<number>;
}
interface NavSatFix {
  readonly status: { readonly status: number };
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
}
interface Scalars {
  readonly names: readonly string[];
  readonly values: ArrayLike<number>;
}
interface Dvl {
  readonly velocity_mode: number;
  readonly velocity: Xyz; // in the axes of the sensor, like all of it
  readonly altitude: number;
  readonly num_good_beams: number;
  readonly sound_speed: number;
  readonly range: ArrayLike<number>;
  readonly beam_velocity: ArrayLike<number>;
  readonly beam_quality: ArrayLike<number>;
}
interface CurrentProfile {
  readonly velocity_frame: number; // 1: east-north-up, otherwise that of the sensor
  readonly velocity: readonly Xyz[];
  readonly beam_velocity: ArrayLike<number>; // in place of velocity, beam by beam in each cell
  readonly good_beams: ArrayLike<number>;
}
interface Packet {
  readonly outcome: number;
  readonly delay: number;
  readonly level: number;
  readonly snr: number;
  readonly doppler: number;
  readonly payload: ArrayLike<number>;
}
interface WrenchTerms {
  readonly terms: readonly string[];
  readonly wrenches: readonly { readonly force: Xyz; readonly torque: Xyz }[];
}

function odometry({ pose: { pose }, twist: { twist } }: Odometry): Row {
  const { position } = pose;
  return {
    position_north_m: position.y, position_east_m: position.x, position_down_m: -position.z,
    ...attitude(pose.orientation), ...body("velocity", "m_s", twist.linear), ...body("angular_velocity", "rad_s", twist.angular),
  };
}

function imu(message: Imu): Row {
  return {
    ...body("angular_velocity", "rad_s", message.angular_velocity),
    ...body("specific_force", "m_s2", message.linear_acceleration),
    ...(message.orientation_covariance[0] === -1 ? {} : attitude(message.orientation)),
  };
}

const kSemiMajor_m = 6378137;
const kEccentricity2 = 6.69437999014e-3;

/** North and east by the radii of curvature of WGS 84 at the origin: centimetres within a kilometre. */
function fix({ status, latitude, longitude }: NavSatFix, { lat_deg, lon_deg }: SceneDescription["origin"]): Row {
  if (status.status < 0) return { position_north_m: NaN, position_east_m: NaN };
  const radian = Math.PI / 180;
  const w2 = 1 - kEccentricity2 * Math.sin(lat_deg * radian) ** 2;
  const prime_m = kSemiMajor_m / Math.sqrt(w2);
  return {
    position_north_m: (latitude - lat_deg) * radian * ((prime_m * (1 - kEccentricity2)) / w2),
    position_east_m: (longitude - lon_deg) * radian * prime_m * Math.cos(lat_deg * radian),
  };
}

/** Scalars; a quaternion among them is given as angles, too. */
function scalars({ names, values }: Scalars): Row {
  const row: Record<string, number> = {};
  names.forEach((name, i) => (row[name] = values[i] ?? NaN));
  const { attitude_w: w, attitude_x: x, attitude_y: y, attitude_z: z, ...rest } = row;
  if (w === undefined || x === undefined || y === undefined || z === undefined) return row;
  const [roll, pitch, yaw] = eulerAngles([w, x, y, z]);
  return { ...rest, roll_deg: degrees(roll), pitch_deg: degrees(pitch), heading_deg: degrees(yaw) };
}

const kBeams = 4; // of instruments that measure by Doppler shift

function dvl(message: Dvl): Row {
  const { velocity, range, beam_velocity, beam_quality } = message;
  const row: Record<string, number> = {
    velocity_x_m_s: velocity.x, velocity_y_m_s: velocity.y, velocity_z_m_s: velocity.z, altitude_m: message.altitude,
    mode: message.velocity_mode, good_beams: message.num_good_beams, sound_speed_m_s: message.sound_speed,
  };
  for (let i = 0; i < kBeams; ++i) {
    row[`beam_${i + 1}_range_m`] = range[i] ?? NaN;
    row[`beam_${i + 1}_velocity_m_s`] = beam_velocity[i] ?? NaN;
    row[`beam_${i + 1}_quality`] = beam_quality[i] ?? NaN;
  }
  return row;
}

function profile({ velocity_frame, velocity, beam_velocity, good_beams }: CurrentProfile): Row {
  const row: Record<string, number> = {};
  const earth = velocity_frame === 1;
  velocity.forEach(({ x, y, z }, cell) => {
    const parts: Row = earth ? { north: y, east: x, down: -z } : { x, y, z };
    for (const [axis, value] of Object.entries(parts)) row[`cell_${cell + 1}_velocity_${axis}_m_s`] = value;
    row[`cell_${cell + 1}_good_beams`] = good_beams[cell] ?? NaN;
  });
  Array.from(beam_velocity).forEach((value, i) => {
    row[`cell_${Math.floor(i / kBeams) + 1}_beam_${(i % kBeams) + 1}_velocity_m_s`] = value;
  });
  return row;
}

function packet({ outcome, delay, level, snr, doppler, payload }: Packet): Row {
  return { outcome, delay_s: delay, level_db: level, snr_db: snr, doppler, size_bytes: payload.length };
}

/** A reading by the type of its message; undefined for types that are no numbers over time. */
export function readingRow(scene: SceneDescription, type: string, message: unknown): Row | undefined {
  switch (type) {
    case "nav_msgs/msg/Odometry": return odometry(message as Odometry);
    case "sensor_msgs/msg/Imu": return imu(message as Imu);
    case "sensor_msgs/msg/FluidPressure": return { pressure_Pa: (message as { fluid_pressure: number }).fluid_pressure };
    case "sensor_msgs/msg/Range": return { range_m: (message as { range: number }).range };
    case "sensor_msgs/msg/MagneticField": return body("magnetic_field", "T", (message as { magnetic_field: Xyz }).magnetic_field);
    case "sensor_msgs/msg/NavSatFix": return fix(message as NavSatFix, scene.origin);
    case "sensor_msgs/msg/BatteryState": {
      const { voltage, current, percentage } = message as { voltage: number; current: number; percentage: number };
      return { voltage_V: voltage, current_A: -current, charge: percentage };
    }
    case "hadal_msgs/msg/Scalars": return scalars(message as Scalars);
    case "marine_acoustic_msgs/msg/Dvl": return dvl(message as Dvl);
    case "hadal_msgs/msg/CurrentProfile": return profile(message as CurrentProfile);
    case "hadal_msgs/msg/Packet": return packet(message as Packet);
    default: return undefined;
  }
}

/** Columns TERM:0 to TERM:5: forces in N along, torques in N m about forward, right, down. */
export function wrenchRow({ terms, wrenches }: WrenchTerms): Row {
  const row: Record<string, number> = {};
  terms.forEach((term, i) => {
    const wrench = wrenches[i];
    if (wrench === undefined) return;
    const { force, torque } = wrench;
    [force.x, -force.y, -force.z, torque.x, -torque.y, -torque.z].forEach((value, axis) => (row[`${term}:${axis}`] = value));
  });
  return row;
}

/** Motion, water, set-points, thrusters (NAME:load, NAME:thrust, NAME:health) and other actuators of a vehicle. */
export function vehicleRow(scene: SceneDescription, state: SceneState, vehicle: number): Row | undefined {
  const reading = readVehicle(scene, state, vehicle);
  if (reading === undefined) return undefined;
  const at = (offset: number): number => state.vehicles[vehicle * kVehicle + offset] ?? NaN;
  const row: Record<string, number> = {
    north_m: reading.north_m, east_m: reading.east_m, depth_m: reading.depth_m,
    roll_deg: degrees(reading.roll_rad), pitch_deg: degrees(reading.pitch_rad), heading_deg: degrees(reading.heading_rad),
    surge_m_s: at(0), sway_m_s: at(1), heave_m_s: at(2),
    roll_deg_s: degrees(at(3)), pitch_deg_s: degrees(at(4)), yaw_deg_s: degrees(at(5)),
    speed_m_s: Math.hypot(at(0), at(1), at(2)), speed_through_water_m_s: reading.speedThroughWater_m_s,
    current_north_m_s: at(VehicleField.WaterVelocity), current_east_m_s: at(VehicleField.WaterVelocity + 1),
    current_down_m_s: at(VehicleField.WaterVelocity + 2),
    set_depth_m: reading.setDepth_m, set_heading_deg: degrees(reading.setHeading_rad), set_speed_m_s: reading.setSpeed_m_s, set_north_m: reading.setNorth_m, set_east_m: reading.setEast_m,
    travelled_m: reading.travelled_m, energy_wh: reading.energy_wh,
  };
  scene.thrusters.forEach(({ name, vehicle: owner }, i) => {
    if (owner !== vehicle) return;
    const value = (field: ThrusterField): number => state.thrusters[i * kThruster + field] ?? NaN;
    row[`${name}:load`] = value(ThrusterField.Load);
    row[`${name}:thrust`] = value(ThrusterField.Thrust);
    row[`${name}:health`] = value(ThrusterField.Health);
  });
  scene.actuators.forEach(({ name, vehicle: owner, unit }, i) => {
    if (owner !== vehicle) return;
    const value = state.actuators[i] ?? NaN;
    row[`${name}:actuator`] = unit === "rad" ? degrees(value) : value;
  });
  return row;
}
