// A recorded run in the page: from the server, dropped on the page, as a report, and one that cannot be
// shown; and the page of a hull.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openPage, outside, pixels, ready } from "./browser.mjs";
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
async function checkReplay(page, out, durationS = kDurationS) {
  await ready(page, ["replay"]);
  await until("a picture", async () => (await pixels(page, outside(page))).colours > 40);
  await scrubTo(page, 0.5);
  await until("half the time", async () => Math.abs((await shownS(page)) - durationS / 2) < 0.15);
  await page.screenshot({ path: join(out, "half.png") });
  await page.keyboard.press("Period");
  await until("one message on", async () => Math.abs((await shownS(page)) - (durationS / 2 + 0.1)) < 0.06);
  await page.keyboard.press("Home");
  await until("the start", async () => (await shownS(page)) === 0);
  await page.keyboard.press("Space");
  await until("a second played", async () => (await shownS(page)) >= 1);
  await page.keyboard.press("Space");
  await page.keyboard.press("End");
  await until("the end", async () => Math.abs((await shownS(page)) - durationS) < 0.15);
}

async function replay(run) {
  await withLog(run, record(run), async ({ page, problems }) => {
    await checkReplay(page, run.out);
    assert.deepEqual(problems, []);
  });
}

/** Drops a file of some bytes, or the server's own log, on the page. The server wants the token of the page. */
async function drop(page, url, name) {
  await page.evaluate(async ([address, fileName]) => {
    const bytes = await (await globalThis.fetch(address + globalThis.location.search)).arrayBuffer();
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

/** The rows of a topic as `hadal export` gives them. */
function exported({ hadal }, log, topic) {
  const [head, ...lines] = execFileSync(hadal, ["export", log, "--topic", topic], { encoding: "utf8", maxBuffer: 2 ** 28 }).trim().split("\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i], Number(cell)])));
}

/** The number beside a name in the legend of a chart. */
async function legend(page, chart, name) {
  const entries = page.locator(`.report-figure[data-chart="${chart}"] .report-legend > span`);
  const texts = await entries.allInnerTexts();
  const found = texts.map((text) => text.replace("\u2212", "-").trim()).find((text) => text.replace(/\s*-?[\d.]+$/, "") === name);
  return found === undefined ? NaN : Number(/-?[\d.]+$/.exec(found)?.[0]);
}

async function expectLegend(page, chart, name, value, tolerance) {
  await until(`${chart}, ${name}: ${value}`, async () => Math.abs((await legend(page, chart, name)) - value) < tolerance);
}

/** The charts of a report show what the log holds, at any time of the replay. */
async function checkReport(page, run, log) {
  const track = exported(run, log, "/rov/ground_truth");
  const forces = exported(run, log, "/rov/hull/wrenches");
  const load = exported(run, log, "/rov/thrusters");
  const sumOfHeave = (row) => -Object.keys(row).filter((key) => key.endsWith(".force.z")).reduce((sum, key) => sum + row[key], 0);
  for (const share of [1, 0.5, 0]) {
    await scrubTo(page, share);
    const at = Math.round(share * (track.length - 1));
    await expectLegend(page, "Depth", "depth", -track.at(at)["pose.pose.position.z"], 0.02);
    await expectLegend(page, "Heave force", "sum", sumOfHeave(forces.at(at)), 0.6);
    await expectLegend(page, "Thruster load", "t1", load.at(at)["t1.load_percent"], 0.6);
  }
  const drawn = await pixels(page, page.locator('.report-figure[data-chart="Plan view"] canvas'));
  assert.ok(drawn.colours > 8, `the plan view has ${drawn.colours} colours`);
  const vehicle = await page.locator(".report td.number").allInnerTexts();
  assert.ok(Math.abs(Number(vehicle[0].replace("\u2212", "-")) - track.at(-1)["pose.pose.position.y"]) < 0.02, `north ${vehicle[0]}`);
  const verdicts = await page.locator(".report .badge").allInnerTexts();
  assert.ok(verdicts.includes("held"), `verdicts: ${verdicts.join(", ")}`);
  const { state_hash } = JSON.parse(readFileSync(join(dirname(log), "summary.json"), "utf8"));
  assert.match(await page.locator(".report-facts").innerText(), new RegExp(state_hash));
}

/** What `hadal report` writes, opened as a file without any server: charts first, then the replay. */
async function report(run) {
  const file = resolve(run.out, "report.html");
  const log = join(run.out, "run", "log.mcap");
  execFileSync(run.hadal, ["run", "inspection_dive", "--out", dirname(log)], { stdio: "ignore" });
  execFileSync(run.hadal, ["report", log, "-o", file], { stdio: "ignore" });
  const { page, problems, close } = await openPage(run.browser, pathToFileURL(file).href);
  try {
    await page.locator('.report-figure[data-chart="Depth"]').waitFor({ timeout: 60_000 });
    await checkReport(page, run, log);
    await page.screenshot({ path: join(run.out, "report.png") });
    await page.click("text=Report");
    await checkReplay(page, run.out, 240);
    assert.deepEqual(problems, []);
  } finally {
    await page.screenshot({ path: join(run.out, "end.png") });
    await close();
  }
}

const kBox = `
v 0 0 0\nv 0 0 1\nv 0 1 0\nv 0 1 1\nv 2 0 0\nv 2 0 1\nv 2 1 0\nv 2 1 1
f 1 2 4\nf 1 4 3\nf 5 7 8\nf 5 8 6\nf 1 5 6\nf 1 6 2\nf 3 4 8\nf 3 8 7\nf 1 3 7\nf 1 7 5\nf 2 6 8\nf 2 8 4
`;

/** What `hadal mesh --html` writes: the hull in 3D with its waterline, the righting curve and the numbers. */
async function hull(run) {
  const [mesh, file] = [resolve(run.out, "box.obj"), resolve(run.out, "box.html")];
  writeFileSync(mesh, kBox);
  const text = execFileSync(run.hadal, ["mesh", mesh, "--panels", "500", "--mass", "1000", "--html", file], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const { page, problems, close } = await openPage(run.browser, pathToFileURL(file).href);
  try {
    await page.locator('.report-figure[data-chart="Righting arm"] canvas').waitFor();
    assert.equal((await page.locator(".hull-text").textContent()).trim(), text.trim());
    await until("the hull", async () => (await pixels(page, page.locator(".hull-stage canvas"))).colours > 10);
    assert.deepEqual(problems, []);
  } finally {
    await page.screenshot({ path: join(run.out, "end.png") });
    await close();
  }
}

export const replayTests = { replay, dropped, report, hull, cut_off: cutOff };
