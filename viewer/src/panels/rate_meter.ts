// How many messages come per second of simulated time, over the last few.

const kKept = 20;
const kJump = 10; // intervals: somebody went to another time

export class RateMeter {
  private readonly stamps: bigint[] = [];

  count(timeNs: bigint): void {
    const last = this.stamps.at(-1);
    if (last !== undefined && (timeNs < last || Number(timeNs - last) * this.perSecond > kJump * 1e9)) this.reset();
    if (last === timeNs) return;
    this.stamps.push(timeNs);
    if (this.stamps.length > kKept) this.stamps.shift();
  }

  reset(): void {
    this.stamps.length = 0;
  }

  /** NaN until two messages are known. */
  get perSecond(): number {
    const first = this.stamps[0];
    const last = this.stamps.at(-1);
    if (first === undefined || last === undefined || last === first) return NaN;
    return ((this.stamps.length - 1) * 1e9) / Number(last - first);
  }
}
