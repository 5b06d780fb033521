// Lines of a sonar, one per ping, as many as fit into a fixed store: the oldest fall out.
import { kColours } from "./colour_map";
import type { LevelScale, SonarImage } from "./sonar_image";

export const kLargestLine = 1024; // numbers of a line; more are merged, the loudest stays

export interface LineInfo {
  readonly time_s: number;
  /** Across the line: from the first to the last number, m; negative to port. */
  readonly first_m: number;
  readonly last_m: number;
}

export class LineStore {
  private levels: Float32Array | undefined;
  private infos: LineInfo[] = [];
  private columns = 0;
  private next = 0;

  constructor(readonly capacity: number) {}

  get count(): number {
    return this.infos.length;
  }

  get width(): number {
    return this.columns;
  }

  clear(): void {
    this.infos = [];
    this.next = 0;
    this.columns = 0;
    this.levels = undefined;
  }

  /** A line of another length starts a new picture. */
  add(line: Float32Array, info: LineInfo): void {
    if (line.length !== this.columns) this.clear();
    this.columns = line.length;
    this.levels ??= new Float32Array(this.capacity * this.columns);
    this.levels.set(line, this.next * this.columns);
    this.infos[this.next] = info;
    this.next = (this.next + 1) % this.capacity;
  }

  /** age 0: the newest. */
  info(age: number): LineInfo | undefined {
    return this.infos[this.slot(age)];
  }

  level(age: number, column: number): number {
    return this.levels?.[this.slot(age) * this.columns + column] ?? NaN;
  }

  /** The newest line, or an older one, as numbers. */
  line(age: number): Float32Array {
    const from = this.slot(age) * this.columns;
    return this.levels?.subarray(from, from + this.columns) ?? new Float32Array(0);
  }

  private slot(age: number): number {
    return (((this.next - 1 - age) % this.capacity) + this.capacity) % this.capacity;
  }
}

/** Port from far to near, then starboard from near to far; of a sonar with one beam just that beam. */
export function lineOf(image: SonarImage): { line: Float32Array; first_m: number; last_m: number } {
  const beams = image.bearings_rad.length;
  const bins = image.ranges_m.length;
  const far = image.ranges_m.at(-1) ?? 0;
  const near = image.ranges_m[0] ?? 0;
  if (beams < 2) return { line: merged(image.levels_db), first_m: near, last_m: far };
  const port = (image.bearings_rad[0] ?? 0) < 0 ? 0 : 1;
  const line = new Float32Array(2 * bins);
  for (let bin = 0; bin < bins; bin++) {
    line[bins - 1 - bin] = image.levels_db[bin * beams + port] ?? NaN;
    line[bins + bin] = image.levels_db[bin * beams + 1 - port] ?? NaN;
  }
  return { line: merged(line), first_m: -far, last_m: far };
}

function merged(line: Float32Array): Float32Array {
  const width = Math.ceil(line.length / kLargestLine);
  if (width <= 1) return line;
  const out = new Float32Array(Math.floor(line.length / width));
  for (let i = 0; i < out.length; i++) {
    let loudest = -Infinity;
    for (let k = 0; k < width; k++) loudest = Math.max(loudest, line[i * width + k] ?? -Infinity);
    out[i] = loudest;
  }
  return out;
}

/** The newest line on top (`rows`), or at the right with its first number on top (`columns`). */
export function paintLines(store: LineStore, along: "rows" | "columns", lines: number, scale: LevelScale, table: Uint32Array, out: Uint32Array): void {
  out.fill(0);
  const shown = Math.min(lines, store.count);
  const toColour = (kColours - 1) / (scale.high_db - scale.low_db);
  for (let age = 0; age < shown; age++) {
    const line = store.line(age);
    const start = along === "rows" ? age * line.length : lines - 1 - age;
    const step = along === "rows" ? 1 : lines;
    for (let i = 0, to = start; i < line.length; i++, to += step) {
      const colour = ((line[i] ?? 0) - scale.low_db) * toColour;
      out[to] = table[colour >= kColours - 1 ? kColours - 1 : colour > 0 ? colour | 0 : 0] ?? 0;
    }
  }
}
