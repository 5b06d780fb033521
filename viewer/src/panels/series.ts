// The values of one field over time, in a store of fixed size.
import type { FieldPath } from "./fields";

export const kLongestSeries = 12_000;

export interface FieldChoice {
  readonly topic: string;
  readonly path: FieldPath;
}

export class Series {
  times: number[] = [];
  values: (number | null)[] = [];

  constructor(readonly choice: FieldChoice) {}

  clear(): void {
    this.times = [];
    this.values = [];
  }

  add(time_s: number, value: number): void {
    this.times.push(time_s);
    this.values.push(Number.isFinite(value) ? value : null);
    // Dropping a part at a time keeps the mean cost of adding low.
    if (this.times.length > kLongestSeries * 1.25) this.drop(this.times.length - kLongestSeries);
  }

  /** From `from_s` on, for a plot: at most `count` points, each stretch by its minimum and maximum value. */
  window(from_s: number, to_s: number, count: number): { times: number[]; values: (number | null)[] } {
    const start = Math.max(lowerBound(this.times, from_s) - 1, 0);
    const end = Math.min(lowerBound(this.times, to_s) + 1, this.times.length);
    if (end - start <= count) return { times: this.times.slice(start, end), values: this.values.slice(start, end) };
    return thinned(this.times, this.values, start, end, count);
  }

  /** The last value at or before a time. */
  valueAt(time_s: number): number | null {
    const index = lowerBound(this.times, time_s + 1e-9) - 1;
    return this.values[index] ?? null;
  }

  private drop(count: number): void {
    this.times.splice(0, count);
    this.values.splice(0, count);
  }
}

export function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Peaks stay visible: of every stretch the least and the largest, in their order. */
function thinned(times: readonly number[], values: readonly (number | null)[], start: number, end: number, count: number): { times: number[]; values: (number | null)[] } {
  const out = { times: [] as number[], values: [] as (number | null)[] };
  const stretch = (2 * (end - start)) / count;
  for (let from = start; from < end; from += stretch) {
    let min = Math.floor(from);
    let largest = min;
    for (let i = min; i < Math.min(Math.floor(from + stretch), end); i++) {
      if ((values[i] ?? Infinity) < (values[min] ?? Infinity)) min = i;
      if ((values[i] ?? -Infinity) > (values[largest] ?? -Infinity)) largest = i;
    }
    for (const i of min === largest ? [min] : [Math.min(min, largest), Math.max(min, largest)]) {
      out.times.push(times[i] ?? 0);
      out.values.push(values[i] ?? null);
    }
  }
  return out;
}
