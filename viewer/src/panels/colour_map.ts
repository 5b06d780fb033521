// Colours for levels and depths; the same as in the pictures that `hadal shot` writes. Brightness
// rises all the way, so that a print in grey reads the same.

type Stop = readonly [fraction: number, red: number, green: number, blue: number];

const kMaps = {
  amber: [[0, 4, 6, 14], [0.25, 46, 26, 20], [0.5, 122, 62, 16], [0.75, 222, 140, 36], [1, 255, 246, 214]],
  ice: [[0, 3, 7, 16], [0.3, 12, 42, 84], [0.6, 32, 122, 160], [0.85, 132, 208, 216], [1, 240, 252, 255]],
  grey: [[0, 4, 6, 8], [1, 250, 252, 255]],
  depth: [[0, 8, 18, 64], [0.35, 16, 82, 140], [0.65, 52, 156, 166], [0.85, 160, 206, 150], [1, 250, 238, 190]],
} as const satisfies Record<string, readonly Stop[]>;

export type ColourMapName = keyof typeof kMaps;
export const kSonarMaps: readonly ColourMapName[] = ["amber", "ice", "grey"];

export const kColours = 256;

/** 256 colours as pixels of a canvas (little-endian RGBA). */
export function colourTable(name: ColourMapName): Uint32Array {
  const table = new Uint32Array(kColours);
  for (let i = 0; i < kColours; i++) {
    const [red, green, blue] = between(kMaps[name], i / (kColours - 1));
    table[i] = ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  }
  return table;
}

export function cssColour(table: Uint32Array, fraction: number): string {
  const pixel = table[Math.round(Math.min(Math.max(fraction, 0), 1) * (kColours - 1))] ?? 0;
  return `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
}

function between(stops: readonly Stop[], fraction: number): [number, number, number] {
  let i = 1;
  while (i + 1 < stops.length && (stops[i]?.[0] ?? 1) < fraction) i++;
  const low = stops[i - 1] ?? [0, 0, 0, 0];
  const high = stops[i] ?? low;
  const f = (fraction - low[0]) / (high[0] - low[0] || 1);
  const mix = (a: number, b: number) => Math.round(a + f * (b - a));
  return [mix(low[1], high[1]), mix(low[2], high[2]), mix(low[3], high[3])];
}
