// What a panel shows when it has nothing to show: what is missing, and what to do about it.
import { el } from "./el";
import "./widgets.css";

export function emptyState(title: string, advice: string, example?: string): HTMLElement {
  return el("div", { class: "empty-state" }, [
    el("h3", {}, [title]),
    el("p", {}, [advice]),
    example !== undefined && el("pre", {}, [example]),
  ]);
}
