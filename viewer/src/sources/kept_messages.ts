// What is kept of a live topic for plots and trails that are opened later: the whole time span in
// bounded memory. When it is full, every second message goes, and from then on only every second
// (fourth, ...) new one is kept.
import type { TopicMessage } from "../source";

export class KeptMessages {
  private kept: { message: TopicMessage; bytes: number }[] = [];
  private bytes = 0;
  private stride = 1;
  private skipped = 0;

  constructor(
    private readonly maxCount: number,
    private readonly maxBytes: number,
  ) {}

  add(message: TopicMessage, bytes: number): void {
    if (++this.skipped < this.stride) return;
    this.skipped = 0;
    this.kept.push({ message, bytes });
    this.bytes += bytes;
    if (this.kept.length > this.maxCount || this.bytes > this.maxBytes) this.halve();
  }

  list(): readonly TopicMessage[] {
    return this.kept.map(({ message }) => message);
  }

  clear(): void {
    this.kept = [];
    this.bytes = 0;
    this.stride = 1;
    this.skipped = 0;
  }

  private halve(): void {
    this.kept = this.kept.filter((_, at) => at % 2 === 0);
    this.bytes = this.kept.reduce((sum, { bytes }) => sum + bytes, 0);
    this.stride *= 2;
  }
}
