// The page of one source: top bar, stage, docks, replay bar, and the keys that belong to the page.
import { canPilot } from "../cockpit/can_pilot";
import { controlPanel } from "../cockpit/control_panel";
import { hasModifier, isTyping, Pilot } from "../cockpit/pilot";
import { pilotChip } from "../cockpit/pilot_chip";
import { pilotPanel } from "../cockpit/pilot_panel";
import { replayBar, type ReplayBar } from "../cockpit/replay_bar";
import { callService, setRunning } from "../cockpit/run_actions";
import { touchSticks } from "../cockpit/touch_sticks";
import { Selection, type Panel, type PanelContext, type PanelKind } from "../panel";
import { panelKinds } from "../panels";
import type { CameraMode } from "../scene/scene_view";
import type { Source, Unsubscribe } from "../source";
import { LiveSource } from "../sources/live_source";
import { LogSource } from "../sources/log_source";
import { reportView } from "../report/report_view";
import type { RunDocument } from "../report/report_facts";
import { el } from "../ui/el";
import { toast } from "../ui/toast";
import { banner } from "./banner";
import { Dock } from "./dock";
import { layerMenu, panelMenu } from "./menus";
import { firstLayout, recallLayout, rememberLayout, type DockName, type SavedLayout, type StageMode } from "./saved_layout";
import { showShortcuts } from "./shortcuts";
import { Stage } from "./stage";
import { iconButton, topBar } from "./top_bar";
import "./layout.css";

const kStageIds = ["camera", "sonar", "waterfall", "points", "camera-annotated"]; // the first two that there are
const kStageKeys: Readonly<Record<string, StageMode>> = { Digit1: "three", Digit2: "outside", Digit3: "camera" };
const kRepeatedKeys = new Set(["ArrowLeft", "ArrowRight", "Comma", "Period"]); // steps through time, held down
const kCameraModes: readonly CameraMode[] = ["follow", "orbit", "onboard"];

export class Page {
  readonly selection: Selection;
  readonly pilot: Pilot;
  readonly stage: Stage;
  private readonly allKinds: readonly PanelKind[];
  private readonly docks: Readonly<Record<DockName, Dock>>;
  private readonly replay: ReplayBar | undefined;
  private readonly middle = el("div", { class: "middle" });
  private readonly reportButton = el("button", { type: "button", title: "Charts of the whole run (R)", onclick: () => this.showReport(!this.showsReport) }, ["Report"]);
  private report: Panel | undefined;
  private readonly undo: Unsubscribe[] = [];

  constructor(
    root: HTMLElement,
    readonly source: Source,
    openLog: () => void,
    private readonly run?: RunDocument, // of a page that `hadal report` wrote
  ) {
    this.selection = new Selection(firstVehicle(source));
    try {
      this.pilot = this.owned(new Pilot(source, this.selection), (pilot) => pilot.close());
      this.allKinds = [controlPanel, pilotPanel(this.pilot), ...panelKinds];
      const context: PanelContext = { source, selection: this.selection };
      const onStage = kStageIds.flatMap((id) => panelKinds.filter((kind) => kind.id === id));
      this.stage = this.owned(new Stage(context, onStage), (stage) => stage.dispose());
      const saved = this.savedLayout();
      this.docks = this.makeDocks(context, saved);
      this.replay = source instanceof LogSource ? this.owned(replayBar(source), (bar) => bar.dispose()) : undefined;
      this.build(root, openLog);
      this.stage.setMode(saved.stage);
      this.listen();
      if (run && this.replay) {
        source.playback?.seek(source.playback.endS);
        this.showReport(true);
      }
    } catch (error) {
      this.takeApart(); // what half a page holds (keys, timers, the graphics card) would stay for ever
      throw error;
    }
  }

  /** Panels that have something to show; topics may come later. */
  get kinds(): readonly PanelKind[] {
    return this.allKinds.filter((kind) => kind.offered(this.source));
  }

  get mode(): StageMode {
    return this.stage.mode;
  }

  /** Whether it is there to be seen: its dock may be folded away. */
  showsPanel(id: string): boolean {
    return [this.docks.right, this.docks.bottom].some((dock) => dock.open && dock.has(id));
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

  get showsReport(): boolean {
    return this.middle.hidden;
  }

  /** The report of a log in place of the views and panels. */
  showReport(on: boolean): void {
    const { source, selection, run } = this;
    if (!(source instanceof LogSource)) return;
    this.middle.hidden = on;
    this.reportButton.setAttribute("aria-pressed", String(on));
    this.report?.dispose();
    this.report = on ? reportView({ source, selection, run }) : undefined;
    if (this.report) this.middle.after(this.report.element);
  }

  dispose(): void {
    this.takeApart();
    this.source.close();
  }

  private takeApart(): void {
    for (const off of this.undo.splice(0).reverse()) off();
  }

  private owned<T>(part: T, dispose: (part: T) => void): T {
    this.undo.push(() => dispose(part));
    return part;
  }

  private savedLayout(): SavedLayout {
    const { kind } = this.source;
    return recallLayout(kind, firstLayout(kind, this.kinds.map(({ id }) => id), this.stage.panelIds));
  }

  private makeDocks(context: PanelContext, { docks }: SavedLayout): Readonly<Record<DockName, Dock>> {
    const byId = new Map(this.allKinds.map((kind) => [kind.id, kind]));
    const hooks = {
      move: (id: string, from: DockName) => this.moveTile(id, from),
      changed: () => this.save(),
    };
    const make = (name: DockName): Dock =>
      this.owned(new Dock(name, docks[name], byId, context, hooks), (dock) => dock.dispose());
    return { right: make("right"), bottom: make("bottom") };
  }

  private build(root: HTMLElement, openLog: () => void): void {
    const layers = layerMenu(this);
    const panels = panelMenu(this, openLog);
    const help = iconButton("help", "Keys (?)", () => showShortcuts(this.source, this.pilot.mapping));
    this.reportButton.hidden = !(this.source instanceof LogSource);
    const bar = topBar(this.source, this.selection, [this.reportButton, layers.button, panels.button, help]);
    const line = banner(this.source);
    this.undo.push(() => bar.dispose(), () => line.dispose(), () => this.report?.dispose());
    const { right, bottom } = this.docks;
    const column = el("div", { class: "column" }, [this.stage.element, bottom.handle, bottom.element]);
    this.middle.append(column, right.handle, right.element);
    root.replaceChildren(bar.element, line.element, this.middle, layers.list, panels.list);
    if (this.replay) root.append(this.replay.element);
    if (this.source.control) this.stage.addOverlay(pilotChip(this.pilot, this.undo));
    if (this.source.control && matchMedia("(pointer: coarse)").matches) this.stage.addOverlay(touchSticks(this.pilot));
  }

  private listen(): void {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event) || hasModifier(event) || actsOnFocus(event)) return;
      if (event.repeat && !kRepeatedKeys.has(event.code)) return;
      if (this.key(event)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("change", afterChange);
    window.addEventListener("pointerup", afterPointer);
    this.undo.push(() => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("change", afterChange);
      window.removeEventListener("pointerup", afterPointer);
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
    else if (event.code === "KeyR" && this.replay) this.showReport(!this.showsReport);
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

/** Space presses what has the focus; while a dialog is open, keys are for the dialog. */
function actsOnFocus({ code, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog[open]")) return true;
  return code === "Space" && target.matches("button, summary, a[href], input[type=checkbox]");
}

/**
 * After a control was used with the pointer, keys are for piloting and the page again: Space must not
 * press Reset once more, nor the arrows move a slider. Whoever came by the Tab key keeps the focus.
 */
function giveKeysBack(target: EventTarget | null, controls: string): void {
  if (!(target instanceof Element)) return;
  const control = target.closest<HTMLElement>(controls);
  if (control && !control.matches(":focus-visible")) control.blur();
}

const afterChange = ({ target }: Event): void => giveKeysBack(target, "select, input[type=range], input[type=checkbox]");
/** A list to choose from has only just opened: without the focus it would close again. */
const afterPointer = ({ target }: Event): void => giveKeysBack(target, "button, summary, input[type=range], .plot-place");

/** The first that can be piloted, else the first that is no object. */
function firstVehicle({ scene: { vehicles } }: Source): number {
  const steered = vehicles.findIndex(canPilot);
  const any = vehicles.findIndex(({ object }) => !object);
  return Math.max(0, steered >= 0 ? steered : any);
}
