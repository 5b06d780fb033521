// What the page shows at first, without anybody touching it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openPage, pixels, ready, unfold } from "./browser.mjs";
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

/** One camera has one panel; notices lie in the top bar. */
async function nothingTwice(run) {
  await withRun(run, async ({ page }) => {
    await page.locator('.stage [data-stage="camera"]').waitFor();
    assert.equal(await page.locator('.stage [data-stage="camera-annotated"]').count(), 0);
    await unfold(page, "Gains");
    await page.getByRole("button", { name: "Save gains" }).click();
    await page.locator(".toast").first().waitFor();
    await page.screenshot({ path: join(run.out, "toast.png") });
    const [bar, toast] = [await page.locator(".top-bar").boundingBox(), await page.locator(".toast").last().boundingBox()];
    assert.ok(within(toast, bar), "the notice lies over the page");
    const covered = await page.evaluate(({ x, y, width, height }) => {
      const toast = globalThis.document.querySelector(".toast:last-child");
      return [0.02, 0.5, 0.98].some((part) => !toast.contains(globalThis.document.elementFromPoint(x + part * width, y + height / 2)));
    }, toast);
    assert.equal(covered, false, "something lies over the notice");
  });
}

const kSlackPx = 1;

function overlap(a, b) {
  return a.x + a.width > b.x + kSlackPx && b.x + b.width > a.x + kSlackPx && a.y + a.height > b.y + kSlackPx && b.y + b.height > a.y + kSlackPx;
}

function within(inner, outer) {
  return (
    inner.x >= outer.x - kSlackPx && inner.x + inner.width <= outer.x + outer.width + kSlackPx &&
    inner.y >= outer.y - kSlackPx && inner.y + inner.height <= outer.y + outer.height + kSlackPx
  );
}

/** On a tablet the sticks lie over the view from outside and nothing else. */
async function sticksBesidePanels(run) {
  await withRun(run, async ({ page }) => {
    await page.locator(".touch-sticks").waitFor();
    await page.screenshot({ path: join(run.out, "sticks.png") });
    const view = await page.locator(".stage-outside").boundingBox();
    const panels = await Promise.all((await page.locator(".tile, .stage-cameras > *, .scene-map, .scene-hud").all()).map((one) => one.boundingBox()));
    for (const part of await page.locator(".touch-stick, .touch-stop").all()) {
      const box = await part.boundingBox();
      assert.ok(within(box, view), "a stick reaches out of the view");
      assert.ok(!panels.some((panel) => panel && overlap(box, panel)), "a stick lies over a panel");
    }
    assert.ok((await page.locator(".touch-stick").count()) === 2);
  }, { width: 1024, height: 768, touch: true });
}

export const pageTests = {
  first_look: firstLook,
  sonar_on_stage: sonarOnStage,
  first_frame: firstFrame,
  nothing_twice: nothingTwice,
  sticks_beside_panels: sticksBesidePanels,
};
