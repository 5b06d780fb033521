import { describe, expect, it } from "vitest";
import type { SceneDescription } from "../scene_types";
import { actuatorCharts, forceCharts, motionCharts, parseColumn, sensorCharts } from "./charts";
import { readingRow, wrenchRow } from "./rows";
import { Table } from "./table";

const zero = { x: 0, y: 0, z: 0 };
const scene = { origin: { lat_deg: 45, lon_deg: 10 } } as SceneDescription;

function tableOf(rows: readonly Readonly<Record<string, number>>[]): Table {
  const table = new Table();
  rows.forEach((row, i) => table.add(i, row));
  return table;
}

describe("rows", () => {
  it("turn forward-left-up and east-north-up into forward-right-down and north-east-down", () => {
    const half = Math.SQRT1_2;
    const row = readingRow(scene, "nav_msgs/msg/Odometry", {
      pose: { pose: { position: { x: 1, y: 2, z: -3 }, orientation: { x: 0, y: 0, z: half, w: half } } }, // faces north
      twist: { twist: { linear: { x: 4, y: 5, z: 6 }, angular: zero } },
    });
    expect(row).toMatchObject({ position_north_m: 2, position_east_m: 1, position_down_m: 3, velocity_x_m_s: 4, velocity_y_m_s: -5, velocity_z_m_s: -6 });
    expect(row?.["heading_deg"]).toBeCloseTo(0, 9);
    const east = readingRow(scene, "nav_msgs/msg/Odometry", {
      pose: { pose: { position: zero, orientation: { ...zero, w: 1 } } }, twist: { twist: { linear: zero, angular: zero } },
    });
    expect(east?.["heading_deg"]).toBeCloseTo(90, 9);
  });
  it("place fixes by the curvature of the earth", () => {
    const row = readingRow(scene, "sensor_msgs/msg/NavSatFix", { status: { status: 0 }, latitude: 45.001, longitude: 10.001, altitude: 0 });
    expect(row?.["position_north_m"]).toBeCloseTo(111.13, 1); // 111.13 km a degree at 45 degrees
    expect(row?.["position_east_m"]).toBeCloseTo(78.85, 1);
  });
  it("give Doppler logs, profilers and packets the names of their truth", () => {
    const dvl = readingRow(scene, "marine_acoustic_msgs/msg/Dvl", {
      velocity_mode: 1, velocity: { x: 1, y: 2, z: 3 }, altitude: 7, num_good_beams: 4, sound_speed: 1500,
      range: [8, 9, 10, 11], beam_velocity: [0.1, 0.2, 0.3, 0.4], beam_quality: [1, 1, 1, 0.5],
    });
    expect(dvl).toMatchObject({ velocity_x_m_s: 1, velocity_y_m_s: 2, velocity_z_m_s: 3, altitude_m: 7, beam_2_range_m: 9, beam_4_velocity_m_s: 0.4 });
    const profile = readingRow(scene, "hadal_msgs/msg/CurrentProfile", {
      velocity_frame: 1, velocity: [{ x: 1, y: 2, z: 3 }], beam_velocity: [], good_beams: [4], // east, north, up
    });
    expect(profile).toEqual({ cell_1_velocity_north_m_s: 2, cell_1_velocity_east_m_s: 1, cell_1_velocity_down_m_s: -3, cell_1_good_beams: 4 });
    const beams = readingRow(scene, "hadal_msgs/msg/CurrentProfile", { velocity_frame: 0, velocity: [], beam_velocity: [1, 2, 3, 4, 5], good_beams: [] });
    expect(beams).toMatchObject({ cell_1_beam_4_velocity_m_s: 4, cell_2_beam_1_velocity_m_s: 5 });
    const packet = readingRow(scene, "hadal_msgs/msg/Packet", { outcome: 0, delay: 2, level: 90, snr: 12, doppler: 1, payload: [1, 2, 3] });
    expect(packet).toEqual({ outcome: 0, delay_s: 2, level_db: 90, snr_db: 12, doppler: 1, size_bytes: 3 });
  });
  it("name every force by its term and axis", () => {
    const row = wrenchRow({ terms: ["thrust"], wrenches: [{ force: { x: 1, y: 2, z: 3 }, torque: { x: 4, y: 5, z: 6 } }] });
    expect(row).toEqual({ "thrust:0": 1, "thrust:1": -2, "thrust:2": -3, "thrust:3": 4, "thrust:4": -5, "thrust:5": -6 });
  });
});

describe("charts", () => {
  it("leave out what was never measured or asked for", () => {
    const charts = motionCharts(tableOf([{ depth_m: 3, set_depth_m: NaN, heading_deg: 359 }, { depth_m: 4, set_depth_m: NaN, heading_deg: 2 }]));
    expect(charts.map(({ title }) => title)).toEqual(["Depth", "Heading"]);
    expect(charts[0]?.lines.map(({ name }) => name)).toEqual(["depth"]);
    expect(charts[1]?.lines[0]?.values).toEqual([359, 362]);
  });
  it("mark when a thruster fails", () => {
    const rows = [1, 1, 0].map((health) => ({ "t1:load": 50 * health, "t1:thrust": 20 * health, "t1:health": health }));
    const [load] = actuatorCharts(tableOf(rows), []);
    expect(load?.lines[0]).toMatchObject({ name: "t1", values: [50, 50, 0] });
    expect(load?.marks).toEqual([{ time_s: 2, text: "t1 fails" }]);
  });
  it("show weight, buoyancy and ballast as one, every other force, and their sum", () => {
    const row = { "weight:2": 100, "buoyancy:2": -99, "ballast:2": 0.5, "thrust:2": -2, "lift:2": 0 };
    const [heave] = forceCharts(tableOf([row, row]));
    expect(heave?.title).toBe("Heave force");
    expect(heave?.lines.map(({ name, values }) => [name, values[0]])).toEqual([["weight + buoyancy", 1.5], ["thrust", -2], ["sum", -0.5]]);
  });
  it("pair readings with the truth by their stamps", () => {
    const truth = tableOf([0, 1, 2].map((rate) => ({ angular_velocity_x_rad_s: rate })));
    const reading = new Table();
    reading.add(0, { angular_velocity_x_rad_s: 0.5 });
    reading.add(2, { angular_velocity_x_rad_s: 2.5 }); // the one in between was lost
    const { charts: [chart] } = sensorCharts(reading, truth);
    expect(chart?.lines.map(({ name }) => name)).toEqual(["x", "x truth"]);
    expect(chart?.note).toBe("rms error x 28.6 deg/s"); // half a radian
  });
  it("compare headings the short way round", () => {
    const { charts: [chart] } = sensorCharts(tableOf([{ heading_deg: 359 }]), tableOf([{ heading_deg: 1 }]));
    expect(chart?.note).toBe("rms error 2.00 deg");
  });
  it("draw some cells of a profile and tell the error of all", () => {
    const cells = (value: number): Record<string, number> => Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`cell_${i + 1}_velocity_x_m_s`, value]));
    const { charts: [chart] } = sensorCharts(tableOf([cells(3)]), tableOf([cells(1)]));
    expect(chart?.lines.filter(({ style }) => style === "reading").map(({ name }) => name)).toEqual(["cell 1", "cell 4", "cell 7", "cell 10"]);
    expect(chart?.note).toBe("rms error of all 10 2.00 m/s");
  });
  it("show what is left between set-point and value", () => {
    const charts = motionCharts(tableOf([{ depth_m: 3, set_depth_m: 5, heading_deg: 359, set_heading_deg: 1 }]));
    expect(charts.find(({ title }) => title === "Depth error")?.lines[0]?.values).toEqual([-2]);
    expect(charts.find(({ title }) => title === "Heading error")?.lines[0]?.values).toEqual([-2]);
  });
  it("show the errors of what estimates a position", () => {
    const { charts: [chart] } = sensorCharts(tableOf([{ position_north_m: 3 }]), tableOf([{ position_north_m: 1 }]));
    expect(chart).toMatchObject({ title: "Position error", unit: "m" });
    expect(chart?.lines[0]?.values).toEqual([2]);
    const perfect = sensorCharts(tableOf([{ position_north_m: 3 }]), tableOf([{ position_north_m: 3 }]));
    expect(perfect).toEqual({ charts: [], exact: ["position"] });
  });
  it("read the unit and the axis from the name of a column", () => {
    expect(parseColumn("specific_force_z_m_s2")).toEqual({ quantity: "Specific force", label: "z", unit: "m/s\u00b2", factor: 1 });
    expect(parseColumn("pressure_Pa")).toEqual({ quantity: "Pressure", label: "", unit: "kPa", factor: 1e-3 });
    expect(parseColumn("thruster_3_rate_rad_s")).toMatchObject({ quantity: "Thruster rate", label: "3", unit: "deg/s" });
    expect(parseColumn("cell_3_velocity_north_m_s")).toMatchObject({ quantity: "Velocity north", label: "cell 3", unit: "m/s" });
    expect(parseColumn("beam_2_range_m")).toMatchObject({ quantity: "Beam range", label: "2", unit: "m" });
    expect(parseColumn("roll_deg")).toMatchObject({ quantity: "Roll and pitch", label: "roll" });
  });
});
