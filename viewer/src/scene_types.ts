// What scene.json and the topic /hadal/scene say. World axes are north, east, down in metres; body
// axes forward, right, down; quaternions w, x, y, z from body to world.

export type Vector3 = readonly [number, number, number];
export type QuaternionWxyz = readonly [number, number, number, number];
/** First index and count in a flat list. */
export type Range = readonly [number, number];

export interface SceneLink {
  readonly path: string;
  readonly vehicle: number;
  readonly parent: number;
  readonly joint: "free" | "fixed" | "hinge" | "slide";
}

export interface SceneVehicle {
  readonly name: string;
  readonly model: string;
  readonly object: boolean;
  readonly fixed: boolean;
  readonly links: Range;
  readonly thrusters: Range;
  readonly size_m: Vector3;
  readonly controller: "body" | "autopilot" | "differential" | "weighted" | "none";
  readonly kinematic: boolean;
  readonly mission: readonly string[];
  readonly box_m: { readonly min: Vector3; readonly max: Vector3 };
}

export interface SceneThruster {
  readonly name: string;
  readonly vehicle: number;
  readonly link: number;
  readonly position_m: Vector3;
  readonly axis: Vector3;
  readonly max_thrust_n: number;
  /** What its command numbers mean: at rest, and full speed either way. Absent: 0, -1, 1. */
  readonly command?: { readonly neutral: number; readonly min: number; readonly max: number };
}

export type SensorView =
  | {
      readonly shape: "camera";
      readonly width_px: number;
      readonly height_px: number;
      readonly fx_px: number;
      readonly fy_px: number;
      readonly cx_px: number;
      readonly cy_px: number;
      readonly range_m: number;
    }
  | {
      readonly shape: "fan";
      readonly bearing_min_rad: number;
      readonly bearing_max_rad: number;
      readonly elevation_rad: number; // opening across the fan
      readonly range_min_m: number;
      readonly range_max_m: number;
      readonly attitude?: QuaternionWxyz; // of the fan in the sensor's frame, where it is turned
    }
  | { readonly shape: "beams"; readonly directions: readonly Vector3[]; readonly range_m: number };

export interface SceneSensor {
  readonly path: string;
  readonly name: string;
  readonly vehicle: number;
  readonly link: number;
  readonly kind: string;
  readonly rate_hz: number;
  readonly position_m: Vector3;
  readonly attitude: QuaternionWxyz;
  readonly topics: readonly { readonly topic: string; readonly type: string }[];
  readonly views: readonly SensorView[]; // a side-scan sonar has two fans
}

export interface SceneLamp {
  readonly path: string;
  readonly link: number;
  readonly kind: "spot" | "point" | "line";
  readonly position_m: Vector3;
  readonly axis: Vector3;
  readonly beam_rad: number;
  readonly colour_temperature_k: number;
}

/** Turns right-handed about the axis through a position in its link, by SceneState.parts. */
export interface ScenePart {
  readonly node: string;
  readonly link: number;
  readonly actuator: string;
  readonly position_m: Vector3;
  readonly axis: Vector3;
}

export interface SceneDescription {
  readonly format: 1;
  readonly title: string;
  readonly description: string;
  readonly scenario: string;
  readonly origin: { readonly lat_deg: number; readonly lon_deg: number };
  readonly start_unix_ns: string;
  readonly step_s: number;
  readonly duration_s: number;
  readonly links: readonly SceneLink[];
  readonly vehicles: readonly SceneVehicle[];
  readonly thrusters: readonly SceneThruster[];
  readonly joints: readonly { link: number; name: string; kind: "hinge" | "slide"; range: readonly [number, number] | null }[];
  readonly actuators: readonly { vehicle: number; kind: string; name: string; unit: string }[];
  /** What turns on its link; missing in older logs. */
  readonly parts?: readonly ScenePart[];
  readonly sensors: readonly SceneSensor[];
  readonly lamps: readonly SceneLamp[];
  readonly marks: readonly { readonly name: string; readonly position_m: Vector3 }[];
  readonly currents: readonly { readonly name: string; readonly kind: string }[];
  readonly waves: {
    readonly components: readonly (readonly [number, number, number, number, number])[];
    readonly energy_share: number;
    readonly significant_height_m: number;
  };
  readonly water: { readonly type: string; readonly colour_srgb: Vector3; readonly attenuation_per_m: Vector3 };
  readonly seabed: { readonly exists: boolean };
  readonly materials: readonly { readonly name: string; readonly colour_srgb: Vector3 }[];
  readonly wrench_terms: readonly string[];
  readonly current_depths_m: readonly number[];
  readonly scenery: readonly { readonly kind: string; readonly node: string; readonly count: number }[];
  readonly particles: { readonly kind: string; readonly per_m3: number } | null;
  readonly expectations: readonly string[];
  readonly notes: readonly string[];
}

/** hadal_msgs/msg/SceneState: everything that moves, packed; the sizes follow from the description. */
export interface SceneState {
  readonly stamp: { readonly sec: number; readonly nanosec: number };
  readonly tick: bigint;
  readonly time_s: number;
  readonly links: Float32Array; // kLink numbers each: place, attitude
  readonly vehicles: Float32Array; // kVehicle numbers each
  readonly wrenches: Float32Array; // per vehicle: terms x 6
  readonly thrusters: Float32Array; // kThruster numbers each
  readonly set_points: Float32Array; // kSetPoint numbers per vehicle
  readonly joints: Float32Array;
  readonly actuators: Float32Array;
  readonly currents: Float32Array; // 3 per depth
  readonly lamps: Float32Array;
  readonly sea: Float32Array;
  readonly contacts: Float32Array; // 6 each: place, force
  readonly fish: Float32Array; // 4 each: place, heading
  readonly parts?: Float32Array; // angle of each; missing in older logs
}

export const kLink = 7;
export const kVehicle = 16;
export const kThruster = 5;
export const kSetPoint = 32;

/** Offsets in SceneState.vehicles. */
export const enum VehicleField {
  Velocity = 0,
  WaterVelocity = 6,
  Altitude = 9,
  Energy = 10,
  MissionStatus = 11,
  MissionStep = 12,
  Travelled = 13,
  Battery = 14,
}

/** Offsets in SceneState.thrusters. */
export const enum ThrusterField {
  Command = 0,
  Thrust = 1,
  Load = 2,
  Health = 3,
  Power = 4,
}

/** Offsets in SceneState.sea. */
export const enum SeaField {
  WaveFactor = 0,
  WindFactor = 1,
  Turbidity = 2,
  DayOffset = 3,
  TowardSun = 4,
  Illuminance = 7,
  Wind = 8,
}

export const kMissionStatus = ["running", "done", "failed", "none", "outside"] as const;

/** hadal_msgs/msg/SeabedTile on /hadal/seabed. */
export interface SeabedTile {
  readonly level: number;
  readonly row: number;
  readonly column: number;
  readonly north_m: number;
  readonly east_m: number;
  readonly cell_m: number;
  readonly nodes: number;
  readonly depth_m: Float32Array;
  readonly material: Uint8Array;
}
