// The middle of the page: the world from outside, and beside it what the scenario is about: the picture of
// a camera, the image of a sonar.
import type { Panel, PanelContext, PanelKind } from "../panel";
import { SceneView, type LayerName } from "../scene/scene_view";
import { el } from "../ui/el";
import { isString, recall, remember } from "../ui/storage";
import type { StageMode } from "./saved_layout";

export class Stage {
  readonly element = el("main", { class: "stage" });
  readonly view: SceneView;
  private readonly outside = el("div", { class: "stage-outside" });
  private readonly cameras = el("div", { class: "stage-cameras" });
  private readonly beside: readonly PanelKind[];
  private panels: Panel[] = [];
  private modeNow: StageMode = "outside";

  constructor(
    private readonly context: PanelContext,
    kinds: readonly PanelKind[],
  ) {
    this.beside = kindsBeside(context, kinds);
    this.element.append(this.outside, this.cameras);
    this.view = new SceneView(this.outside, context.source, context.selection);
    this.view.setQuality(recall("quality", isString, "auto"));
    const shown = recall("layers", isObjectOfBooleans, {});
    for (const { name } of this.view.layers()) {
      const visible = shown[name];
      if (visible !== undefined) this.view.setLayer(name, visible);
    }
  }

  get mode(): StageMode {
    return this.modeNow;
  }

  /** The panels beside the view from outside. */
  get panelIds(): readonly string[] {
    return this.beside.map(({ id }) => id);
  }

  /** Over the view from outside, e.g. touch sticks: nothing lies over the panels. */
  addOverlay(element: HTMLElement): void {
    this.outside.append(element);
  }

  setMode(mode: StageMode): void {
    this.modeNow = this.beside.length > 0 ? mode : "outside";
    this.element.dataset["mode"] = this.modeNow;
    const wanted = this.modeNow !== "outside";
    if (wanted && this.panels.length === 0) {
      this.panels = this.beside.map((kind) => kind.create(this.context));
      this.cameras.replaceChildren(...this.panels.map(({ element }, at) => {
        element.dataset["stage"] = this.panelIds[at];
        return element;
      }));
    } else if (!wanted) this.closePanels();
    this.cameras.hidden = !wanted;
  }

  setQuality(name: string): void {
    this.view.setQuality(name);
    remember("quality", name);
  }

  setLayer(name: LayerName, visible: boolean): void {
    this.view.setLayer(name, visible);
    remember("layers", Object.fromEntries(this.view.layers().map((layer) => [layer.name, layer.visible])));
  }

  dispose(): void {
    this.closePanels();
    this.view.dispose();
    this.element.remove();
  }

  private closePanels(): void {
    for (const panel of this.panels) panel.dispose();
    this.panels = [];
  }
}

const kMaxBeside = 2;

/** Camera and sonar, as far as there are any; a second camera panel only where it shows another camera. */
function kindsBeside({ source }: PanelContext, kinds: readonly PanelKind[]): PanelKind[] {
  const cameras = source.scene.sensors.filter(({ kind }) => kind.includes("camera")).length;
  return kinds.filter((kind) => (kind.id === "camera-annotated" ? cameras > 1 : kind.offered(source))).slice(0, kMaxBeside);
}

function isObjectOfBooleans(value: unknown): value is Readonly<Record<string, boolean>> {
  return typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "boolean");
}
