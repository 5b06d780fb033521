import { expect, it } from "vitest";
import { zoomWindow } from "./plot_chart";

it("zooming keeps the time under the pointer", () => {
  const { from, to } = zoomWindow({ from: 10, to: 20 }, -500, 0.3);
  expect(from + 0.3 * (to - from)).toBeCloseTo(13);
  expect(to - from).toBeLessThan(10);
});
it("zooming ends somewhere", () => {
  const { from, to } = zoomWindow({ from: 0, to: 1 }, -100_000, 0.5);
  expect(to - from).toBeCloseTo(0.05);
});
