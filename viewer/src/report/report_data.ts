// The numbers of a report: what one pass through the log says about a vehicle.
import { kSceneTopic, type LogSource } from "../sources/log_source";
import type { SceneState } from "../scene_types";
import type { TopicMessage } from "../source";
import { readingRow, vehicleRow, wrenchRow } from "./rows";
import { Table } from "./table";

/** Messages of each topic that are drawn; of more, one per span of time. */
const kMaxRows = 12_000;
const kWrenchType = "hadal_msgs/msg/WrenchTerms";
const kTruthEnd = "/truth";

export interface VehicleData {
  readonly motion: Table;
  readonly links: ReadonlyMap<string, Table>; // forces by link
  readonly sensors: ReadonlyMap<string, { readonly reading: Table; readonly truth: Table }>;
  readonly thinned: boolean;
}

export async function readVehicleData(source: LogSource, vehicle: number): Promise<VehicleData> {
  const prefix = `/${source.scene.vehicles[vehicle]?.name ?? ""}/`;
  const types = new Map(source.topics().map(({ name, type }) => [name, type]));
  const own = [...types.keys()].filter((name) => name.startsWith(prefix));
  const wrenches = own.filter((name) => types.get(name) === kWrenchType);
  const sensors = own.filter((name) => types.has(name + kTruthEnd));
  const readings = [...sensors, ...sensors.map((name) => name + kTruthEnd)];
  const tables = new Map([kSceneTopic, ...wrenches, ...readings].map((name) => [name, new Table()]));

  const rowOf = ({ topic, message }: TopicMessage) => {
    if (topic === kSceneTopic) return vehicleRow(source.scene, message as SceneState, vehicle);
    if (types.get(topic) === kWrenchType) return wrenchRow(message as Parameters<typeof wrenchRow>[0]);
    return readingRow(source.scene, types.get(topic) ?? "", message);
  };
  await source.visitAll([...tables.keys()], kMaxRows, (message) => {
    const row = rowOf(message);
    if (row) tables.get(message.topic)?.add(stampS(source, message), row);
  });
  const table = (name: string): Table => tables.get(name) ?? new Table();
  return {
    motion: table(kSceneTopic),
    links: new Map(wrenches.map((name) => [name.slice(prefix.length).replace(/\/wrenches$/, ""), table(name)])),
    sensors: new Map(sensors.map((name) => [name.slice(prefix.length), { reading: table(name), truth: table(name + kTruthEnd) }])),
    thinned: [...tables.keys()].some((name) => source.countOf(name) > kMaxRows),
  };
}

/** When it was measured, where the message says so; otherwise when it was logged. */
function stampS(source: LogSource, { timeNs, message }: TopicMessage): number {
  const stamp = (message as { header?: { stamp?: { sec: number; nanosec: number } } }).header?.stamp;
  return source.secondsOf(stamp ? BigInt(stamp.sec) * 1_000_000_000n + BigInt(stamp.nanosec) : timeNs);
}
