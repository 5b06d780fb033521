import { expect, it } from "vitest";
import { RateMeter } from "./rate_meter";

it("the rate is that of simulated time, and begins anew when time jumps", () => {
  const meter = new RateMeter();
  expect(meter.perSecond).toBeNaN();
  for (let i = 0; i < 50; i++) meter.count(BigInt(i) * 100_000_000n);
  expect(meter.perSecond).toBeCloseTo(10);
  meter.count(0n);
  expect(meter.perSecond).toBeNaN();
  for (const s of [1, 2, 60, 61]) meter.count(BigInt(s) * 1_000_000_000n);
  expect(meter.perSecond).toBeCloseTo(1);
});
