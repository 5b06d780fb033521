import { describe, expect, it } from "vitest";
import { ChargeTrend } from "./charge_trend";

/** Falls by `perSecond` from a charge of one half, ten values a second. */
function falling(trend: ChargeTrend, from_s: number, to_s: number, perSecond: number): void {
  for (let i = 10 * from_s; i <= 10 * to_s; i++) trend.add(i / 10, 0.5 - (perSecond * i) / 10);
}

describe("trend of a charge", () => {
  it("says when the battery will be empty", () => {
    const trend = new ChargeTrend();
    falling(trend, 0, 20, 0.001);
    expect(trend.secondsLeft()).toBeCloseTo(480); // 0.48 left at 0.001 per second
  });
  it("needs ten seconds", () => {
    const trend = new ChargeTrend();
    falling(trend, 0, 9, 0.001);
    expect(trend.secondsLeft()).toBeNaN();
  });
  it("looks at the last minute only", () => {
    const trend = new ChargeTrend();
    for (let t = 0; t <= 100; t++) trend.add(t, 0.9 - 0.005 * t);
    for (let t = 101; t <= 200; t++) trend.add(t, 0.4 - 0.001 * (t - 100));
    expect(trend.secondsLeft()).toBeCloseTo(300); // 0.3 left at 0.001 per second
  });
  it("begins anew after a jump back in time and after charging", () => {
    const trend = new ChargeTrend();
    falling(trend, 100, 120, 0.001);
    trend.add(50, 0.45);
    expect(trend.secondsLeft()).toBeNaN();
    falling(trend, 60, 80, 0.001);
    trend.add(81, 1);
    expect(trend.secondsLeft()).toBeNaN();
  });
  it("knows no end of a charge that stays, nor of none", () => {
    const trend = new ChargeTrend();
    falling(trend, 0, 20, 0);
    expect(trend.secondsLeft()).toBeNaN();
    trend.clear();
    for (let t = 0; t < 20; t++) trend.add(t, NaN);
    expect(trend.secondsLeft()).toBeNaN();
  });
});
