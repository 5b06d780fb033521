import { describe, expect, it } from "vitest";
import { NewestPicture } from "./newest_picture";
import type { Picture } from "./picture_decoder";

const picture = (format: string): Picture => ({ format, data: new Uint8Array() });
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A decoder whose pictures are named by their format and are ready when told. */
function bench() {
  const shown: string[] = [];
  const closed: string[] = [];
  const finish: (() => void)[] = [];
  const taker = {
    take: (bitmap: ImageBitmap) => void shown.push((bitmap as unknown as { name: string }).name),
    fail: (problem: string) => void shown.push(`failed: ${problem}`),
  };
  const newest = new NewestPicture(taker, (given) =>
    new Promise((resolve, reject) => finish.push(() => {
      const name = "format" in given ? given.format : "";
      if (name === "bad") reject(new Error("no picture"));
      else resolve({ name, close: () => closed.push(name) } as unknown as ImageBitmap);
    })));
  const ready = async () => {
    finish.shift()?.();
    await settled();
  };
  return { newest, shown, closed, ready, waiting: finish };
}

describe("the newest picture", () => {
  it("is shown in the end; older ones that had to wait are left out", async () => {
    const { newest, shown, ready, waiting } = bench();
    for (const name of ["1", "2", "3"]) newest.give(picture(name));
    await ready();
    await ready();
    expect(shown).toEqual(["1", "3"]);
    expect(waiting.length).toBe(0);
  });
  it("is closed where nobody wants it any more", async () => {
    const { newest, shown, closed, ready } = bench();
    newest.give(picture("old"));
    newest.give(picture("older"));
    newest.forget();
    newest.give(picture("new"));
    await ready();
    await ready();
    expect(closed).toEqual(["old"]);
    expect(shown).toEqual(["new"]);
  });
  it("comes after one that cannot be decoded", async () => {
    const { newest, shown, ready } = bench();
    newest.give(picture("bad"));
    newest.give(picture("good"));
    await ready();
    await ready();
    expect(shown).toEqual(["failed: no picture", "good"]);
  });
});
