// A line over the picture while somebody pilots: what is sent is easily forgotten when no panel shows it.
import type { Unsubscribe } from "../source";
import { el, setText } from "../ui/el";
import type { Pilot } from "./pilot";

export function pilotChip(pilot: Pilot, undo: Unsubscribe[]): HTMLElement {
  const element = el("div", { class: "pilot-chip", hidden: true, role: "status" });
  const refresh = (): void => {
    element.hidden = !pilot.active;
    const holds = [pilot.holds.heading && "heading held", pilot.holds.depth && "depth held"].filter((one) => one !== false);
    setText(element, [`Piloting ${pilot.vehicle?.name ?? ""}`, `gain ${Math.round(100 * pilot.gain)} %`, ...holds].join(" \u00b7 "));
  };
  undo.push(pilot.onChange(refresh));
  return element;
}
