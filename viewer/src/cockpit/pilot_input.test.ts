import { describe, expect, it } from "vitest";

import { actionOfKey, HeldKeys, isNeutral, mix, movedAxis, pressedActions, pressedButton, shape, type PadState } from "./pilot_input";
import { isMapping, kDefaultMapping, withAction, withAxis, type PilotMapping } from "./pilot_mapping";

const straight: PilotMapping = { ...kDefaultMapping, deadZone: 0, expo: 0 };
const pad = (axes: number[], buttons: number[] = []): PadState => ({ axes, buttons });

describe("shape", () => {
  it("is nothing inside the dead zone and starts from its edge without a step", () => {
    expect(shape(0.1, 0.1, 0)).toBe(0);
    expect(shape(-0.05, 0.1, 0)).toBe(0);
    expect(shape(0.1001, 0.1, 0)).toBeCloseTo(0.000111, 6);
  });
  it("reaches the ends, and goes no further", () => {
    expect(shape(1, 0.1, 0.5)).toBeCloseTo(1, 12);
    expect(shape(-1.2, 0.1, 0.5)).toBeCloseTo(-1, 12);
  });
  it("bends by expo: 0.55 is half the way, 0.5 x 0.5 + 0.5 x 0.125", () => {
    expect(shape(0.55, 0.1, 0.5)).toBeCloseTo(0.3125, 12);
    expect(shape(-0.55, 0.1, 1)).toBeCloseTo(-0.125, 12);
  });
});

describe("held keys", () => {
  it("tell a repeat from a press", () => {
    const keys = new HeldKeys();
    expect([keys.press("KeyW"), keys.press("KeyW")]).toEqual([true, false]);
    keys.release("KeyW");
    expect(keys.has("KeyW")).toBe(false);
  });
  it("are all released with Meta, which hides the release of others", () => {
    const keys = new HeldKeys();
    keys.press("KeyW");
    keys.press("KeyD");
    keys.release("MetaLeft");
    expect([keys.has("KeyW"), keys.has("KeyD")]).toEqual([false, false]);
  });
});

describe("mixing", () => {
  it("takes keys as full deflection, and opposite keys as none", () => {
    const keys = new HeldKeys();
    keys.press("KeyW");
    keys.press("ArrowUp");
    keys.press("KeyA");
    keys.press("KeyD");
    const sticks = mix(straight, keys, undefined, {}, 0.5);
    expect([sticks.surge, sticks.heave, sticks.sway]).toEqual([0.5, -0.5, 0]);
  });
  it("adds keys, pad and touch up to the limit, then applies the gains", () => {
    const keys = new HeldKeys();
    const half = withAxis(straight, "yaw", { gain: 0.5 });
    expect(mix(half, keys, pad([0.4, 0, 0, 0]), { yaw: 0.2 }, 1).yaw).toBeCloseTo(0.3, 12);
    keys.press("ArrowRight");
    expect(mix(half, keys, pad([0.4, 0, 0, 0]), {}, 0.8).yaw).toBeCloseTo(0.4, 12);
  });
  it("reads a stick pushed forward as forward", () => {
    const sticks = mix(straight, new HeldKeys(), pad([0, 0, 0, -1]), {}, 1);
    expect(sticks.surge).toBe(1);
  });
  it("is neutral again once keys are released, one by one or all at once", () => {
    const keys = new HeldKeys();
    expect(keys.press("KeyW")).toBe(true);
    expect(keys.press("KeyW")).toBe(false);
    keys.press("KeyE");
    keys.release("KeyW");
    expect(mix(straight, keys, undefined, {}, 1)).toMatchObject({ surge: 0, roll: 1 });
    keys.releaseAll();
    expect(isNeutral(mix(straight, keys, undefined, {}, 1))).toBe(true);
  });
});

describe("actions", () => {
  it("come once per press of a button", () => {
    const up = pad([], [0, 0, 0]);
    const down = pad([], [0, 1, 0]);
    expect(pressedActions(kDefaultMapping, up, down)).toEqual(["stop"]);
    expect(pressedActions(kDefaultMapping, down, down)).toEqual([]);
  });
  it("are found by key", () => {
    expect(actionOfKey(kDefaultMapping, "KeyH")).toBe("hold_heading");
    expect(actionOfKey(kDefaultMapping, "")).toBeUndefined();
  });
});

describe("binding", () => {
  it("takes a key away from what had it", () => {
    const mapping = withAction(kDefaultMapping, "stop", { key: "KeyW" });
    expect(mapping.axes.surge.plusKey).toBe("");
    expect(mapping.actions.stop.key).toBe("KeyW");
    const back = withAxis(mapping, "surge", { plusKey: "KeyW" });
    expect(back.actions.stop.key).toBe("");
  });
  it("finds the stick that moved and the button that was pressed", () => {
    const rest = pad([0, 0.1, -1], [0, 0]);
    expect(movedAxis(rest, pad([0.2, -0.8, -1], [0, 0]))).toEqual({ axis: 1, sign: -1 });
    expect(movedAxis(rest, pad([0.2, 0.3, -1], [0, 0]))).toBeUndefined();
    expect(pressedButton(rest, pad([], [0, 1]))).toBe(1);
    expect(pressedButton(rest, pad([], [0, 0.2]))).toBeUndefined();
  });
  it("knows a mapping when it sees one", () => {
    expect(isMapping(JSON.parse(JSON.stringify(kDefaultMapping)))).toBe(true);
    expect(isMapping({ axes: {} })).toBe(false);
    expect(isMapping(null)).toBe(false);
  });
});
