// Two sticks and two bars that show what is sent to the vehicle.
import { el, setText } from "../ui/el";
import { formatSigned } from "../ui/format";
import type { Sticks } from "./pilot_input";
import { kAxes, kAxisLabels, type Axis } from "./pilot_mapping";

export interface SticksView {
  readonly element: HTMLElement;
  show(sticks: Sticks, active: boolean): void;
}

export function sticksView(): SticksView {
  const left = stick("yaw", "heave");
  const right = stick("sway", "surge", true);
  const bars = new Map<Axis, { fill: HTMLElement; text: HTMLElement }>();
  const list = el("div", { class: "stick-bars" }, kAxes.map((axis) => {
    const fill = el("i");
    const text = el("span", { class: "number" });
    bars.set(axis, { fill, text });
    return el("div", {}, [el("span", { class: "muted" }, [kAxisLabels[axis].label]), el("b", {}, [fill]), text]);
  }));
  const element = el("div", { class: "sticks" }, [left.element, list, right.element]);
  return {
    element,
    show(sticks, active) {
      element.classList.toggle("active", active);
      left.show(sticks);
      right.show(sticks);
      for (const axis of kAxes) {
        const bar = bars.get(axis);
        if (!bar) continue;
        const value = sticks[axis];
        bar.fill.style.cssText = value < 0 ? `left:${50 + 50 * value}%;right:50%` : `left:50%;right:${50 - 50 * value}%`;
        setText(bar.text, `${formatSigned(100 * value, 0, 4)}\u2009%`);
      }
    },
  };
}

/** A square with a knob; up on the screen is the negative end of `vertical` unless `upIsPlus`. */
function stick(horizontal: Axis, vertical: Axis, upIsPlus = false): { element: HTMLElement; show(sticks: Sticks): void } {
  const knob = el("i");
  const element = el("div", { class: "stick" }, [
    el("div", {}, [knob]),
    el("span", { class: "muted" }, [`${kAxisLabels[horizontal].label} \u00b7 ${kAxisLabels[vertical].label}`]),
  ]);
  return {
    element,
    show(sticks) {
      const y = sticks[vertical] * (upIsPlus ? -1 : 1);
      knob.style.transform = `translate(${(sticks[horizontal] * 26).toFixed(1)}px, ${(y * 26).toFixed(1)}px)`;
    },
  };
}
