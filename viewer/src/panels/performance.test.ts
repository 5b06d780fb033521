import { expect, it } from "vitest";
import { splitPerformance } from "./performance";

it("performance is sorted into factor, stages and the rest", () => {
  const split = splitPerformance({ names: ["real_time_factor", "stage_rigid_bodies_us", "compression_cpu_s"], values: [3.5, 120, 0.4] });
  expect(split.realTimeFactor).toBe(3.5);
  expect(split.stages).toEqual([{ name: "rigid bodies", time_us: 120 }]);
  expect(split.others).toEqual([["compression cpu s", 0.4]]);
});
