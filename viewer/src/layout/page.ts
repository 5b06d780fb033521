// The page of one source: top bar, stage, docks, replay bar, and the keys that belong to the page.
import { controlPanel } from "../cockpit/control_panel";
import { hasModifier, isTyping, Pilot } from "../cockpit/pilot";
import { pilotChip } from "../cockpit/pilot_chip";
import { pilotPanel } from "../cockpit/pilot_panel";
import { replayBar, type ReplayBar } from "../cockpit/replay_bar";
import { callService, setRunning } from "../cockpit/run_actions";
import { touchSticks } from "../cockpit/touch_sticks";
import { Selection, type PanelContext, type PanelKind } from "../panel";
import { panelKinds } from "../panels";
import type { CameraMode } from "../scene/scene_view";
import type { Source, Unsubscribe } from "../source";
import { LiveSource } from "../sources/live_source";
import { LogSource } from "../sources/log_source";
import { el } from "../ui/el";
import { toast } from "../ui/toast";
import { banner } from "./banner";
import { Dock } from "./dock";
import { layerMenu, panelMenu } from "./menus";
import { firstLayout, recallLayout, rememberLayout, type DockName, type StageMode } from "./saved_layout";
import { showShortcuts } from "./shortcuts";
import { Stage } from "./stage";
import { iconButton, topBar } from "./top_bar";
import "./layout.css";

const kCameraIds = ["camera", "camera-annotated"];
const kStageKeys: Readonly<Record<string, StageMode>> = { Digit1: "three", Digit2: "outside", Digit3: "camera" };
const kCameraModes: readonly CameraMode[] = ["follow", "orbit", "onboard"];

export class Page {
  readonly selection: Selection;
  readonly pilot: Pilot;
  readonly stage: Stage;
  private readonly allKinds: readonly PanelKind[];
  private readonly docks: Readonly<Record<DockName, Dock>>;
  private readonly replay: ReplayBar | undefined;
  private readonly undo: Unsubscribe[] = [];

  constructor(
    root: HTMLElement,
    readonly source: Source,
    openLog: () => void,
  ) {
    this.selection = new Selection(firstVehicle(source));
    this.pilot = new Pilot(source, this.selection);
    const context: PanelContext = { source, selection: this.selection };
    this.allKinds = [controlPanel, pilotPanel(this.pilot), ...panelKinds];
    this.stage = new Stage(context, panelKinds.filter(({ id }) => kCameraIds.includes(id)));
    const saved = recallLayout(source.kind, firstLayout(source.kind, this.kinds.map(({ id }) => id), this.stage.hasCamera));
    const byId = new Map(this.allKinds.map((kind) => [kind.id, kind]));
    const hooks = {
      move: (id: string, from: DockName) => this.moveTile(id, from),
      changed: () => this.save(),
    };
    this.docks = {
      right: new Dock("right", saved.docks.right, byId, context, hooks),
      bottom: new Dock("bottom", saved.docks.bottom, byId, context, hooks),
    };
    this.replay = source instanceof LogSource ? replayBar(source) : undefined;
    this.build(root, openLog);
    this.stage.setMode(saved.stage);
    this.listen();
  }

  /** Panels that have something to show; topics may come later. */
  get kinds(): readonly PanelKind[] {
    return this.allKinds.filter((kind) => kind.offered(this.source));
  }

  get mode(): StageMode {
    return this.stage.mode;
  }

  hasPanel(id: string): boolean {
    return this.docks.right.has(id) || this.docks.bottom.has(id);
  }

  togglePanel(id: string): void {
    for (const dock of [this.docks.right, this.docks.bottom]) {
      if (!dock.has(id)) continue;
      if (dock.open) dock.remove(id);
      else dock.setOpen(true);
      return;
    }
    const tall = ["control", "piloting", "mission", "console", "topics", "numbers"].includes(id);
    this.docks[tall ? "right" : "bottom"].add(id);
  }

  setMode(mode: StageMode): void {
    this.stage.setMode(mode);
    this.save();
  }

  dispose(): void {
    for (const off of this.undo.splice(0)) off();
    this.replay?.dispose();
    this.docks.right.dispose();
    this.docks.bottom.dispose();
    this.stage.dispose();
    this.pilot.close();
    this.source.close();
  }

  private build(root: HTMLElement, openLog: () => void): void {
    const layers = layerMenu(this);
    const panels = panelMenu(this, openLog);
    const help = iconButton("help", "Keys (?)", () => showShortcuts(this.source, this.pilot.mapping));
    const bar = topBar(this.source, this.selection, [layers.button, panels.button, help]);
    const line = banner(this.source);
    this.undo.push(() => bar.dispose(), () => line.dispose());
    const { right, bottom } = this.docks;
    const column = el("div", { class: "column" }, [this.stage.element, bottom.handle, bottom.element]);
    const middle = el("div", { class: "middle" }, [column, right.handle, right.element]);
    root.replaceChildren(bar.element, line.element, middle, layers.list, panels.list);
    if (this.replay) root.append(this.replay.element);
    if (this.source.control) this.stage.addOverlay(pilotChip(this.pilot, this.undo));
    if (this.source.control && matchMedia("(pointer: coarse)").matches) this.stage.addOverlay(touchSticks(this.pilot));
  }

  private listen(): void {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event) || hasModifier(event)) return;
      if (this.key(event)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("change", giveKeysBack);
    window.addEventListener("pointerup", giveKeysBack);
    this.undo.push(() => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("change", giveKeysBack);
      window.removeEventListener("pointerup", giveKeysBack);
    });
    if (this.source instanceof LiveSource) this.undo.push(this.source.onWarning((text) => toast(text, "warn")));
  }

  private key(event: KeyboardEvent): boolean {
    const mode = kStageKeys[event.code];
    if (event.key === "?") showShortcuts(this.source, this.pilot.mapping);
    else if (mode) this.setMode(mode);
    else if (event.code === "KeyP") this.docks.right.setOpen(!this.docks.right.open);
    else if (event.code === "KeyB") this.docks.bottom.setOpen(!this.docks.bottom.open);
    else if (event.code === "KeyC") this.nextCamera();
    else if (event.target instanceof HTMLButtonElement && event.code === "Space") return false; // presses the button
    else if (this.replay) return this.replay.key(event);
    else if (event.code === "Space") setRunning(this.source);
    else if (event.code === "Period") callService(this.source, "/hadal/step", { ticks: 1 });
    else return false;
    return true;
  }

  private nextCamera(): void {
    const { view } = this.stage;
    const next = (kCameraModes.indexOf(view.cameraMode) + 1) % kCameraModes.length;
    view.setCamera(kCameraModes[next] ?? "follow");
  }

  private moveTile(id: string, from: DockName): void {
    this.docks[from].remove(id);
    this.docks[from === "right" ? "bottom" : "right"].add(id);
  }

  private save(): void {
    const { right, bottom } = this.docks;
    rememberLayout(this.source.kind, { docks: { right: right.saved, bottom: bottom.saved }, stage: this.stage.mode });
  }
}

/**
 * After a control was used with the pointer, keys are for piloting and the page again: Space must not
 * press Reset once more, nor the arrows move a slider. Whoever came by the Tab key keeps the focus.
 */
function giveKeysBack({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const control = target.closest<HTMLElement>("button, select, input[type=range]");
  if (control && !control.matches(":focus-visible")) control.blur();
}

/** The first that can be piloted, else the first that is no object. */
function firstVehicle({ scene: { vehicles } }: Source): number {
  const steered = vehicles.findIndex(({ object, controller }) => !object && controller !== "none");
  const any = vehicles.findIndex(({ object }) => !object);
  return Math.max(0, steered >= 0 ? steered : any);
}
