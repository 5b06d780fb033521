// From keys, pad and touch to sticks of -1..1, without any of the browser: what is held, shaped,
// mixed and limited.
import { kActions, kAxes, type Action, type Axis, type PilotMapping } from "./pilot_mapping";

export type Sticks = Record<Axis, number>;

export interface PadState {
  readonly axes: readonly number[];
  readonly buttons: readonly number[]; // 0..1
}

export const kPressed = 0.5;

export function neutral(): Sticks {
  return { surge: 0, sway: 0, heave: 0, yaw: 0, pitch: 0, roll: 0 };
}

export function isNeutral(sticks: Sticks): boolean {
  return kAxes.every((axis) => sticks[axis] === 0);
}

/** Nothing inside the dead zone; from its edge on a straight line bent towards a cube by `expo`. */
export function shape(value: number, deadZone: number, expo: number): number {
  const size = Math.min(1, Math.abs(value));
  if (size <= deadZone) return 0;
  const travel = (size - deadZone) / (1 - deadZone);
  return Math.sign(value) * ((1 - expo) * travel + expo * travel ** 3);
}

/** Keys that are held. macOS tells no release of a key while Meta is down: Meta releases them all. */
export class HeldKeys {
  private readonly held = new Set<string>();

  /** False if it was held already: a repeat. */
  press(code: string): boolean {
    if (this.held.has(code)) return false;
    this.held.add(code);
    return true;
  }

  release(code: string): void {
    if (code.startsWith("Meta")) this.held.clear();
    else this.held.delete(code);
  }

  releaseAll(): void {
    this.held.clear();
  }

  has(code: string): boolean {
    return code !== "" && this.held.has(code);
  }
}

/** All sources together: sticks are shaped, keys are full deflection, the sum is limited, then the gains. */
export function mix(
  mapping: PilotMapping,
  keys: HeldKeys,
  pad: PadState | undefined,
  touch: Partial<Sticks>,
  gain: number,
): Sticks {
  const sticks = neutral();
  for (const axis of kAxes) {
    const map = mapping.axes[axis];
    const fromKeys = Number(keys.has(map.plusKey)) - Number(keys.has(map.minusKey));
    const fromTouch = shape(touch[axis] ?? 0, mapping.deadZone, mapping.expo);
    const sum = fromKeys + fromTouch + (pad ? padAxis(mapping, axis, pad) : 0);
    sticks[axis] = Math.min(1, Math.max(-1, sum)) * map.gain * gain;
  }
  return sticks;
}

function padAxis(mapping: PilotMapping, axis: Axis, pad: PadState): number {
  const map = mapping.axes[axis];
  const stick = (pad.axes[map.padAxis] ?? 0) * (map.padInverted ? -1 : 1);
  const triggers = (pad.buttons[map.padPlus] ?? 0) - (pad.buttons[map.padMinus] ?? 0);
  return shape(stick, mapping.deadZone, mapping.expo) + shape(triggers, mapping.deadZone, mapping.expo);
}

/** Actions whose button went down between two looks at the pad. */
export function pressedActions(mapping: PilotMapping, before: PadState | undefined, now: PadState): Action[] {
  return kActions.filter((action) => {
    const { button } = mapping.actions[action];
    return (now.buttons[button] ?? 0) >= kPressed && (before?.buttons[button] ?? 0) < kPressed;
  });
}

export function actionOfKey(mapping: PilotMapping, code: string): Action | undefined {
  return code === "" ? undefined : kActions.find((action) => mapping.actions[action].key === code);
}

export function isAxisKey(mapping: PilotMapping, code: string): boolean {
  return code !== "" && kAxes.some((axis) => mapping.axes[axis].plusKey === code || mapping.axes[axis].minusKey === code);
}

/** The pad axis that moved furthest since `rest`, and which way; for binding by moving a stick. */
export function movedAxis(rest: PadState, now: PadState): { axis: number; sign: 1 | -1 } | undefined {
  let best: { axis: number; sign: 1 | -1 } | undefined;
  let furthest = kPressed;
  now.axes.forEach((value, axis) => {
    const moved = value - (rest.axes[axis] ?? 0);
    if (Math.abs(moved) <= furthest) return;
    furthest = Math.abs(moved);
    best = { axis, sign: moved > 0 ? 1 : -1 };
  });
  return best;
}

export function pressedButton(rest: PadState, now: PadState): number | undefined {
  const found = now.buttons.findIndex((value, at) => value >= kPressed && (rest.buttons[at] ?? 0) < kPressed);
  return found < 0 ? undefined : found;
}
