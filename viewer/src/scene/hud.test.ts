import { describe, expect, it } from "vitest";
import { gridStepM } from "./grid";
import { metresText, scaleBar } from "./hud";
import { contourStepM } from "./seabed";

describe("round lengths", () => {
  it("gives the longest round bar that fits", () => {
    expect(scaleBar(0.01, 100)).toEqual({ metres: 1, px: 100 });
    expect(scaleBar(0.1, 140)).toEqual({ metres: 10, px: 100 });
    const bar = scaleBar(0.03, 100);
    expect(bar.metres).toBe(2);
    expect(bar.px).toBeCloseTo(66.667, 2);
  });

  it("writes lengths as people say them", () => {
    expect(metresText(0.2)).toBe("20 cm");
    expect(metresText(5)).toBe("5 m");
    expect(metresText(2000)).toBe("2 km");
  });

  it("chooses steps of grid and contours by the size of the view", () => {
    expect(gridStepM(8)).toBe(1);
    expect(gridStepM(100)).toBe(10);
    expect(contourStepM(25)).toBe(1);
    expect(contourStepM(40)).toBe(2);
    expect(contourStepM(1)).toBeCloseTo(0.1, 9);
  });
});
