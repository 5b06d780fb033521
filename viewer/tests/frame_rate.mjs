// How fast the page draws in headless Chromium with software GL, and when its first picture comes.
//   node tests/frame_rate.mjs --hadal build/release/apps/hadal/hadal [--scenario reef] [--quality low] [--seconds 20]
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countPictures, launch, openPage, picturesPerS, ready, setQuality } from "./e2e/browser.mjs";
import { Server } from "./e2e/server.mjs";

const { values: options } = parseArgs({
  options: {
    hadal: { type: "string" },
    scenario: { type: "string", default: "reef" },
    quality: { type: "string", default: "auto" },
    seconds: { type: "string", default: "20" },
  },
});
const kSettleMs = 15_000; // the page finds the quality that this machine can draw

const server = await Server.start(options.hadal, [
  "run", options.scenario, "--serve", "127.0.0.1:0", "--duration", "100000", "--out", mkdtempSync(join(tmpdir(), "hadal-frame-rate-")),
]);
const browser = await launch();
const { page } = await openPage(browser, server.url, { init: countPictures });
await ready(page);
await setQuality(page, options.quality);
await page.waitForTimeout(kSettleMs);
const rate = await picturesPerS(page, Number(options.seconds));
const firstPictureMs = await page.evaluate(() => globalThis.firstPictureMs);
console.log(JSON.stringify({
  scenario: options.scenario,
  quality: options.quality,
  pictures_per_s: rate,
  first_picture_ms: Math.round(firstPictureMs),
}));
await browser.close();
await server.stop();
