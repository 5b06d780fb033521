// The menus of the top bar: what the 3D view shows and how, and which panels there are.
import type { LayerInfo } from "../scene/scene_view";
import { camerasOf, kQualities } from "../scene/scene_view";
import { el, type Child } from "../ui/el";
import { select } from "../ui/select";
import { toggle } from "../ui/slider";
import { menu } from "./menu";
import type { Page } from "./page";
import type { StageMode } from "./saved_layout";
import { iconButton } from "./top_bar";

export interface BarMenu {
  readonly button: HTMLElement;
  readonly list: HTMLElement;
}

const kStageLabels: Readonly<Record<StageMode, string>> = { three: "Beside", outside: "Outside only", camera: "Instruments large" };

export function layerMenu(page: Page): BarMenu {
  const button = iconButton("layers", "What the view shows");
  return { button, list: menu(button, "View", () => [stageChoice(page), cameraChoice(page), qualityChoice(page), ...layerGroups(page)]) };
}

function stageChoice(page: Page): HTMLElement | undefined {
  if (page.stage.panelIds.length === 0) return undefined;
  const modes = Object.keys(kStageLabels) as StageMode[];
  const buttons = modes.map((mode) => el("button", { type: "button", onclick: () => choose(mode) }, [kStageLabels[mode]]));
  const mark = (): void =>
    buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(page.mode === modes[at])));
  const choose = (mode: StageMode): void => {
    page.setMode(mode);
    mark();
  };
  mark();
  return el("div", { class: "segments" }, buttons);
}

/** Follow, free, or through a camera of the chosen vehicle. */
function cameraChoice({ stage: { view }, source, selection }: Page): HTMLElement {
  const onboard = camerasOf(source.scene, selection.vehicle).map(({ name }) => ({ value: `onboard ${name}`, label: `on board: ${name}` }));
  const options = [
    { value: "follow", label: "follows the vehicle" },
    { value: "orbit", label: "stands free" },
    ...(onboard.length > 0 ? onboard : [{ value: "onboard", label: "on board" }]),
  ];
  const choice = select("Camera", options, (value) => {
    const [mode, ...name] = value.split(" ");
    if (mode === "onboard") view.setCamera("onboard", name.length > 0 ? name.join(" ") : undefined);
    else view.setCamera(mode === "orbit" ? "orbit" : "follow");
  });
  choice.set([view.cameraMode, view.onboardCamera].filter((part) => part !== undefined).join(" "));
  return el("label", { class: "field wide" }, [el("span", {}, ["Camera"]), choice.element]);
}

/** How fine the picture is; by itself it follows what the machine can draw. */
function qualityChoice({ stage }: Page): HTMLElement {
  const options = [{ value: "auto", label: "automatic" }, ...kQualities.map(({ name }) => ({ value: name, label: name }))];
  const choice = select("Quality", options, (value) => stage.setQuality(value));
  choice.set(stage.view.qualityChoice);
  return el("label", { class: "field wide" }, [el("span", {}, ["Quality"]), choice.element]);
}

function layerGroups({ stage }: Page): HTMLElement[] {
  const groups = new Map<string, LayerInfo[]>();
  for (const layer of stage.view.layers()) groups.set(layer.group, [...(groups.get(layer.group) ?? []), layer]);
  return [
    el("div", { class: "layer-groups" }, [...groups].map(([title, layers]) =>
      el("section", {}, [
        el("h4", {}, [title]),
        ...layers.map(({ name, label, visible }) => toggle(label, visible, (on) => stage.setLayer(name, on)).element),
      ]),
    )),
  ];
}

export function panelMenu(page: Page, openLog: () => void): BarMenu {
  const button = iconButton("panels", "Panels");
  const list = menu(button, "Panels", (): Child[] => [
    el("h4", {}, ["Panels"]),
    ...panelToggles(page),
    el("button", { type: "button", class: "quiet", onclick: openLog }, ["Open a log\u2026"]),
  ]);
  return { button, list };
}

/** One panel may bring others with it: those in the same dock, when that was folded away. */
function panelToggles(page: Page): HTMLElement[] {
  const refresh = (): void => toggles.forEach(({ id, control }) => control.set(page.showsPanel(id)));
  const toggles = page.kinds.map(({ id, title }) => {
    const control = toggle(title, page.showsPanel(id), () => {
      page.togglePanel(id);
      refresh();
    });
    return { id, control };
  });
  return toggles.map(({ control }) => control.element);
}
