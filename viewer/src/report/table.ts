// Numbers over time by name, and what can be done with a column of them.

export type Row = Readonly<Record<string, number>>;

export class Table {
  readonly times: number[] = [];
  private readonly columns = new Map<string, number[]>();

  /** What a row lacks is NaN. */
  add(time_s: number, row: Row): void {
    for (const [name, value] of Object.entries(row)) {
      let column = this.columns.get(name);
      if (column === undefined) this.columns.set(name, (column = this.times.map(() => NaN)));
      column.push(value);
    }
    this.times.push(time_s);
    for (const column of this.columns.values()) if (column.length < this.times.length) column.push(NaN);
  }

  get names(): readonly string[] {
    return [...this.columns.keys()];
  }

  /** Empty if there is none of this name. */
  column(name: string): readonly number[] {
    return this.columns.get(name) ?? [];
  }
}

/** Angles in degrees made continuous: they run on beyond 360 rather than jump. */
export function unwrapped(values: readonly number[]): number[] {
  let last = NaN;
  return values.map((value) => {
    if (!Number.isFinite(value)) return value;
    return (last = Number.isFinite(last) ? near(value, last) : value);
  });
}

/** The angle in degrees, whole turns added, within half a turn of another. */
export function near(value: number, other: number): number {
  return value - 360 * Math.round((value - other) / 360);
}

/** The root of the mean square of what is finite; NaN if nothing is. */
export function rms(values: readonly number[]): number {
  const finite = values.filter(Number.isFinite);
  return Math.sqrt(finite.reduce((sum, value) => sum + value * value, 0) / finite.length);
}

/** Adds up columns of the same length. */
export function sum(columns: readonly (readonly number[])[]): number[] {
  return (columns[0] ?? []).map((_, row) => columns.reduce((total, column) => total + (column[row] ?? NaN), 0));
}
