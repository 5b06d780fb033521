// How fast the charge of a battery falls, from its values of the last minute. Batteries do not tell
// their capacity, and the current of a moment says little about the next hour.

const kSpan_s = 60;
const kMinSpan_s = 10; // before, one burst of the thrusters would decide
const kStep_s = 1;

interface Sample {
  readonly time_s: number;
  readonly charge: number; // 0..1
}

export class ChargeTrend {
  private samples: Sample[] = [];

  clear(): void {
    this.samples = [];
  }

  add(time_s: number, charge: number): void {
    if (!Number.isFinite(charge)) return;
    const last = this.samples.at(-1);
    // The time jumped back, or the battery was charged or exchanged.
    if (last !== undefined && (time_s < last.time_s || charge > last.charge)) this.clear();
    else if (last !== undefined && time_s - last.time_s < kStep_s) return;
    this.samples.push({ time_s, charge });
    this.samples = this.samples.filter((sample) => sample.time_s >= time_s - kSpan_s);
  }

  /** Until the battery is empty; NaN while that cannot be told. */
  secondsLeft(): number {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (first === undefined || last === undefined) return NaN;
    const span_s = last.time_s - first.time_s;
    const fall = first.charge - last.charge;
    return span_s >= kMinSpan_s && fall > 0 ? (last.charge * span_s) / fall : NaN;
  }
}
