import { describe, expect, it } from "vitest";
import type { SceneDescription, SceneState } from "../scene_types";
import { kSetPoint, kVehicle } from "../scene_types";
import { eulerAngles, geodetic, readVehicle, rotate } from "./vehicle_state";

const half = Math.SQRT1_2;

describe("rotations", () => {
  it("turn forward into east for a heading of 90 degrees", () => {
    const east = rotate([half, 0, 0, half], [1, 0, 0]);
    expect(east[0]).toBeCloseTo(0);
    expect(east[1]).toBeCloseTo(1);
  });
  it("give roll, pitch and yaw", () => {
    expect(eulerAngles([half, half, 0, 0])[0]).toBeCloseTo(Math.PI / 2);
    expect(eulerAngles([Math.cos(0.1), 0, Math.sin(0.1), 0])[1]).toBeCloseTo(0.2);
    expect(eulerAngles([half, 0, 0, -half])[2]).toBeCloseTo(-Math.PI / 2);
  });
});

describe("reading of a vehicle", () => {
  const scene = { vehicles: [{ links: [0, 1], controller: "body" }] } as unknown as SceneDescription;
  const vehicles = new Float32Array(kVehicle);
  vehicles.set([1, 0, 0.1, 0, 0, 0, 0, 0.4, 0, 3.5]); // 1 m/s ahead, sinking; current 0.4 m/s toward east
  const set_points = new Float32Array(kSetPoint);
  set_points.set([0, 5, 6, 7, half, 0, 0, half]);
  set_points[23] = 1;
  const state = { links: new Float32Array([1, 2, 3, half, 0, 0, half]), vehicles, set_points } as unknown as SceneState;
  const reading = readVehicle(scene, state, 0);

  it("has speeds over ground and through the water", () => {
    expect(reading?.speedOverGround_m_s).toBeCloseTo(1);
    expect(reading?.course_rad).toBeCloseTo(Math.PI / 2);
    expect(reading?.speedThroughWater_m_s).toBeCloseTo(Math.hypot(0.6, 0.1));
    expect(reading?.sink_m_s).toBeCloseTo(0.1);
    expect(reading?.currentToward_rad).toBeCloseTo(Math.PI / 2);
    expect(reading?.altitude_m).toBeCloseTo(3.5);
  });
  it("takes heading and depth asked for from a pose", () => {
    expect(reading?.setHeading_rad).toBeCloseTo(Math.PI / 2);
    expect(reading?.setDepth_m).toBeCloseTo(7);
  });
  it("shows what is held in manual mode, not what was asked before", () => {
    const byHand = (controller: string, values: Readonly<Record<number, number>>, kinematic = false) => {
      const manual = new Float32Array(kSetPoint);
      manual.set([3, 5, 6, 7, half, 0, 0, half]);
      for (const [field, value] of Object.entries({ 20: 0.5, 21: 12, 22: 1, 23: 1, ...values })) manual[Number(field)] = value;
      const vehicle = { links: [0, 1], controller, kinematic };
      const asked = readVehicle({ vehicles: [vehicle] } as unknown as SceneDescription, { ...state, set_points: manual }, 0);
      return [asked?.setHeading_rad, asked?.setDepth_m, asked?.setSpeed_m_s];
    };
    expect(byHand("body", {})).toEqual([NaN, NaN, NaN]);
    expect(byHand("body", { 30: 1, 31: 1 })).toEqual([0.5, 12, NaN]);
    expect(byHand("autopilot", { 31: 1 })).toEqual([NaN, 12, NaN]);
    expect(byHand("body", { 29: 0.3, 30: 1, 31: 1 })).toEqual([NaN, 12, NaN]); // turning
    expect(byHand("body", { 28: 0.3, 30: 1, 31: 1 })).toEqual([0.5, 12, NaN]); // nosing up is no climb
    expect(byHand("autopilot", { 28: 0.3, 30: 1, 31: 1 })).toEqual([0.5, NaN, NaN]); // here it is
    expect(byHand("body", { 30: 1, 31: 1 }, true)).toEqual([NaN, NaN, NaN]); // holds nothing
    expect(byHand("autopilot", { 0: 5 })).toEqual([NaN, NaN, NaN]); // switched off
    expect(byHand("autopilot", { 0: 4 })).toEqual([0.5, 12, 1]);
  });
  it("of a vehicle that is not there is undefined", () => {
    expect(readVehicle(scene, state, 3)).toBeUndefined();
  });
});

it("a minute of latitude is a nautical mile", () => {
  expect(geodetic({ lat_deg: 0, lon_deg: 0 }, 1852, 0).lat).toBeCloseTo(1 / 60, 4);
  expect(geodetic({ lat_deg: 60, lon_deg: 10 }, 0, 1852).lon).toBeCloseTo(10 + 2 / 60, 4);
});
