// What the page shows at first, without anybody touching it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openPage, pixels, ready } from "./browser.mjs";
import { withRun } from "./live.mjs";
import { Server, until } from "./server.mjs";

/** Plots begin with curves, the search finds a field by its name, the map draws the track. */
async function firstLook(run) {
  await withRun(run, async ({ page, observer }) => {
    const plots = page.locator('.tile[data-panel="plots"]');
    await plots.waitFor();
    assert.match(await plots.locator(".plot-legend").innerText(), /depth[\s\S]*heading[\s\S]*speed/);
    await until("a curve", async () => (await pixels(page, plots.locator("canvas").first())).colours > 12);
    await plots.locator("button", { hasText: "Fields" }).click();
    await plots.locator("input[type=search]").fill("depth");
    await until("the field", async () => (await plots.locator(".field-choice", { hasText: "depth" }).count()) > 0);
    await plots.locator("input[type=search]").blur(); // keys are for piloting again
    const map = page.locator("canvas.scene-map");
    const before = await pixels(page, map);
    await page.keyboard.down("w");
    await until("a metre", () => observer.place[0] > 1);
    await page.keyboard.up("w");
    await until("a longer track", async () => (await pixels(page, map)).hash !== before.hash);
  });
}

async function sonarOnStage(run) {
  await withRun({ ...run, scenario: "local_search" }, async ({ page }) => {
    const box = await page.locator('.stage [data-stage="sonar"]').boundingBox();
    assert.ok(box.height >= 0.4 * page.viewportSize().height, `sonar panel ${box.height} px`);
  });
}

/** Before anybody presses play, a log shows its first picture. */
async function firstFrame(run) {
  execFileSync(run.hadal, ["run", run.scenario, "--duration", "2", "--out", join(run.out, "run")], { stdio: "ignore" });
  const server = await Server.start(run.hadal, ["view", join(run.out, "run", "log.mcap"), "--serve", "127.0.0.1:0"]);
  const { page, close } = await openPage(run.browser, server.url);
  try {
    await ready(page, ["replay"]);
    await until("the first picture", async () => (await pixels(page, page.locator('[data-stage="camera"] canvas').first())).colours > 8);
  } finally {
    await page.screenshot({ path: join(run.out, "end.png") });
    await close();
    await server.stop();
  }
}

export const pageTests = { first_look: firstLook, sonar_on_stage: sonarOnStage, first_frame: firstFrame };
