// What a report says in words: the run, its expectations, its vehicles.
import type { SceneState } from "../scene_types";
import { kSceneTopic, type LogSource } from "../sources/log_source";
import { readVehicle } from "../panels/vehicle_state";
import type { VehicleMetrics } from "./tracking_table";
import { el, type Child } from "../ui/el";
import { formatHeading, formatNumber } from "../ui/format";

/** The document "run" that `hadal report` puts beside the log. */
export interface RunDocument {
  readonly summary: Summary | null; // of the same run, if it lay beside the log
  readonly waypoints: Readonly<Record<string, readonly (readonly [number, number])[] | null>>; // north, east, by vehicle
  readonly seed?: number;
  readonly planned_tick?: number;
}

export interface Summary {
  readonly failure?: string;
  readonly wall_s?: number;
  readonly real_time_factor?: number;
  readonly expectations?: readonly { readonly that: string; readonly held: boolean; readonly reached?: boolean }[];
  readonly vehicles?: readonly VehicleMetrics[]; // numbers of docs/report.md
}

interface StateHash {
  readonly tick: bigint;
  readonly hash: bigint;
}

export async function runFacts(source: LogSource, run: RunDocument | undefined): Promise<HTMLElement> {
  const { scene, playback } = source;
  const last = await source.last<StateHash>("/hadal/state_hash");
  const planned = run?.planned_tick;
  const summary = run?.summary ?? undefined;
  const topics = source.topics();
  const messages = topics.reduce((count, { name }) => count + source.countOf(name), 0);
  const early = planned !== undefined && last !== undefined && Number(last.message.tick) !== planned;
  const rows: [string, Child][] = [
    ["start", `${new Date(Number(BigInt(scene.start_unix_ns) / 1_000_000n)).toISOString()} (world clock)`],
    ["duration", `${formatNumber(playback.endS - playback.startS, 2)} s`],
    ["step", `${scene.step_s} s`],
  ];
  if (last) rows.push(["steps", `${last.message.tick}${early ? ` of ${planned}` : ""}`]);
  if (run?.seed !== undefined) rows.push(["seed", run.seed]);
  if (last) rows.push(["state hash at the end", el("code", {}, [last.message.hash.toString(16).padStart(16, "0")])]);
  if (summary?.wall_s !== undefined) {
    rows.push(["computed in", `${formatNumber(summary.wall_s, 2)} s (${formatNumber(summary.real_time_factor, (summary.real_time_factor ?? 0) < 10 ? 1 : 0)} times real time)`]);
  }
  rows.push(["log", `${messages} messages on ${topics.length} topics`]);
  return section("Run", el("table", {}, rows.map(([name, value]) => el("tr", {}, [el("th", {}, [name]), el("td", {}, [value])]))));
}

export function expectationFacts(source: LogSource, run: RunDocument | undefined): HTMLElement {
  const judged = run?.summary?.expectations;
  const row = (verdict: string, level: string, that: string): HTMLElement =>
    el("tr", {}, [el("td", {}, [el("span", { class: `badge ${level}` }, [verdict])]), el("td", {}, [el("code", {}, [that])])]);
  const rows = judged
    ? judged.map(({ that, held, reached }) =>
        reached === false ? row("not reached", "", that) : row(held ? "held" : "failed", held ? "good" : "bad", that))
    : source.scene.expectations.map((that) => row("not judged", "", that));
  const note = judged ? "The scenario states none." : "No summary.json of this run lay beside the log, so the verdicts are not known.";
  return section("Expectations", el("table", {}, rows), (!judged || rows.length === 0) && el("p", { class: "muted" }, [note]));
}

const kVehicleColumns = ["vehicle", "mission", "north, m", "east, m", "depth, m", "heading, deg", "travelled, m", "top speed, m/s", "energy, Wh"];

export async function vehicleFacts(source: LogSource, run: RunDocument | undefined): Promise<HTMLElement> {
  const { scene } = source;
  const end = await source.last<SceneState>(kSceneTopic);
  const rows = scene.vehicles.flatMap(({ name, object }, vehicle) => {
    const reading = end && readVehicle(scene, end.message, vehicle);
    if (!reading || (object && scene.vehicles[vehicle]?.fixed === true)) return [];
    const top = run?.summary?.vehicles?.find((one) => one.name === name)?.top_speed_m_s;
    const numbers = [
      formatNumber(reading.north_m, 2), formatNumber(reading.east_m, 2), formatNumber(reading.depth_m, 2), formatHeading(reading.heading_rad),
      formatNumber(reading.travelled_m, 1), formatNumber(top, 2), formatNumber(reading.energy_wh, 2),
    ];
    const tone = { done: "good", failed: "bad" }[reading.mission as string] ?? "";
    const mission = reading.mission === "none" ? "\u2013" : el("span", { class: `badge ${tone}` }, [reading.mission]);
    return [el("tr", {}, [el("td", {}, [name]), el("td", {}, [mission]), ...numbers.map((text) => el("td", { class: "number" }, [text]))])];
  });
  const head = el("tr", {}, kVehicleColumns.map((name, i) => el("th", { class: i > 1 ? "number" : "" }, [name])));
  return section("Vehicles at the end", el("div", { class: "report-wide" }, [el("table", {}, [head, ...rows])]));
}

export function warnings(source: LogSource, run: RunDocument | undefined): HTMLElement[] {
  const failure = run?.summary?.failure ?? "";
  const texts = [
    failure !== "" && `The run stopped: ${failure}`,
    source.truncated && "The log was cut off: what follows its last complete part is lost.",
  ];
  return texts.filter((text) => text !== false).map((text) => el("p", { class: "banner" }, [text]));
}

export function section(title: string, ...children: Child[]): HTMLElement {
  return el("section", {}, [el("h2", {}, [title]), ...children]);
}
