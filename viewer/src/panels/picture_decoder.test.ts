import { expect, it } from "vitest";
import { rawToRgba } from "./picture_decoder";

const raw = (encoding: string, step: number, data: readonly number[]) => ({ width: 2, height: 1, step, encoding, data: Uint8Array.from(data) });

it("raw pictures get four channels, whatever their order", () => {
  expect([...rawToRgba(raw("rgb8", 6, [1, 2, 3, 4, 5, 6]))]).toEqual([1, 2, 3, 255, 4, 5, 6, 255]);
  expect([...rawToRgba(raw("bgr8", 6, [1, 2, 3, 4, 5, 6]))]).toEqual([3, 2, 1, 255, 6, 5, 4, 255]);
  expect([...rawToRgba(raw("mono8", 2, [7, 9]))]).toEqual([7, 7, 7, 255, 9, 9, 9, 255]);
});
it("rows may be longer than their pixels", () => {
  const picture = { ...raw("mono8", 3, [1, 2, 0, 3, 4, 0]), height: 2 };
  expect([...rawToRgba(picture)].filter((_, i) => i % 4 === 0)).toEqual([1, 2, 3, 4]);
});
it("labels are no pictures", () => {
  expect(() => rawToRgba(raw("32SC1", 8, []))).toThrow(/32SC1/);
});
