// How closely a vehicle did what was asked of it, and its energy: numbers of summary.json, as
// docs/report.md defines them. Nothing is computed here.
import { el } from "../ui/el";
import { section } from "./report_facts";

export interface VehicleMetrics {
  readonly name: string;
  readonly travelled_m?: number;
  readonly top_speed_m_s?: number;
  readonly energy_wh?: number;
  readonly hotel_energy_wh?: number;
  readonly actuator_energy_wh?: number;
  readonly tracking?: readonly QuantityTracking[];
}

export interface QuantityTracking {
  readonly quantity: string;
  readonly unit: string;
  readonly rms: number;
  readonly max: number;
  readonly steps?: number; // of the set-point; missing: none
  readonly settled?: number;
  readonly overshoot_percent?: number | null;
  readonly settling_time_s?: number | null;
}

const kUnknown = "\u2013";

function figure(value: number | null | undefined): string {
  return typeof value === "number" && Number.isFinite(value) ? Number(value.toPrecision(3)).toString() : kUnknown;
}

function settling({ steps, settled, settling_time_s: time_s }: QuantityTracking): string {
  if (steps === undefined) return kUnknown;
  return settled === 0 ? "not settled" : `${figure(time_s)} s`;
}

/** Names with units and values, to be put side by side. */
export function metricRows(metrics: VehicleMetrics | null): [string, string][] {
  if (metrics === null) return [];
  const rows: [string, string][] = [];
  for (const one of metrics.tracking ?? []) {
    rows.push([`${one.quantity} error rms, ${one.unit}`, figure(one.rms)], [`${one.quantity} error, largest, ${one.unit}`, figure(one.max)]);
    if (one.steps === undefined) continue;
    rows.push([`${one.quantity} overshoot, %`, figure(one.overshoot_percent)], [`${one.quantity} settling time`, settling(one)]);
  }
  rows.push(["energy, Wh", figure(metrics.energy_wh)], ["of it actuators, Wh", figure(metrics.actuator_energy_wh)],
    ["of it hotel load, Wh", figure(metrics.hotel_energy_wh)], ["travelled, m", figure(metrics.travelled_m)], ["top speed, m/s", figure(metrics.top_speed_m_s)]);
  return rows;
}

const kColumns = ["quantity", "error rms", "largest error", "steps", "settled", "largest overshoot", "settling time"];

/** Of one vehicle; undefined where the summary is not known. */
export function trackingTable(metrics: VehicleMetrics | undefined): HTMLElement | undefined {
  if (metrics?.tracking === undefined) return undefined;
  const head = el("tr", {}, kColumns.map((name, i) => el("th", { class: i > 0 ? "number" : "" }, [name])));
  const rows = metrics.tracking.map((one) => {
    const cells = [
      `${figure(one.rms)} ${one.unit}`, `${figure(one.max)} ${one.unit}`, figure(one.steps ?? 0), one.steps === undefined ? kUnknown : figure(one.settled),
      one.steps === undefined ? kUnknown : `${figure(one.overshoot_percent)} %`, settling(one),
    ];
    return el("tr", { "data-quantity": one.quantity }, [el("td", {}, [one.quantity]), ...cells.map((text) => el("td", { class: "number" }, [text]))]);
  });
  const energy = `Energy ${figure(metrics.energy_wh)} Wh: actuators ${figure(metrics.actuator_energy_wh)} Wh, hotel load ${figure(metrics.hotel_energy_wh)} Wh.`;
  return section(
    "Tracking and energy",
    rows.length > 0 && el("div", { class: "report-wide" }, [el("table", { class: "tracking" }, [head, ...rows])]),
    el("p", { class: "muted" }, [rows.length > 0 ? `Set-points against the truth. ${energy}` : energy]),
  );
}
