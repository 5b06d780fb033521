// What the page shows at first, without anybody touching it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { countPictures, openPage, outside, picturesPerS, pixels, ready, setQuality, unfold } from "./browser.mjs";
import { withRun } from "./live.mjs";
import { Server, until } from "./server.mjs";

/** Plots begin with curves, the search finds a field by its name, the map draws the track. */
async function firstLook(run) {
  await withRun(run, async ({ page, observer }) => {
    const plots = page.locator('.tile[data-panel="plots"]');
    await plots.waitFor();
    assert.match(await plots.locator(".plot-legend").innerText(), /depth[\s\S]*heading[\s\S]*speed/);
    await until("a curve", async () => (await pixels(page, plots.locator("canvas").first())).colours > 12);
    const { height } = await plots.locator("canvas").first().boundingBox();
    assert.ok(height > 80, `${height} px for the curves`);
    await plots.locator("button", { hasText: "Fields" }).click();
    await plots.locator("input[type=search]").fill("depth");
    await until("the field", async () => (await plots.locator(".field-choice", { hasText: "depth" }).count()) > 0);
    const unit = plots.locator(".field-choice", { hasText: "depth" }).first().locator(".muted");
    assert.equal(await unit.innerText(), "m");
    await plots.locator("button", { hasText: "Fields" }).click();
    await zoomsByKeys(page, plots);
    const map = page.locator("canvas.scene-map");
    const before = await pixels(page, map);
    await page.keyboard.down("w");
    await until("a metre", () => observer.place[0] > 1);
    await page.keyboard.up("w");
    await until("a longer track", async () => (await pixels(page, map)).hash !== before.hash);
  });
}

/** With the focus on the curves, plus and minus zoom and 0 follows the present again. */
async function zoomsByKeys(page, plots) {
  const follow = plots.locator("button", { hasText: "Follow" });
  assert.ok(await follow.isDisabled());
  await plots.locator(".plot-place").focus();
  await page.keyboard.press("+");
  await until("a part of the time", () => follow.isEnabled());
  await page.keyboard.press("0");
  await until("the present", () => follow.isDisabled());
  await page.locator(".plot-place").blur(); // keys are for piloting again
}

/** Boxes around what the camera sees: its own labels where it gives them, else projected. */
async function boxes(run) {
  const labels = ["--set", "vehicles.rov.sensors.cam.labels=[boxes]", "--set", "record.frames=all"];
  for (const [name, args, from] of [["seen", labels, "seen by the camera"], ["projected", [], "projected from poses"]])
    await withRun({ ...run, out: join(run.out, name) }, async ({ page }) => {
      const camera = page.locator('.stage [data-stage="camera"]');
      await camera.locator(".toggle", { hasText: "Boxes" }).click();
      await until(from, async () => (await camera.locator(".panel-status").innerText()).includes(from));
      await until("frames in their colour", async () => (await share(page, camera.locator("canvas"), kWarn)) > 0.002);
    }, { args });
}

const kWarn = [0xf2, 0xb8, 0x4b];

/** Fraction of an element that has a colour. */
async function share(page, locator, colour) {
  const png = await locator.screenshot();
  return page.evaluate(async ([base64, [r, g, b]]) => {
    const image = await globalThis.createImageBitmap(await (await globalThis.fetch(`data:image/png;base64,${base64}`)).blob());
    const drawing = new globalThis.OffscreenCanvas(image.width, image.height).getContext("2d");
    drawing.drawImage(image, 0, 0);
    const { data } = drawing.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (Math.hypot(data[i] - r, data[i + 1] - g, data[i + 2] - b) < 12) ++count;
    return count / (data.length / 4);
  }, [png.toString("base64"), colour]);
}

async function sonarOnStage(run) {
  await withRun({ ...run, scenario: "local_search" }, async ({ page }) => {
    const box = await page.locator('.stage [data-stage="sonar"]').boundingBox();
    assert.ok(box.height >= 0.4 * page.viewportSize().height, `sonar panel ${box.height} px`);
  });
}

/** A multibeam has its map in the middle of the page. */
async function pointsOnStage(run) {
  await withRun({ ...run, scenario: "mbes_mapping" }, async ({ page }) => {
    const map = page.locator('.stage [data-stage="points"] canvas');
    await until("points of many depths", async () => (await pixels(page, map)).colours > 20);
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

/** A served run outlives the end of its scenario: the page stays, and Run goes on. */
async function staysAlive(run) {
  await withRun({ ...run, scenario: "reef" }, async ({ page, observer }) => {
    const { duration_s } = await page.evaluate(async () => (await globalThis.fetch("/scene.json" + globalThis.location.search)).json());
    await until("the end of the scenario", () => observer.run?.finished || observer.run?.time_s > duration_s, 120_000);
    if (observer.run.paused) await page.click('[data-action="run"]');
    await until("a second beyond it", () => observer.run.time_s > duration_s + 1, 120_000);
    await ready(page, ["live"]);
    assert.ok(await page.locator(".banner").isHidden());
  });
}

/** Without a graphics card a reef is still smooth at low quality: a replay, so that nothing else runs beside. */
async function lowIsSmooth(run) {
  const log = join(run.out, "run", "log.mcap");
  execFileSync(run.hadal, ["run", "reef", "--duration", "2", "--out", dirname(log)], { stdio: "ignore" });
  const server = await Server.start(run.hadal, ["view", log, "--serve", "127.0.0.1:0"]);
  const { page, close } = await openPage(run.browser, server.url, { init: countPictures });
  try {
    await ready(page, ["replay"]);
    await until("the reef", async () => (await pixels(page, outside(page))).colours > 40);
    await setQuality(page, "low");
    const rates = [];
    await until(`${run.picturesPerS} pictures per second`, async () => {
      const box = await outside(page).boundingBox();
      await page.mouse.move(box.x + 200, box.y + 100);
      await page.mouse.down();
      const turning = turn(page, box, 3000);
      rates.push(await picturesPerS(page, 3));
      await turning;
      await page.mouse.up();
      return rates.at(-1) >= run.picturesPerS;
    }).catch((error) => {
      throw new Error(`${error.message}; got ${rates.map((rate) => rate.toFixed(1)).join(", ")}`);
    });
    console.log(`        reef at low quality: ${rates.at(-1).toFixed(1)} pictures per second`);
  } finally {
    await page.screenshot({ path: join(run.out, "end.png") });
    await close();
    await server.stop();
  }
}

/** Drags the view round, so that every beat of the screen needs a new picture. */
async function turn(page, box, forMs) {
  const end = Date.now() + forMs;
  for (let i = 0; Date.now() < end; ++i) {
    await page.mouse.move(box.x + 200 + (i % 40) * 3, box.y + 100);
    await page.waitForTimeout(16);
  }
}

/** At low quality the sea still has its waves: a calm sea is another picture of the same moment. */
async function wavesAtLow(run) {
  await withRun({ ...run, scenario: "boat_sea_state_4" }, async ({ page, observer }) => {
    await page.locator("body").press("Digit2");
    await setQuality(page, "low");
    await until("a second", () => observer.run?.time_s > 1);
    await page.click('[data-action="run"]');
    await until("paused", () => observer.run.paused);
    const still = async () => {
      let last = "";
      await until("a picture that stays", async () => {
        const before = last;
        await page.waitForTimeout(500);
        last = (await outside(page).screenshot()).toString("base64");
        return last === before;
      });
      return last;
    };
    const rough = await still();
    await page.screenshot({ path: join(run.out, "waves.png") });
    observer.set("sea/wave_factor", 0);
    await observer.call("/hadal/step", { ticks: 1 });
    const calm = await still();
    await page.screenshot({ path: join(run.out, "calm.png") });
    const changed = await differing(page, rough, calm);
    assert.ok(changed > 0.1, `${(100 * changed).toFixed(1)} % of the picture show waves`);
  });
}

/** Fraction of pixels in which two PNG pictures differ so that one sees it. */
function differing(page, one, other) {
  return page.evaluate(async (pictures) => {
    const [a, b] = await Promise.all(pictures.map(async (base64) => {
      const image = await globalThis.createImageBitmap(await (await globalThis.fetch(`data:image/png;base64,${base64}`)).blob());
      const drawing = new globalThis.OffscreenCanvas(image.width, image.height).getContext("2d");
      drawing.drawImage(image, 0, 0);
      return drawing.getImageData(0, 0, image.width, image.height).data;
    }));
    let count = 0;
    for (let i = 0; i < a.length; i += 4) if (Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 24) ++count;
    return count / (a.length / 4);
  }, [one, other]);
}

/** One camera has one panel; names beside things do not lie over each other; notices lie in the top bar. */
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

async function labelsApart(run) {
  await withRun({ ...run, scenario: "competition_pool" }, async ({ page }) => {
    await until("names", async () => (await shownLabels(page)).length > 1);
    const chosen = (id) => page.locator(`.stage [data-stage="${id}"] select[aria-label="Camera"]`).inputValue();
    assert.notEqual(await chosen("camera"), await chosen("camera-annotated"), "both panels show one camera");
    await page.screenshot({ path: join(run.out, "labels.png") });
    const map = { text: "the map", ...(await page.locator("canvas.scene-map").boundingBox()) };
    const labels = [...(await shownLabels(page)), map];
    const over = labels.flatMap((a, i) => labels.slice(i + 1).filter((b) => overlap(a, b)).map((b) => `${a.text} and ${b.text}`));
    assert.deepEqual(over, []);
  });
}

function shownLabels(page) {
  return page.evaluate(() =>
    [...globalThis.document.querySelectorAll(".scene-label")]
      .filter((label) => globalThis.getComputedStyle(label).visibility === "visible")
      .map((label) => {
        const { x, y, width, height } = label.getBoundingClientRect();
        return { text: label.textContent, x, y, width, height };
      }),
  );
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

/** At night the view from outside is lit so that the vehicle and the ground are seen. */
async function seenAtNight(run) {
  await withRun({ ...run, scenario: "night_dive" }, async ({ page }) => {
    await until("a picture", async () => (await pixels(page, outside(page))).colours > 20);
    const { brightness } = await pixels(page, outside(page));
    assert.ok(brightness > 20, `brightness ${brightness}`);
  });
}

/** Docks are as large as the window allows. */
async function docksFit(run) {
  const sizes = {};
  for (const [width, height] of [[1280, 720], [1920, 1080]])
    await withRun({ ...run, out: join(run.out, `${width}`) }, async ({ page }) => {
      sizes[width] = { right: (await page.locator(".dock-right").boundingBox()).width, bottom: (await page.locator(".dock-bottom").boundingBox()).height };
    }, { width, height });
  assert.ok(sizes[1920].right > 1.2 * sizes[1280].right, JSON.stringify(sizes));
  assert.ok(sizes[1920].bottom > 1.3 * sizes[1280].bottom, JSON.stringify(sizes));
}

export const pageTests = {
  first_look: firstLook,
  boxes,
  sonar_on_stage: sonarOnStage,
  points_on_stage: pointsOnStage,
  first_frame: firstFrame,
  stays_alive: staysAlive,
  low_is_smooth: lowIsSmooth,
  waves_at_low: wavesAtLow,
  nothing_twice: nothingTwice,
  labels_apart: labelsApart,
  sticks_beside_panels: sticksBesidePanels,
  seen_at_night: seenAtNight,
  docks_fit: docksFit,
};
