// A slider with its name, value and unit, and a toggle.
import { el } from "./el";
import { formatUnit } from "./format";
import "./widgets.css";

export interface SliderOptions {
  readonly label: string;
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly value: number;
  readonly decimals?: number;
  readonly help?: string;
  readonly onInput: (value: number) => void;
}

export interface Slider {
  readonly element: HTMLElement;
  readonly value: number;
  /** Shows a value that came from elsewhere; ignored while the user holds the slider. */
  set(value: number): void;
  setRange(min: number, max: number): void;
}

export function slider(options: SliderOptions): Slider {
  const decimals = options.decimals ?? 2;
  const input = el("input", {
    type: "range",
    min: String(options.min),
    max: String(options.max),
    step: String(options.step ?? (options.max - options.min) / 200),
    "aria-label": options.label,
  });
  const output = el("output", { class: "number" });
  let held = false;
  const show = () => {
    output.value = formatUnit(input.valueAsNumber, options.unit ?? "", decimals, 4);
    const span = Number(input.max) - Number(input.min);
    input.style.setProperty("--fill", `${(100 * (input.valueAsNumber - Number(input.min))) / (span || 1)}%`);
  };
  input.addEventListener("pointerdown", () => (held = true));
  for (const end of ["pointerup", "pointercancel", "blur"]) input.addEventListener(end, () => (held = false));
  input.addEventListener("input", () => {
    show();
    options.onInput(input.valueAsNumber);
  });
  input.valueAsNumber = options.value;
  show();
  const element = el("div", { class: "slider", title: options.help }, [el("label", {}, [options.label]), input, output]);
  return {
    element,
    get value() {
      return input.valueAsNumber;
    },
    set(value) {
      if (held) return;
      input.valueAsNumber = value;
      show();
    },
    setRange(min, max) {
      input.min = String(min);
      input.max = String(max);
      show();
    },
  };
}

export interface Toggle {
  readonly element: HTMLElement;
  set(on: boolean): void;
}

export function toggle(label: string, on: boolean, onChange: (on: boolean) => void): Toggle {
  const input = el("input", { type: "checkbox", role: "switch", checked: on });
  input.addEventListener("change", () => onChange(input.checked));
  return {
    element: el("label", { class: "toggle" }, [input, el("span", {}, [label])]),
    set(value) {
      input.checked = value;
    },
  };
}
