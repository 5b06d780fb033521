// Sends values that change quickly at a bounded rate: the first at once, then at most one per
// interval, and always the last one.

export class LastValueSender<T> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: { readonly value: T } | undefined;
  private lastMs = -Infinity;

  constructor(
    private readonly deliver: (value: T) => void,
    private readonly intervalMs = 100,
  ) {}

  send(value: T): void {
    this.waiting = { value };
    if (this.timer !== undefined) return;
    const wait = this.lastMs + this.intervalMs - performance.now();
    if (wait <= 0) this.flush();
    else this.timer = setTimeout(() => this.flush(), wait);
  }

  get busy(): boolean {
    return this.waiting !== undefined;
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.waiting) return;
    const { value } = this.waiting;
    this.waiting = undefined;
    this.lastMs = performance.now();
    this.deliver(value);
  }
}
