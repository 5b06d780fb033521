import { expect, it } from "vitest";
import { commandShare } from "./command_share";

it("commands become shares of full speed", () => {
  expect(commandShare(-0.5)).toBe(-0.5);
  expect(commandShare(1700, { neutral: 1500, min: 1100, max: 1900 })).toBe(0.5);
  expect(commandShare(1100, { neutral: 1500, min: 1100, max: 1900 })).toBe(-1);
});
it("commands of an unknown kind are not shown", () => {
  expect(commandShare(1604)).toBeUndefined();
  expect(commandShare(NaN)).toBeUndefined();
});
