import { describe, expect, it } from "vitest";
import { colourTable } from "./colour_map";
import { locate, placeFan, toPixel, toPolar } from "./fan_geometry";
import { beamShape, levelAt, PolarRaster } from "./polar_raster";
import { goodScale, readSonarImage, type SonarImage } from "./sonar_image";
import { Sweep } from "./sweep";

const degree = Math.PI / 180;

describe("fan", () => {
  it("of 90 degrees and 10 m fills 200 pixels by its width", () => {
    // Wide 2 * 10 sin 45 = 14.14 m, tall 10 m.
    const place = placeFan(-45 * degree, 45 * degree, 10, { x: 0, y: 0, width: 200, height: 1000 });
    expect(place.perMetre).toBeCloseTo(200 / (20 * Math.SQRT1_2));
    expect(place.x).toBeCloseTo(100);
  });
  it("of a full circle has its apex in the middle", () => {
    const place = placeFan(-Math.PI, Math.PI, 10, { x: 10, y: 0, width: 300, height: 200 });
    expect(place).toEqual({ x: 160, y: 100, perMetre: 10 });
  });
  it("goes from bearing and range to pixels and back", () => {
    const place = { x: 100, y: 200, perMetre: 20 };
    const pixel = toPixel(place, { bearing_rad: 90 * degree, range_m: 2 });
    expect(pixel.x).toBeCloseTo(140);
    expect(pixel.y).toBeCloseTo(200);
    for (const bearing of [-170, -60, 0, 35, 120]) {
      const there = toPixel(place, { bearing_rad: bearing * degree, range_m: 7.5 });
      const back = toPolar(place, there.x, there.y);
      expect(back.bearing_rad).toBeCloseTo(bearing * degree);
      expect(back.range_m).toBeCloseTo(7.5);
    }
  });
  it("finds cells of an axis", () => {
    const axis = Float32Array.of(0, 1, 3, 4);
    expect(locate(axis, 2)).toBeCloseTo(1.5);
    expect(locate(axis, 4)).toBeCloseTo(3, 3);
    expect(locate(axis, 4.1)).toBe(-1);
    expect(locate(axis, NaN)).toBe(-1);
  });
});

describe("message", () => {
  const levels = Float32Array.of(1, 2, 3, 4, 5, 6); // two beams, three ranges
  const message = (offset: number) => {
    const bytes = new Uint8Array(24 + offset);
    bytes.set(new Uint8Array(levels.buffer), offset);
    return {
      ping_info: { frequency: 750e3, sound_speed: 1500 },
      beam_directions: [{ x: 0, y: -1, z: 0 }, { x: 0, y: 0.5, z: Math.sqrt(0.75) }],
      ranges: Float32Array.of(1, 2, 3),
      image: { dtype: 8, beam_count: 2, data: bytes.subarray(offset) },
    };
  };
  it("is read wherever its bytes lie", () => {
    for (const offset of [0, 3]) {
      const image = readSonarImage(message(offset));
      expect([...image.levels_db]).toEqual([...levels]);
      expect(image.bearings_rad[0]).toBeCloseTo(-90 * degree);
      expect(image.bearings_rad[1]).toBeCloseTo(30 * degree);
      expect(levelAt(image, 30 * degree, 2)).toBe(4);
    }
  });
  it("is refused if it holds something else", () => {
    const other = message(0);
    expect(() => readSonarImage({ ...other, image: { ...other.image, dtype: 0 } })).toThrow(/data type 0/);
    expect(() => readSonarImage({ ...other, ranges: new Float32Array(9) })).toThrow(/shorter/);
  });
});

it("a raster mixes neighbours and leaves the rest transparent", () => {
  const image: SonarImage = { bearings_rad: Float32Array.of(-1, 1), ranges_m: Float32Array.of(0, 1), levels_db: Float32Array.of(0, 100, 0, 100) };
  const table = colourTable("grey");
  const raster = new PolarRaster(beamShape(image.bearings_rad, image.ranges_m, 4, 1, true), image.bearings_rad, image.ranges_m);
  const out = new Uint32Array(4);
  raster.paint(image, { low_db: 0, high_db: 100 }, table, out);
  const fraction = (pixel: number | undefined) => table.indexOf(pixel ?? 0) / 255;
  [0.125, 0.375, 0.625, 0.875].forEach((expected, i) => expect(Math.abs(fraction(out[i]) - expected)).toBeLessThan(0.01));
});

describe("scale", () => {
  it("spans from the 20th percentile to the loudest", () => {
    const levels = Float32Array.from({ length: 1000 }, (_, i) => i / 10);
    expect(goodScale(levels).low_db).toBeCloseTo(19.9, 0);
    expect(goodScale(levels).high_db).toBeCloseTo(99.8, 0);
  });
  it("is at least 20 dB and ignores silence", () => {
    const scale = goodScale(Float32Array.of(50, 50, -Infinity, NaN));
    expect(scale).toEqual({ low_db: 30, high_db: 50 });
  });
});

describe("sweep", () => {
  const ping = (bearing_deg: number, level: number): SonarImage => ({
    bearings_rad: Float32Array.of(bearing_deg * degree),
    ranges_m: Float32Array.of(1, 2),
    levels_db: Float32Array.of(level, level + 1),
  });
  it("keeps every ping at its bearing", () => {
    const sweep = new Sweep();
    sweep.add(ping(0, 10));
    sweep.add(ping(0.9, 20)); // the step is learnt here
    const image = sweep.add(ping(1.8, 30));
    expect(image.bearings_rad.length).toBe(401);
    expect(levelAt(image, 1.8 * degree, 1)).toBe(30);
    expect(levelAt(image, 1.8 * degree, 2)).toBe(31);
    expect(levelAt(image, 90 * degree, 1)).toBeNaN();
  });
  it("bridges a few pings that were skipped", () => {
    const sweep = new Sweep();
    [0, 1, 3].forEach((bearing) => sweep.add(ping(bearing, 10 * bearing)));
    const image = sweep.add(ping(40, 70));
    expect(levelAt(image, 2 * degree, 1)).toBe(30);
    expect(levelAt(image, 20 * degree, 1)).toBeNaN();
  });
  it("begins anew with another reach", () => {
    const sweep = new Sweep();
    sweep.add(ping(0, 10));
    const far = { ...ping(1, 20), ranges_m: Float32Array.of(1, 5) };
    expect(levelAt(sweep.add(far), 0, 1)).toBeNaN();
  });
});
