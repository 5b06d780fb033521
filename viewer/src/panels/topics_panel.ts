// Topic inspector: every topic of the source, and any message as a tree with types, rate and size.
import type { Panel, PanelContext, PanelKind } from "../panel";
import type { Topic, TopicMessage } from "../source";
import { el, replaceChildren, setText } from "../ui/el";
import { emptyState } from "../ui/empty";
import { formatNumber, formatTime } from "../ui/format";
import { toggle } from "../ui/slider";
import { isString, recall, remember } from "../ui/storage";
import { sizeText, treeLines, type TreeLine } from "./message_tree";
import { Painter, panelFrame, type Scope } from "./panel_frame";
import { RateMeter } from "./rate_meter";
import { secondsOf } from "./simulated_time";

export const topicsPanel: PanelKind = {
  id: "topics",
  title: "Topics",
  offered: () => true,
  create: createTopicsPanel,
};

const kOpenAtFirst = 2; // levels

function createTopicsPanel({ source }: PanelContext): Panel {
  let chosen = recall("topics.chosen", isString, "");
  let last: TopicMessage | undefined;
  let frozen = false;
  const toggled = new Set<string>(); // paths that differ from how they are at first
  const rate = new RateMeter();
  const painter = new Painter(draw, 5);
  const search = el("input", { type: "search", placeholder: "Search topics and types", "aria-label": "Search topics and types" });
  const list = el("div", { class: "topic-list" });
  const head = el("div", { class: "topic-head" });
  const lines = el("div", { class: "tree-lines" });
  const nothing = emptyState("Choose a topic", "Its newest message is shown here as it comes, with types, rate and size.");
  const freeze = toggle("Freeze", false, (on) => {
    frozen = on;
    painter.request();
  });
  const frame = panelFrame("topics", whileSeen);
  frame.body.append(el("div", { class: "plot-layout" }, [
    el("div", { class: "field-tree" }, [search, list]),
    el("div", { class: "topic-main" }, [el("div", { class: "topic-bar" }, [head, freeze.element]), lines, nothing]),
  ]));
  search.addEventListener("input", showTopics);
  const offTopics = source.onTopics(() => {
    showTopics();
    if (last === undefined) frame.restart();
  });
  showTopics();

  function whileSeen(scope: Scope): void {
    last = undefined;
    rate.reset();
    nothing.hidden = chosen !== "";
    replaceChildren(lines, []);
    setText(head, chosen === "" ? "" : `${chosen}: waiting for a message`);
    scope.add(() => painter.cancel());
    if (chosen === "" || !source.topics().some((topic) => topic.name === chosen)) return;
    scope.add(source.subscribe(chosen, (message) => {
      rate.count(message.timeNs);
      if (frozen) return;
      last = message;
      painter.request();
    }));
  }

  function showTopics(): void {
    const text = search.value.toLowerCase();
    const wanted = source.topics().filter((topic) => `${topic.name} ${topic.type}`.toLowerCase().includes(text));
    const sorted = [...wanted].sort((a, b) => (a.name < b.name ? -1 : 1));
    replaceChildren(list, sorted.length > 0 ? sorted.map(topicButton) : [el("p", { class: "muted" }, ["No topic matches."])]);
  }

  function topicButton(topic: Topic): HTMLElement {
    const choose = () => {
      chosen = topic.name;
      toggled.clear();
      frozen = false;
      freeze.set(false);
      remember("topics.chosen", chosen);
      showTopics();
      frame.restart();
    };
    return el("button", { type: "button", class: "quiet topic-choice", "aria-pressed": String(topic.name === chosen), onclick: choose }, [
      el("span", {}, [topic.name]),
      el("small", {}, [topic.type]),
    ]);
  }

  function isOpen(path: string, depth: number): boolean {
    return depth < kOpenAtFirst !== toggled.has(path);
  }

  function draw(): void {
    if (last === undefined) return;
    const time = formatTime(secondsOf(source, last.timeNs), 3);
    const type = source.topics().find((topic) => topic.name === chosen)?.type ?? "";
    setText(head, `${type}   ${time}   ${formatNumber(rate.perSecond, 1, 6)}\u2009Hz   ${sizeText(last.message)}`);
    const tree = treeLines(last.message, isOpen);
    reuseLines(lines, tree, (path) => {
      if (toggled.has(path)) toggled.delete(path);
      else toggled.add(path);
      painter.request();
    });
  }

  return {
    element: frame.element,
    dispose() {
      offTopics();
      frame.dispose();
    },
  };
}

/** Only values change from message to message, so elements stay while names do. */
function reuseLines(parent: HTMLElement, tree: readonly TreeLine[], onToggle: (path: string) => void): void {
  while (parent.childElementCount > tree.length) parent.lastElementChild?.remove();
  tree.forEach((line, i) => {
    const old = parent.children[i];
    if (old instanceof HTMLElement && old.dataset["path"] === line.path && old.dataset["type"] === line.type) {
      const value = old.querySelector(".tree-value");
      if (value !== null) setText(value, line.text);
      return;
    }
    const made = lineElement(line, onToggle);
    if (old === undefined) parent.append(made);
    else old.replaceWith(made);
  });
}

function lineElement(line: TreeLine, onToggle: (path: string) => void): HTMLElement {
  const name = line.folds
    ? el("button", { type: "button", class: "quiet tree-fold", onclick: () => onToggle(line.path) }, [line.name])
    : el("span", { class: "tree-name" }, [line.name]);
  return el("div", { class: "tree-line", "data-path": line.path, "data-type": line.type, style: `padding-left:${8 + 14 * line.depth}px` }, [
    name,
    el("span", { class: "tree-type" }, [line.type]),
    el("span", { class: "tree-value" }, [line.text]),
  ]);
}
