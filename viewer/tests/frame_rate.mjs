// How fast the page draws in headless Chromium with software GL, and when its first picture comes.
//   node tests/frame_rate.mjs --hadal build/release/apps/hadal/hadal [--scenario reef] [--seconds 20]
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launch, openPage } from "./e2e/browser.mjs";
import { Server } from "./e2e/server.mjs";

const { values: options } = parseArgs({
  options: {
    hadal: { type: "string" },
    scenario: { type: "string", default: "reef" },
    seconds: { type: "string", default: "20" },
  },
});
const kSettleMs = 15_000; // the page finds the quality that this machine can draw

/** Counts the beats of the screen in which something was drawn. */
function countPictures() {
  const { prototype } = globalThis.WebGL2RenderingContext;
  const clear = prototype.clear;
  let drawn = false;
  globalThis.pictures = 0;
  prototype.clear = function (...values) {
    drawn = true;
    return clear.apply(this, values);
  };
  const beat = () => {
    if (drawn) ++globalThis.pictures;
    drawn = false;
    globalThis.requestAnimationFrame(beat);
  };
  globalThis.requestAnimationFrame(beat);
}

const server = await Server.start(options.hadal, [
  "run", options.scenario, "--serve", "127.0.0.1:0", "--duration", "100000", "--out", mkdtempSync(join(tmpdir(), "hadal-frame-rate-")),
]);
const browser = await launch();
const { page } = await openPage(browser, server.url, { init: countPictures });
await page.waitForTimeout(kSettleMs);
const before = await page.evaluate(() => globalThis.pictures);
await page.waitForTimeout(1000 * Number(options.seconds));
const after = await page.evaluate(() => globalThis.pictures);
const firstPictureMs = await page.evaluate(() => globalThis.firstPictureMs);
console.log(JSON.stringify({
  scenario: options.scenario,
  pictures_per_s: (after - before) / Number(options.seconds),
  first_picture_ms: Math.round(firstPictureMs),
}));
await browser.close();
await server.stop();
