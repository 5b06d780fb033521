// A small picture of smooth, tileable noise: the grain of the ground and the net of light on it.
import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RedFormat, RepeatWrapping, UnsignedByteType } from "three";

const kSize = 128;

/** Pseudo-random number in 0..1 of a lattice point, always the same. */
export function latticeNoise(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2147483647);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967295;
}

const smooth = (t: number) => t * t * (3 - 2 * t);

/** Value noise that repeats after `period` lattice steps. */
function periodicNoise(x: number, y: number, period: number, seed: number): number {
  const x0 = Math.floor(x), y0 = Math.floor(y);
  const u = smooth(x - x0), v = smooth(y - y0);
  const corner = (i: number, j: number) => latticeNoise((x0 + i) % period, (y0 + j) % period, seed);
  const low = corner(0, 0) * (1 - u) + corner(1, 0) * u;
  const high = corner(0, 1) * (1 - u) + corner(1, 1) * u;
  return low * (1 - v) + high * v;
}

export function noiseTexture(): DataTexture {
  const data = new Uint8Array(kSize * kSize);
  for (let y = 0; y < kSize; ++y)
    for (let x = 0; x < kSize; ++x) {
      let value = 0;
      for (let octave = 0, cells = 8, weight = 0.62; octave < 3; ++octave, cells *= 2, weight *= 0.4)
        value += weight * periodicNoise((x / kSize) * cells, (y / kSize) * cells, cells, octave + 1);
      data[y * kSize + x] = Math.round(255 * Math.min(value, 1));
    }
  const texture = new DataTexture(data, kSize, kSize, RedFormat, UnsignedByteType);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
