// The parameters of a live run: values as the server tells them, bounds and help from its service.
import type { Parameter } from "../source";
import type { ServerParameter } from "./foxglove_client";

export interface ParameterBounds {
  readonly name: string;
  readonly help?: string;
  readonly min?: number;
  readonly max?: number;
  readonly writable?: boolean;
}

export class LiveParameters {
  private readonly values = new Map<string, Parameter>();
  private readonly bounds = new Map<string, ParameterBounds>();
  private readonly watched = new Set<string>(); // the server was asked for their changes
  private list: readonly Parameter[] = [];

  all(): readonly Parameter[] {
    return this.list;
  }

  /** Names whose changes the server has to be asked for. */
  update(changed: readonly ServerParameter[]): string[] {
    const fresh: string[] = [];
    for (const { name, value } of changed) {
      if (value === undefined) {
        this.values.delete(name);
        continue;
      }
      if (!this.watched.has(name)) fresh.push(name);
      this.watched.add(name);
      this.values.set(name, joined(name, value, this.bounds.get(name)));
    }
    this.list = [...this.values.values()];
    return fresh;
  }

  describe(bounds: readonly ParameterBounds[]): void {
    for (const one of bounds) {
      this.bounds.set(one.name, one);
      const known = this.values.get(one.name);
      if (known) this.values.set(one.name, joined(one.name, known.value, one));
    }
    this.list = [...this.values.values()];
  }

  /** The values stay to be shown; the next server knows nothing of what was asked for. */
  disconnected(): void {
    this.watched.clear();
  }
}

function joined(name: string, value: Parameter["value"], bounds: ParameterBounds | undefined): Parameter {
  const { min, max } = bounds ?? {};
  const bounded = min !== undefined && max !== undefined && max > min;
  return {
    name,
    value,
    writable: bounds?.writable ?? true,
    ...(bounds?.help !== undefined && { help: bounds.help }),
    ...(bounded && { min, max }),
  };
}
