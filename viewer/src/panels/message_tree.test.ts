import { expect, it } from "vitest";
import { sizeOfMessage, textOf, treeLines, typeOf } from "./message_tree";

const message = { header: { frame_id: "rov", stamp: { sec: 1 } }, data: new Float32Array([1, 2, 3, 4, 5, 6, 7, 8]), names: ["a", "b"], list: [{ x: 1 }] };

it("a tree walks only what is open", () => {
  const closed = treeLines(message, () => false);
  expect(closed.map((line) => line.name)).toEqual(["header", "data", "names", "list"]);
  const open = treeLines(message, (_, depth) => depth === 0);
  expect(open.map((line) => line.path)).toEqual(["/header", "/header/frame_id", "/header/stamp", "/data", "/names", "/list", "/list/0"]);
});
it("types and texts are short", () => {
  expect(typeOf(message.data)).toBe("float32[8]");
  expect(textOf(message.data)).toContain("(1 to 8)");
  expect(textOf(message.names)).toBe("a, b");
  expect(textOf(7n)).toBe("7");
});
it("the size counts arrays by their bytes", () => {
  expect(sizeOfMessage({ data: new Uint8Array(1000), on: true })).toBe(1005);
});
