import { describe, expect, it } from "vitest";

import { keyName } from "./key_names";
import { formatClock, modesIn } from "./parameter_names";

describe("names", () => {
  it("of keys", () => {
    expect(["KeyW", "Digit1", "ArrowUp", "", "Space"].map(keyName)).toEqual(["W", "1", "\u2191", "\u2013", "Space"]);
  });
  it("of modes, from the help of the parameter", () => {
    expect(modesIn("What steers it: mission, off, manual.")).toEqual(["mission", "off", "manual"]);
    expect(modesIn(undefined)).toEqual([]);
  });
  it("of hours", () => {
    expect([0, 9.5, 13.999, 23.9999].map(formatClock)).toEqual(["00:00\u2009h", "09:30\u2009h", "14:00\u2009h", "00:00\u2009h"]);
  });
});
