#!/usr/bin/env node
// Makes the pictures of charts in docs/pictures with the program itself: runs the scenarios, opens their
// reports in headless Chromium and takes pictures of the wanted charts.
//   tools/docs_pictures.mjs [PROGRAM]     # after ./hadal test, which brings Node.js packages and Chromium
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch, openPage } from "../viewer/tests/e2e/browser.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = resolve(process.argv[2] ?? join(root, "build/release/apps/hadal/hadal"));
const pictures = join(root, "docs/pictures");

// Picture, scenario, and its charts column by column, by their titles in the report.
const kBoards = [
  ["openrov_figure3", "openrov_figure3", [["Plan view"], ["Roll and pitch", "Heading"], ["Depth", "Body rates"]]],
  ["videoray_figures", "videoray_figures", [["Plan view"], ["Thrust", "Depth"], ["Body velocity over ground", "Body rates"]]],
  ["inspection_dive", "inspection_dive", [["Plan view"], ["Depth", "Thruster load"]]],
  ["what_moved_it", "inspection_dive", [["Surge force"], ["Heave force"]]],
  ["current_live", "current_live", [["Plan view"], ["Current at the vehicle", "Speed"]]],
  ["videoray_course", "videoray_course", [["Plan view"], ["Heading", "Body velocity over ground"]]],
  ["girona_saturation", "girona_station", [["Thruster load"], ["Depth"]]],
  ["ins_drift", "ins_drift", [["Track"], ["Position error", "Heading error"]]],
];
const kScreen = { width: 1480, height: 1180, scale: 1.25 };

/** Puts the first chart of each title into columns of a board of its own. */
function makeBoard(columns) {
  const board = document.createElement("div");
  board.id = "board";
  board.style.cssText = `display:flex;gap:12px;padding:12px;width:${columns.length * 480}px;background:var(--bg)`;
  for (const titles of columns) {
    const column = document.createElement("div");
    column.style.cssText = "display:flex;flex:1;flex-direction:column;gap:12px;min-width:0";
    for (const title of titles) {
      const figure = document.querySelector(`.report-figure[data-chart="${title}"]`);
      if (!figure) throw new Error(`no chart '${title}' in the report`);
      if (titles.length === 1) figure.style.flex = "1";
      column.append(figure);
    }
    board.append(column);
  }
  document.querySelector(".report").prepend(board);
}

const folder = mkdtempSync(join(tmpdir(), "hadal_pictures_"));
const browser = await launch();
try {
  const reports = new Map();
  const opened = async (scenario) => {
    if (!reports.has(scenario)) {
      const out = join(folder, scenario);
      execFileSync(program, ["run", scenario, "--out", out], { stdio: "ignore" });
      execFileSync(program, ["report", join(out, "log.mcap"), "-o", `${out}.html`], { stdio: "ignore" });
      reports.set(scenario, `${out}.html`);
    }
    const { page, close } = await openPage(browser, pathToFileURL(reports.get(scenario)).href, kScreen);
    await page.locator(".report-figure").first().waitFor();
    return { page, close };
  };
  const settle = 1000; // ms, until charts have their new size
  for (const [name, scenario, columns] of kBoards) {
    const { page, close } = await opened(scenario);
    await page.evaluate(makeBoard, columns);
    await page.waitForTimeout(settle);
    await page.locator("#board").screenshot({ path: join(pictures, `${name}.png`) });
    console.log(`docs/pictures/${name}.png`);
    await close();
  }
  const { page, close } = await opened("inspection_dive");
  await page.waitForTimeout(settle);
  await page.screenshot({ path: join(pictures, "report.png") });
  console.log("docs/pictures/report.png");
  await close();
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
