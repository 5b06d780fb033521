// Rows of name, value and unit that are written again and again without making new elements.
import { el, setText, type Child } from "../ui/el";

export interface ValueRow {
  readonly element: HTMLElement;
  set(text: string, tone?: "" | "good" | "warn" | "bad"): void;
}

export function valueRow(name: string, unit = "", help?: string): ValueRow {
  const value = el("span", { class: "row-value number" });
  const element = el("div", { class: "value-row", title: help }, [
    el("span", { class: "row-name" }, [name]),
    value,
    el("span", { class: "row-unit" }, [unit]),
  ]);
  return {
    element,
    set(text, tone = "") {
      setText(value, text);
      value.classList.toggle("good", tone === "good");
      value.classList.toggle("warn", tone === "warn");
      value.classList.toggle("bad", tone === "bad");
    },
  };
}

export function group(title: string, children: readonly Child[]): HTMLElement {
  return el("div", { class: "row-group" }, [el("h4", {}, [title]), ...children]);
}

export interface Bar {
  readonly element: HTMLElement;
  /** fraction of the whole, 0..1; from the middle and signed if centred. */
  set(fraction: number, tone?: "" | "good" | "warn" | "bad"): void;
  mark(fraction: number | undefined): void;
}

/** A bar from the left, or around the middle for signed values. */
export function bar(centred: boolean): Bar {
  const fill = el("div", { class: "bar-fill" });
  const mark = el("div", { class: "bar-mark", hidden: true });
  const element = el("div", { class: centred ? "bar centred" : "bar" }, [fill, mark]);
  return {
    element,
    set(fraction, tone = "") {
      const size = Number.isFinite(fraction) ? Math.min(Math.abs(fraction), 1) : 0;
      const half = centred ? 50 : 100;
      fill.style.left = centred ? `${fraction < 0 ? 50 - size * half : 50}%` : "0";
      fill.style.width = `${size * half}%`;
      fill.className = `bar-fill ${tone}`;
    },
    mark(fraction) {
      mark.hidden = fraction === undefined || !Number.isFinite(fraction);
      if (fraction === undefined) return;
      const place = Math.min(Math.max(fraction, -1), 1);
      mark.style.left = `${centred ? 50 + 50 * place : 100 * place}%`;
    },
  };
}
