#!/usr/bin/env node
// Makes the pictures of the web page in docs/pictures: serves each run, opens the page in headless Chromium
// and takes a picture at a simulated time.
//   tools/page_pictures.mjs [PROGRAM [NAME ...]]     # after ./hadal test, which brings Node.js packages and Chromium
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, openPage, ready, setQuality } from "../viewer/tests/e2e/browser.mjs";
import { Observer, Server, until } from "../viewer/tests/e2e/server.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = resolve(process.argv[2] ?? join(root, "build/release/apps/hadal/hadal"));
const only = process.argv.slice(3);

// Picture, what is served, size of the window, simulated time.
const kPages = [
  ["viewer_demo_1280", ["demo"], [1280, 720], 30],
  ["viewer_demo_1920", ["demo"], [1920, 1080], 30],
  ["viewer_reef", ["run", "reef"], [1280, 720], 5],
  ["viewer_search", ["run", "local_search"], [1280, 720], 20],
  ["viewer_side_scan", ["run", "side_scan_wreck"], [1280, 720], 50],
];
const kQuality = "good"; // what a small graphics card draws
const kWaitMs = 300_000;

const folder = mkdtempSync(join(tmpdir(), "hadal_pages_"));
const browser = await launch();
try {
  for (const [name, words, [width, height], time_s] of kPages) {
    if (only.length > 0 && !only.includes(name)) continue;
    const server = await Server.start(program, [...words, "--serve", "127.0.0.1:0", "--out", join(folder, name)]);
    const { page, close } = await openPage(browser, server.url, { width, height });
    const observer = await Observer.connect(server.url, ["/hadal/run_state"]);
    await ready(page);
    await until(`${time_s} s`, () => observer.run?.time_s >= time_s, kWaitMs);
    await setQuality(page, kQuality);
    await page.mouse.click(width / 2, 5); // away from the menu
    await page.waitForTimeout(8000); // for shaders and the first picture of this quality
    await page.screenshot({ path: join(root, "docs/pictures", `${name}.jpg`), type: "jpeg", quality: 82, timeout: kWaitMs });
    console.log(`docs/pictures/${name}.jpg`);
    observer.close();
    await close();
    await server.stop();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
