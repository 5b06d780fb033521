// Turns levels over bearing and range into pixels. Which levels lie under a pixel is worked out once
// per size and shape; a new image costs one pass over the pixels.
import { kColours } from "./colour_map";
import { locate, toPolar, type FanPlace } from "./fan_geometry";
import type { LevelScale, SonarImage } from "./sonar_image";

const kNothing = -1;
const kFractions = 255; // of one byte

export interface RasterShape {
  readonly width: number;
  readonly height: number;
  /** Bearing and range under the middle of a pixel. */
  readonly polarAt: (x: number, y: number) => { readonly bearing_rad: number; readonly range_m: number };
  /** Neighbouring beams are mixed; not where some are still unknown. */
  readonly smooth: boolean;
}

export class PolarRaster {
  readonly width: number;
  readonly height: number;
  private readonly index: Int32Array; // of the level at the lower beam and range
  private readonly acrossFraction: Uint8Array;
  private readonly alongFraction: Uint8Array;
  private readonly beams: number;

  constructor(shape: RasterShape, bearings_rad: Float32Array, ranges_m: Float32Array) {
    this.width = shape.width;
    this.height = shape.height;
    this.beams = bearings_rad.length;
    const pixels = shape.width * shape.height;
    this.index = new Int32Array(pixels).fill(kNothing);
    this.acrossFraction = new Uint8Array(pixels);
    this.alongFraction = new Uint8Array(pixels);
    for (let y = 0, i = 0; y < shape.height; y++) {
      for (let x = 0; x < shape.width; x++, i++) {
        const { bearing_rad, range_m } = shape.polarAt(x + 0.5, y + 0.5);
        this.place(i, locate(bearings_rad, bearing_rad), locate(ranges_m, range_m), shape.smooth);
      }
    }
  }

  private place(i: number, beam: number, bin: number, smooth: boolean): void {
    if (beam < 0 || bin < 0) return;
    const nearest = smooth ? Math.floor(beam) : Math.round(beam);
    this.index[i] = Math.floor(bin) * this.beams + nearest;
    this.acrossFraction[i] = smooth ? Math.round((beam - nearest) * kFractions) : 0;
    this.alongFraction[i] = Math.round((bin % 1) * kFractions);
  }

  /** Pixels outside of the fan and without a level become transparent. */
  paint(image: SonarImage, scale: LevelScale, table: Uint32Array, out: Uint32Array): void {
    const { index, acrossFraction, alongFraction, beams } = this;
    const levels = image.levels_db;
    const toColour = (kColours - 1) / (scale.high_db - scale.low_db);
    for (let i = 0; i < index.length; i++) {
      const k = index[i] ?? kNothing;
      if (k < 0) {
        out[i] = 0;
        continue;
      }
      const across = (acrossFraction[i] ?? 0) / kFractions;
      const along = (alongFraction[i] ?? 0) / kFractions;
      let near = levels[k] ?? NaN;
      let far = levels[k + beams] ?? NaN;
      if (across > 0) {
        near += across * ((levels[k + 1] ?? NaN) - near);
        far += across * ((levels[k + beams + 1] ?? NaN) - far);
      }
      const level = near + along * (far - near);
      const colour = (level - scale.low_db) * toColour;
      // NaN fails both comparisons below; silence (minus infinity) is the dark end.
      if (colour >= kColours - 1) out[i] = table[kColours - 1] ?? 0;
      else if (colour > 0) out[i] = table[colour | 0] ?? 0;
      else out[i] = Number.isNaN(levels[k] ?? NaN) ? 0 : (table[0] ?? 0);
    }
  }
}

export function fanShape(place: FanPlace, width: number, height: number, smooth: boolean): RasterShape {
  return { width, height, smooth, polarAt: (x, y) => toPolar(place, x, y) };
}

/** Bearing to the right, range upwards. */
export function beamShape(bearings_rad: Float32Array, ranges_m: Float32Array, width: number, height: number, smooth: boolean): RasterShape {
  const first = bearings_rad[0] ?? 0;
  const last = bearings_rad[bearings_rad.length - 1] ?? 0;
  const near = ranges_m[0] ?? 0;
  const far = ranges_m[ranges_m.length - 1] ?? 0;
  const polarAt = (x: number, y: number) => ({
    bearing_rad: first + ((last - first) * x) / width,
    range_m: far - ((far - near) * y) / height,
  });
  return { width, height, smooth, polarAt };
}

/** Level of the nearest beam and range; NaN outside. */
export function levelAt(image: SonarImage, bearing_rad: number, range_m: number): number {
  const beam = locate(image.bearings_rad, bearing_rad);
  const bin = locate(image.ranges_m, range_m);
  if (beam < 0 || bin < 0) return NaN;
  return image.levels_db[Math.round(bin) * image.bearings_rad.length + Math.round(beam)] ?? NaN;
}
