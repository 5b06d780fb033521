import { expect, it } from "vitest";
import { labelToRgba } from "./label_picture";
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
it("what is neither picture nor label is refused", () => {
  expect(() => rawToRgba(raw("bayer_rggb8", 8, []))).toThrow(/bayer_rggb8/);
});
it("labels are drawn by their numbers", () => {
  const bytes = (numbers: Float32Array | Int32Array): readonly number[] => [...new Uint8Array(numbers.buffer)];
  const distance = labelToRgba({ ...raw("32FC1", 12, bytes(Float32Array.of(1, 9, NaN))), width: 3 });
  const brightness = [0, 1, 2].map((i) => (distance[4 * i] ?? 0) + (distance[4 * i + 1] ?? 0) + (distance[4 * i + 2] ?? 0));
  expect(brightness[0]).toBeGreaterThan(600); // near
  expect(brightness[1]).toBeLessThan(100);
  expect(brightness[2]).toBe(0); // nothing there
  const instance = new Uint32Array(labelToRgba({ ...raw("32SC1", 12, bytes(Int32Array.of(0, 1, 2))), width: 3 }).buffer);
  expect(instance[0]).toBe(0xff000000);
  expect(new Set(instance).size).toBe(3);
  expect([...labelToRgba({ ...raw("32FC3", 12, bytes(Float32Array.of(0, 0, -1))), width: 1 })]).toEqual([128, 128, 0, 255]);
});
