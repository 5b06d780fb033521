// The first game pad that is connected, as plain numbers.
import type { PadState } from "./pilot_input";

export function readPad(): PadState | undefined {
  const pad = firstPad();
  return pad && { axes: pad.axes, buttons: pad.buttons.map(({ value }) => value) };
}

export function padName(): string | undefined {
  return firstPad()?.id;
}

function firstPad(): Gamepad | undefined {
  try {
    return navigator.getGamepads().find((pad) => pad?.connected) ?? undefined;
  } catch {
    return undefined; // a page that is not secure may have no such function, or not be allowed to call it
  }
}
