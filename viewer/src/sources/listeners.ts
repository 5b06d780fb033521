// A set of callbacks with the unsubscribe function that every Source method hands out.
import type { Unsubscribe } from "../source";

export class Listeners<Arguments extends readonly unknown[] = []> {
  private readonly callbacks = new Set<(...values: Arguments) => void>();

  add(callback: (...values: Arguments) => void): Unsubscribe {
    // Wrapped, so that one function added twice is called twice and removed one at a time.
    const own = (...values: Arguments): void => callback(...values);
    this.callbacks.add(own);
    return () => {
      this.callbacks.delete(own);
    };
  }

  notify(...values: Arguments): void {
    for (const callback of [...this.callbacks]) callback(...values);
  }

  clear(): void {
    this.callbacks.clear();
  }
}
