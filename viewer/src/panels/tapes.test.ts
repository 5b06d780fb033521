import { expect, it } from "vitest";
import { tapeOffset } from "./tapes";

it("a compass tape goes on across north", () => {
  expect(tapeOffset(10, 350, 600)).toBeCloseTo(100);
  expect(tapeOffset(350, 10, 600)).toBeCloseTo(-100);
  expect(tapeOffset(90, 90, 600)).toBe(0);
});
