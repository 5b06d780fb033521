// A page in headless Chromium, with what went wrong in it, and numbers about what it shows.
import { chromium } from "playwright-core";

const kArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: kArguments });
}

/** Notes when WebGL drew for the first time, in ms since the navigation. */
function noteFirstPicture() {
  const draw = globalThis.WebGL2RenderingContext.prototype.drawElements;
  globalThis.WebGL2RenderingContext.prototype.drawElements = function (...values) {
    globalThis.firstPictureMs ??= globalThis.performance.now();
    return draw.apply(this, values);
  };
}

/** Counts the beats of the screen in which something was drawn, as window.pictures; for `init` of openPage(). */
export function countPictures() {
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

/** Pictures per second of what the page draws. */
export async function picturesPerS(page, seconds) {
  const count = () => page.evaluate(() => globalThis.pictures);
  const before = await count();
  await page.waitForTimeout(1000 * seconds);
  return ((await count()) - before) / seconds;
}

/** Opens a page; `problems` collects errors of the console and of scripts. `touch`: a tablet, without keys. */
export async function openPage(browser, url, { width = 1280, height = 720, scale = 1, init, touch = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale, hasTouch: touch, isMobile: touch });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.addInitScript(noteFirstPicture);
  if (init) await page.addInitScript(init);
  await page.goto(url);
  return { page, problems, close: () => context.close() };
}

/** Waits until the page shows what it was opened for. */
export async function ready(page, states = ["live", "paused", "replay"]) {
  const isShown = (names) => names.includes(globalThis.document.querySelector(".top-bar .state")?.textContent);
  await page.waitForFunction(isShown, states, { timeout: 60_000 });
}

/** The picture of the view from outside, not the map in its corner. */
export const outside = (page) => page.locator(".stage-outside canvas:not(.scene-map)");

/** How many colours (of 4096) an element shows, and how bright it is (0..255) on average. */
export async function pixels(page, locator) {
  const png = await locator.screenshot();
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(globalThis.atob(base64), (letter) => letter.charCodeAt(0));
    const image = await globalThis.createImageBitmap(new globalThis.Blob([bytes], { type: "image/png" }));
    const canvas = new globalThis.OffscreenCanvas(image.width, image.height);
    const drawing = canvas.getContext("2d");
    drawing.drawImage(image, 0, 0);
    const { data } = drawing.getImageData(0, 0, image.width, image.height);
    const colours = new Set();
    let sum = 0;
    let blue = 0;
    let hash = 0;
    for (let i = 0; i < data.length; i += 4) {
      colours.add(((data[i] >> 4) << 8) | ((data[i + 1] >> 4) << 4) | (data[i + 2] >> 4));
      sum += data[i] + data[i + 1] + data[i + 2];
      blue += data[i + 2] - data[i];
      hash = (hash * 31 + data[i] + 7 * data[i + 1] + 13 * data[i + 2]) >>> 0;
    }
    return { colours: colours.size, brightness: sum / (0.75 * data.length), blueness: blue / (0.25 * data.length), hash };
  }, png.toString("base64"));
}

/** Makes sure that a panel is shown. */
export async function showPanel(page, id, title) {
  const tile = page.locator(`.tile[data-panel="${id}"]`);
  if ((await tile.count()) > 0) return tile;
  await page.click('button[title="Panels"]');
  await page.locator(".menu:popover-open .toggle", { hasText: title }).first().click();
  await page.keyboard.press("Escape");
  await tile.waitFor();
  return tile;
}

/** Unfolds a part of the control or piloting panel. */
export async function unfold(page, title) {
  const part = page.locator("details.section", { has: page.locator("summary", { hasText: new RegExp(`^${title}$`, "i") }) }).first();
  if ((await part.getAttribute("open")) === null) await part.locator("summary").click();
  return part;
}

/** Puts a slider somewhere, 0..1, as a user would with the keys. */
export async function setSlider(page, label, share) {
  const slider = page.locator(`input[type=range][aria-label="${label}"]`).first();
  await slider.evaluate((input, place) => {
    input.value = String(Number(input.min) + place * (Number(input.max) - Number(input.min)));
    input.dispatchEvent(new globalThis.Event("input", { bubbles: true }));
  }, share);
  return slider;
}

/** Draws with one level of quality from now on. */
export async function setQuality(page, name) {
  await page.click('button[title="What the view shows"]');
  await page.locator('.menu:popover-open select[aria-label="Quality"]').selectOption(name);
  await page.keyboard.press("Escape");
}
