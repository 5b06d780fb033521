import { describe, expect, it } from "vitest";
import {
  formatAny,
  formatBytes,
  formatHeading,
  formatLatitude,
  formatNumber,
  formatSigned,
  formatTime,
  formatUnit,
  radians,
  withPrefix,
  wrapDegrees,
  wrapSignedDegrees,
} from "./format";

describe("numbers", () => {
  it("keep their width", () => {
    expect(formatNumber(1.234, 2, 7)).toBe("\u2007\u2007\u20071.23");
    expect(formatNumber(-12.345, 1, 7)).toHaveLength(7);
    expect(formatNumber(NaN, 2, 7)).toHaveLength(7);
  });
  it("have a minus sign, but none before zero", () => {
    expect(formatNumber(-3.21, 1)).toBe("\u22123.2");
    expect(formatNumber(-0.001, 2)).toBe("0.00");
    expect(formatSigned(0.5, 1)).toBe("+0.5");
    expect(formatSigned(0.01, 1)).toBe("0.0");
    expect(formatSigned(-0.5, 1)).toBe("\u22120.5");
  });
  it("carry units and prefixes", () => {
    expect(formatUnit(1.5, "m/s", 1)).toBe("1.5\u2009m/s");
    expect(withPrefix(1234.5, "N")).toBe("1.23\u2009kN");
    expect(formatBytes(512)).toBe("512\u2009B");
    expect(formatBytes(3_500_000)).toBe("3.50\u2009MB");
  });
  it("of any size stay short", () => {
    expect(formatAny(0.1 + 0.2)).toBe("0.3");
    expect(formatAny(-2)).toBe("\u22122");
    expect(formatAny(1780311601)).toBe("1780311601");
    expect(formatAny(-1.5e-7)).toBe("\u22121.500e\u22127");
    expect(formatAny(1.5e-7)).toBe("1.500e\u22127");
    expect(formatAny(Infinity)).toBe("\u221e");
  });
});

describe("angles", () => {
  it("wrap", () => {
    expect(wrapDegrees(-10)).toBe(350);
    expect(wrapDegrees(720)).toBe(0);
    expect(wrapSignedDegrees(190)).toBe(-170);
    expect(wrapSignedDegrees(180)).toBe(180);
    expect(wrapSignedDegrees(-190)).toBe(170);
  });
  it("are headings of three figures, never 360", () => {
    expect(formatHeading(radians(-0.2))).toBe("000");
    expect(formatHeading(radians(7))).toBe("007");
    expect(formatHeading(radians(-90))).toBe("270");
    expect(formatHeading(NaN)).toBe("\u2013\u2013\u2013");
  });
});

describe("time and place", () => {
  it("has minutes and hours", () => {
    expect(formatTime(63.44)).toBe("01:03.4");
    expect(formatTime(3723.4)).toBe("1:02:03.4");
    expect(formatTime(59.96)).toBe("01:00.0");
    expect(formatTime(-5, 0)).toBe("\u221200:05");
  });
  it("names the hemisphere", () => {
    expect(formatLatitude(-41.1)).toBe("41.100000\u00b0\u2009S");
  });
});
