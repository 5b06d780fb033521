// Where the chosen vehicle is, how it moves, and what the water does there.
import type { Panel, PanelContext, PanelKind } from "../panel";
import { SeaField, type SceneState } from "../scene_types";
import { replaceChildren } from "../ui/el";
import { degrees, formatHeading, formatLatitude, formatLongitude, formatNumber, formatSigned } from "../ui/format";
import { group, valueRow } from "./rows";
import { statePanel } from "./state_panel";
import { geodetic, readVehicle, type VehicleReading } from "./vehicle_state";

export const numbersPanel: PanelKind = {
  id: "numbers",
  title: "Vehicle",
  offered: (source) => source.scene.vehicles.length > 0,
  create: createNumbersPanel,
};

type Row = readonly [name: string, unit: string, text: (reading: VehicleReading) => string];

const kPlace: readonly Row[] = [
  ["North", "m", (r) => formatNumber(r.north_m, 2, 9)],
  ["East", "m", (r) => formatNumber(r.east_m, 2, 9)],
  ["Depth", "m", (r) => formatNumber(r.depth_m, 2, 9)],
  ["Altitude", "m", (r) => formatNumber(r.altitude_m, 2, 9)],
];
const kAttitude: readonly Row[] = [
  ["Heading", "\u00b0", (r) => formatHeading(r.heading_rad)],
  ["Pitch", "\u00b0", (r) => formatSigned(degrees(r.pitch_rad), 1, 6)],
  ["Roll", "\u00b0", (r) => formatSigned(degrees(r.roll_rad), 1, 6)],
  ["Turn rate", "\u00b0/s", (r) => formatSigned(degrees(r.turn_rad_s), 1, 6)],
];
const kMotion: readonly Row[] = [
  ["Over ground", "m/s", (r) => formatNumber(r.speedOverGround_m_s, 2, 6)],
  ["Course", "\u00b0", (r) => (r.speedOverGround_m_s > 0.02 ? formatHeading(r.course_rad) : "\u2013")],
  ["Through water", "m/s", (r) => formatNumber(r.speedThroughWater_m_s, 2, 6)],
  ["Surge", "m/s", (r) => formatSigned(r.surge_m_s, 2, 6)],
  ["Sway", "m/s", (r) => formatSigned(r.sway_m_s, 2, 6)],
  ["Sinking", "m/s", (r) => formatSigned(r.sink_m_s, 2, 6)],
  ["Travelled", "m", (r) => formatNumber(r.travelled_m, 1, 8)],
];
const kWater: readonly Row[] = [
  ["Current", "m/s", (r) => formatNumber(r.current_m_s, 2, 6)],
  ["Toward", "\u00b0", (r) => (r.current_m_s > 0.005 ? formatHeading(r.currentToward_rad) : "\u2013")],
];
const kAsked: readonly Row[] = [
  ["Heading", "\u00b0", (r) => formatHeading(r.setHeading_rad)],
  ["Depth", "m", (r) => formatNumber(r.setDepth_m, 2, 6)],
  ["Speed", "m/s", (r) => formatNumber(r.setSpeed_m_s, 2, 6)],
];

function createNumbersPanel(context: PanelContext): Panel {
  const { scene } = context.source;
  const all: [ReturnType<typeof valueRow>, Row[2]][] = [];
  const made = (title: string, rows: readonly Row[], more: readonly HTMLElement[] = []) => {
    const elements = rows.map(([name, unit, text]) => {
      const row = valueRow(name, unit);
      all.push([row, text]);
      return row.element;
    });
    return group(title, [...elements, ...more]);
  };
  const latitude = valueRow("Latitude");
  const longitude = valueRow("Longitude");
  const wind = valueRow("Wind", "m/s", "At 10 m above the surface");
  const waves = valueRow("Waves", "m", "Significant height");
  const groups = [
    made("Position", kPlace, [latitude.element, longitude.element]),
    made("Attitude", kAttitude),
    made("Motion", kMotion),
    made("Water and wind", kWater, [wind.element, waves.element]),
    made("Asked for", kAsked),
  ];

  return statePanel("numbers", context, {
    build: (frame) => replaceChildren(frame.body, groups),
    update(state: SceneState, vehicle) {
      const reading = readVehicle(scene, state, vehicle);
      if (reading === undefined) return;
      for (const [row, text] of all) row.set(text(reading));
      const place = geodetic(scene.origin, reading.north_m, reading.east_m);
      latitude.set(formatLatitude(place.lat));
      longitude.set(formatLongitude(place.lon));
      const at = (field: number) => state.sea[field] ?? NaN;
      wind.set(formatNumber(Math.hypot(at(SeaField.Wind), at(SeaField.Wind + 1)), 1, 6));
      waves.set(formatNumber(scene.waves.significant_height_m * at(SeaField.WaveFactor), 2, 6));
    },
  });
}
