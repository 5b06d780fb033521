// The table of keys, sticks and buttons. A click on a cell waits for a key, a stick or a button and
// binds it; Escape leaves it, Delete clears it.
import type { Unsubscribe } from "../source";
import { el, type Child } from "../ui/el";
import { readPad } from "./gamepad";
import { keyName } from "./key_names";
import type { Pilot } from "./pilot";
import { movedAxis, pressedButton, type PadState } from "./pilot_input";
import {
  kActionLabels,
  kActions,
  kAxes,
  kAxisLabels,
  kDefaultMapping,
  withAction,
  withAxis,
  type Action,
  type Axis,
  type PilotMapping,
} from "./pilot_mapping";

const kPadPollMs = 40;

/** What a cell takes: it makes a new mapping of what was pressed, or undefined if it is of no use here. */
interface Binding {
  readonly text: string;
  readonly hint: string;
  readonly key?: (code: string) => PilotMapping;
  readonly axis?: (axis: number, sign: 1 | -1) => PilotMapping;
  readonly button?: (button: number) => PilotMapping;
  readonly clear: () => PilotMapping;
}

export function mappingEditor(pilot: Pilot, undo: Unsubscribe[]): HTMLElement {
  const body = el("tbody");
  const element = el("div", { class: "mapping" }, [
    el("table", {}, [el("thead", {}, [el("tr", {}, ["", "Keys", "Pad", "Gain"].map((text) => el("th", {}, [text])))]), body]),
    el("button", { type: "button", onclick: () => pilot.setMapping(kDefaultMapping) }, ["Standard mapping"]),
  ]);
  let shown: PilotMapping | undefined;
  const draw = (): void => {
    if (shown === pilot.mapping) return;
    shown = pilot.mapping;
    body.replaceChildren(...kAxes.map((axis) => axisRow(pilot, axis)), ...kActions.map((action) => actionRow(pilot, action)));
  };
  undo.push(pilot.onChange(draw));
  draw();
  return element;
}

function axisRow(pilot: Pilot, axis: Axis): HTMLElement {
  const { label, plus, minus } = kAxisLabels[axis];
  const map = pilot.mapping.axes[axis];
  const change = (part: Partial<typeof map>): PilotMapping => withAxis(pilot.mapping, axis, part);
  const keyCell = (name: "plusKey" | "minusKey", way: string): HTMLElement =>
    cell(pilot, {
      text: keyName(map[name]),
      hint: `${label} ${way}`,
      key: (code) => change({ [name]: code }),
      clear: () => change({ [name]: "" }),
    });
  const padCell = cell(pilot, {
    text: padText(pilot.mapping, axis),
    hint: `${label}: move a stick ${plus}, or press the button for ${plus}`,
    axis: (index, sign) => change({ padAxis: index, padInverted: sign < 0, padPlus: -1, padMinus: -1 }),
    button: (button) => change(map.padPlus === -1 ? { padPlus: button, padAxis: -1 } : { padMinus: button, padAxis: -1 }),
    clear: () => change({ padAxis: -1, padPlus: -1, padMinus: -1 }),
  });
  const percent = String(Math.round(100 * map.gain));
  const gain = el("input", { type: "number", min: "0", max: "100", step: "5", value: percent, "aria-label": `${label} gain in per cent` });
  gain.addEventListener("change", () => pilot.setMapping(change({ gain: Math.min(1, Math.max(0, gain.valueAsNumber / 100 || 0)) })));
  return tableRow(label, [keyCell("minusKey", minus), keyCell("plusKey", plus)], [padCell], [gain, " %"], `${minus} / ${plus}`);
}

function actionRow(pilot: Pilot, action: Action): HTMLElement {
  const map = pilot.mapping.actions[action];
  const key = cell(pilot, {
    text: keyName(map.key),
    hint: kActionLabels[action],
    key: (code) => withAction(pilot.mapping, action, { key: code }),
    clear: () => withAction(pilot.mapping, action, { key: "" }),
  });
  const button = cell(pilot, {
    text: map.button < 0 ? "\u2013" : `btn ${map.button}`,
    hint: kActionLabels[action],
    button: (index) => withAction(pilot.mapping, action, { button: index }),
    clear: () => withAction(pilot.mapping, action, { button: -1 }),
  });
  return tableRow(kActionLabels[action], [key], [button], []);
}

function tableRow(label: string, keys: Child[], pad: Child[], gain: Child[], hint = ""): HTMLElement {
  return el("tr", {}, [
    el("td", { title: hint }, [label]),
    el("td", {}, keys),
    el("td", {}, pad),
    el("td", { class: "number" }, gain),
  ]);
}

function padText({ axes }: PilotMapping, axis: Axis): string {
  const { padAxis, padInverted, padPlus, padMinus } = axes[axis];
  if (padAxis >= 0) return `axis ${padAxis}${padInverted ? " inv." : ""}`;
  const button = (index: number): string => (index < 0 ? "\u2013" : String(index));
  return padPlus < 0 && padMinus < 0 ? "\u2013" : `btn ${button(padMinus)} / ${button(padPlus)}`;
}

/** A button that shows a binding and takes the next key, stick or button. */
function cell(pilot: Pilot, binding: Binding): HTMLElement {
  const title = `${binding.hint}. Click, then press or move; Delete clears.`;
  const button = el("button", { type: "button", class: "binding", title }, [binding.text]);
  button.addEventListener("click", () => listen(pilot, binding, button));
  return button;
}

function listen(pilot: Pilot, binding: Binding, button: HTMLButtonElement): void {
  const rest = readPad();
  pilot.suspend(true);
  button.focus();
  button.textContent = binding.key ? "press\u2026" : "move\u2026";
  button.classList.add("listening");
  const timer = setInterval(() => {
    const found = fromPad(binding, rest, readPad());
    if (found) finish(found);
  }, kPadPollMs);

  function finish(mapping: PilotMapping | undefined): void {
    clearInterval(timer);
    window.removeEventListener("keydown", onKey, true);
    button.removeEventListener("blur", cancel);
    button.textContent = binding.text;
    button.classList.remove("listening");
    pilot.suspend(false);
    if (mapping) pilot.setMapping(mapping);
  }
  function cancel(): void {
    finish(undefined);
  }
  function onKey(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.code === "Escape") finish(undefined);
    else if (event.code === "Delete" || event.code === "Backspace") finish(binding.clear());
    else if (binding.key) finish(binding.key(event.code));
  }
  window.addEventListener("keydown", onKey, true);
  button.addEventListener("blur", cancel);
}

function fromPad(binding: Binding, rest: PadState | undefined, now: PadState | undefined): PilotMapping | undefined {
  if (!now) return undefined;
  const before = rest ?? { axes: [], buttons: [] };
  const axis = binding.axis && movedAxis(before, now);
  if (axis) return binding.axis(axis.axis, axis.sign);
  const button = binding.button && pressedButton(before, now);
  return button === undefined ? undefined : binding.button?.(button);
}
