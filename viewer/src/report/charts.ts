// Which charts a report has of a vehicle: motion and water, actuators, forces, sensors.
import { near, rms, sum, unwrapped, type Table } from "./table";

export interface Line {
  readonly name: string;
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly style?: "set" | "reading" | "truth"; // a reading is a pale band under its truth
  readonly colour?: number; // of the series; the next one if left out
}

export interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly Line[];
  readonly note?: string;
  readonly down?: boolean; // grows downwards, as depth
  readonly turns?: boolean; // labels count within 360
  readonly minSpan?: number; // a quieter signal is not blown up
  readonly marks?: readonly { readonly time_s: number; readonly text: string }[];
}

/** Lines with something to see, and charts with such lines. */
export function drawn(charts: readonly Chart[]): Chart[] {
  return charts
    .map((chart) => ({ ...chart, lines: chart.lines.filter(({ values }) => values.some(Number.isFinite)) }))
    .filter(({ lines }) => lines.some(({ style }) => style === undefined || style === "reading"));
}

export function motionCharts(table: Table): Chart[] {
  const { times } = table;
  const line = (name: string, column: string): Line => ({ name, times, values: table.column(column) });
  const set = (column: string): Line => ({ ...line("set-point", column), style: "set" });
  const heading = unwrapped(table.column("heading_deg"));
  const asked = table.column("set_heading_deg").map((value, i) => near(value, heading[i] ?? NaN));
  const sinks = table.column("current_down_m_s").some((value) => Math.abs(value) > 1e-6);
  const less = (name: string, column: string, set_column: string): Line => {
    const wanted = table.column(set_column);
    return { name, times, values: table.column(column).map((value, i) => value - (wanted[i] ?? NaN)) };
  };
  return drawn([
    { title: "Depth", unit: "m", down: true, minSpan: 0.1, lines: [line("depth", "depth_m"), set("set_depth_m")] },
    {
      title: "Heading", unit: "deg", turns: true, minSpan: 2,
      lines: [{ name: "heading", times, values: heading }, { name: "set-point", times, values: asked, style: "set" }],
    },
    { title: "Roll and pitch", unit: "deg", minSpan: 1, lines: [line("roll", "roll_deg"), line("pitch", "pitch_deg")] },
    {
      title: "Body velocity over ground", unit: "m/s", minSpan: 0.05,
      lines: [line("surge", "surge_m_s"), line("sway", "sway_m_s"), line("heave", "heave_m_s"), set("set_speed_m_s")],
    },
    {
      title: "Body rates", unit: "deg/s", minSpan: 1,
      lines: [line("roll", "roll_deg_s"), line("pitch", "pitch_deg_s"), line("yaw", "yaw_deg_s")],
    },
    {
      title: "Speed", unit: "m/s", minSpan: 0.05,
      lines: [line("over ground", "speed_m_s"), line("through the water", "speed_through_water_m_s")],
    },
    {
      title: "Position error", unit: "m", minSpan: 0.02, note: "position less set-point",
      lines: [less("north", "north_m", "set_north_m"), less("east", "east_m", "set_east_m")],
    },
    { title: "Depth error", unit: "m", minSpan: 0.02, note: "depth less set-point", lines: [less("error", "depth_m", "set_depth_m")] },
    {
      title: "Heading error", unit: "deg", minSpan: 1, note: "heading less set-point",
      lines: [{ name: "error", times, values: heading.map((value, i) => value - (asked[i] ?? NaN)) }],
    },
    { title: "Surge error", unit: "m/s", minSpan: 0.02, note: "surge less set-point", lines: [less("error", "surge_m_s", "set_speed_m_s")] },
    {
      title: "Current at the vehicle", unit: "m/s", minSpan: 0.05,
      lines: [
        line("north", "current_north_m_s"), line("east", "current_east_m_s"), ...(sinks ? [line("down", "current_down_m_s")] : []),
      ],
    },
  ]);
}

export interface Actuator {
  readonly name: string;
  readonly unit: string;
}

export function actuatorCharts(table: Table, actuators: readonly Actuator[]): Chart[] {
  const { times } = table;
  const of = (what: string): Line[] =>
    table.names.filter((name) => name.endsWith(what)).map((name) => ({ name: name.slice(0, -what.length), times, values: table.column(name) }));
  const marks = of(":health").flatMap(({ name, values }) => {
    const at = values.findIndex((health) => health < 1);
    const health = values[at] ?? 1;
    const text = health > 0 ? `${name} at ${Math.round(100 * health)} %` : `${name} fails`;
    return at < 0 ? [] : [{ time_s: times[at] ?? 0, text }];
  });
  const units = [...new Set(actuators.map(({ unit }) => unit))];
  const ofUnit = (unit: string): Line[] =>
    of(":actuator").filter(({ name }) => actuators.some((one) => one.name === name && one.unit === unit));
  return drawn([
    { title: "Thruster load", unit: "% of the largest thrust", minSpan: 10, lines: of(":load"), marks },
    { title: "Thrust", unit: "N", minSpan: 0.5, lines: of(":thrust"), marks },
    ...units.map((unit) => ({
      title: unit === "rad" ? "Fins" : "Ballast and moving masses", unit: unit === "rad" ? "deg" : unit, lines: ofUnit(unit),
    })),
  ]);
}

const kWrenches = ["Surge force", "Sway force", "Heave force", "Roll moment", "Pitch moment", "Yaw moment"];
/** They hold each other up: alone they would dwarf all others. */
const kStaticTerms = ["weight", "buoyancy", "ballast"];
const kNothing = 1e-6; // N or N m

/** Every force on a link by name; those that are zero throughout are left out. */
export function forceCharts(table: Table): Chart[] {
  const { times } = table;
  const acts = ({ values }: Line): boolean => values.some((value) => Math.abs(value) > kNothing);
  return kWrenches.flatMap((title, axis) => {
    const terms = table.names.filter((name) => name.endsWith(`:${axis}`)).map((name) => ({ name: name.slice(0, -2), values: table.column(name) }));
    const still = terms.filter(({ name }) => kStaticTerms.includes(name));
    const moving = terms.filter(({ name }) => !kStaticTerms.includes(name));
    const lines: Line[] = [{ name: "weight + buoyancy", values: sum(still.map(({ values }) => values)) }, ...moving]
      .map((line) => ({ ...line, times }))
      .filter(acts);
    const total: Line = { name: "sum", times, values: sum(terms.map(({ values }) => values)), style: "truth" };
    return drawn([{ title, unit: axis < 3 ? "N" : "N m", minSpan: 0.01, lines: lines.length > 1 ? [...lines, total] : lines }]);
  });
}

/** Suffix of a column, unit that is shown, factor; longer ones first. */
const kUnits: readonly (readonly [string, string, number])[] = [
  ["_m_s2", "m/s\u00b2", 1], ["_rad_s", "deg/s", 180 / Math.PI], ["_m_s", "m/s", 1], ["_N_m", "N m", 1], ["_rad", "deg", 180 / Math.PI],
  ["_degc", "\u00b0C", 1], ["_deg", "deg", 1], ["_Pa", "kPa", 1e-3], ["_T", "\u00b5T", 1e6], ["_db", "dB", 1], ["_hz", "Hz", 1], ["_bytes", "B", 1], ["_m", "m", 1], ["_V", "V", 1], ["_A", "A", 1],
  ["_W", "W", 1], ["_N", "N", 1], ["_s", "s", 1],
];

interface ColumnName {
  readonly quantity: string;
  readonly label: string;
  readonly unit: string;
  readonly factor: number;
}

/** angular_velocity_x_rad_s: "Angular velocity", x, deg/s. Of profiles and beams each axis is a quantity, with a label per cell or beam. */
export function parseColumn(column: string): ColumnName {
  const [suffix, unit, factor] = kUnits.find(([end]) => column.endsWith(end)) ?? ["", "", 1];
  const stem = column.slice(0, column.length - suffix.length);
  const axis = /^(?<what>.*)_(?<label>x|y|z|north|east|down)$/.exec(stem)?.groups;
  const part = /^(?<of>thruster|cell|beam)_(?<label>[^_]+)_(?<what>.*)$/.exec(stem)?.groups;
  const tilt = stem === "roll" || stem === "pitch";
  const what = tilt ? "roll and pitch" : part ? `${part["of"] === "cell" ? "" : part["of"] ?? ""} ${part["what"] ?? ""}`.trim() : (axis?.["what"] ?? stem);
  const quantity = what.replaceAll("_", " ");
  const label = tilt ? stem : part?.["of"] === "cell" ? `cell ${part["label"] ?? ""}` : ((part ?? axis)?.["label"] ?? "");
  return { quantity: quantity.charAt(0).toUpperCase() + quantity.slice(1), label, unit, factor };
}

export interface SensorCharts {
  readonly charts: readonly Chart[];
  readonly exact: readonly string[]; // quantities of an estimate without error
}

const kRounding = 1e-9; // is no error worth a chart
const kMostLabels = 4; // of one quantity; of more, such as the cells of a profile, some are drawn

/** Evenly spread over all, the first and the last among them. */
function spread<T>(all: readonly T[]): T[] {
  if (all.length <= kMostLabels) return [...all];
  return Array.from({ length: kMostLabels }, (_, i) => all[Math.round((i * (all.length - 1)) / (kMostLabels - 1))]).filter((one) => one !== undefined);
}

/** Readings with the truth at the same stamps; of what estimates a position, the errors. */
export function sensorCharts(reading: Table, truth: Table): SensorCharts {
  const common = truth.names.filter((name) => reading.names.includes(name));
  const estimate = common.some((name) => name.startsWith("position_"));
  const rowAt = new Map(truth.times.map((time, row) => [time, row]));
  const rows = reading.times.map((time) => rowAt.get(time) ?? -1);
  const { times } = reading;
  const quantities = new Map<string, { unit: string; parts: Line[][]; errors: number[][]; rms: number[]; labels: string[] }>();
  for (const name of common) {
    const { quantity, label, unit, factor } = parseColumn(name);
    const turns = quantity === "Heading";
    const column = truth.column(name).map((value) => factor * value);
    const known = turns ? unwrapped(column) : column;
    const exact = rows.map((row) => known[row] ?? NaN);
    const read = reading.column(name).map((value, i) => (turns ? near(factor * value, exact[i] ?? NaN) : factor * value));
    const errors = read.map((value, i) => value - (exact[i] ?? NaN));
    const entry = quantities.get(quantity) ?? { unit, parts: [], errors: [], rms: [], labels: [] };
    quantities.set(quantity, entry);
    entry.parts.push(estimate
      ? [{ name: label || "error", times, values: errors }]
      : [{ name: label || "reading", times, values: read, style: "reading" }, { name: `${label} truth`.trim(), times, values: exact, style: "truth" }]);
    entry.errors.push(errors);
    entry.rms.push(rms(errors));
    entry.labels.push(label);
  }
  const all = [...quantities];
  const isExact = (values: readonly number[]): boolean => estimate && values.every((value) => value < kRounding);
  return {
    charts: drawn(all.filter(([, entry]) => !isExact(entry.rms)).map(([quantity, entry]) => ({
      title: estimate ? `${quantity} error` : quantity, unit: entry.unit, lines: spread(entry.parts).flat(),
      note: errorNote(entry),
      turns: !estimate && quantity === "Heading",
    }))),
    exact: all.filter(([, entry]) => isExact(entry.rms)).map(([quantity]) => quantity.toLowerCase()),
  };
}

interface Entry {
  readonly unit: string;
  readonly errors: readonly (readonly number[])[];
  readonly rms: readonly number[];
  readonly labels: readonly string[];
}

function errorNote({ unit, errors, rms: each, labels }: Entry): string {
  const all = each.length > kMostLabels ? `of all ${each.length} ${rms(errors.flat()).toPrecision(3)}` : undefined;
  return `rms error ${all ?? each.map((value, i) => `${labels[i] ?? ""} ${value.toPrecision(3)}`.trim()).join(", ")} ${unit}`.trim();
}
