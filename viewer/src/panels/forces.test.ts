import { expect, it } from "vitest";
import type { SceneState } from "../scene_types";
import { forceTerms, sizeOf, sortedTerms, total } from "./forces";

const names = ["weight", "buoyancy", "drag"];
const wrenches = new Float32Array(2 * 18);
wrenches.set([0, 0, 100, 0, 0, 0, 0, 0, -102, 0, 0, 0, -3, 0, 0, 0, 4, 0], 18); // of the second vehicle
const terms = forceTerms(names, { wrenches } as unknown as SceneState, 1);

it("forces are read per vehicle and term", () => {
  expect(terms[1]).toEqual({ name: "buoyancy", wrench: [0, 0, -102, 0, 0, 0] });
  expect(sizeOf(terms[2] ?? { name: "", wrench: [] })).toBeCloseTo(5);
});
it("forces are sorted by size or by a component", () => {
  expect(sortedTerms(terms, "size").map((term) => term.name)).toEqual(["buoyancy", "weight", "drag"]);
  expect(sortedTerms(terms, 0)[0]?.name).toBe("drag");
});
it("forces that do not act are left out, and all are summed", () => {
  expect(sortedTerms(forceTerms(names, { wrenches } as unknown as SceneState, 0), "size")).toEqual([]);
  expect(total(terms)).toEqual([-3, 0, -2, 0, 4, 0]);
});
