// Where a value lies on a slider (0..1), and what a place on it means.

export interface Scale {
  toPosition(value: number): number;
  toValue(position: number): number;
}

export function linearScale(min: number, max: number): Scale {
  const span = max - min || 1;
  return { toPosition: (value) => (value - min) / span, toValue: (position) => min + position * span };
}

/** Fine near zero, for ranges that span decades; min may be 0. */
export function squareScale(min: number, max: number): Scale {
  const span = max - min || 1;
  return {
    toPosition: (value) => Math.sqrt(Math.max(0, (value - min) / span)),
    toValue: (position) => min + position * position * span,
  };
}

const kMaxFrom = 0.97; // the end of the slider beyond this is "as fast as possible"

/** Logarithmic from min to max; the right end means 0, as fast as possible. */
export function speedScale(min: number, max: number): Scale {
  const decades = Math.log(max / min);
  return {
    toPosition: (value) => (value <= 0 ? 1 : (kMaxFrom - 0.02) * (Math.log(Math.min(max, Math.max(min, value)) / min) / decades)),
    toValue: (position) => {
      if (position >= kMaxFrom) return 0;
      const value = min * Math.exp(Math.min(1, position / (kMaxFrom - 0.02)) * decades);
      return Number(value.toPrecision(2));
    },
  };
}

export interface Vector2 {
  readonly north: number;
  readonly east: number;
}

/** Degrees clockwise from north, 0..360, that a flow goes toward. */
export function polarOf({ north, east }: Vector2): { speed: number; towardDeg: number } {
  const degrees = (Math.atan2(east, north) * 180) / Math.PI;
  return { speed: Math.hypot(north, east), towardDeg: (degrees + 360) % 360 };
}

export function vectorOf(speed: number, towardDeg: number): Vector2 {
  const radians = (towardDeg * Math.PI) / 180;
  return { north: speed * Math.cos(radians), east: speed * Math.sin(radians) };
}
