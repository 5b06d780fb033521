// The bar at the top: what runs, how far it is, how fast, and the menus.
import type { Selection } from "../panel";
import type { ConnectionState, RunState, Source, Unsubscribe } from "../source";
import { callService, setRunning } from "../cockpit/run_actions";
import { formatSpeed } from "../cockpit/run_section";
import { el, setText } from "../ui/el";
import { formatBytes, formatTime, twoDigits } from "../ui/format";
import { select } from "../ui/select";
import { icon, setIcon, type IconName } from "./icons";
import { brand } from "./notice";

export interface TopBar {
  readonly element: HTMLElement;
  dispose(): void;
}

const kRefreshMs = 100;

export function topBar(source: Source, selection: Selection, menus: readonly HTMLElement[]): TopBar {
  const undo: Unsubscribe[] = [];
  const time = el("span", { class: "number time", title: "Simulated time" });
  const state = el("span", { class: "badge state" });
  const factor = el("span", { class: "number muted factor", title: "Real-time factor: simulated seconds per second" });
  const log = el("span", { class: "number muted log-size", title: "Size of the log" });
  const verdicts = el("span", { class: "badge verdicts" });
  const vehicle = vehicleChoice(source, selection, undo);
  const run = source.control ? runButtons(source, undo) : undefined;
  const element = el("header", { class: "top-bar" }, [
    brand(),
    el("span", { class: "title", title: source.scene.description }, [source.title]),
    run,
    time,
    factor,
    log,
    el("div", { class: "space toasts", "aria-live": "polite" }),
    vehicle,
    verdicts,
    state,
    ...menus,
  ]);

  let timeS = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    timer = undefined;
    const now = source.runState();
    setText(time, timeText(timeS, now));
    setText(factor, now ? `${twoDigits(now.realTimeFactor, 5)}\u2009\u00d7` : "");
    setText(log, now && now.log !== "" ? formatBytes(now.logBytes) : "");
    showVerdicts(verdicts, now);
    showState(state, source, now);
  };
  const later = (): void => {
    timer ??= setTimeout(refresh, kRefreshMs);
  };
  undo.push(
    source.onState((moment) => {
      timeS = moment.time_s;
      later();
    }),
    source.onRunState(later),
    source.onConnection(later),
  );
  refresh();
  return {
    element,
    dispose() {
      clearTimeout(timer);
      for (const off of undo) off();
      element.remove();
    },
  };
}

function timeText(timeS: number, run: RunState | undefined): string {
  const end = run && Number.isFinite(run.endS) && run.endS > 0 ? ` / ${formatTime(run.endS, 0)}` : "";
  return formatTime(timeS, 1) + end;
}

function runButtons(source: Source, undo: Unsubscribe[]): HTMLElement {
  const run = iconButton("play", "Run or pause (Space)", () => setRunning(source));
  const step = iconButton("step", "One step (.)", () => callService(source, "/hadal/step", { ticks: 1 }));
  const reset = iconButton("reset", "Begin anew", () => callService(source, "/hadal/reset", {}));
  const speed = el("span", { class: "badge", title: "Speed asked for, times real time; see the control panel" });
  run.dataset["action"] = "run";
  step.dataset["action"] = "step";
  reset.dataset["action"] = "reset";
  const refresh = (): void => {
    const state = source.runState();
    const runs = state !== undefined && !state.paused;
    setIcon(run, runs ? "pause" : "play");
    run.classList.toggle("primary", !runs);
    setText(speed, state ? formatSpeed(state.speed) : "");
    for (const button of [run, step]) button.disabled = state !== undefined && state.failure !== "";
    reset.disabled = state === undefined;
  };
  undo.push(source.onRunState(refresh));
  refresh();
  return el("div", { class: "run-buttons" }, [run, step, reset, speed]);
}

export function iconButton(name: IconName, title: string, onClick: () => void = () => undefined): HTMLButtonElement {
  return el("button", { type: "button", class: "icon", title, "aria-label": title, onclick: onClick }, [icon(name)]);
}

function vehicleChoice(source: Source, selection: Selection, undo: Unsubscribe[]): HTMLElement | undefined {
  const vehicles = source.scene.vehicles.map(({ name, object }, index) => ({ name, object, index })).filter(({ object }) => !object);
  if (vehicles.length < 2) return undefined;
  const choice = select("Vehicle", vehicles.map(({ name, index }) => ({ value: String(index), label: name })), (value) =>
    selection.choose(Number(value)),
  );
  choice.set(String(selection.vehicle));
  undo.push(selection.onChange((vehicle) => choice.set(String(vehicle))));
  return choice.element;
}

/** What came of the expectations, once the scenario is at its end; the run may go on. */
function showVerdicts(badge: HTMLElement, run: RunState | undefined): void {
  const held = run?.expectationsHeld ?? 0;
  const failed = run?.expectationsFailed ?? 0;
  badge.hidden = run?.finished !== true;
  setText(badge, failed > 0 ? `${failed} of ${held + failed} failed` : held > 0 ? `all ${held} held` : "at its end");
  badge.className = `badge verdicts ${failed > 0 ? "bad" : "good"}`;
  badge.title = `The scenario came to its end at ${formatTime(run?.endS ?? 0, 1)}: its expectations are judged. The run goes on.`;
}

function showState(badge: HTMLElement, source: Source, run: RunState | undefined): void {
  const { text, level, title } = describe(source.connection(), source, run);
  setText(badge, text);
  badge.className = `badge state ${level}`;
  badge.title = title;
}

function describe(connection: ConnectionState, source: Source, run: RunState | undefined): { text: string; level: string; title: string } {
  if (connection.kind === "connecting") return { text: "connecting", level: "warn", title: "Waiting for the simulation" };
  if (connection.kind === "lost") return { text: "lost", level: "bad", title: connection.reason };
  if (connection.kind === "failed") return { text: "failed", level: "bad", title: connection.reason };
  if (source.kind === "log") return { text: "replay", level: "", title: "A recorded run" };
  if (run && run.failure !== "") return { text: "failed", level: "bad", title: run.failure };
  if (run?.paused === true) return { text: "paused", level: "warn", title: clientsText(run) };
  return { text: "live", level: "good", title: clientsText(run) };
}

function clientsText(run: RunState | undefined): string {
  if (!run) return "";
  return run.clients === 1 ? "You are the only one who watches" : `${run.clients} watch`;
}
