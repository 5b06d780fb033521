// Vehicles and topics with their numeric fields to choose from, with a search. Fields are known from the
// schema of a topic; of one with lists, whose elements a message names, one message is asked for.
import type { Source, Topic, Unsubscribe } from "../source";
import { el, replaceChildren } from "../ui/el";
import { flattenFields, pathText, type FieldPath } from "./fields";
import { schemaFields, unitOf } from "./schema_fields";
import type { FieldChoice } from "./series";
import { kVehicleTopic, vehicleChoices, withoutUnit } from "./vehicle_fields";

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
    const topics = source.topics().filter(({ name }) => name !== kVehicleTopic);
    if (words.length > 0) for (const { name, schema } of topics) if (schemaFields(schema).hasLists && isNamed(schema)) ask(name);
    const found = topics.filter((topic) => open.has(topic.name) || matches(topic.name, words) || pathsOf(topic).some((path) => matches(`${topic.name} ${pathText(path)}`, words)));
    const shown = [...vehicleElements(words), ...found.slice(0, kMaxTopics).map((topic) => topicElement(topic, words))];
    replaceChildren(list, shown.length > 0 ? shown : [el("p", { class: "muted" }, ["No field matches."])]);
  }

  function pathsOf({ name, schema }: Topic): readonly FieldPath[] {
    return fields.get(name) ?? schemaFields(schema).paths;
  }

  /** Short names first: what most people look for. */
  function vehicleElements(words: readonly string[]): HTMLElement[] {
    const choices = vehicleChoices(source.scene).filter(({ path }) => matches(pathText(path), words));
    const names = [...new Set(choices.map(({ path }) => path[0] ?? ""))];
    return names.map((name) => el("details", { open: true }, [
      el("summary", {}, [name]),
      el("div", {}, choices.filter(({ path }) => path[0] === name).map((choice) => choiceButton(choice, withoutUnit(choice.path[1] ?? "")))),
    ]));
  }

  /** While something is searched, topics are open where their fields are what was found. */
  function topicElement(topic: Topic, words: readonly string[]): HTMLElement {
    const { name, type } = topic;
    const isOpen = open.has(name) || (words.length > 0 && !matches(name, words));
    const details = el("details", { open: isOpen }, [el("summary", { title: type }, [name])]);
    if (isOpen) details.append(fieldElements(topic, words));
    details.addEventListener("toggle", () => {
      if (details.open === isOpen) return;
      if (details.open) open.add(name);
      else open.delete(name);
      if (details.open) ask(name);
      show();
    });
    return details;
  }

  function fieldElements(topic: Topic, words: readonly string[]): HTMLElement {
    const paths = pathsOf(topic);
    if (paths.length === 0) {
      return el("p", { class: "muted" }, [fields.has(topic.name) ? "No numbers to plot: a picture, or an empty message" : "Waiting for a message of this topic"]);
    }
    const wanted = paths.filter((path) => matches(topic.name, words) || matches(`${topic.name} ${pathText(path)}`, words));
    return el("div", {}, wanted.map((path) => choiceButton({ topic: topic.name, path }, pathText(path))));
  }

  function choiceButton(choice: FieldChoice, text: string): HTMLElement {
    const on = chosen.some((one) => one.topic === choice.topic && pathText(one.path) === pathText(choice.path));
    return el("button", { type: "button", class: "quiet field-choice", "aria-pressed": String(on), onclick: () => onToggle(choice) }, [
      text, el("span", { class: "muted" }, [unitOf(choice.path)]),
    ]);
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

/** Whether its lists are named in the message (hadal_msgs/Scalars and others). */
function isNamed(schema: string | undefined): boolean {
  return schema !== undefined && /^string\[\] (names|name|terms)\b/m.test(schema);
}

function matches(text: string, words: readonly string[]): boolean {
  const low = text.toLowerCase();
  return words.every((word) => low.includes(word));
}
