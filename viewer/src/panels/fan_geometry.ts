// Where the fan of a sonar stands in a picture, and which beam and range lies under a pixel. The
// apex is the sonar; ahead is up, starboard to the right.

export interface FanPlace {
  readonly x: number; // of the apex, pixels
  readonly y: number;
  readonly perMetre: number;
}

export interface Polar {
  readonly bearing_rad: number;
  readonly range_m: number;
}

/** The largest fan of these bearings and this range that fits into the area. */
export function placeFan(first_rad: number, last_rad: number, range_m: number, area: { x: number; y: number; width: number; height: number }): FanPlace {
  let left = 0;
  let right = 0;
  let top = 0;
  let bottom = 0;
  for (const bearing of outerBearings(first_rad, last_rad)) {
    left = Math.min(left, Math.sin(bearing));
    right = Math.max(right, Math.sin(bearing));
    top = Math.max(top, Math.cos(bearing));
    bottom = Math.min(bottom, Math.cos(bearing));
  }
  const perMetre = Math.min(area.width / (right - left), area.height / (top - bottom)) / range_m;
  const spareX = area.width - (right - left) * range_m * perMetre;
  const spareY = area.height - (top - bottom) * range_m * perMetre;
  return {
    x: area.x + spareX / 2 - left * range_m * perMetre,
    y: area.y + spareY / 2 + top * range_m * perMetre,
    perMetre,
  };
}

/** The ends of a sector and the quarter turns inside it: a sector reaches farthest at one of these. */
function outerBearings(first: number, last: number): number[] {
  const quarter = Math.PI / 2;
  const bearings = [first, last];
  for (let k = Math.ceil(first / quarter); k * quarter <= last; k++) bearings.push(k * quarter);
  return bearings;
}

export function toPixel(place: FanPlace, { bearing_rad, range_m }: Polar): { x: number; y: number } {
  const radius = range_m * place.perMetre;
  return { x: place.x + radius * Math.sin(bearing_rad), y: place.y - radius * Math.cos(bearing_rad) };
}

export function toPolar(place: FanPlace, x: number, y: number): Polar {
  const across = (x - place.x) / place.perMetre;
  const ahead = (place.y - y) / place.perMetre;
  return { bearing_rad: Math.atan2(across, ahead), range_m: Math.hypot(across, ahead) };
}

/** Index of the cell of a rising axis that holds the value, with the fraction to its right neighbour, as one number; -1 outside. */
export function locate(axis: Float32Array, value: number): number {
  const last = axis.length - 1;
  const first = axis[0] ?? NaN;
  const end = axis[last] ?? NaN;
  if (last < 1 || !(value >= first && value <= end)) return -1;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((axis[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  const below = axis[low] ?? 0;
  const span = (axis[low + 1] ?? 0) - below;
  return low + (span > 0 ? Math.min((value - below) / span, 0.9999) : 0);
}
