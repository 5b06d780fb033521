// A slider that shows a value which others change too: it follows them unless it is held, and sends
// at most ten values a second while it is dragged, always the last.
import { el, setText } from "../ui/el";
import { LastValueSender } from "./last_value_sender";
import type { Scale } from "./scales";

export interface BoundSliderOptions {
  readonly label: string;
  readonly scale: Scale;
  readonly format: (value: number) => string;
  readonly send: (value: number) => void;
  readonly help?: string | undefined;
  readonly steps?: number;
}

export interface BoundSlider {
  readonly element: HTMLElement;
  readonly held: boolean;
  /** A value from elsewhere. */
  show(value: number): void;
  /** Switched off with the reason, or on. */
  disable(reason: string | undefined): void;
}

const kDefaultSteps = 400;
const kSettleMs = 600; // after letting go, until the server has answered the last value

export function boundSlider(options: BoundSliderOptions): BoundSlider {
  const { scale, format } = options;
  const steps = options.steps ?? kDefaultSteps;
  const input = el("input", { type: "range", min: "0", max: String(steps), step: "1", "aria-label": options.label });
  const output = el("output", { class: "number" });
  const why = el("small", { class: "slider-why", hidden: true });
  const element = el("div", { class: "slider", title: options.help }, [el("label", {}, [options.label]), input, output, why]);
  const sender = new LastValueSender<number>(options.send);
  let down = false;
  let freeAt = 0;

  const paint = (value: number): void => {
    setText(output, format(value));
    input.setAttribute("aria-valuetext", output.value);
    input.style.setProperty("--fill", `${(100 * input.valueAsNumber) / steps}%`);
  };
  const isHeld = (): boolean => down || sender.busy || performance.now() < freeAt;
  input.addEventListener("pointerdown", () => (down = true));
  for (const name of ["pointerup", "pointercancel", "blur"]) input.addEventListener(name, () => (down = false));
  input.addEventListener("input", () => {
    const value = scale.toValue(input.valueAsNumber / steps);
    freeAt = performance.now() + kSettleMs;
    paint(value);
    sender.send(value);
  });
  return {
    element,
    get held() {
      return isHeld();
    },
    show(value) {
      if (isHeld()) return;
      const position = Math.min(1, Math.max(0, scale.toPosition(value)));
      input.value = String(Math.round(position * steps));
      paint(value);
    },
    disable(reason) {
      input.disabled = reason !== undefined;
      element.title = reason ?? options.help ?? "";
      why.hidden = reason === undefined;
      setText(why, reason ?? "");
      element.classList.toggle("off", reason !== undefined);
    },
  };
}
