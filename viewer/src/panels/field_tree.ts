// Topics and their numeric fields to choose from, with a search. Fields of a topic are known once one
// of its messages has been seen: opening a topic asks for one.
import type { Source, Unsubscribe } from "../source";
import { el, replaceChildren } from "../ui/el";
import { flattenFields, pathText, type FieldPath } from "./fields";
import type { FieldChoice } from "./series";

export interface FieldTree {
  readonly element: HTMLElement;
  /** Shows which fields are chosen. */
  mark(chosen: readonly FieldChoice[]): void;
  dispose(): void;
}

const kMaxTopics = 400;

export function fieldTree(source: Source, onToggle: (choice: FieldChoice) => void): FieldTree {
  const search = el("input", { type: "search", placeholder: "Search topics and fields", "aria-label": "Search topics and fields" });
  const list = el("div", { class: "field-list" });
  const fields = new Map<string, readonly FieldPath[]>();
  const open = new Set<string>();
  const asking = new Map<string, Unsubscribe>();
  let chosen: readonly FieldChoice[] = [];
  search.addEventListener("input", show);
  const offTopics = source.onTopics(show);

  function show(): void {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const topics = source.topics().filter(({ name }) => open.has(name) || matches(name, words) || (fields.get(name) ?? []).some((path) => matches(`${name} ${pathText(path)}`, words)));
    const shown = topics.slice(0, kMaxTopics).map(({ name, type }) => topicElement(name, type, words));
    replaceChildren(list, shown.length > 0 ? shown : [el("p", { class: "muted" }, ["No topic matches."])]);
  }

  function topicElement(name: string, type: string, words: readonly string[]): HTMLElement {
    const details = el("details", { open: open.has(name) }, [el("summary", { title: type }, [name])]);
    if (open.has(name)) details.append(fieldElements(name, words));
    details.addEventListener("toggle", () => {
      if (details.open === open.has(name)) return;
      if (details.open) open.add(name);
      else open.delete(name);
      if (details.open) ask(name);
      show();
    });
    return details;
  }

  function fieldElements(topic: string, words: readonly string[]): HTMLElement {
    const paths = fields.get(topic);
    if (paths === undefined) return el("p", { class: "muted" }, ["Waiting for a message of this topic"]);
    if (paths.length === 0) return el("p", { class: "muted" }, ["No numbers to plot: a picture, or an empty message"]);
    const wanted = paths.filter((path) => matches(topic, words) || matches(`${topic} ${pathText(path)}`, words));
    return el("div", {}, wanted.map((path) => {
      const on = chosen.some((one) => one.topic === topic && pathText(one.path) === pathText(path));
      return el("button", { type: "button", class: "quiet field-choice", "aria-pressed": String(on), onclick: () => onToggle({ topic, path }) }, [pathText(path)]);
    }));
  }

  function ask(topic: string): void {
    if (fields.has(topic) || asking.has(topic)) return;
    const off = source.subscribe(topic, ({ message }) => {
      if (fields.has(topic)) return;
      fields.set(topic, flattenFields(message).map((field) => field.path));
      // The source may answer before subscribe() has returned.
      queueMicrotask(() => {
        asking.get(topic)?.();
        asking.delete(topic);
      });
      show();
    });
    asking.set(topic, off);
  }

  show();
  return {
    element: el("div", { class: "field-tree" }, [search, list]),
    mark(next) {
      chosen = next;
      show();
    },
    dispose() {
      offTopics();
      for (const off of asking.values()) off();
    },
  };
}

function matches(text: string, words: readonly string[]): boolean {
  const low = text.toLowerCase();
  return words.every((word) => low.includes(word));
}
