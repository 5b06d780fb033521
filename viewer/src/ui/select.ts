// A drop-down choice.
import { el } from "./el";

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface Select {
  readonly element: HTMLSelectElement;
  readonly value: string;
  set(value: string): void;
  /** Replaces the options; keeps the choice where it is still there, otherwise takes the first. */
  setOptions(options: readonly Option[]): void;
}

export function select(label: string, options: readonly Option[], onChange: (value: string) => void): Select {
  const element = el("select", { "aria-label": label, title: label });
  element.addEventListener("change", () => onChange(element.value));
  const choice: Select = {
    element,
    get value() {
      return element.value;
    },
    set(value) {
      element.value = value;
    },
    setOptions(next) {
      const before = element.value;
      element.replaceChildren(...next.map((option) => el("option", { value: option.value }, [option.label])));
      if (next.some((option) => option.value === before)) element.value = before;
    },
  };
  choice.setOptions(options);
  return choice;
}
