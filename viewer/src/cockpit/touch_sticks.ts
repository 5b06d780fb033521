// Two joysticks under the thumbs, over the picture, on devices without keys.
import { el } from "../ui/el";
import type { Pilot } from "./pilot";
import type { Axis } from "./pilot_mapping";

const kTravelPx = 48;

export function touchSticks(pilot: Pilot): HTMLElement {
  return el("div", { class: "touch-sticks" }, [
    touchStick(pilot, "yaw", "heave", 1, "turn, rise, sink"),
    touchStick(pilot, "sway", "surge", -1, "forward, sideways"),
  ]);
}

function touchStick(pilot: Pilot, horizontal: Axis, vertical: Axis, downSign: 1 | -1, label: string): HTMLElement {
  const knob = el("i");
  const element = el("div", { class: "touch-stick", "aria-label": label }, [knob, el("span", {}, [label])]);
  let pointer: number | undefined;

  const move = (x: number, y: number): void => {
    const size = Math.hypot(x, y);
    const limit = size > kTravelPx ? kTravelPx / size : 1;
    const [dx, dy] = [x * limit, y * limit];
    knob.style.transform = `translate(${dx}px, ${dy}px)`;
    pilot.setTouch({ [horizontal]: dx / kTravelPx, [vertical]: (downSign * dy) / kTravelPx });
  };
  const follow = (event: PointerEvent): void => {
    if (event.pointerId !== pointer) return;
    const box = element.getBoundingClientRect();
    move(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2);
  };
  const end = (event: PointerEvent): void => {
    if (event.pointerId !== pointer) return;
    pointer = undefined;
    move(0, 0);
  };
  element.addEventListener("pointerdown", (event) => {
    pointer = event.pointerId;
    element.setPointerCapture(event.pointerId);
    follow(event);
    event.preventDefault();
  });
  element.addEventListener("pointermove", follow);
  for (const name of ["pointerup", "pointercancel"] as const) element.addEventListener(name, end);
  return element;
}
