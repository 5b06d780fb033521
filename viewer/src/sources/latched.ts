// Topics of which the server keeps messages and sends them again, with every subscription and when
// some were lost on the way.
import type { SeabedTile } from "../scene_types";
import type { TopicMessage } from "../source";

/** All of these count, not only the last: whoever comes later gets them all. */
export const kLatched: ReadonlySet<string> = new Set(["/hadal/seabed", "/tf_static"]);

/** Of a latched topic, a message takes the place of an earlier one with the same key. */
export function latchedKey({ topic, message }: TopicMessage): string {
  if (topic !== "/hadal/seabed") return "";
  const { level, row, column } = message as SeabedTile;
  return `${level}/${row}/${column}`;
}

export const kTextTopic = "/rosout";

/** rcl_interfaces/msg/Log: what tells one from another. */
export function textKey({ timeNs, message }: TopicMessage): string {
  const { name, msg } = message as { readonly name: string; readonly msg: string };
  return `${timeNs} ${name} ${msg}`;
}
