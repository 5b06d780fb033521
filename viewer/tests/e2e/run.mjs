// Tests of the page against the real program:
//   node tests/e2e/run.mjs --hadal PATH --out DIR [--only NAME] [--first-picture-ms 2000] [--pictures-per-s 10]
// Every test starts its own server. Pictures of what the page showed are written to DIR.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch } from "./browser.mjs";
import { foxglove } from "./foxglove.mjs";
import { liveTests } from "./live.mjs";
import { pageTests } from "./page.mjs";
import { replayTests } from "./replay.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    hadal: { type: "string" },
    out: { type: "string", default: "e2e-out" },
    only: { type: "string" },
    "first-picture-ms": { type: "string", default: "2000" },
    "pictures-per-s": { type: "string", default: "10" },
  },
});
if (!options.hadal) {
  console.error("usage: node tests/e2e/run.mjs --hadal PATH --out DIR [--only NAME]");
  process.exit(2);
}
mkdirSync(options.out, { recursive: true });

const tests = { ...liveTests, ...replayTests, ...pageTests, foxglove };
const chosen = Object.entries(tests).filter(([name]) => options.only === undefined || name === options.only);
if (chosen.length === 0) {
  console.error(`no test ${options.only}; there are: ${Object.keys(tests).join(", ")}`);
  process.exit(2);
}

const browser = await launch();
let failed = 0;
for (const [name, test] of chosen) {
  const out = join(options.out, name);
  mkdirSync(out, { recursive: true });
  const began = performance.now();
  try {
    await test({
      browser,
      hadal: options.hadal,
      scenario: join(here, "dive.yaml"),
      out,
      firstPictureMs: Number(options["first-picture-ms"]),
      picturesPerS: Number(options["pictures-per-s"]),
    });
    console.log(`passed  ${name}  ${((performance.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}  ${error.stack}`);
  }
}
await browser.close();
process.exit(failed > 0 ? 1 : 0);
