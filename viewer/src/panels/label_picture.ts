// Labels of cameras as pictures: distances and temperatures by brightness, instances and classes each in
// a colour of its own, directions by their three components.
import { colourTable, kColours } from "./colour_map";
import type { RawPicture } from "./picture_decoder";

export function isLabel(encoding: string): boolean {
  return /^32[FS]C[1-4]$/.test(encoding);
}

export function labelToRgba({ width, height, step, encoding, data }: RawPicture): Uint8ClampedArray<ArrayBuffer> {
  const channels = Number(encoding.at(-1));
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const real = encoding.startsWith("32F");
  const at = (pixel: number, channel: number): number => {
    const from = Math.floor(pixel / width) * step + 4 * ((pixel % width) * channels + channel);
    return real ? view.getFloat32(from, true) : view.getInt32(from, true);
  };
  const colour = real ? (channels === 1 ? byBrightness(width * height, (pixel) => at(pixel, 0)) : byComponents(channels, at)) : (pixel: number) => ownColour(at(pixel, 0));
  const out = new Uint32Array(width * height);
  for (let pixel = 0; pixel < out.length; pixel++) out[pixel] = colour(pixel);
  return new Uint8ClampedArray(out.buffer);
}

const kBlack = 0xff000000;

/** Near and cold are bright; what has no value is black. */
function byBrightness(count: number, value: (pixel: number) => number): (pixel: number) => number {
  const table = colourTable("depth");
  let [low, high] = [Infinity, -Infinity];
  for (let pixel = 0; pixel < count; pixel++) {
    const one = value(pixel);
    if (!Number.isFinite(one)) continue;
    low = Math.min(low, one);
    high = Math.max(high, one);
  }
  const scale = (kColours - 1) / Math.max(high - low, 1e-9);
  return (pixel) => table[Math.round((high - value(pixel)) * scale)] ?? kBlack;
}

/** From -1 to 1 as 0 to 255 each of red, green and blue. */
function byComponents(channels: number, at: (pixel: number, channel: number) => number): (pixel: number) => number {
  const part = (pixel: number, channel: number): number =>
    channel < channels ? Math.round(Math.min(Math.max(127.5 + 127.5 * at(pixel, channel), 0), 255)) : 127;
  return (pixel) => (kBlack | (part(pixel, 2) << 16) | (part(pixel, 1) << 8) | part(pixel, 0)) >>> 0;
}

/** Numbers that follow each other look different; nothing (0 and less) is black. */
function ownColour(number: number): number {
  if (number <= 0) return kBlack;
  const mixed = Math.imul(number, 0x9e3779b1) >>> 0;
  const part = (shift: number): number => 64 + (((mixed >>> shift) & 255) * 3) / 4;
  return (kBlack | (part(0) << 16) | (part(8) << 8) | part(16)) >>> 0;
}
