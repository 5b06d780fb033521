// A small compass card on which the flow of the live current is drawn as an arrow and dragged.
import { el } from "../ui/el";
import type { Vector2 } from "./scales";

const kSize = 96;
const kRadius = 40;
const kNamespace = "http://www.w3.org/2000/svg";

export interface CurrentRose {
  readonly element: HTMLElement;
  readonly held: boolean;
  show(flow: Vector2): void;
}

export function currentRose(maxSpeed: number, onChange: (flow: Vector2) => void): CurrentRose {
  const element = el("div", { class: "rose", title: "Drag: where the live current flows to. Double click: none." });
  element.innerHTML = `<svg viewBox="0 0 ${kSize} ${kSize}" aria-hidden="true"><g transform="translate(48 48)">
    <circle r="${kRadius}"/><circle r="${kRadius / 2}"/><path d="M0-44V44M-44 0H44"/>
    <text y="-31">N</text><text x="33" y="4">E</text></g></svg>`;
  const arrow = document.createElementNS(kNamespace, "path");
  arrow.setAttribute("class", "arrow");
  element.querySelector("g")?.append(arrow);
  let held = false;

  const flowAt = (event: PointerEvent): Vector2 => {
    const box = element.getBoundingClientRect();
    const scale = (kSize / box.width) * (maxSpeed / kRadius);
    const east = (event.clientX - box.left - box.width / 2) * scale;
    const north = -(event.clientY - box.top - box.height / 2) * scale;
    const size = Math.hypot(north, east);
    const limit = size > maxSpeed ? maxSpeed / size : 1;
    return { north: north * limit, east: east * limit };
  };
  element.addEventListener("pointerdown", (event) => {
    held = true;
    element.setPointerCapture(event.pointerId);
    onChange(flowAt(event));
  });
  element.addEventListener("pointermove", (event) => {
    if (held) onChange(flowAt(event));
  });
  for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, () => (held = false));
  element.addEventListener("dblclick", () => onChange({ north: 0, east: 0 }));
  return {
    element,
    get held() {
      return held;
    },
    show(flow) {
      arrow.setAttribute("d", arrowPath((flow.east / maxSpeed) * kRadius, (-flow.north / maxSpeed) * kRadius));
    },
  };
}

/** A line from the middle with a head of 7 units. */
function arrowPath(x: number, y: number): string {
  const length = Math.hypot(x, y);
  if (length < 1) return "M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0";
  const [ux, uy] = [x / length, y / length];
  const head = Math.min(7, length);
  const side = (sign: number): string =>
    `${(x - head * ux + sign * 0.5 * head * uy).toFixed(1)} ${(y - head * uy - sign * 0.5 * head * ux).toFixed(1)}`;
  return `M0 0L${x.toFixed(1)} ${y.toFixed(1)}M${side(1)}L${x.toFixed(1)} ${y.toFixed(1)}L${side(-1)}`;
}
