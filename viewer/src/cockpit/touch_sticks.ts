// Two joysticks under the thumbs and an emergency stop, over the picture, on devices without keys.
import { el } from "../ui/el";
import type { Pilot } from "./pilot";
import type { Axis } from "./pilot_mapping";

const kTravelPx = 48;

export function touchSticks(pilot: Pilot): HTMLElement {
  const left = touchStick(pilot, "yaw", "heave", 1, "turn, rise, sink");
  const right = touchStick(pilot, "sway", "surge", -1, "forward, sideways");
  const stop = stopButton(() => {
    left.drop(); // a thumb that still rests on a stick must not take over again
    right.drop();
    pilot.do("stop");
  });
  return el("div", { class: "touch-sticks" }, [left.element, stop, right.element]);
}

function stopButton(stop: () => void): HTMLElement {
  const title = "Emergency stop: all sticks neutral, controller off";
  const button = el("button", { type: "button", class: "danger touch-stop", title, "aria-label": title }, ["Stop"]);
  // At once, and also for a second finger, which never clicks. Keyboards and screen readers only click.
  button.addEventListener("pointerdown", stop);
  button.addEventListener("click", ({ detail }) => {
    if (detail === 0) stop();
  });
  return button;
}

interface TouchStick {
  readonly element: HTMLElement;
  /** To neutral; the finger must come anew. */
  drop(): void;
}

function touchStick(pilot: Pilot, horizontal: Axis, vertical: Axis, downSign: 1 | -1, label: string): TouchStick {
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
  const drop = (): void => {
    pointer = undefined;
    move(0, 0);
  };
  const end = (event: PointerEvent): void => {
    if (event.pointerId === pointer) drop();
  };
  element.addEventListener("pointerdown", (event) => {
    pointer = event.pointerId;
    element.setPointerCapture(event.pointerId);
    follow(event);
    event.preventDefault();
  });
  element.addEventListener("pointermove", follow);
  for (const name of ["pointerup", "pointercancel"] as const) element.addEventListener(name, end);
  return { element, drop };
}
