// The middle of the page: the world from outside, and, where there is a camera, its picture plain and
// with what is in it marked.
import type { Panel, PanelContext, PanelKind } from "../panel";
import { SceneView, type LayerName } from "../scene/scene_view";
import { el } from "../ui/el";
import { recall, remember } from "../ui/storage";
import type { StageMode } from "./saved_layout";

export class Stage {
  readonly element = el("main", { class: "stage" });
  readonly view: SceneView;
  private readonly outside = el("div", { class: "stage-outside" });
  private readonly cameras = el("div", { class: "stage-cameras" });
  private panels: Panel[] = [];
  private modeNow: StageMode = "outside";

  constructor(
    private readonly context: PanelContext,
    private readonly cameraKinds: readonly PanelKind[],
  ) {
    this.element.append(this.outside, this.cameras);
    this.view = new SceneView(this.outside, context.source, context.selection);
    const shown = recall("layers", isObjectOfBooleans, {});
    for (const { name } of this.view.layers()) {
      const visible = shown[name];
      if (visible !== undefined) this.view.setLayer(name, visible);
    }
  }

  get mode(): StageMode {
    return this.modeNow;
  }

  get hasCamera(): boolean {
    return this.cameraKinds.length > 0 && this.context.source.scene.sensors.some(({ kind }) => kind.includes("camera"));
  }

  /** Over the picture, e.g. touch sticks. */
  addOverlay(element: HTMLElement): void {
    this.element.append(element);
  }

  setMode(mode: StageMode): void {
    this.modeNow = this.hasCamera ? mode : "outside";
    this.element.dataset["mode"] = this.modeNow;
    const wanted = this.modeNow !== "outside";
    if (wanted && this.panels.length === 0) {
      this.panels = this.cameraKinds.map((kind) => kind.create(this.context));
      this.cameras.replaceChildren(...this.panels.map(({ element }) => element));
    } else if (!wanted) this.closePanels();
    this.cameras.hidden = !wanted;
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

function isObjectOfBooleans(value: unknown): value is Readonly<Record<string, boolean>> {
  return typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "boolean");
}
