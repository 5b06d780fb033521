// Short notices in the free part of the top bar, where they cover nothing, or in the corner of a page
// without one; a click or some seconds take them away.
import { el } from "./el";
import "./widgets.css";

export type ToastLevel = "info" | "good" | "warn" | "bad";

const kShownMs = 5000;
const kAtMost = 4;

export function toast(text: string, level: ToastLevel = "info", shownMs = kShownMs): void {
  const list = container();
  const notice = el("div", { class: `toast ${level}`, title: text, role: level === "bad" ? "alert" : "status" }, [text]);
  notice.addEventListener("click", () => notice.remove());
  list.append(notice);
  while (list.childElementCount > kAtMost) list.firstElementChild?.remove();
  setTimeout(() => notice.remove(), shownMs);
}

function container(): HTMLElement {
  const existing = document.querySelector<HTMLElement>(".toasts");
  if (existing !== null) return existing;
  const made = el("div", { class: "toasts", "aria-live": "polite" });
  document.body.append(made);
  return made;
}
