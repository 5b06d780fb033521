// The list of keys, over the page.
import { keyName } from "../cockpit/key_names";
import { kActionLabels, kActions, kAxes, kAxisLabels, type PilotMapping } from "../cockpit/pilot_mapping";
import type { Source } from "../source";
import { el } from "../ui/el";

type Line = readonly [keys: string, meaning: string];

const kPage: readonly Line[] = [
  ["?", "This list"],
  ["1 2 3", "Instruments beside the view, outside only, instruments large"],
  ["P", "Open or close the panels at the right"],
  ["B", "Open or close the panels at the bottom"],
];
const kView: readonly Line[] = [
  ["drag", "Turn the view"],
  ["right drag", "Move the view"],
  ["wheel", "Nearer and farther"],
  ["click", "Choose a vehicle"],
  ["double click", "Look at a place"],
  ["F", "Look at the chosen vehicle (view in focus)"],
  ["C", "Camera: follow, free, on board"],
];
const kPlots: readonly Line[] = [
  ["Tab", "To the curves"],
  ["+ -", "Zoom in and out"],
  ["\u2190 \u2192", "Move the pointer"],
  ["0", "Back to all, or to the present"],
];
const kLive: readonly Line[] = [
  ["Space", "Run or pause"],
  [".", "One step"],
];
const kReplay: readonly Line[] = [
  ["R", "Report: charts of the whole run"],
  ["Space", "Play or pause"],
  ["\u2190 \u2192", "A second back or on; with Shift ten"],
  [", .", "One message back or on"],
  ["Home End", "To the start or the end"],
];

export function showShortcuts(source: Source, mapping: PilotMapping): void {
  if (document.querySelector("dialog.shortcuts")) return;
  const dialog = el("dialog", { class: "shortcuts", "aria-label": "Keys" }, [
    el("header", {}, [el("h2", {}, ["Keys"]), el("button", { type: "button", onclick: () => dialog.close() }, ["Close"])]),
    el("div", { class: "columns" }, [
      table("Page", kPage),
      table("3D view", kView),
      table("Plots and charts", kPlots),
      source.kind === "log" ? table("Replay", kReplay) : table("Run", kLive),
      source.kind === "live" && table("Piloting", pilotLines(mapping)),
    ]),
  ]);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function pilotLines(mapping: PilotMapping): Line[] {
  const axes = kAxes.map((axis): Line => {
    const { label, plus, minus } = kAxisLabels[axis];
    const { plusKey, minusKey } = mapping.axes[axis];
    return [`${keyName(minusKey)} ${keyName(plusKey)}`, `${label}: ${minus}, ${plus}`];
  });
  return [...axes, ...kActions.map((action): Line => [keyName(mapping.actions[action].key), kActionLabels[action]])];
}

function table(title: string, lines: readonly Line[]): HTMLElement {
  const rows = lines.map(([keys, meaning]) =>
    el("tr", {}, [el("td", {}, keys.split(" ").map((key) => el("kbd", {}, [key]))), el("td", {}, [meaning])]),
  );
  return el("section", {}, [el("h4", {}, [title]), el("table", {}, rows)]);
}
