// Which keys, sticks and buttons do what. Stored in the browser, edited on the page.

export const kAxes = ["surge", "sway", "heave", "yaw", "pitch", "roll"] as const;
export type Axis = (typeof kAxes)[number];

export const kActions = [
  "hold_heading",
  "hold_depth",
  "lights_up",
  "lights_down",
  "gain_up",
  "gain_down",
  "stop",
] as const;
export type Action = (typeof kActions)[number];

/** -1 as an axis or button of the pad: none. Keys are KeyboardEvent.code; empty: none. */
export interface AxisMapping {
  readonly plusKey: string;
  readonly minusKey: string;
  readonly padAxis: number;
  readonly padInverted: boolean;
  readonly padPlus: number; // a button or trigger
  readonly padMinus: number;
  readonly gain: number; // 0..1
}

export interface ActionMapping {
  readonly key: string;
  readonly button: number;
}

export interface PilotMapping {
  readonly axes: Readonly<Record<Axis, AxisMapping>>;
  readonly actions: Readonly<Record<Action, ActionMapping>>;
  readonly deadZone: number; // of a stick, 0..0.5
  readonly expo: number; // 0: straight, 1: cubic
}

const axis = (plusKey: string, minusKey: string, pad: Partial<AxisMapping> = {}): AxisMapping => ({
  plusKey,
  minusKey,
  padAxis: -1,
  padInverted: false,
  padPlus: -1,
  padMinus: -1,
  gain: 1,
  ...pad,
});

/** Left stick: turn, rise and sink. Right stick: forward and sideways. As most ROV consoles do it. */
export const kDefaultMapping: PilotMapping = {
  axes: {
    surge: axis("KeyW", "KeyS", { padAxis: 3, padInverted: true }),
    sway: axis("KeyD", "KeyA", { padAxis: 2 }),
    heave: axis("ArrowDown", "ArrowUp", { padAxis: 1 }),
    yaw: axis("ArrowRight", "ArrowLeft", { padAxis: 0 }),
    pitch: axis("KeyT", "KeyG", { padPlus: 7, padMinus: 6 }),
    roll: axis("KeyE", "KeyQ", { padPlus: 5, padMinus: 4 }),
  },
  actions: {
    hold_heading: { key: "KeyH", button: 2 },
    hold_depth: { key: "KeyJ", button: 0 },
    lights_up: { key: "KeyL", button: 15 },
    lights_down: { key: "KeyK", button: 14 },
    gain_up: { key: "Equal", button: 12 },
    gain_down: { key: "Minus", button: 13 },
    stop: { key: "KeyX", button: 1 },
  },
  deadZone: 0.08,
  expo: 0.3,
};

export const kAxisLabels: Readonly<Record<Axis, { label: string; plus: string; minus: string }>> = {
  surge: { label: "Surge", plus: "forward", minus: "back" },
  sway: { label: "Sway", plus: "right", minus: "left" },
  heave: { label: "Heave", plus: "down", minus: "up" },
  yaw: { label: "Yaw", plus: "to starboard", minus: "to port" },
  pitch: { label: "Pitch", plus: "nose up", minus: "nose down" },
  roll: { label: "Roll", plus: "right side down", minus: "left side down" },
};

export const kActionLabels: Readonly<Record<Action, string>> = {
  hold_heading: "Hold heading",
  hold_depth: "Hold depth",
  lights_up: "Lights up",
  lights_down: "Lights down",
  gain_up: "Gain up",
  gain_down: "Gain down",
  stop: "Emergency stop",
};

/** The same mapping with one axis changed. A key or pad control belongs to one thing only. */
export function withAxis(mapping: PilotMapping, name: Axis, change: Partial<AxisMapping>): PilotMapping {
  const free = without(mapping, {
    keys: [change.plusKey, change.minusKey],
    axes: [change.padAxis],
    buttons: [change.padPlus, change.padMinus],
  });
  return { ...free, axes: { ...free.axes, [name]: { ...free.axes[name], ...change } } };
}

export function withAction(mapping: PilotMapping, name: Action, change: Partial<ActionMapping>): PilotMapping {
  const free = without(mapping, { keys: [change.key], axes: [], buttons: [change.button] });
  return { ...free, actions: { ...free.actions, [name]: { ...free.actions[name], ...change } } };
}

interface Taken {
  readonly keys: readonly (string | undefined)[];
  readonly axes: readonly (number | undefined)[];
  readonly buttons: readonly (number | undefined)[];
}

/** Takes keys, axes and buttons away from whatever has them. */
function without(mapping: PilotMapping, taken: Taken): PilotMapping {
  const key = (one: string): string => (taken.keys.includes(one) ? "" : one);
  const axisOf = (one: number): number => (taken.axes.includes(one) ? -1 : one);
  const button = (one: number): number => (taken.buttons.includes(one) ? -1 : one);
  const axes = Object.fromEntries(
    kAxes.map((name) => {
      const one = mapping.axes[name];
      const keys = { plusKey: key(one.plusKey), minusKey: key(one.minusKey) };
      return [name, { ...one, ...keys, padAxis: axisOf(one.padAxis), padPlus: button(one.padPlus), padMinus: button(one.padMinus) }];
    }),
  ) as Record<Axis, AxisMapping>;
  const actions = Object.fromEntries(
    kActions.map((name) => {
      const one = mapping.actions[name];
      return [name, { key: key(one.key), button: button(one.button) }];
    }),
  ) as Record<Action, ActionMapping>;
  return { ...mapping, axes, actions };
}

/** Whether something read from storage is a mapping; an older form is dropped. */
export function isMapping(value: unknown): value is PilotMapping {
  if (typeof value !== "object" || value === null) return false;
  const { axes, actions, deadZone, expo } = value as Partial<PilotMapping>;
  if (typeof deadZone !== "number" || typeof expo !== "number" || !axes || !actions) return false;
  return kAxes.every((name) => typeof axes[name].gain === "number") && kActions.every((name) => typeof actions[name].key === "string");
}
