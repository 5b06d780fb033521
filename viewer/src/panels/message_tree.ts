// Any message as lines of a tree: name, type of the value, value. Long arrays are shown by their
// first numbers and their range.
import { formatAny, formatBytes } from "../ui/format";

export interface TreeLine {
  readonly path: string; // tells lines apart, e.g. for which are open
  readonly depth: number;
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly folds: boolean;
}

const kShownNumbers = 6;
const kMaxLines = 600;

/** Lines of a message; what is folded away is not walked. */
export function treeLines(message: unknown, isOpen: (path: string, depth: number) => boolean): TreeLine[] {
  const lines: TreeLine[] = [];
  addChildren(message, "", 0, isOpen, lines);
  return lines;
}

function addChildren(value: unknown, path: string, depth: number, isOpen: (path: string, depth: number) => boolean, out: TreeLine[]): void {
  for (const [name, child] of childrenOf(value)) {
    if (out.length >= kMaxLines) return;
    const here = `${path}/${name}`;
    const folds = childrenOf(child).length > 0;
    out.push({ path: here, depth, name, type: typeOf(child), text: textOf(child), folds });
    if (folds && isOpen(here, depth)) addChildren(child, here, depth + 1, isOpen, out);
  }
}

function childrenOf(value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return [];
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return [];
  return Object.entries(value);
}

export function typeOf(value: unknown): string {
  if (ArrayBuffer.isView(value)) return `${value.constructor.name.replace("Array", "").toLowerCase()}[${(value as unknown as ArrayLike<number>).length}]`;
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === "bigint") return "int64";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "object") return "";
  return typeof value;
}

export function textOf(value: unknown): string {
  if (typeof value === "number") return formatAny(value);
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return value === "" ? "\u201c\u201d" : value;
  if (ArrayBuffer.isView(value)) return listText(value as unknown as ArrayLike<number | bigint>);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ");
  if (Array.isArray(value)) return value.length === 0 ? "empty" : `${value.length} items`;
  return "";
}

function listText(list: ArrayLike<number | bigint>): string {
  const first = Array.from({ length: Math.min(list.length, kShownNumbers) }, (_, i) => formatAny(Number(list[i])));
  if (list.length <= kShownNumbers) return first.length === 0 ? "empty" : first.join("  ");
  let min = Infinity;
  let largest = -Infinity;
  for (let i = 0; i < list.length; i++) {
    const value = Number(list[i]);
    if (value < min) min = value;
    if (value > largest) largest = value;
  }
  return `${first.join("  ")} \u2026  (${formatAny(min)} to ${formatAny(largest)})`;
}

/** About as many bytes as the message has in a log: numbers by their arrays, 8 bytes for single ones. */
export function sizeOfMessage(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength + 4;
  if (typeof value === "string") return value.length + 5;
  if (typeof value === "boolean") return 1;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce((sum: number, child) => sum + sizeOfMessage(child), 0);
}

export function sizeText(value: unknown): string {
  return `about ${formatBytes(sizeOfMessage(value))}`;
}
