// Dead zone and expo as sliders, with the curve they make.
import type { Unsubscribe } from "../source";
import { el } from "../ui/el";
import { slider } from "../ui/slider";
import { shape } from "./pilot_input";
import type { Pilot } from "./pilot";

const kPoints = 41;

export function expoCurve(pilot: Pilot, undo: Unsubscribe[]): HTMLElement {
  const drawing = el("div", { class: "expo" });
  const draw = (): void => {
    const { deadZone, expo } = pilot.mapping;
    drawing.innerHTML = `<svg viewBox="-1.1 -1.1 2.2 2.2" role="img" aria-label="What the vehicle is sent over the way of the stick">
      <path class="axis" d="M-1 0H1M0-1V1"/><path class="axis" d="M-1 1L1-1"/>
      <rect x="${-deadZone}" y="-1" width="${2 * deadZone}" height="2"/><path class="curve" d="${curve(deadZone, expo)}"/></svg>`;
  };
  const deadZone = slider({
    label: "Dead zone",
    unit: "",
    min: 0,
    max: 0.4,
    step: 0.01,
    value: pilot.mapping.deadZone,
    help: "How far a stick may be off its middle without effect",
    onInput: (value) => pilot.setMapping({ ...pilot.mapping, deadZone: value }),
  });
  const expo = slider({
    label: "Expo",
    unit: "",
    min: 0,
    max: 1,
    step: 0.01,
    value: pilot.mapping.expo,
    help: "Fine near the middle; 0 is a straight line",
    onInput: (value) => pilot.setMapping({ ...pilot.mapping, expo: value }),
  });
  let drawn = pilot.mapping;
  const refresh = (): void => {
    if (drawn === pilot.mapping) return;
    drawn = pilot.mapping;
    deadZone.set(drawn.deadZone);
    expo.set(drawn.expo);
    draw();
  };
  undo.push(pilot.onChange(refresh));
  draw();
  return el("div", { class: "expo-row" }, [drawing, el("div", { class: "stack" }, [deadZone.element, expo.element])]);
}

function curve(deadZone: number, expo: number): string {
  const points: string[] = [];
  for (let i = 0; i < kPoints; ++i) {
    const x = -1 + (2 * i) / (kPoints - 1);
    points.push(`${x.toFixed(3)} ${(-shape(x, deadZone, expo)).toFixed(3)}`);
  }
  return `M${points.join("L")}`;
}
