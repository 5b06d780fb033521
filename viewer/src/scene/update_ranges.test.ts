import { BufferAttribute } from "three";
import { expect, it } from "vitest";
import { markUpdated } from "./update_ranges";

it("parts of a buffer that nobody draws stay few, and nothing new is missed", () => {
  const buffer = new BufferAttribute(new Float32Array(6000), 3);
  for (let i = 0; i < 1000; i++) {
    markUpdated(buffer, 6 * i, 6);
    expect(buffer.updateRanges.length).toBeLessThanOrEqual(64);
    expect(buffer.updateRanges.some(({ start, count }) => start <= 6 * i && start + count >= 6 * i + 6)).toBe(true);
  }
  expect(buffer.updateRanges.some(({ start, count }) => start === 0 && count === 6000)).toBe(true);
});
