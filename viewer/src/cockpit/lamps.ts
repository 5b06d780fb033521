// All lamps of a vehicle at once, by their parameters.
import type { Parameter, Source } from "../source";

const kSteps = 10;

export function lampParameters(source: Source, vehicle: string): Parameter[] {
  const prefix = `${vehicle}/lamp/`;
  return source.parameters().filter(({ name, value }) => name.startsWith(prefix) && typeof value === "number");
}

/** Brighter or darker by a tenth of the range. */
export async function stepLamps(source: Source, vehicle: string | undefined, direction: 1 | -1): Promise<void> {
  if (vehicle === undefined || !source.control) return;
  for (const { name, value, min = 0, max = 1 } of lampParameters(source, vehicle)) {
    const next = Number(value) + (direction * (max - min)) / kSteps;
    await source.control.setParameter(name, Math.min(max, Math.max(min, next)));
  }
}
