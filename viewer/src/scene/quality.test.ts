import { describe, expect, it } from "vitest";
import { drawnBySoftware, kQualities, QualityKeeper } from "./quality";

function feed(keeper: QualityKeeper, ms: number, frames: number): void {
  for (let i = 0; i < frames; ++i) keeper.measured(ms);
}

describe("QualityKeeper", () => {
  it("steps down while frames are slow, to the last level and no farther", () => {
    const keeper = new QualityKeeper(0);
    feed(keeper, 100, 13);
    expect(keeper.quality).toBe(kQualities[1]);
    feed(keeper, 100, 500);
    expect(keeper.quality).toBe(kQualities.at(-1));
  });

  it("steps up after a good while, to what was too slow only much later", () => {
    const keeper = new QualityKeeper(3);
    feed(keeper, 16, 1000);
    expect(keeper.quality).toBe(kQualities[0]);
    feed(keeper, 100, 20);
    feed(keeper, 16, 1000);
    expect(keeper.quality).toBe(kQualities[1]);
    feed(keeper, 16, 2000); // what slowed it may have been something else
    expect(keeper.quality).toBe(kQualities[0]);
  });

  it("does not step down for one long frame", () => {
    const keeper = new QualityKeeper(0);
    feed(keeper, 16, 20);
    feed(keeper, 5000, 1);
    feed(keeper, 16, 20);
    expect(keeper.quality).toBe(kQualities[0]);
  });
});

it("knows renderers without a graphics card", () => {
  expect(drawnBySoftware("ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)")).toBe(true);
  expect(drawnBySoftware("llvmpipe (LLVM 15.0.7, 256 bits)")).toBe(true);
  expect(drawnBySoftware("ANGLE (NVIDIA GeForce RTX 3060)")).toBe(false);
});
