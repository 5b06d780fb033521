import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { LastValueSender } from "./last_value_sender";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("last value sender", () => {
  it("sends at most ten a second and always the last", () => {
    const sent: number[] = [];
    const sender = new LastValueSender<number>((value) => sent.push(value));
    for (let i = 0; i <= 50; ++i) {
      sender.send(i);
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(200);
    expect(sent[0]).toBe(0);
    expect(sent.at(-1)).toBe(50);
    expect(sent.length).toBeLessThanOrEqual(7);
    expect(sender.busy).toBe(false);
  });
});
