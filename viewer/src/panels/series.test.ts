import { describe, expect, it } from "vitest";
import { kLongestSeries, lowerBound, Series } from "./series";

const filled = (count: number, value: (i: number) => number) => {
  const series = new Series({ topic: "/a", path: ["x"] });
  for (let i = 0; i < count; i++) series.add(i / 10, value(i));
  return series;
};

describe("series", () => {
  it("has a gap where a value is not a number", () => {
    const series = filled(3, (i) => (i === 1 ? NaN : i));
    expect(series.values).toEqual([0, null, 2]);
  });
  it("stays bounded and keeps the newest", () => {
    const series = filled(3 * kLongestSeries, (i) => i);
    expect(series.times.length).toBeLessThanOrEqual(kLongestSeries * 1.25);
    expect(series.values.at(-1)).toBe(3 * kLongestSeries - 1);
  });
  it("gives a window with one point beyond either end", () => {
    const { times } = filled(100, (i) => i).window(2, 3, 1000);
    expect(times[0]).toBeCloseTo(1.9);
    expect(times.at(-1)).toBeCloseTo(3);
  });
  it("keeps peaks when it is thinned", () => {
    const { times, values } = filled(10_000, (i) => (i === 5003 ? 99 : i === 7001 ? -99 : 0)).window(0, 1000, 200);
    expect(times.length).toBeLessThanOrEqual(220);
    expect(values).toContain(99);
    expect(values).toContain(-99);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
  });
  it("tells the value at a time", () => {
    const series = filled(10, (i) => i);
    expect(series.valueAt(0.55)).toBe(5);
    expect(series.valueAt(-1)).toBeNull();
    expect(lowerBound([1, 2, 2, 3], 2)).toBe(1);
  });
});
