// A live run seen and piloted in the page.
import assert from "node:assert/strict";
import { join } from "node:path";
import { openPage, outside, pixels, ready, setSlider, showPanel, unfold } from "./browser.mjs";
import { Observer, Server, until } from "./server.mjs";

const kTopics = ["/hadal/scene", "/hadal/run_state"];

/** Runs a test with a server, the page on it, and a client that watches the simulation itself. */
export async function withRun({ browser, hadal, scenario, out }, test, { args = [], ...window } = {}) {
  const server = await Server.start(hadal, ["run", scenario, "--serve", "127.0.0.1:0", "--out", join(out, "run"), ...args]);
  const observer = await Observer.connect(server.url, kTopics);
  const opened = await openPage(browser, server.url, window);
  try {
    await ready(opened.page);
    await test({ ...opened, server, observer });
  } finally {
    await opened.page.screenshot({ path: join(out, "end.png") });
    await opened.close();
    observer.close();
    await server.stop();
  }
}

const mode = (page) => page.locator('select[aria-label="Mode"]');

/** Takes the controller away, so that nothing but water and sticks moves the vehicle. */
async function letDrift(page, observer) {
  await unfold(page, "Steering");
  await until("the modes", async () => (await mode(page).locator("option").count()) > 1);
  await mode(page).selectOption("off");
  await until("mode off", () => observer.values.get("rov/mode") === "off");
}

async function load(run) {
  await withRun(run, async ({ page, problems }) => {
    await page.waitForFunction(() => globalThis.firstPictureMs !== undefined);
    const firstMs = await page.evaluate(() => globalThis.firstPictureMs);
    await until("a picture with many colours", async () => (await pixels(page, outside(page))).colours > 40);
    const seen = await pixels(page, outside(page));
    assert.ok(seen.brightness > 10 && seen.brightness < 245, `brightness ${seen.brightness}`);
    assert.deepEqual(problems, []);
    assert.ok(firstMs < run.firstPictureMs, `first picture after ${firstMs.toFixed(0)} ms`);
    await page.screenshot({ path: join(run.out, "page.png") });
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.screenshot({ path: join(run.out, "page_1024.png") });
  });
}

async function keys(run) {
  await withRun(run, async ({ page, observer }) => {
    await until("a state", () => observer.place);
    const [north] = observer.place;
    await page.keyboard.down("w");
    await until("0.1 m/s ahead", () => observer.velocity[0] > 0.1);
    await until("half a metre to the north", () => observer.place[0] > north + 0.5);
    await page.screenshot({ path: join(run.out, "forward.png") });
    await page.keyboard.up("w");
    await until("sticks released", () => observer.scene.set_points[24] === 0);
    await page.keyboard.down("ArrowRight");
    await until("a turn to starboard", () => observer.velocity[5] > 0.05);
    await page.evaluate(() => globalThis.dispatchEvent(new globalThis.Event("blur")));
    await until("sticks released when the window is left", () => observer.scene.set_points[29] === 0);
    await page.keyboard.up("ArrowRight");
  });
}

/** A pad whose sticks the test moves through window.pad. */
function addPad() {
  globalThis.pad = { axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, () => 0) };
  globalThis.navigator.getGamepads = () => [
    {
      id: "Test pad",
      connected: true,
      axes: globalThis.pad.axes,
      buttons: globalThis.pad.buttons.map((value) => ({ value, pressed: value > 0.5 })),
    },
  ];
}

async function gamepad(run) {
  await withRun(run, async ({ page, observer }) => {
    await showPanel(page, "piloting", "Piloting");
    await until("a state", () => observer.place);
    const [, , depth] = observer.place;
    await page.evaluate(() => (globalThis.pad.axes = [0, -1, 0, 0]));
    await until("a rise of 0.3 m", () => observer.place[2] < depth - 0.3);
    await page.screenshot({ path: join(run.out, "rise.png") });
    await page.evaluate(() => (globalThis.pad.axes = [0, 0, 1, 0]));
    await until("0.05 m/s to the right", () => observer.velocity[1] > 0.05);
    await page.evaluate(() => (globalThis.pad.buttons[1] = 1)); // emergency stop
    await until("mode off", () => observer.values.get("rov/mode") === "off");
  }, { init: addPad });
}

async function pictures(run) {
  await withRun(run, async ({ page }) => {
    const camera = page.locator(".stage-cameras canvas").first();
    await until("a picture of the camera", async () => (await pixels(page, camera)).colours > 8);
    await page.screenshot({ path: join(run.out, "three_views.png") });
    const sonar = (await showPanel(page, "sonar", "Sonar")).locator("canvas").first();
    await until("an image of the sonar", async () => (await pixels(page, sonar)).colours > 8);
    const before = { camera: await pixels(page, camera), sonar: await pixels(page, sonar) };
    await page.keyboard.down("ArrowRight");
    await until("another picture", async () => (await pixels(page, camera)).hash !== before.camera.hash);
    await until("another sonar image", async () => (await pixels(page, sonar)).hash !== before.sonar.hash);
    await page.keyboard.up("ArrowRight");
    // Noise alone changes a picture; only new ones know that the water was made murky, and then the
    // lamps' own white light is all that comes back.
    const clear = (await pixels(page, camera)).blueness;
    assert.ok(clear > 10, `blue of clear water: ${clear}`);
    await unfold(page, "Sea");
    await setSlider(page, "Turbidity", 1);
    await until("a murky picture", async () => (await pixels(page, camera)).blueness < 0.2 * clear);
  });
}

async function current(run) {
  await withRun(run, async ({ page, observer }) => {
    await letDrift(page, observer);
    await unfold(page, "Sea");
    await page.getByRole("button", { name: "north / east" }).click();
    await setSlider(page, "east", 0.75); // of -2..2 m/s: 1 m/s
    await until("the parameter", () => Math.abs(observer.values.get("sea/current/live/east_m_s") - 1) < 0.02);
    const [, east] = observer.place;
    await until("a drift of a metre to the east", () => observer.place[1] > east + 1);
    await page.screenshot({ path: join(run.out, "drift.png") });
    const shown = await page.locator('input[aria-label="east"]').getAttribute("aria-valuetext");
    assert.match(shown, /1\.0\d\u2009m\/s/);
  });
}

async function runControl(run) {
  await withRun(run, async ({ page, observer }) => {
    await until("a running clock", () => observer.run?.time_s > 0.2);
    await page.click('[data-action="run"]');
    await until("paused", () => observer.run.paused);
    const tick = observer.run.tick;
    const ticks = page.locator(".control-panel .field input").first();
    await ticks.fill("25");
    await page.locator(".control-panel").getByRole("button", { name: "Step" }).click();
    await until("25 ticks", () => observer.run.tick === tick + 25n);
    await page.getByPlaceholder("snapshot name").fill("here");
    await page.getByRole("button", { name: "Take snapshot" }).click();
    await until("a snapshot", () => observer.run.snapshots.includes("here"));
    const kept = observer.run.tick;
    await page.click('[data-action="run"]');
    await until("a second later", () => observer.run.tick > kept + 100n);
    await page.click('[data-action="run"]');
    await until("paused again", () => observer.run.paused);
    await page.getByRole("button", { name: "\u21a9 here" }).click();
    await until("back at the snapshot", () => observer.run.tick === kept);
    await page.screenshot({ path: join(run.out, "snapshot.png") });
    await setSlider(page, "Speed", 0.8);
    await until("another speed", () => observer.run.speed > 5);
    await page.click('[data-action="reset"]');
    await until("the start", () => observer.run.tick < 25n);
  });
}

/** Whoever has piloted once does not take the vehicle from its mission again by what the page held. */
async function missionAfterReset(run) {
  await withRun(run, async ({ page, observer }) => {
    const isOnMission = () => observer.values.get("rov/mode") === "mission" && observer.scene?.vehicles[11] === 0;
    await until("the mission", isOnMission);
    await page.keyboard.down("w");
    await until("sticks that steer", () => observer.values.get("rov/mode") === "manual");
    await page.keyboard.up("w");
    await until("sticks released", () => observer.scene.set_points[24] === 0);
    await until("a later moment", () => observer.run.tick > 100n);
    const tick = observer.run.tick;
    await page.click('[data-action="reset"]');
    await until("the start", () => observer.run.tick < tick);
    await until("the mission again", isOnMission);
    await until("a second later", () => observer.run.tick > 100n);
    assert.ok(isOnMission(), `mode ${observer.values.get("rov/mode")} a second after the reset`);
    await page.locator(".pilot-chip").waitFor({ state: "hidden" });
  });
}

async function tools(run) {
  await withRun(run, async ({ page, observer }) => {
    await letDrift(page, observer);
    await unfold(page, "Place");
    await page.locator('select[aria-label="Mark"]').selectOption("barrel_side");
    await page.getByRole("button", { name: "Teleport" }).click();
    const near = (place, mark) => Math.hypot(...place.map((value, axis) => value - mark[axis])) < 0.5;
    await until("the vehicle at its mark", () => near(observer.place, [5, 1, 10.5]));
    await unfold(page, "Push");
    await page.getByRole("button", { name: "Push", exact: true }).click(); // 50 N ahead for a second
    await until("0.05 m/s ahead", () => observer.velocity[0] > 0.05);
    await unfold(page, "Thruster health");
    await page.getByRole("button", { name: "Fail all" }).click();
    const health = () => [...observer.values].filter(([name]) => name.endsWith("/health")).map(([, value]) => value);
    await until("dead thrusters", () => health().length > 0 && health().every((value) => value === 0));
    await page.getByRole("button", { name: "Heal all" }).click();
    await until("sound thrusters", () => health().every((value) => value === 1));
    await unfold(page, "Gains");
    const gain = page.locator(".gains input").first();
    const name = await gain.getAttribute("aria-label");
    await gain.fill("12.5");
    await gain.press("Enter");
    await until("the gain", () => observer.values.get(name) === 12.5);
    await page.getByRole("button", { name: "Save gains" }).click();
    await page.locator(".toast", { hasText: "gains_rov.yaml" }).waitFor();
  });
}

/** With a token in the address everything works; without it nothing does. */
async function token(run) {
  const check = async ({ page, server, problems }) => {
    await until("a picture", async () => (await pixels(page, outside(page))).colours > 40);
    assert.deepEqual(problems, []);
    const address = new URL(server.url);
    assert.ok(address.searchParams.get("token").length >= 16, "the address has no token");
    for (const path of ["/", "/scene.json", "/scene.glb", "/status.json"])
      assert.equal((await fetch(new URL(path, address))).status, 401, `${path} is handed out without the token`);
    const asked = await page.evaluate(() => globalThis.performance.getEntriesByType("resource").map(({ name }) => new URL(name).origin));
    assert.ok(asked.every((origin) => origin === address.origin), `the page asks others: ${asked}`);
  };
  await withRun(run, check);
  await withRun(run, check, { args: ["--token", "abcdefgh12345678"] });
}

/** The run waits for the page, is judged at its end, and goes on. */
async function servedRun(run) {
  const args = ["--duration", "3", "--set", "expect=[{that: depth(rov) > 5}, {that: depth(rov) > 50}]"];
  const server = await Server.start(run.hadal, ["run", run.scenario, "--serve", "127.0.0.1:0", "--out", join(run.out, "run"), ...args]);
  try {
    await until("the program to wait", () => /waiting for the first page/.test(server.output));
    const { page, close } = await openPage(run.browser, server.url);
    await ready(page, ["live"]);
    await page.screenshot({ path: join(run.out, "begins.png") });
    const verdicts = page.locator(".badge.verdicts");
    await verdicts.waitFor({ state: "visible" });
    assert.equal(await verdicts.innerText(), "1 of 2 failed");
    const shownS = async () => Number((await page.locator(".top-bar .time").innerText()).slice(3, 7));
    await until("the run to go on", async () => (await shownS()) > 4);
    await ready(page, ["live"]);
    assert.match(await page.locator(".log-size").innerText(), /[kM]B$/);
    assert.match(server.output, /These verdicts are final; the run goes on/);
    await page.screenshot({ path: join(run.out, "after_its_end.png") });
    await close();
  } finally {
    await server.stop();
  }
}

async function twoClients(run) {
  await withRun(run, async ({ page, observer }) => {
    const other = await openPage(run.browser, page.url());
    try {
      await ready(other.page);
      await until("two pages and the observer", () => observer.run.clients >= 3);
      await unfold(page, "Sea");
      await unfold(other.page, "Sea");
      await setSlider(page, "Turbidity", 0.5); // a square scale of 0..50: 12.5
      await until("the parameter", () => Math.abs(observer.values.get("sea/turbidity_ntu") - 12.5) < 0.2);
      const shown = () => other.page.locator('input[aria-label="Turbidity"]').getAttribute("aria-valuetext");
      await until("the other page to follow", async () => /12\.[45]/.test(await shown()));
      await other.page.click('[data-action="run"]');
      await until("paused", () => observer.run.paused);
      await ready(page, ["paused"]);
      await other.page.screenshot({ path: join(run.out, "other.png") });
    } finally {
      await other.close();
    }
  });
}

/** What another client sets shows up in the page. */
async function followsParameters(page, server) {
  const observer = await Observer.connect(server.url, kTopics);
  try {
    await unfold(page, "Sea");
    observer.set("sea/turbidity_ntu", 12.5);
    const shown = () => page.locator('input[aria-label="Turbidity"]').getAttribute("aria-valuetext");
    await until("the page to follow", async () => /12\.[45]/.test(await shown()));
  } finally {
    observer.close();
  }
}

async function lostServer(run) {
  const token = ["--token", "abcdefgh12345678"];
  const test = async ({ page, server }) => {
    await server.stop();
    const banner = page.locator(".banner");
    await banner.waitFor({ state: "visible" });
    assert.match(await banner.innerText(), /hadal run .* --serve/);
    await ready(page, ["lost"]);
    await page.screenshot({ path: join(run.out, "lost.png") });
    const place = new URL(server.url).host;
    const next = await Server.start(run.hadal, ["run", run.scenario, "--serve", place, "--out", join(run.out, "again"), ...token]);
    try {
      await ready(page, ["live"]); // by itself
      await banner.waitFor({ state: "hidden" });
      await until("the clock of the new run", async () => Number((await page.locator(".top-bar .time").innerText()).slice(3, 7)) > 0.5);
      await followsParameters(page, next);
    } finally {
      await next.stop();
    }
  };
  await withRun(run, test, { args: token });
}

export const liveTests = {
  load,
  keys,
  gamepad,
  pictures,
  current,
  run_control: runControl,
  mission_after_reset: missionAfterReset,
  tools,
  token,
  served_run: servedRun,
  two_clients: twoClients,
  lost_server: lostServer,
};
