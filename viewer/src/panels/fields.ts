// The numbers in a message, each with its path. Arrays that belong to a list of names beside them
// (hadal_msgs/Scalars, ThrusterState, WrenchTerms, sensor_msgs/JointState) go by those names.
import { degrees } from "../ui/format";
import { eulerAngles } from "./vehicle_state";

export type FieldPath = readonly string[];

export interface NumericField {
  readonly path: FieldPath;
  readonly value: number;
}

const kLongestArray = 64; // longer ones are pictures, not readings
const kDeepest = 8;
const kNameLists = ["names", "name", "terms"];
const kAngles = ["roll_deg", "pitch_deg", "yaw_deg"] as const;

export function flattenFields(message: unknown): NumericField[] {
  const fields: NumericField[] = [];
  visit(message, [], fields);
  return fields;
}

/** The number at a path; NaN if the message has none there. */
export function readField(message: unknown, path: FieldPath): number {
  let value: unknown = message;
  let siblings: Record<string, unknown> | undefined;
  for (const step of path) {
    if (isList(value)) {
      value = itemOf(value, step, namesIn(siblings));
    } else if (isRecord(value)) {
      siblings = value;
      value = angleOf(value, step) ?? value[step];
    } else return NaN;
  }
  return toNumber(value) ?? NaN;
}

export function pathText(path: FieldPath): string {
  return path.join(".");
}

function visit(value: unknown, path: FieldPath, out: NumericField[], names?: readonly string[]): void {
  const number = toNumber(value);
  if (number !== undefined) {
    out.push({ path, value: number });
  } else if (path.length > kDeepest) {
    return;
  } else if (isList(value)) {
    if (value.length > kLongestArray) return;
    for (let i = 0; i < value.length; i++) visit(value[i], [...path, names?.length === value.length ? (names[i] ?? String(i)) : String(i)], out);
  } else if (isRecord(value)) {
    const labels = namesIn(value);
    for (const [key, field] of Object.entries(value)) visit(field, [...path, key], out, labels);
    if (isQuaternion(value)) for (const angle of kAngles) out.push({ path: [...path, angle], value: angleOf(value, angle) ?? NaN });
  }
}

function itemOf(list: ArrayLike<unknown>, step: string, names: readonly string[] | undefined): unknown {
  const named = names?.length === list.length ? names.indexOf(step) : -1;
  return list[named >= 0 ? named : Number(step)];
}

function namesIn(record: Record<string, unknown> | undefined): readonly string[] | undefined {
  if (record === undefined) return undefined;
  for (const key of kNameLists) {
    const list = record[key];
    if (Array.isArray(list) && list.every((name) => typeof name === "string")) return list;
  }
  return undefined;
}

function isQuaternion(record: Record<string, unknown>): record is Record<"x" | "y" | "z" | "w", number> {
  return ["x", "y", "z", "w"].every((key) => typeof record[key] === "number") && Object.keys(record).length === 4;
}

/** Roll, pitch and yaw that a quaternion stands for, in its own axes. */
function angleOf(record: Record<string, unknown>, step: string): number | undefined {
  const index = kAngles.findIndex((angle) => angle === step);
  if (index < 0 || !isQuaternion(record)) return undefined;
  return degrees(eulerAngles([record.w, record.x, record.y, record.z])[index] ?? NaN);
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "bigint" || typeof value === "boolean") return Number(value);
  return undefined;
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !isList(value);
}
