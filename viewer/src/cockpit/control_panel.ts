// The control panel: everything that can be changed while the simulation runs.
import type { Panel, PanelContext, PanelKind } from "../panel";
import { el } from "../ui/el";
import "./cockpit.css";
import { gainsSection } from "./gains_section";
import { runSection } from "./run_section";
import { seaSection } from "./sea_section";
import { vehicleSections } from "./vehicle_section";

export const controlPanel: PanelKind = {
  id: "control",
  title: "Control",
  offered: (source) => source.control !== undefined,
  create: createControlPanel,
};

const kRefreshMs = 100;

function createControlPanel({ source, selection }: PanelContext): Panel {
  const vehicle = el("p", { class: "vehicle-name" });
  const sections = [runSection(source), seaSection(source), ...vehicleSections(source, selection), gainsSection(source, selection)];
  const lost = el("p", { class: "bad note" }, ["There is no connection to the simulation; changes have no effect."]);
  const [run, sea, ...others] = sections.map(({ element }) => element);
  const element = el("section", { class: "control-panel" }, [lost, run, sea, vehicle, ...others]);

  // Parameters of a run with many vehicles arrive in bursts: one refresh serves them all.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    timer = undefined;
    const ready = source.connection().kind === "ready";
    lost.hidden = ready;
    element.classList.toggle("unreachable", !ready);
    vehicle.textContent = source.scene.vehicles[selection.vehicle]?.name ?? "";
    for (const section of sections) section.refresh();
  };
  const later = (): void => {
    timer ??= setTimeout(refresh, kRefreshMs);
  };
  const undo = [source.onParameters(later), source.onRunState(later), source.onConnection(later), selection.onChange(refresh)];
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
