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
  private list: readonly Parameter[] = [];

  all(): readonly Parameter[] {
    return this.list;
  }

  /** Names that were not known before. */
  update(changed: readonly ServerParameter[]): string[] {
    const fresh: string[] = [];
    for (const { name, value } of changed) {
      if (value === undefined) this.values.delete(name);
      else {
        if (!this.values.has(name)) fresh.push(name);
        this.values.set(name, joined(name, value, this.bounds.get(name)));
      }
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

  clear(): void {
    this.values.clear();
    this.bounds.clear();
    this.list = [];
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
