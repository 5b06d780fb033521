// Names of keys as people read them.

const kKeyNames: Readonly<Record<string, string>> = {
  "": "\u2013",
  ArrowUp: "\u2191",
  ArrowDown: "\u2193",
  ArrowLeft: "\u2190",
  ArrowRight: "\u2192",
  Equal: "+",
  Minus: "\u2212",
  Space: "Space",
};

/** "KeyW" is W, "Digit1" is 1. */
export function keyName(code: string): string {
  return kKeyNames[code] ?? code.replace(/^(Key|Digit)/, "");
}
