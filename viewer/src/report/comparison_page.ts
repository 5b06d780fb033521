// Several runs, and a table from the field, side by side: what `hadal report A B C --data dive.csv`
// writes. One colour per run in every chart; the first is the one that the others are compared with.
import { brand } from "../layout/notice";
import { seriesColour } from "../panels/plot_chart";
import { el } from "../ui/el";
import { formatNumber } from "../ui/format";
import { chartView } from "./chart";
import { drawn, type Chart, type Line } from "./charts";
import { planView, trackOf } from "./plan_view";
import { section } from "./report_facts";
import { Table } from "./table";
import { metricRows, type VehicleMetrics } from "./tracking_table";
import "./report.css";

type Numbers = readonly (number | null)[];

export interface ComparisonDocument {
  readonly runs: readonly ComparedRun[];
  readonly differences: readonly RunDifference[]; // of all runs but the first
}

interface ComparedRun {
  readonly label: string;
  readonly file: string;
  readonly vehicle: string;
  readonly is_table: boolean;
  readonly time_s: Numbers;
  readonly columns: Readonly<Record<string, Numbers>>;
  readonly difference_time_s: Numbers;
  readonly differences: Readonly<Record<string, Numbers>>;
  readonly unused: readonly string[];
  readonly metrics: VehicleMetrics | null;
}

interface RunDifference {
  readonly label: string;
  readonly quantities: readonly { readonly quantity: string; readonly unit: string; readonly rms: number; readonly max: number; readonly max_at_s: number }[];
}

interface Drawn {
  readonly title: string;
  readonly column: string;
  readonly unit: string;
  readonly look?: Pick<Chart, "down" | "turns" | "minSpan">;
}
const kCharts: readonly Drawn[] = [
  { title: "Depth", column: "depth_m", unit: "m", look: { down: true, minSpan: 0.1 } },
  { title: "Heading", column: "heading_deg", unit: "deg", look: { turns: true, minSpan: 2 } },
  { title: "North", column: "north_m", unit: "m", look: { minSpan: 0.1 } },
  { title: "East", column: "east_m", unit: "m", look: { minSpan: 0.1 } },
  { title: "Speed", column: "speed_m_s", unit: "m/s", look: { minSpan: 0.05 } },
  { title: "Roll", column: "roll_deg", unit: "deg", look: { minSpan: 1 } },
  { title: "Pitch", column: "pitch_deg", unit: "deg", look: { minSpan: 1 } },
  { title: "Surge", column: "surge_m_s", unit: "m/s", look: { minSpan: 0.05 } },
  { title: "Sway", column: "sway_m_s", unit: "m/s", look: { minSpan: 0.05 } },
  { title: "Heave", column: "heave_m_s", unit: "m/s", look: { minSpan: 0.05 } },
];

const known = (values: Numbers | undefined): number[] => (values ?? []).map((value) => value ?? NaN);

/** Charts of every quantity with a line per run, and of the differences from the first run. */
export function comparisonCharts({ runs }: ComparisonDocument): { readonly values: Chart[]; readonly differences: Chart[] } {
  const lines = (of: (run: ComparedRun) => readonly [Numbers, Numbers | undefined]): Line[] =>
    runs.map((run, colour) => {
      const [times, values] = of(run);
      return { name: run.label, times: known(times), values: values ? known(values) : [], colour };
    });
  return {
    values: drawn(kCharts.map(({ title, column, unit, look }) => ({
      title, unit, ...look, lines: lines((run) => [run.time_s, run.columns[column]]),
    }))),
    differences: drawn(kCharts.map(({ title, column, unit, look }) => ({
      title: `${title} difference`, unit, ...(look?.minSpan !== undefined && { minSpan: look.minSpan / 5 }),
      lines: lines((run) => [run.difference_time_s, run.differences[column]]),
    }))),
  };
}

export function showComparison(root: HTMLElement, comparison: ComparisonDocument): void {
  const { runs } = comparison;
  const names = runs.map(({ label }) => label).join(", ");
  document.title = `${names} \u2013 Hadal`;
  const times = runs.flatMap(({ time_s }) => known(time_s));
  const whole = [times.reduce((a, b) => Math.min(a, b), Infinity), times.reduce((a, b) => Math.max(a, b), -Infinity)] as const;
  const plan = planView({ title: "Plan view", tracks: runs.map(track), waypoints: [], marks: [] });
  const charts = comparisonCharts(comparison);
  const views = [plan, ...[...charts.values, ...charts.differences].map((chart) => chartView(chart, whole, showTime))];
  const figures = views.map(({ element }) => element);
  const first = 1 + charts.values.length;
  root.replaceChildren(
    el("header", { class: "top-bar" }, [brand(), el("span", { class: "title" }, [names])]),
    el("main", { class: "report" }, [
      el("h1", {}, ["Comparison of runs"]),
      section("Runs", runTable(runs), ...runs.filter(({ unused }) => unused.length > 0).map(unusedNote)),
      el("div", { class: "report-facts close" }, [differenceTable(comparison), metricTable(runs)]),
      section("Motion", el("div", { class: "report-grid" }, figures.slice(0, first))),
      charts.differences.length > 0 && section(
        "Differences", el("p", { class: "muted" }, [`From ${runs[0]?.label ?? ""}, linearly between the samples.`]),
        el("div", { class: "report-grid" }, figures.slice(first)),
      ),
    ].filter((part) => part !== false)),
  );
  showTime(whole[0]);

  function showTime(time_s: number): void {
    for (const view of views) view.setTime(time_s);
  }
}

function track(run: ComparedRun, colour: number): ReturnType<typeof trackOf> {
  const table = new Table();
  const [north, east] = [known(run.columns["north_m"]), known(run.columns["east_m"])];
  const heading = known(run.columns["heading_deg"]);
  known(run.time_s).forEach((time_s, i) => table.add(time_s, { north_m: north[i] ?? NaN, east_m: east[i] ?? NaN, heading_deg: heading[i] ?? NaN }));
  return { ...trackOf(run.label, table, ["north_m", "east_m", "heading_deg"]), colour };
}

function runTable(runs: readonly ComparedRun[]): HTMLElement {
  const head = el("tr", {}, ["run", "file", "vehicle", "from, s", "to, s"].map((name, i) => el("th", { class: i > 2 ? "number" : "" }, [name])));
  const rows = runs.map((run, i) => {
    const times = known(run.time_s);
    return el("tr", {}, [
      el("td", {}, [dot(i), ` ${run.label}`]), el("td", {}, [el("code", {}, [run.file])]), el("td", {}, [run.is_table ? "table" : run.vehicle]),
      ...[times[0], times[times.length - 1]].map((time) => el("td", { class: "number" }, [formatNumber(time, 1)])),
    ]);
  });
  return el("div", { class: "report-wide" }, [el("table", {}, [head, ...rows])]);
}

function unusedNote({ label, unused }: ComparedRun): HTMLElement {
  return el("p", { class: "muted" }, [`Columns of ${label} that are not used: ${unused.join(", ")}.`]);
}

function dot(run: number): HTMLElement {
  return el("span", { class: "plot-dot", style: `background:${seriesColour(run)}` });
}

/** A row per quantity, two columns per run: rms and the largest difference. */
function differenceTable({ runs, differences }: ComparisonDocument): HTMLElement {
  const quantities = [...new Map(differences.flatMap((one) => one.quantities.map(({ quantity, unit }) => [quantity, unit] as const)))];
  const head = el("tr", {}, [
    el("th", {}, ["quantity"]),
    ...differences.flatMap(({ label }, i) => ["rms", "largest"].map((what) => el("th", { class: "number" }, [dot(i + 1), ` ${label}, ${what}`]))),
  ]);
  const rows = quantities.map(([quantity, unit]) =>
    el("tr", {}, [
      el("td", {}, [`${quantity}, ${unit}`]),
      ...differences.flatMap((one) => {
        const found = one.quantities.find((entry) => entry.quantity === quantity);
        return [found?.rms, found?.max].map((value) => el("td", { class: "number" }, [significant(value)]));
      }),
    ]));
  return section(`Difference from ${runs[0]?.label ?? ""}`, el("div", { class: "report-wide" }, [el("table", {}, [head, ...rows])]));
}

/** Figures of summary.json of each run, side by side. */
function metricTable(runs: readonly ComparedRun[]): HTMLElement {
  const each = runs.map(({ metrics }) => new Map(metricRows(metrics)));
  const names = [...new Set(each.flatMap((rows) => [...rows.keys()]))];
  if (names.length === 0) {
    return section("Tracking and energy", el("p", { class: "muted" }, ["No summary.json of these runs lay beside their logs."]));
  }
  const head = el("tr", {}, [el("th", {}, [""]), ...runs.map(({ label }, i) => el("th", { class: "number" }, [dot(i), ` ${label}`]))]);
  const rows = names.map((name) => el("tr", {}, [el("td", {}, [name]), ...each.map((one) => el("td", { class: "number" }, [one.get(name) ?? "\u2013"]))]));
  return section("Tracking and energy", el("div", { class: "report-wide" }, [el("table", {}, [head, ...rows])]));
}

function significant(value: number | undefined): string {
  return value === undefined ? "\u2013" : Number(value.toPrecision(3)).toString();
}
