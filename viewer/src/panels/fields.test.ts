import { describe, expect, it } from "vitest";
import { flattenFields, pathText, readField } from "./fields";

const texts = (message: unknown) => flattenFields(message).map(({ path, value }) => `${pathText(path)}=${value}`);

describe("fields of a message", () => {
  it("are found at any depth, as numbers", () => {
    const message = { header: { frame_id: "rov", stamp: { sec: 3, nanosec: 5 } }, depth: 2.5, valid: true, tick: 7n };
    expect(texts(message)).toEqual(["header.stamp.sec=3", "header.stamp.nanosec=5", "depth=2.5", "valid=1", "tick=7"]);
  });
  it("in arrays have the names beside them", () => {
    const message = { names: ["depth_m", "speed.x"], values: Float64Array.of(4, 5) };
    expect(texts(message)).toEqual(["values.depth_m=4", "values.speed.x=5"]);
    expect(readField(message, ["values", "speed.x"])).toBe(5);
    expect(readField({ names: ["speed.x", "depth_m"], values: Float64Array.of(4, 5) }, ["values", "depth_m"])).toBe(5);
  });
  it("without names have numbers", () => {
    const message = { range: Float64Array.of(1, 2), terms: ["drag"], wrenches: [{ force: { x: 9 } }] };
    expect(texts(message)).toEqual(["range.0=1", "range.1=2", "wrenches.drag.force.x=9"]);
    expect(readField(message, ["wrenches", "drag", "force", "x"])).toBe(9);
  });
  it("leave out pictures", () => {
    expect(flattenFields({ data: new Uint8Array(1000) })).toEqual([]);
  });
  it("have angles beside a quaternion", () => {
    const message = { orientation: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 } };
    expect(flattenFields(message).map(({ path }) => path[1])).toContain("yaw_deg");
    expect(readField(message, ["orientation", "yaw_deg"])).toBeCloseTo(90);
  });
  it("that are not there are NaN", () => {
    expect(readField({ a: 1 }, ["b", "c"])).toBeNaN();
    expect(readField(undefined, ["b"])).toBeNaN();
  });
});
