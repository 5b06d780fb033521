// Every thruster of the chosen vehicle: command, thrust, load, power and health.
import type { Panel, PanelContext, PanelKind } from "../panel";
import type { SceneState, SceneThruster } from "../scene_types";
import { kThruster, ThrusterField } from "../scene_types";
import { el, replaceChildren, setText } from "../ui/el";
import { emptyState } from "../ui/empty";
import { formatNumber, formatSigned } from "../ui/format";
import { commandFraction } from "./command_fraction";
import { bar } from "./rows";
import { statePanel } from "./state_panel";

export const thrustersPanel: PanelKind = {
  id: "thrusters",
  title: "Thrusters",
  offered: (source) => source.scene.thrusters.length > 0,
  create: createThrustersPanel,
};

const kHighLoad = 85; // per cent
const kDead = 0.01;

interface ThrusterRow {
  readonly element: HTMLElement;
  update(values: readonly number[]): void;
}

function createThrustersPanel(context: PanelContext): Panel {
  const { scene } = context.source;
  let rows: ThrusterRow[] = [];
  let first = 0;
  return statePanel("thrusters", context, {
    build(frame, vehicle) {
      const [start, count] = scene.vehicles[vehicle]?.thrusters ?? [0, 0];
      first = start;
      rows = scene.thrusters.slice(start, start + count).map(thrusterRow);
      const header = el("div", { class: "thruster-row thruster-head" }, [
        el("span", {}, ["Name"]),
        el("span", {}, ["Load"]),
        el("span", { class: "number" }, ["Thrust N"]),
        el("span", { class: "number" }, ["Load %"]),
        el("span", { class: "number" }, ["Power W"]),
        el("span", { class: "number" }, ["Health"]),
      ]);
      const nothing = emptyState("This vehicle has no thrusters", "Choose another vehicle at the top of the page.");
      replaceChildren(frame.body, count > 0 ? [header, ...rows.map((row) => row.element)] : [nothing]);
    },
    update(state) {
      rows.forEach((row, index) => row.update(valuesOf(state, first + index)));
    },
  });
}

function valuesOf(state: SceneState, thruster: number): number[] {
  return Array.from(state.thrusters.subarray(thruster * kThruster, (thruster + 1) * kThruster));
}

function thrusterRow(thruster: SceneThruster): ThrusterRow {
  const load = bar(true);
  const cell = () => el("span", { class: "number" });
  const thrust = cell();
  const percent = cell();
  const power = cell();
  const health = cell();
  const element = el("div", { class: "thruster-row", title: `largest thrust ${formatNumber(thruster.max_thrust_n, 1)} N` }, [
    el("span", { class: "thruster-name" }, [thruster.name]),
    load.element,
    thrust,
    percent,
    power,
    health,
  ]);
  return {
    element,
    update(values) {
      const at = (field: number) => values[field] ?? NaN;
      const dead = at(ThrusterField.Health) <= kDead;
      const fraction = at(ThrusterField.Load);
      const signed = Math.sign(at(ThrusterField.Thrust)) * Math.abs(fraction);
      element.classList.toggle("dead", dead);
      load.set(signed / 100, dead ? "bad" : Math.abs(fraction) > kHighLoad ? "warn" : "");
      load.mark(commandFraction(at(ThrusterField.Command), thruster.command));
      setText(thrust, formatSigned(at(ThrusterField.Thrust), 1, 6));
      setText(percent, formatNumber(Math.abs(fraction), 0, 3));
      setText(power, formatNumber(at(ThrusterField.Power), 0, 4));
      setText(health, dead ? "dead" : `${formatNumber(100 * at(ThrusterField.Health), 0, 3)}\u2009%`);
    },
  };
}
