// Lines of a sonar, one per ping, of the whole run in a store of fixed size: when it is full, two lines
// become one (the louder number of each pair), and so on.
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
  private perLine = 1; // pings that make up a line
  private inLast = 0; // pings in the newest line

  constructor(readonly capacity: number) {}

  get count(): number {
    return this.infos.length;
  }

  get width(): number {
    return this.columns;
  }

  clear(): void {
    this.infos = [];
    this.perLine = 1;
    this.inLast = 0;
    this.columns = 0;
    this.levels = undefined;
  }

  /** A line of another length starts a new picture. */
  add(line: Float32Array, info: LineInfo): void {
    if (line.length !== this.columns) this.clear();
    this.columns = line.length;
    this.levels ??= new Float32Array(this.capacity * this.columns);
    if (this.count > 0 && this.inLast < this.perLine) {
      loudest(this.line(0), line);
      ++this.inLast;
      return;
    }
    if (this.count === this.capacity) this.halve();
    this.levels.set(line, this.count * this.columns);
    this.infos.push(info);
    this.inLast = 1;
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

  private halve(): void {
    const half = Math.floor(this.count / 2);
    for (let i = 0; i < half; i++) {
      const [even, odd] = [this.row(2 * i), this.row(2 * i + 1)];
      loudest(even, odd);
      this.row(i).set(even);
    }
    this.infos = this.infos.filter((_, i) => i % 2 === 0).slice(0, half);
    this.perLine *= 2;
  }

  private row(index: number): Float32Array {
    return this.levels?.subarray(index * this.columns, (index + 1) * this.columns) ?? new Float32Array(0);
  }

  private slot(age: number): number {
    return this.count - 1 - age;
  }
}

/** Writes the larger of each two numbers into the first list. */
function loudest(into: Float32Array, other: Float32Array): void {
  for (let i = 0; i < into.length; i++) into[i] = Math.max(into[i] ?? -Infinity, other[i] ?? -Infinity);
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
