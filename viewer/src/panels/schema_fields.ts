// The numeric fields of a message, from the text of its definition: known before a message has come.
// Lists have no fixed length; their elements are known once a message has been seen.
import { parse } from "@foxglove/rosmsg";
import type { FieldPath } from "./fields";

const kDeepest = 8;
const kLongestArray = 64;
const kAngles = ["roll_deg", "pitch_deg", "yaw_deg"];

export interface SchemaFields {
  readonly paths: readonly FieldPath[];
  readonly hasLists: boolean; // a message tells more
}

type Definitions = ReturnType<typeof parse>;

const kNothing: SchemaFields = { paths: [], hasLists: true };
const known = new Map<string, SchemaFields>();

export function schemaFields(schema: string | undefined): SchemaFields {
  if (schema === undefined) return kNothing;
  let fields = known.get(schema);
  if (fields === undefined) {
    fields = read(schema);
    known.set(schema, fields);
  }
  return fields;
}

function read(schema: string): SchemaFields {
  const paths: FieldPath[] = [];
  let hasLists = false;
  const visit = (definitions: Definitions, index: number, path: FieldPath): void => {
    const fields = (definitions[index]?.definitions ?? []).filter(({ isConstant }) => isConstant !== true);
    for (const { name, type, isArray, arrayLength, isComplex } of fields) {
      const here = [...path, name];
      const count = isArray === true ? arrayLength : undefined;
      if (isArray === true && count === undefined) hasLists = true;
      const items = isArray !== true ? [here] : Array.from({ length: (count ?? 99) <= kLongestArray ? (count ?? 0) : 0 }, (_, i) => [...here, String(i)]);
      const inner = isComplex === true ? definitions.findIndex((one) => one.name === type) : -1;
      if (isComplex !== true && type !== "string" && type !== "wstring") paths.push(...items);
      else if (inner >= 0 && here.length <= kDeepest) for (const item of items) visit(definitions, inner, item);
    }
    if (fields.map(({ name }) => name).join("") === "xyzw") paths.push(...kAngles.map((angle) => [...path, angle]));
  };
  try {
    const definitions = parse(schema, { ros2: true });
    visit(definitions, definitions.findIndex(({ name }) => name === undefined), []);
  } catch {
    return kNothing;
  }
  return { paths, hasLists };
}

/** Units by the end of a name, longest first, and of the fields of ROS messages, which do not name theirs. */
const kSuffixes: readonly (readonly [RegExp, string])[] = [
  [/_m_s2$/, "m/s\u00b2"], [/_m_s$/, "m/s"], [/_rad_s$/, "rad/s"], [/_deg_s$/, "\u00b0/s"], [/_kg_m3$/, "kg/m\u00b3"], [/_n_m$|_nm$/, "N m"],
  [/_degc$/, "\u00b0C"], [/_deg$/, "\u00b0"], [/_rad$/, "rad"], [/_percent$/, "%"], [/_wh$/, "Wh"], [/_hz$/, "Hz"], [/_db$/, "dB"], [/_pa$/, "Pa"],
  [/_ntu$/, "NTU"], [/_lx$/, "lx"], [/_rpm$/, "rpm"], [/_us$/, "\u00b5s"], [/_m$/, "m"], [/_s$/, "s"], [/_n$/, "N"], [/_v$/, "V"], [/_a$/, "A"], [/_w$/, "W"],
];
const kRosUnits: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)position\.[xyz]$|translation\.[xyz]$|(^|\.)(min_|max_)?range$/, "m"], [/twist\.linear\.[xyz]$/, "m/s"], [/angular(_velocity)?\.[xyz]$/, "rad/s"],
  [/linear_acceleration\.[xyz]$/, "m/s\u00b2"], [/force\.[xyz]$/, "N"], [/torque\.[xyz]$/, "N m"], [/fluid_pressure$/, "Pa"], [/magnetic_field\.[xyz]$/, "T"],
  [/voltage$/, "V"], [/current$/, "A"], [/temperature$/, "\u00b0C"], [/(latitude|longitude)$/, "\u00b0"],
];

/** Empty where nothing says it. */
export function unitOf(path: FieldPath): string {
  const last = path.at(-1) ?? "";
  const text = path.join(".");
  return kSuffixes.find(([end]) => end.test(last))?.[1] ?? kRosUnits.find(([end]) => end.test(text))?.[1] ?? "";
}
