// What the run has to say: mission steps, events, expectations, notes and warnings (/rosout).
import type { Panel, PanelContext, PanelKind } from "../panel";
import { el, replaceChildren, setText } from "../ui/el";
import { emptyState } from "../ui/empty";
import { formatTime } from "../ui/format";
import { select } from "../ui/select";
import { isString, recall, remember } from "../ui/storage";
import { ConsoleLog, kLevels, levelOf, type ConsoleLine, type LogMessage } from "./console_log";
import { followTopic } from "./follow_topic";
import { panelFrame } from "./panel_frame";
import { secondsOf } from "./simulated_time";

const kTopic = "/rosout";
const kHistory = 2000;

export const consolePanel: PanelKind = {
  id: "console",
  title: "Messages",
  offered: () => true,
  create: createConsolePanel,
};

/**
 * Messages are few and warnings matter, so this panel listens even while it is hidden. The element
 * tells how many warnings nobody has seen: attribute data-unread, event "unread".
 */
function createConsolePanel({ source }: PanelContext): Panel {
  const log = new ConsoleLog();
  let seen = false;
  let min = Number(recall("console.level", isString, "20"));
  const list = el("div", { class: "console-lines", role: "log" });
  const nothing = emptyState("No messages yet", "Mission steps, events and warnings of the run appear here.");
  const search = el("input", { type: "search", placeholder: "Filter", "aria-label": "Filter messages" });
  const badge = el("span", { class: "badge warn", hidden: true });
  const level = select("Least level", kLevels.map((known) => ({ value: String(known.level), label: `${known.name} and above` })), (value) => {
    min = Number(value);
    remember("console.level", value);
    showAll();
  });
  level.set(String(min));
  search.addEventListener("input", showAll);
  const frame = panelFrame("console", (scope) => {
    seen = true;
    log.markRead();
    announce();
    scrollDown();
    scope.add(() => (seen = false));
  });
  frame.toolbar.append(level.element, search, el("button", { type: "button", onclick: clear }, ["Clear"]), badge);
  frame.body.append(list, nothing);
  const unfollow = followTopic<LogMessage>(source, kTopic, kHistory, {
    reset: clear,
    take({ message, timeNs }) {
      const atEnd = isAtEnd();
      const line = log.add(secondsOf(source, timeNs), message);
      if (isWanted(line)) list.append(lineElement(line));
      while (list.childElementCount > kHistory) list.firstElementChild?.remove();
      nothing.hidden = true;
      if (seen) log.markRead();
      announce();
      if (atEnd) scrollDown();
    },
  });

  function showAll(): void {
    replaceChildren(list, log.lines.filter(isWanted).map(lineElement));
    nothing.hidden = log.lines.length > 0;
    scrollDown();
  }

  function isWanted(line: ConsoleLine): boolean {
    const text = search.value.toLowerCase();
    return line.level >= min && (text === "" || `${line.name} ${line.text}`.toLowerCase().includes(text));
  }

  function clear(): void {
    log.clear();
    showAll();
    announce();
  }

  function announce(): void {
    badge.hidden = log.unread === 0;
    setText(badge, `${log.unread} new`);
    if (frame.element.dataset["unread"] === String(log.unread)) return;
    frame.element.dataset["unread"] = String(log.unread);
    frame.element.dispatchEvent(new CustomEvent<number>("unread", { bubbles: true, detail: log.unread }));
  }

  function isAtEnd(): boolean {
    return frame.body.scrollTop + frame.body.clientHeight >= frame.body.scrollHeight - 30;
  }

  function scrollDown(): void {
    if (seen) frame.body.scrollTop = frame.body.scrollHeight;
  }

  return {
    element: frame.element,
    dispose() {
      unfollow();
      frame.dispose();
    },
  };
}

function lineElement(line: ConsoleLine): HTMLElement {
  const { name, tone } = levelOf(line.level);
  return el("div", { class: `console-line ${tone}` }, [
    el("span", { class: "console-time number" }, [formatTime(line.time_s, 2)]),
    el("span", { class: "console-level" }, [name]),
    el("span", { class: "console-name" }, [line.name]),
    el("span", { class: "console-text" }, [line.text]),
  ]);
}
