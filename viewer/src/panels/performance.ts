// The scalars of /hadal/performance sorted into what the panel shows.

export interface PerformanceMessage {
  readonly names: readonly string[];
  readonly values: ArrayLike<number>;
}

export interface Stage {
  readonly name: string;
  readonly time_us: number;
}

export interface SplitPerformance {
  readonly realTimeFactor: number;
  readonly stages: readonly Stage[]; // in the order of the step
  readonly others: readonly (readonly [string, number])[];
}

export function splitPerformance({ names, values }: PerformanceMessage): SplitPerformance {
  let realTimeFactor = NaN;
  const stages: Stage[] = [];
  const others: (readonly [string, number])[] = [];
  names.forEach((name, i) => {
    const value = values[i] ?? NaN;
    const stage = /^stage_(.+)_us$/.exec(name)?.[1];
    if (name === "real_time_factor") realTimeFactor = value;
    else if (stage !== undefined) stages.push({ name: stage.replaceAll("_", " "), time_us: value });
    else others.push([name.replaceAll("_", " "), value]);
  });
  return { realTimeFactor, stages, others };
}
