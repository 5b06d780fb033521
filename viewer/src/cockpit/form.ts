// Small pieces of the control panel: sections that fold, fields for numbers, buttons that act on the
// simulation and tell what went wrong.
import { el, type Child } from "../ui/el";
import { recall, remember } from "../ui/storage";
import { toast } from "../ui/toast";

/** A part of a panel that folds away and remembers it. */
export function section(id: string, title: string, children: readonly Child[], open = true): HTMLDetailsElement {
  const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
  const element = el("details", { class: "section", open: recall(`section.${id}`, isBoolean, open) }, [
    el("summary", {}, [el("h4", {}, [title])]),
    el("div", { class: "section-body" }, children),
  ]);
  element.addEventListener("toggle", () => remember(`section.${id}`, element.open));
  return element;
}

export interface NumberField {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly value: number; // 0 for what is no number
}

export function numberField(label: string, unit: string, value = 0, step = "any"): NumberField {
  const input = el("input", { type: "number", step, value: String(value), "aria-label": `${label} ${unit}` });
  const element = el("label", { class: "field" }, [el("span", {}, [label]), input, el("span", { class: "muted" }, [unit])]);
  return {
    element,
    input,
    get value() {
      return Number.isFinite(input.valueAsNumber) ? input.valueAsNumber : 0;
    },
  };
}

/** Says what went wrong, or what was done. */
export function act(work: Promise<unknown>, done?: string): void {
  work.then(
    () => {
      if (done !== undefined) toast(done, "good");
    },
    (error: unknown) => toast(error instanceof Error ? error.message : String(error), "bad"),
  );
}

export function actionButton(label: string, title: string, onClick: () => void, kind = ""): HTMLButtonElement {
  return el("button", { type: "button", class: kind, title, onclick: onClick }, [label]);
}

export const row = (...children: Child[]): HTMLElement => el("div", { class: "row" }, children);
