// The sea surface as a sum of long-crested waves:
//   elevation up = wave_factor * sum a cos(k_north n + k_east e - omega t + phase)
// The shader of water_surface.ts draws the same sum; `phaseAt` folds time into the phase in double
// precision, because a float has too few digits for omega t after an hour.

export type WaveComponent = readonly [amplitudeM: number, kNorth: number, kEast: number, omega: number, phase: number];

const kTurn = 2 * Math.PI;

/** phase - omega t, within one turn. */
export function phaseAt(component: WaveComponent, timeS: number): number {
  const phase = (component[4] - component[3] * timeS) % kTurn;
  return phase < 0 ? phase + kTurn : phase;
}

export function elevationM(components: readonly WaveComponent[], north: number, east: number, timeS: number, factor = 1): number {
  let sum = 0;
  for (const c of components) sum += c[0] * Math.cos(c[1] * north + c[2] * east + phaseAt(c, timeS));
  return factor * sum;
}

/** The fraction of a wave that a mesh with cells of this size can still show: none with two cells per wave. */
export function shownFraction(waveNumber: number, cellM: number): number {
  const perCell = (waveNumber * cellM) / Math.PI; // 1: two cells per wave length
  return Math.max(0, 1 - perCell * perCell);
}
