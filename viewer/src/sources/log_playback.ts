// The clock of a replay. It moves only as fast as the messages can be read: a slow disk slows the
// picture down instead of making it jump.
import type { Playback, Unsubscribe } from "../source";
import { Listeners } from "./listeners";

export const kMinRate = 0.1;
export const kMaxRate = 20;
const kTickMs = 33;
const kLongestTickS = 0.1;

export class LogPlayback implements Playback {
  private now: number;
  private speed = 1;
  private timer: ReturnType<typeof setInterval> | undefined;
  private lastTick = 0;
  private readonly listeners = new Listeners();

  /** `ready` tells whether what belongs to the present time has been delivered. */
  constructor(
    readonly startS: number,
    readonly endS: number,
    private readonly moved: (fromS: number, toS: number) => void,
    private readonly ready: () => boolean,
  ) {
    this.now = startS;
  }

  get timeS(): number {
    return this.now;
  }

  get playing(): boolean {
    return this.timer !== undefined;
  }

  get rate(): number {
    return this.speed;
  }

  seek(timeS: number): void {
    const from = this.now;
    this.now = Math.min(this.endS, Math.max(this.startS, timeS));
    if (this.now !== from) this.moved(from, this.now);
    this.listeners.notify();
  }

  play(): void {
    if (this.playing) return;
    if (this.now >= this.endS) this.seek(this.startS);
    this.lastTick = performance.now();
    this.timer = setInterval(() => this.tick(), kTickMs);
    this.listeners.notify();
  }

  pause(): void {
    if (!this.playing) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.listeners.notify();
  }

  setRate(rate: number): void {
    this.speed = Math.min(kMaxRate, Math.max(kMinRate, rate));
    this.listeners.notify();
  }

  onChange(listener: () => void): Unsubscribe {
    return this.listeners.add(listener);
  }

  private tick(): void {
    const now = performance.now();
    const elapsed = Math.min(kLongestTickS, (now - this.lastTick) / 1000);
    this.lastTick = now;
    if (!this.ready()) return;
    this.seek(this.now + elapsed * this.speed);
    if (this.now >= this.endS) this.pause();
  }
}
