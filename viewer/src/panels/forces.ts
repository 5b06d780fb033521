// Every wrench on the hull of a vehicle, by name, the strongest first: what moves my vehicle?
import type { SceneState } from "../scene_types";

export interface ForceTerm {
  readonly name: string;
  readonly wrench: readonly number[]; // X Y Z in N, K M N in N m
}

export const kComponents = ["X", "Y", "Z", "K", "M", "N"] as const;
const kLength_m = 1; // makes a force of a moment, so that terms can be compared

export function forceTerms(names: readonly string[], state: SceneState, vehicle: number): ForceTerm[] {
  const start = vehicle * names.length * kComponents.length;
  return names.map((name, index) => {
    const from = start + index * kComponents.length;
    return { name, wrench: Array.from(state.wrenches.subarray(from, from + kComponents.length)) };
  });
}

export function sizeOf(term: ForceTerm): number {
  return Math.hypot(...term.wrench.map((value, i) => (i < 3 ? value : value / kLength_m)));
}

/** Terms that act, by size or by one component. */
export function sortedTerms(terms: readonly ForceTerm[], by: number | "size"): ForceTerm[] {
  const rank = (term: ForceTerm) => (by === "size" ? sizeOf(term) : Math.abs(term.wrench[by] ?? 0));
  return terms.filter((term) => sizeOf(term) > 0).sort((a, b) => rank(b) - rank(a));
}

export function total(terms: readonly ForceTerm[]): number[] {
  return kComponents.map((_, i) => terms.reduce((sum, term) => sum + (term.wrench[i] ?? 0), 0));
}
