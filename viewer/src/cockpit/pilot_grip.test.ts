import { describe, expect, it } from "vitest";

import type { SceneVehicle } from "../scene_types";
import { canPilot } from "./can_pilot";
import { PilotGrip } from "./pilot_grip";
import { neutral } from "./pilot_input";

const ahead = { ...neutral(), surge: 0.5 };
const held = { hold_heading: true, hold_depth: true };

function flying(vehicle = "rov"): PilotGrip {
  const grip = new PilotGrip();
  grip.take(vehicle);
  grip.move(ahead);
  return grip;
}

describe("the grip on a vehicle", () => {
  it("sends nothing before somebody takes over", () => {
    expect(new PilotGrip().move(ahead)).toBeUndefined();
  });
  it("takes over with both holds", () => {
    const grip = new PilotGrip();
    grip.take("rov");
    expect(grip.move(ahead)).toEqual({ ...ahead, ...held });
    expect(grip.sticks.surge).toBe(0.5);
  });
  it("repeats sticks that are out, and tells neutral ones once", () => {
    const grip = flying();
    expect(grip.move(ahead)).toBeDefined();
    expect(grip.move(neutral())).toEqual({ ...neutral(), ...held });
    expect(grip.move(neutral())).toBeUndefined();
    grip.toggle("depth");
    expect(grip.move(neutral())).toMatchObject({ hold_heading: true, hold_depth: false });
  });
  it("lets go with neutral sticks and the holds as they are", () => {
    const grip = flying();
    grip.toggle("heading");
    expect(grip.letGo("manual")).toEqual({ ...neutral(), hold_heading: false, hold_depth: true });
    expect(grip.flown).toBeUndefined();
    expect(grip.holds).toEqual({ heading: false, depth: false });
    expect(grip.move(neutral())).toBeUndefined();
  });
  it("has nothing to tell a vehicle that something else steers", () => {
    expect(flying().letGo("mission")).toBeUndefined();
    expect(flying().letGo(undefined)).toBeUndefined();
  });
  it("ends when the mode was manual and is not any more, but not before it was", () => {
    const grip = flying();
    expect(grip.isTakenAway("mission")).toBe(false); // the answer to the first stick is on its way
    expect(grip.isTakenAway("manual")).toBe(false);
    expect(grip.isTakenAway("mission")).toBe(true);
    grip.letGo("mission");
    expect(grip.isTakenAway("off")).toBe(false);
  });
});

describe("vehicles that take sticks", () => {
  const vehicle = (parts: Partial<SceneVehicle>): SceneVehicle =>
    ({ object: false, controller: "none", kinematic: false, thrusters: [0, 0], ...parts }) as SceneVehicle;
  it("have a controller, are kinematic or have thrusters", () => {
    expect(canPilot(vehicle({}))).toBe(false);
    expect(canPilot(vehicle({ controller: "body" }))).toBe(true);
    expect(canPilot(vehicle({ kinematic: true }))).toBe(true);
    expect(canPilot(vehicle({ thrusters: [3, 2] }))).toBe(true);
    expect(canPilot(vehicle({ thrusters: [3, 2], object: true }))).toBe(false);
  });
});
