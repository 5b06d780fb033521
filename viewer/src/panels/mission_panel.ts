// The mission of the chosen vehicle: its steps, which one runs, and what became of it.
import type { Panel, PanelContext, PanelKind } from "../panel";
import type { SceneState } from "../scene_types";
import { el, replaceChildren, setText } from "../ui/el";
import { emptyState } from "../ui/empty";
import { formatNumber } from "../ui/format";
import { bar } from "./rows";
import { statePanel } from "./state_panel";
import { readVehicle, type VehicleReading } from "./vehicle_state";

export const missionPanel: PanelKind = {
  id: "mission",
  title: "Mission",
  offered: (source) => source.scene.vehicles.some((vehicle) => vehicle.mission.length > 0),
  create: createMissionPanel,
};

const kTone = { running: "", done: "good", failed: "bad", none: "", outside: "warn" } as const;
const kWords = { running: "running", done: "done", failed: "failed", none: "no mission", outside: "steered from outside" } as const;

function createMissionPanel(context: PanelContext): Panel {
  const { scene } = context.source;
  const status = el("span", { class: "badge" });
  const count = el("span", { class: "muted number" });
  const progress = bar(false);
  const list = el("ol", { class: "mission-steps" });
  let steps: HTMLElement[] = [];
  let shown = -1;

  return statePanel("mission", context, {
    build(frame, vehicle) {
      const mission = scene.vehicles[vehicle]?.mission ?? [];
      steps = mission.map((text) => el("li", {}, [text]));
      shown = -1;
      replaceChildren(list, steps);
      const nothing = emptyState("This vehicle has no mission", "Steer it by hand, or give it steps in the scenario:", "mission:\n  - !go_to {vehicle: rov, north_m: 10,\n      east_m: 0, depth_m: 5}");
      const content = [el("div", { class: "mission-head" }, [status, count]), progress.element, list];
      replaceChildren(frame.body, mission.length > 0 ? content : [nothing]);
    },
    update(state: SceneState, vehicle) {
      const reading = readVehicle(scene, state, vehicle);
      if (reading !== undefined && steps.length > 0) show(reading);
    },
  });

  function show({ mission, missionStep }: VehicleReading): void {
    const done = mission === "done" ? steps.length : Math.max(missionStep, 0);
    setText(status, kWords[mission]);
    status.className = `badge ${mission === "running" ? "active" : kTone[mission]}`;
    setText(count, `step ${formatNumber(Math.min(done + 1, steps.length), 0)} of ${steps.length}`);
    progress.set(done / steps.length, kTone[mission]);
    steps.forEach((step, index) => {
      const now = index === done;
      step.className = index < done ? "past" : now ? `now ${kTone[mission]}` : "";
    });
    if (done === shown) return;
    shown = done;
    steps[done]?.scrollIntoView({ block: "nearest" });
  }
}
