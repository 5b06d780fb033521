// The 3D view of a source. The page gives it an element; it draws into it, on demand, until disposed.
//   setCamera("follow")           chases the chosen vehicle; the user turns and zooms around it
//   setCamera("orbit")            stands still in the world
//   setCamera("onboard", "cam")   through a camera of the chosen vehicle
// Double-click goes to a place, F to the chosen vehicle, a click on a vehicle or its name chooses it.
import "./scene.css";
import { Scene, Vector2, Vector3 } from "three";
import type { Selection } from "../panel";
import type { Source, Unsubscribe } from "../source";
import { nedRoot, threeToNed } from "./axes";
import { CameraRig, type CameraMode } from "./camera_rig";
import { makeDaylight, setDaylight } from "./daylight";
import { LabelBoard } from "./labels";
import type { Frame, LayerContext, LayerInfo, LayerName } from "./layer";
import { makeLayers, type SceneLayers } from "./layers";
import { SkyLights } from "./lights";
import { Medium } from "./medium";
import { mapBox } from "./mini_map";
import { loadModel } from "./model";
import { Motion } from "./motion";
import { fitPicture } from "./onboard";
import { pickAt, type Picked } from "./pick";
import { kSoftwareLevel, QualityKeeper } from "./quality";
import { createDrawing, showMessage, type Drawing } from "./renderer";
import { Sky } from "./sky";
import { Ticker } from "./ticker";

export interface SceneStats {
  readonly fps: number; // pictures in the last second
  readonly frameMs: number; // what one takes
  readonly triangles: number;
  readonly quality: string;
}

const kSolid: readonly LayerName[] = ["vehicles", "scenery", "seabed"];
const kDragPx = 4; // farther is a drag, not a click

export class SceneView {
  private readonly drawing: Drawing | undefined;
  private readonly three = new Scene();
  private readonly root = nedRoot();
  private readonly overlay = document.createElement("div");
  private readonly pictureFrame = document.createElement("div");
  private readonly rig: CameraRig;
  private readonly medium: Medium;
  private readonly motion: Motion;
  private readonly labels: LabelBoard;
  private readonly sky: Sky;
  private readonly lights = new SkyLights(this.three);
  private readonly daylight = makeDaylight();
  private readonly layerSet: SceneLayers;
  private readonly visible = new Map<LayerName, boolean>();
  private readonly ticker = new Ticker((now) => this.draw(now), (ms) => this.measure(ms));
  private readonly quality: QualityKeeper;
  private readonly ends: Unsubscribe[] = [];
  private readonly eye = new Vector3();
  private size = { width: 1, height: 1 };

  constructor(private readonly host: HTMLElement, private readonly source: Source, private readonly selection: Selection) {
    host.classList.add("scene-view");
    host.tabIndex = 0;
    host.setAttribute("aria-label", "3D view");
    this.drawing = createDrawing(host);
    this.overlay.className = "scene-overlay";
    this.pictureFrame.className = "scene-picture-frame";
    this.pictureFrame.hidden = true;
    this.overlay.append(this.pictureFrame);
    host.append(this.overlay);
    this.quality = new QualityKeeper(this.drawing?.software ? kSoftwareLevel : 0);
    this.medium = new Medium(source.scene);
    this.motion = new Motion(source.scene.links.length);
    this.labels = new LabelBoard(this.overlay);
    this.sky = new Sky(this.medium);
    const redraw = () => this.ticker.ask();
    this.rig = new CameraRig(this.drawing?.renderer.domElement ?? host, source.scene, selection.vehicle, redraw);
    const context: LayerContext = {
      scene: source.scene, source, medium: this.medium, motion: this.motion, labels: this.labels, overlay: this.overlay, redraw,
    };
    this.layerSet = makeLayers(context, selection, () => this.rig.lookNorth());
    this.fillScene();
    this.loadModels(context);
    this.listen();
    this.applyQuality();
    this.resize();
  }

  get stats(): SceneStats {
    return {
      fps: this.ticker.fps, frameMs: this.quality.frameMs, triangles: this.drawing?.renderer.info.render.triangles ?? 0,
      quality: this.quality.quality.name,
    };
  }

  get cameraMode(): CameraMode {
    return this.rig.mode;
  }

  /** The camera of the vehicle that one looks through. */
  get onboardCamera(): string | undefined {
    return this.rig.mode === "onboard" ? this.rig.eye?.sensor?.name : undefined;
  }

  setCamera(mode: CameraMode, sensor?: string): void {
    this.rig.setMode(mode, sensor);
    this.placePictureFrame();
  }

  /** Looks at the chosen vehicle. */
  focusVehicle(): void {
    this.rig.focusVehicle();
  }

  /** "auto", or the name of one of kQualities. */
  get qualityChoice(): string {
    return this.quality.choice;
  }

  setQuality(name: string): void {
    this.quality.choose(name);
    this.applyQuality();
  }

  layers(): LayerInfo[] {
    return this.layerSet.all.map(({ name, label, group }) => ({ name, label, group, visible: this.visible.get(name) ?? false }));
  }

  setLayer(name: LayerName, visible: boolean): void {
    const layer = this.layerSet.all.find((l) => l.name === name);
    if (!layer || this.visible.get(name) === visible) return;
    this.visible.set(name, visible);
    layer.object.visible = visible;
    layer.switched?.(visible);
    this.ticker.ask();
  }

  resize(): void {
    this.size = { width: Math.max(this.host.clientWidth, 1), height: Math.max(this.host.clientHeight, 1) };
    this.drawing?.renderer.setSize(this.size.width, this.size.height, false);
    this.placePictureFrame();
    this.ticker.ask();
  }

  dispose(): void {
    this.ticker.stop();
    for (const end of this.ends) end();
    for (const layer of this.layerSet.all) layer.dispose();
    this.sky.dispose();
    this.medium.dispose();
    this.rig.dispose();
    this.drawing?.renderer.dispose();
    this.drawing?.renderer.forceContextLoss(); // browsers give only a few contexts to a page
    this.host.replaceChildren();
  }

  private fillScene(): void {
    this.three.add(this.root, this.sky.mesh);
    for (const layer of this.layerSet.all) {
      this.root.add(layer.object);
      this.setLayer(layer.name, layer.shownAtFirst);
      layer.object.visible = layer.shownAtFirst;
    }
  }

  private loadModels(context: LayerContext): void {
    const glb = this.source.sceneGlb;
    if (!glb) {
      this.layerSet.vehicles.showBoxes();
      return;
    }
    void loadModel(glb, context, this.layerSet.vehicles, this.layerSet.scenery).catch((error: unknown) => {
      this.layerSet.vehicles.showBoxes();
      showMessage(this.host, `The models of this scene cannot be shown: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  private listen(): void {
    this.ends.push(
      this.source.onState((state) => {
        this.motion.push(state, performance.now());
        this.ticker.ask();
      }),
      this.source.onRestart(() => {
        this.motion.restart();
        for (const layer of this.layerSet.all) layer.restart?.();
      }),
      this.selection.onChange((vehicle) => {
        this.rig.setVehicle(vehicle);
        this.placePictureFrame();
      }),
    );
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.host);
    this.ends.push(() => observer.disconnect());
    this.listenToUser();
  }

  private listenToUser(): void {
    const canvas = this.drawing?.renderer.domElement ?? this.host;
    const stop = new AbortController();
    document.addEventListener("visibilitychange", () => this.ticker.forgetCost(), { signal: stop.signal });
    const down = new Vector2();
    canvas.addEventListener("pointerdown", (e) => down.set(e.clientX, e.clientY), { signal: stop.signal });
    canvas.addEventListener("click", (e) => {
      if (down.distanceTo(new Vector2(e.clientX, e.clientY)) <= kDragPx) this.chooseAt(e);
    }, { signal: stop.signal });
    canvas.addEventListener("dblclick", (e) => this.focusAt(e), { signal: stop.signal });
    this.host.addEventListener("keydown", (e) => {
      if (e.key.toLowerCase() === "f" && !e.ctrlKey && !e.metaKey && !e.altKey) this.rig.focusVehicle();
    }, { signal: stop.signal });
    this.ends.push(() => stop.abort());
  }

  private chooseAt(event: MouseEvent): void {
    const vehicle = this.vehicleOf(pickAt(event, this.host, this.rig.camera, [this.layerSet.vehicles.object]));
    if (vehicle !== undefined && !this.source.scene.vehicles[vehicle]?.object) this.selection.choose(vehicle);
  }

  private focusAt(event: MouseEvent): void {
    const among = this.layerSet.all.filter((l) => kSolid.includes(l.name) && l.object.visible).map((l) => l.object);
    const hit = pickAt(event, this.host, this.rig.camera, among);
    if (!hit) return;
    if (this.vehicleOf(hit) === this.selection.vehicle) this.rig.focusVehicle();
    else this.rig.focusPlace(hit.place);
  }

  private vehicleOf(picked: Picked | undefined): number | undefined {
    return picked?.link === undefined ? undefined : this.source.scene.links[picked.link]?.vehicle;
  }

  private draw(now: number): boolean {
    const { state } = this.motion;
    if (!state || !this.drawing || this.host.clientWidth === 0) return false; // nobody sees it
    const moving = this.motion.sample(now);
    const gliding = this.rig.update(now, this.motion.links, this.size.width / this.size.height);
    const { camera } = this.rig;
    threeToNed(camera.position, this.eye);
    const frame: Frame = {
      state, links: this.motion.links, timeS: this.motion.timeS, vehicle: this.selection.vehicle, camera, eye: this.eye,
      focusM: this.rig.focusM, onboardSensor: this.rig.mode === "onboard" ? (this.rig.eye?.sensor?.path ?? "") : undefined,
    };
    this.setLight(frame);
    for (const layer of this.layerSet.all) if (this.visible.get(layer.name)) layer.update?.(frame);
    this.labels.place(camera, this.size.width, this.size.height, this.visible.get("map") ? [mapBox(this.size.width)] : []);
    this.drawing.renderer.render(this.three, camera);
    return moving || gliding;
  }

  private setLight(frame: Frame): void {
    const { sea } = frame.state;
    setDaylight(this.daylight, sea);
    const surfaceY = this.layerSet.surface.elevation(this.eye.x, this.eye.y, frame.timeS, sea);
    const below = frame.camera.position.y < surfaceY;
    this.medium.update(this.daylight, sea, frame.timeS, this.eye.z, frame.focusM, this.rig.mode === "onboard");
    this.sky.update(frame.camera, surfaceY);
    this.lights.set(this.daylight, below, this.medium);
  }

  private measure(ms: number): void {
    if (this.quality.measured(ms)) this.applyQuality();
  }

  private applyQuality(): void {
    const { quality } = this.quality;
    this.drawing?.renderer.setPixelRatio(Math.min(quality.pixelRatio, window.devicePixelRatio * Math.min(quality.pixelRatio, 1)));
    this.medium.setLean(quality.lean);
    for (const layer of this.layerSet.all) (layer).setQuality?.(quality);
    this.ticker.ask();
  }

  /** Through a camera: the border of its own picture, where the window is wider or taller. */
  private placePictureFrame(): void {
    const view = this.rig.mode === "onboard" ? this.rig.eye?.view : undefined;
    this.pictureFrame.hidden = !view;
    const { width, height } = fitPicture(view, this.size.width / this.size.height);
    this.pictureFrame.style.width = `${(100 * width).toFixed(2)}%`;
    this.pictureFrame.style.height = `${(100 * height).toFixed(2)}%`;
  }
}

export type { CameraMode, LayerInfo, LayerName };
export { camerasOf } from "./onboard";
export { kQualities } from "./quality";
