// Tabs: one page of several is shown; the arrow keys move between them.
import { el } from "./el";
import "./widgets.css";

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: HTMLElement;
}

export interface Tabs {
  readonly element: HTMLElement;
  readonly chosen: string;
  choose(id: string): void;
}

export function tabs(pages: readonly Tab[], onChange: (id: string) => void = () => undefined): Tabs {
  const list = el("div", { role: "tablist" });
  const body = el("div", { role: "tabpanel" });
  const buttons = pages.map((page) =>
    el("button", { type: "button", role: "tab", onclick: () => choose(page.id) }, [page.title]),
  );
  let chosen = "";

  function choose(id: string): void {
    const index = pages.findIndex((page) => page.id === id);
    const page = pages[index];
    if (page === undefined || id === chosen) return;
    chosen = id;
    buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(i === index));
      button.tabIndex = i === index ? 0 : -1;
    });
    body.replaceChildren(page.content);
    onChange(id);
  }

  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const index = pages.findIndex((page) => page.id === chosen);
    const next = (index + step + pages.length) % pages.length;
    const page = pages[next];
    if (page === undefined) return;
    choose(page.id);
    buttons[next]?.focus();
    event.preventDefault();
  });
  list.append(...buttons);
  const first = pages[0];
  if (first !== undefined) choose(first.id);
  return {
    element: el("div", { class: "tabs" }, [list, body]),
    get chosen() {
      return chosen;
    },
    choose,
  };
}
