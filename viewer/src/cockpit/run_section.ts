// Run, pause, single steps, speed, reset and snapshots.
import type { Source } from "../source";
import { el, setText } from "../ui/el";
import { formatUnit } from "../ui/format";
import { boundSlider } from "./bound_slider";
import { act, actionButton, numberField, row, section } from "./form";
import { callService, setRunning } from "./run_actions";
import { speedScale } from "./scales";

export const kSlowest = 0.1;
export const kFastest = 50;

export function formatSpeed(speed: number): string {
  return speed <= 0 ? "max" : formatUnit(speed, "\u00d7", speed < 10 ? 1 : 0, 3);
}

export interface Section {
  readonly element: HTMLElement;
  refresh(): void;
}

export function runSection(source: Source): Section {
  const run = actionButton("Run", "Run or pause (Space)", () => setRunning(source), "primary");
  const ticks = numberField("", "ticks", 1, "1");
  ticks.input.min = "1";
  const step = actionButton("Step", "Run so many ticks, then pause (.)", () =>
    callService(source, "/hadal/step", { ticks: Math.max(1, Math.round(ticks.value)) }),
  );
  const beginAnew = (): void => callService(source, "/hadal/reset", {}, "The run began anew.");
  const reset = actionButton("Reset", "Begin the scenario anew", beginAnew, "danger");
  const speed = boundSlider({
    label: "Speed",
    scale: speedScale(kSlowest, kFastest),
    format: formatSpeed,
    help: "Times real time; the right end is as fast as possible.",
    send: (value) => {
      if (source.control) act(source.control.setParameter("simulation/speed", value));
    },
  });
  const snapshots = snapshotList(source);

  return {
    element: section("run", "Run", [row(run, step, ticks.element, reset), speed.element, snapshots.element]),
    refresh() {
      const state = source.runState();
      setText(run, state && !state.paused ? "Pause" : "Run");
      const failed = state !== undefined && state.failure !== "";
      for (const button of [run, step]) button.disabled = failed;
      run.title = failed ? `The run failed; reset it first: ${state.failure}` : "Run or pause (Space); at the end: run on";
      if (state) speed.show(state.speed);
      snapshots.refresh();
    },
  };
}

function snapshotList(source: Source): Section {
  const name = el("input", { type: "text", placeholder: "snapshot name", "aria-label": "Name of the snapshot" });
  const list = el("div", { class: "chips" });
  let shown = "";
  const take = (): void => {
    const known = source.runState()?.snapshots.length ?? 0;
    const chosen = name.value.trim() === "" ? `snapshot ${known + 1}` : name.value.trim();
    name.value = "";
    callService(source, "/hadal/snapshot", { name: chosen }, `Snapshot "${chosen}" taken.`);
  };
  name.addEventListener("keydown", (event) => {
    if (event.key === "Enter") take();
  });
  return {
    element: el("div", {}, [row(name, actionButton("Take snapshot", "Keep the present state to return to", take)), list]),
    refresh() {
      const names = source.runState()?.snapshots ?? [];
      if (names.join("\n") === shown) return;
      shown = names.join("\n");
      list.replaceChildren(
        ...names.map((one) =>
          actionButton(`\u21a9 ${one}`, `Return to "${one}"`, () =>
            callService(source, "/hadal/restore", { name: one }, `Returned to "${one}".`),
          ),
        ),
      );
    },
  };
}
