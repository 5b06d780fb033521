import { describe, expect, it } from "vitest";
import { elevationM, phaseAt, shownFraction, type WaveComponent } from "./waves";

const kTwo: WaveComponent[] = [
  [0.5, 0.3, 0.4, 2.2, 0.7],
  [0.2, -0.1, 0.9, 3.0, 5.1],
];

describe("waves", () => {
  it("agrees with the formula", () => {
    const [n, e, t] = [12, -7, 33.3];
    const expected = 0.5 * Math.cos(0.3 * n + 0.4 * e - 2.2 * t + 0.7) + 0.2 * Math.cos(-0.1 * n + 0.9 * e - 3 * t + 5.1);
    expect(elevationM(kTwo, n, e, t)).toBeCloseTo(expected, 10);
    expect(elevationM(kTwo, n, e, t, 0.25)).toBeCloseTo(0.25 * expected, 10);
  });

  it("travels with its phase speed", () => {
    const wave: WaveComponent = [1, 0.4, 0, 2, 0];
    expect(elevationM([wave], 0, 0, 0)).toBeCloseTo(1, 12);
    expect(elevationM([wave], 5 * 3, 0, 3)).toBeCloseTo(1, 12); // c = omega / k = 5 m/s to the north
  });

  it("keeps phases within a turn", () => {
    for (const t of [0, 10, 36000]) {
      const phase = phaseAt([1, 0.4, 0, 2, 0.3], t);
      expect(phase).toBeGreaterThanOrEqual(0);
      expect(phase).toBeLessThan(2 * Math.PI);
    }
  });

  it("drops waves that a coarse mesh cannot carry", () => {
    expect(shownFraction(1, 0)).toBe(1);
    expect(shownFraction(Math.PI, 1)).toBe(0);
    expect(shownFraction(2 * Math.PI, 1)).toBe(0);
  });
});
