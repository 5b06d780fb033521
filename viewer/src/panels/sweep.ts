// Builds up the picture of a sonar with one beam that turns: each ping replaces the beam that looked
// the same way before.
import type { SonarImage } from "./sonar_image";

const kMinStep_rad = 0.002;
const kLargestStep_rad = Math.PI / 8; // more is a jump, not a step
const kMaxBridged = 4;
const kGuess_rad = Math.PI / 180;

export class Sweep {
  private step_rad = NaN; // NaN: not learnt yet
  private previous: SonarImage | undefined;
  private grid: SonarImage | undefined;

  /** Bearing of the newest ping. */
  get bearing_rad(): number {
    return this.previous?.bearings_rad[0] ?? NaN;
  }

  reset(): void {
    this.grid = undefined;
    this.previous = undefined;
    this.step_rad = NaN;
  }

  /** The whole circle with all pings so far; NaN where none was. */
  add(ping: SonarImage): SonarImage {
    const learnt = this.learn(ping);
    let grid = this.grid;
    if (grid === undefined || learnt || !sameReach(grid, ping)) {
      grid = emptyCircle(Number.isNaN(this.step_rad) ? kGuess_rad : this.step_rad, ping.ranges_m);
      if (this.previous !== undefined && sameReach(grid, this.previous)) insert(grid, this.previous, this.bearing_rad);
      this.grid = grid;
    }
    this.bridge(grid, ping);
    insert(grid, ping, ping.bearings_rad[0] ?? 0);
    this.previous = ping;
    return grid;
  }

  /** A busy page skips pings now and then; a beam is wider than a step, so its neighbour stands in for a few. */
  private bridge(grid: SonarImage, ping: SonarImage): void {
    const moved = (ping.bearings_rad[0] ?? 0) - this.bearing_rad;
    const steps = Math.round(Math.abs(moved) / this.step_rad);
    if (!(steps > 1 && steps <= kMaxBridged)) return;
    for (let i = 1; i < steps; i++) insert(grid, ping, this.bearing_rad + (moved * i) / steps);
  }

  /** The step is the least turn between neighbouring pings; true if it is new. */
  private learn(ping: SonarImage): boolean {
    const moved = Math.abs((ping.bearings_rad[0] ?? 0) - this.bearing_rad);
    if (!(moved > kMinStep_rad && moved < kLargestStep_rad) || moved > this.step_rad * 0.9) return false;
    this.step_rad = moved;
    return true;
  }
}

function sameReach(a: SonarImage, b: SonarImage): boolean {
  return a.ranges_m.length === b.ranges_m.length && a.ranges_m.at(-1) === b.ranges_m.at(-1);
}

function emptyCircle(step_rad: number, ranges_m: Float32Array): SonarImage {
  const slots = Math.round((2 * Math.PI) / step_rad);
  return {
    bearings_rad: Float32Array.from({ length: slots + 1 }, (_, i) => -Math.PI + (i * 2 * Math.PI) / slots),
    ranges_m,
    levels_db: new Float32Array((slots + 1) * ranges_m.length).fill(NaN),
  };
}

function insert(grid: SonarImage, ping: SonarImage, bearing_rad: number): void {
  const beams = grid.bearings_rad.length;
  const fraction = (bearing_rad + Math.PI) / (2 * Math.PI);
  const slot = Math.min(Math.max(Math.round(fraction * (beams - 1)), 0), beams - 1);
  // Both ends of the grid are the same direction, astern.
  const twin = slot === 0 ? beams - 1 : slot === beams - 1 ? 0 : slot;
  for (let bin = 0; bin < ping.ranges_m.length; bin++) {
    const level = ping.levels_db[bin] ?? NaN;
    grid.levels_db[bin * beams + slot] = level;
    grid.levels_db[bin * beams + twin] = level;
  }
}
