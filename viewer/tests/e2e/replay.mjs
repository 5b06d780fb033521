// A recorded run in the page: from the server, dropped on the page, and one that cannot be shown.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openPage, pixels, ready } from "./browser.mjs";
import { Server, until } from "./server.mjs";

const kDurationS = 6;

function record({ hadal, scenario, out }) {
  execFileSync(hadal, ["run", scenario, "--duration", String(kDurationS), "--out", join(out, "run")], { stdio: "ignore" });
  return join(out, "run", "log.mcap");
}

async function withLog(run, log, test) {
  const server = await Server.start(run.hadal, ["view", log, "--serve", "127.0.0.1:0"]);
  const opened = await openPage(run.browser, server.url);
  try {
    await test({ ...opened, server });
  } finally {
    await opened.page.screenshot({ path: join(run.out, "end.png") });
    await opened.close();
    await server.stop();
  }
}

/** The time that the bar at the top shows, in s; it comes from the state that is drawn. */
async function shownS(page) {
  const text = await page.locator(".top-bar .time").innerText();
  const [minutes, seconds] = text.split(":").map(Number);
  return 60 * minutes + seconds;
}

async function scrubTo(page, share) {
  await page.locator(".replay-track").evaluate((track, place) => {
    track.value = String(10000 * place);
    track.dispatchEvent(new globalThis.Event("input", { bubbles: true }));
  }, share);
}

/** Scrubs, steps and plays whatever log is shown. */
async function checkReplay(page, out) {
  await ready(page, ["replay"]);
  await until("a picture", async () => (await pixels(page, page.locator(".stage-outside canvas"))).colours > 40);
  await scrubTo(page, 0.5);
  await until("half the time", async () => Math.abs((await shownS(page)) - kDurationS / 2) < 0.15);
  await page.screenshot({ path: join(out, "half.png") });
  await page.keyboard.press("Period");
  await until("one message on", async () => Math.abs((await shownS(page)) - (kDurationS / 2 + 0.1)) < 0.06);
  await page.keyboard.press("Home");
  await until("the start", async () => (await shownS(page)) === 0);
  await page.keyboard.press("Space");
  await until("a second played", async () => (await shownS(page)) >= 1);
  await page.keyboard.press("Space");
  await page.keyboard.press("End");
  await until("the end", async () => Math.abs((await shownS(page)) - kDurationS) < 0.15);
}

async function replay(run) {
  await withLog(run, record(run), async ({ page, problems }) => {
    await checkReplay(page, run.out);
    assert.deepEqual(problems, []);
  });
}

/** Drops a file of some bytes, or the server's own log, on the page. */
async function drop(page, url, name) {
  await page.evaluate(async ([address, fileName]) => {
    const bytes = await (await globalThis.fetch(address)).arrayBuffer();
    const data = new globalThis.DataTransfer();
    data.items.add(new globalThis.File([bytes], fileName));
    globalThis.document.body.dispatchEvent(new globalThis.DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
  }, [url, name]);
}

async function dropped(run) {
  await withLog(run, record(run), async ({ page }) => {
    await ready(page, ["replay"]);
    await scrubTo(page, 1);
    await drop(page, "/log.mcap", "log.mcap");
    await until("the dropped log from its start", async () => (await shownS(page)) === 0);
    await checkReplay(page, run.out);
    await drop(page, "/status.json", "notes.txt");
    await page.locator(".notice h1", { hasText: "cannot be shown" }).waitFor();
    await page.screenshot({ path: join(run.out, "unreadable.png") });
  });
}

async function cutOff(run) {
  const log = record(run);
  const bytes = readFileSync(log);
  const short = join(run.out, "cut_off.mcap");
  writeFileSync(short, bytes.subarray(0, Math.floor(bytes.length * 0.6)));
  await withLog(run, short, async ({ page }) => {
    await page.locator(".replay-bar").waitFor(); // what is there is shown
    await until("a word about it", async () => /cut off/.test(await page.locator("body").innerText()));
  });
}

/** The page with a log inside, opened as a file without any server. */
async function embedded(run) {
  const file = resolve(run.out, "replay.html");
  execFileSync(run.hadal, ["report", record(run), "--interactive", "-o", file], { stdio: "ignore" });
  const { page, problems, close } = await openPage(run.browser, pathToFileURL(file).href);
  try {
    await checkReplay(page, run.out);
    assert.deepEqual(problems, []);
  } finally {
    await page.screenshot({ path: join(run.out, "end.png") });
    await close();
  }
}

export const replayTests = { replay, dropped, embedded, cut_off: cutOff };
