// Stamps of messages as seconds since the start of the run.
import type { Source } from "../source";

export function secondsOf(source: Source, timeNs: bigint): number {
  return Number(timeNs - BigInt(source.scene.start_unix_ns)) / 1e9;
}
