import { describe, expect, it } from "vitest";
import { comparisonCharts, type ComparisonDocument } from "./comparison_page";
import { metricRows } from "./tracking_table";

const run = (label: string, depth: (number | null)[], differences: (number | null)[]): ComparisonDocument["runs"][number] => ({
  label, file: label, vehicle: "rov", is_table: false, time_s: [0, 1], columns: { depth_m: depth }, difference_time_s: [0, 1],
  differences: differences.length > 0 ? { depth_m: differences } : {}, unused: [], metrics: null,
});

describe("comparison", () => {
  it("draws a line per run in the colour of the run, and differences of all but the first", () => {
    const { values, differences } = comparisonCharts({ runs: [run("a", [1, 2], []), run("b", [1, 4], [0, 2]), run("c", [null, null], [null, 1])], differences: [] });
    expect(values.map(({ title }) => title)).toEqual(["Depth"]);
    expect(values[0]?.lines.map(({ name, colour }) => [name, colour])).toEqual([["a", 0], ["b", 1]]);
    expect(differences[0]?.lines.map(({ name, colour, values: of }) => [name, colour, of[1]])).toEqual([["b", 1, 2], ["c", 2, 1]]);
  });
  it("shows the numbers of the summary as they are", () => {
    const rows = new Map(metricRows({ name: "rov", energy_wh: 3.5781, tracking: [
      { quantity: "depth", unit: "m", rms: 0.01234, max: 0.5, steps: 2, settled: 0, overshoot_percent: 12.34, settling_time_s: null },
      { quantity: "path", unit: "m", rms: 0.25, max: 1 },
    ] }));
    expect(rows.get("depth error rms, m")).toBe("0.0123");
    expect(rows.get("depth overshoot, %")).toBe("12.3");
    expect(rows.get("depth settling time")).toBe("not settled");
    expect(rows.get("path overshoot, %")).toBeUndefined();
    expect(rows.get("energy, Wh")).toBe("3.58");
  });
});
