// A log as a report: what the run was and whether it held what was expected, then charts of the whole
// run of one vehicle, and its pictures at the time of the replay.
import type { Panel, PanelContext, PanelKind } from "../panel";
import { annotatedCameraPanel, cameraPanel } from "../panels/camera_panel";
import { pointsPanel } from "../panels/points_panel";
import { sonarPanel } from "../panels/sonar_panel";
import { waterfallPanel } from "../panels/waterfall_panel";
import type { LogSource } from "../sources/log_source";
import { el, replaceChildren } from "../ui/el";
import { chartView, type ChartView } from "./chart";
import { actuatorCharts, forceCharts, motionCharts, sensorCharts, type Chart } from "./charts";
import { planView, trackOf } from "./plan_view";
import { readVehicleData, type VehicleData } from "./report_data";
import { expectationFacts, runFacts, section, vehicleFacts, warnings, type RunDocument } from "./report_facts";
import type { Table } from "./table";
import { trackingTable } from "./tracking_table";
import "./report.css";

const kPictures: readonly PanelKind[] = [cameraPanel, annotatedCameraPanel, sonarPanel, waterfallPanel, pointsPanel];

export interface ReportContext extends PanelContext {
  readonly source: LogSource;
  readonly run: RunDocument | undefined;
}

export function reportView(context: ReportContext): Panel {
  const { source, selection, run } = context;
  const { scene, playback } = source;
  const facts = el("div", { class: "report-facts" });
  const vehicles = el("div", {});
  const body = el("div", {});
  const tabs = vehicleTabs(context);
  const element = el("main", { class: "report" }, [
    el("h1", {}, [source.title]),
    el("p", { class: "report-lead" }, [scene.description]),
    ...warnings(source, run), facts, vehicles, tabs.element, body,
  ]);
  let views: ChartView[] = [];
  let panels: Panel[] = [];
  let asked = 0; // a newer vehicle makes an older answer void

  void Promise.all([runFacts(source, run), vehicleFacts(source, run)]).then(([runTable, vehicleTable]) => {
    replaceChildren(facts, [runTable, expectationFacts(source, run)]);
    replaceChildren(vehicles, [vehicleTable]);
  }, fail);
  const undo = [playback.onChange(showTime), selection.onChange(() => void load()), tabs.dispose];
  void load();

  async function load(): Promise<void> {
    const mine = ++asked;
    clear();
    replaceChildren(body, [el("p", { class: "muted", role: "status" }, ["Reading the log"])]);
    const { vehicle } = selection;
    try {
      const data = await readVehicleData(source, vehicle);
      if (mine === asked) show(vehicle, data);
    } catch (error) {
      fail(error);
    }
  }

  function show(vehicle: number, data: VehicleData): void {
    const name = scene.vehicles[vehicle]?.name ?? "";
    const plan = planView({
      title: "Plan view",
      tracks: [trackOf("travelled", data.motion, ["north_m", "east_m", "heading_deg"])],
      waypoints: run?.waypoints[name] ?? [],
      marks: scene.marks.map(({ name: mark, position_m: [north, east] }) => ({ name: mark, place: [north, east] })),
    });
    views.push(plan);
    const actuators = actuatorCharts(data.motion, scene.actuators.filter((one) => one.vehicle === vehicle));
    panels = kPictures.filter((kind) => kind.offered(source)).map((kind) => kind.create(context));
    replaceChildren(body, [
      el("h2", {}, [name]),
      data.thinned && el("p", { class: "muted" }, ["Of topics with more than 12,000 messages not all are drawn."]),
      trackingTable(run?.summary?.vehicles?.find((one) => one.name === name)),
      part("Motion and water", [plan.element, ...figures(motionCharts(data.motion))]),
      part("Actuators", figures(actuators)),
      ...[...data.links].map(([link, table]) => part(`Forces on ${link}`, figures(forceCharts(table)), kForceNote)),
      ...[...data.sensors].map(([sensor, { reading, truth }]) => {
        const { charts, exact } = sensorCharts(reading, truth);
        const note = `${reading.times.length} readings of ${truth.times.length} measurements`;
        return part(`Sensor ${sensor}`, [...sensorTrack(reading, truth), ...figures(charts)], exact.length > 0 ? `${note}; without error: ${exact.join(", ")}` : note, true);
      }),
      part("Pictures", panels.map((panel) => el("article", { class: "report-picture" }, [panel.element])), kPictureNote),
    ]);
    showTime();
  }

  /** Of what estimates a position. */
  function sensorTrack(reading: Table, truth: Table): HTMLElement[] {
    const columns = ["position_north_m", "position_east_m", "none"] as const;
    const tracks = [trackOf("reading", reading, columns), trackOf("truth", truth, columns, "truth")];
    if (tracks.some(({ places }) => places.length === 0)) return [];
    const view = planView({ title: "Track", tracks, waypoints: [], marks: [] });
    views.push(view);
    return [view.element];
  }

  function figures(charts: readonly Chart[]): HTMLElement[] {
    const made = charts.map((chart) => chartView(chart, [playback.startS, playback.endS], (time_s) => playback.seek(time_s)));
    views.push(...made);
    return made.map((view) => view.element);
  }

  function showTime(): void {
    if (element.offsetParent === null) return;
    for (const view of views) view.setTime(playback.timeS);
  }

  function clear(): void {
    for (const part of [...views, ...panels]) part.dispose();
    views = [];
    panels = [];
  }

  function fail(error: unknown): void {
    replaceChildren(body, [el("p", { class: "banner" }, [`The log cannot be read: ${error instanceof Error ? error.message : String(error)}`])]);
  }

  return {
    element,
    dispose() {
      ++asked;
      clear();
      for (const off of undo) off();
      element.remove();
    },
  };
}

const kForceNote =
  "At the origin of the link, in body axes (forward, right, down). Weight, buoyancy and ballast are shown as one; what is zero throughout is left out.";
const kPictureNote = "At the time of the replay, below.";

/** Nothing where there is nothing to show, unless the note is worth it. */
function part(title: string, children: readonly HTMLElement[], note?: string, always = false): HTMLElement | undefined {
  if (children.length === 0 && !always) return undefined;
  return section(title, note !== undefined && el("p", { class: "muted" }, [note]), el("div", { class: "report-grid" }, children));
}

/** Vehicles, then objects that can move; the one chosen is that of the whole page. */
function vehicleTabs({ source, selection }: ReportContext): { readonly element: HTMLElement; readonly dispose: () => void } {
  const all = source.scene.vehicles.map(({ name, object, fixed }, index) => ({ name, object, fixed, index })).filter(({ object, fixed }) => !object || !fixed);
  const buttons = all
    .sort((a, b) => Number(a.object) - Number(b.object))
    .map(({ name, index }) => el("button", { type: "button", "data-vehicle": name, onclick: () => selection.choose(index) }, [name]));
  const mark = (): void => buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(all[i]?.index === selection.vehicle)));
  mark();
  return { element: el("nav", { class: "report-tabs", hidden: all.length < 2 }, buttons), dispose: selection.onChange(mark) };
}
