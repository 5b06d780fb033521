// A button that opens a small window below itself; a click elsewhere or Escape closes it.
import { el, type Child } from "../ui/el";

let made = 0;

export function menu(button: HTMLButtonElement, label: string, fill: () => readonly Child[]): HTMLElement {
  const id = `menu-${++made}`;
  const list = el("div", { class: "menu", id, popover: "auto", role: "dialog", "aria-label": label });
  button.setAttribute("aria-haspopup", "dialog");
  button.setAttribute("popovertarget", id);
  list.addEventListener("beforetoggle", (event) => {
    const opens = event.newState === "open";
    button.setAttribute("aria-expanded", String(opens));
    if (opens) list.replaceChildren(...fill().filter((child): child is Node => child instanceof Node));
  });
  list.addEventListener("toggle", (event) => {
    if (event.newState === "open") place(list, button);
  });
  return list;
}

function place(list: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.right - list.offsetWidth, window.innerWidth - list.offsetWidth - 8));
  list.style.left = `${left}px`;
  list.style.top = `${box.bottom + 4}px`;
  list.style.maxHeight = `${window.innerHeight - box.bottom - 16}px`;
}
