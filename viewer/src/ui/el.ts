// Makes elements in one expression: el("button", { class: "primary", onclick: run }, ["Run"]).

export type Child = Node | string | number | null | undefined | false;

/** Properties of an element; `class`, `data-*`, `aria-*`, `role`, `style` and other attributes by name, listeners as `onclick`. */
export interface ElProps {
  readonly class?: string;
  readonly [name: string]: unknown;
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: ElProps = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProperty(element, name, value);
  appendChildren(element, children);
  return element;
}

export function appendChildren(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
}

export function replaceChildren(element: Element, children: readonly Child[]): void {
  element.replaceChildren();
  appendChildren(element, children);
}

/** Writes text only when it differs: the browser lays out less. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function setProperty(element: HTMLElement, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (typeof value === "function") {
    element.addEventListener(name.slice(2), value as EventListener);
    return;
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (name === "class") element.className = text;
  else if (isAttribute(name)) element.setAttribute(name, text);
  else Object.assign(element, { [name]: value });
}

function isAttribute(name: string): boolean {
  return name === "style" || name === "role" || name === "for" || name.includes("-");
}
