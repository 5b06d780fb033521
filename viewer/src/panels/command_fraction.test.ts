import { expect, it } from "vitest";
import { commandFraction } from "./command_fraction";

it("commands become shares of full speed", () => {
  expect(commandFraction(-0.5)).toBe(-0.5);
  expect(commandFraction(1700, { neutral: 1500, min: 1100, max: 1900 })).toBe(0.5);
  expect(commandFraction(1100, { neutral: 1500, min: 1100, max: 1900 })).toBe(-1);
});
it("commands of an unknown kind are not shown", () => {
  expect(commandFraction(1604)).toBeUndefined();
  expect(commandFraction(NaN)).toBeUndefined();
});
