import { Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { SceneState } from "../scene_types";
import { blendPoses, Motion } from "./motion";

const kNone = new Float32Array();
function state(time_s: number, links: number[]): SceneState {
  return {
    stamp: { sec: 100 + Math.floor(time_s), nanosec: (time_s % 1) * 1e9 }, tick: 0n, time_s, links: new Float32Array(links),
    vehicles: kNone, wrenches: kNone, thrusters: kNone, set_points: kNone, joints: kNone, actuators: kNone,
    currents: kNone, lamps: kNone, sea: kNone, contacts: kNone, fish: kNone,
  };
}

describe("blendPoses", () => {
  it("goes straight and turns by the shorter arc", () => {
    const half = Math.SQRT1_2;
    const from = new Float32Array([0, 0, 0, 1, 0, 0, 0]);
    const to = new Float32Array([2, 4, 6, -half, 0, 0, -half]); // a quarter turn, with the other sign
    const out = new Float32Array(7);
    blendPoses(from, to, 0.5, out);
    const eighth = Math.PI / 8;
    const expected = [1, 2, 3, Math.cos(eighth), 0, 0, Math.sin(eighth)];
    out.forEach((value, i) => expect(value).toBeCloseTo(expected[i] ?? NaN, 6));
  });
});

describe("Motion", () => {
  it("shows the first state at once and then runs to the next", () => {
    const motion = new Motion(1);
    motion.push(state(0, [0, 0, 0, 1, 0, 0, 0]), 1000);
    expect(motion.sample(1000)).toBe(false);
    motion.push(state(0.1, [1, 0, 0, 1, 0, 0, 0]), 1100);
    expect(motion.sample(1150)).toBe(true);
    expect(motion.links[0]).toBeCloseTo(0.5, 6);
    expect(motion.timeS).toBeCloseTo(0.05, 9);
    expect(motion.sample(1200)).toBe(false);
    expect(motion.links[0]).toBe(1);
  });

  it("jumps when the vehicle was put elsewhere", () => {
    const motion = new Motion(1);
    motion.push(state(0, [0, 0, 0, 1, 0, 0, 0]), 0);
    motion.sample(0);
    motion.push(state(0.1, [500, 0, 0, 1, 0, 0, 0]), 100);
    expect(motion.sample(101)).toBe(false);
    expect(motion.links[0]).toBe(500);
  });

  it("finds the pose at a stamp", () => {
    const motion = new Motion(1);
    const place = new Vector3();
    expect(motion.poseAt(0, 100, place, new Quaternion())).toBe(false);
    for (let i = 0; i < 5; ++i) motion.push(state(i / 10, [i, 0, 0, 1, 0, 0, 0]), i * 100);
    motion.poseAt(0, 100.21, place, new Quaternion());
    expect(place.x).toBe(2);
  });
});
