// A set of callbacks with the unsubscribe function that every Source method hands out.
import type { Unsubscribe } from "../source";

/** Whoever throws does not stop the others: the error shows up later, as an uncaught one. */
export function callApart(call: () => void): void {
  try {
    call();
  } catch (error) {
    setTimeout(() => {
      throw error instanceof Error ? error : new Error(String(error));
    });
  }
}

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
    for (const callback of [...this.callbacks]) callApart(() => callback(...values));
  }

  clear(): void {
    this.callbacks.clear();
  }
}
