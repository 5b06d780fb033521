// Draws on demand: a picture is taken only after someone asked for one, and at most 30 times a second.

const kMinMs = 1000 / 30 - 4; // the screen's own beat decides the rest

export class Ticker {
  private asked = false;
  private handle = 0;
  private startedMs = NaN;
  private lastMs = -Infinity;
  private readonly recent: number[] = [];

  /** draw: takes a picture, true when it wants another at once. cost: told what a picture took, ms. */
  constructor(private readonly draw: (nowMs: number) => boolean, private readonly cost: (ms: number) => void) {}

  get fps(): number {
    const since = performance.now() - 1000;
    return this.recent.filter((t) => t > since).length;
  }

  /** The page was hidden: the time until the next beat says nothing about the picture. */
  forgetCost(): void {
    this.startedMs = NaN;
  }

  ask(): void {
    this.asked = true;
    this.schedule();
  }

  stop(): void {
    cancelAnimationFrame(this.handle);
    this.asked = false;
    this.handle = -1;
  }

  private schedule(): void {
    if (this.handle === 0) this.handle = requestAnimationFrame(() => this.beat());
  }

  private beat(): void {
    this.handle = 0;
    const now = performance.now();
    // The beat after a picture comes when the browser is done with it: that is what it cost.
    if (!Number.isNaN(this.startedMs)) this.cost(now - this.startedMs);
    this.startedMs = NaN;
    if (this.asked && now - this.lastMs >= kMinMs) this.take(now);
    if (this.asked || !Number.isNaN(this.startedMs)) this.schedule();
  }

  private take(now: number): void {
    this.asked = false;
    this.lastMs = this.startedMs = now;
    this.recent.push(now);
    if (this.recent.length > 64) this.recent.splice(0, 32);
    if (this.draw(now)) this.asked = true;
  }
}
