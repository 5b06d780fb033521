// A small map in the corner of the view: the track of the chosen vehicle from above, north up, with the
// other vehicles and the marked places.
import { Group, Quaternion, Vector3 } from "three";
import { drawMapScale, drawVehicleArrow } from "../panels/map_drawing";
import type { SceneState } from "../scene_types";
import { headingOf, linkAttitude, linkPlace } from "./axes";
import { vehicleColour } from "./colours";
import type { ScreenBox } from "./labels";
import type { Frame, Layer, LayerContext } from "./layer";

const kSidePx = 150;
const kMarginPx = 22;
const kScalePx = 18; // at the bottom, for the scale
const kCornerPx = 12;
const kMinSpanM = 4;
const kMaxPoints = 2000;
const kEveryMs = 200;

type Point = readonly [north: number, east: number];

/** Where it lies in a view of this width. */
export function mapBox(widthPx: number): ScreenBox {
  const right = widthPx - kCornerPx;
  return { left: right - kSidePx, right, top: kCornerPx, bottom: kCornerPx + kSidePx };
}

export class MiniMap implements Layer {
  readonly name = "map";
  readonly label = "Map with track";
  readonly group = "Aids";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly canvas = document.createElement("canvas");
  private track: Point[] = [];
  private vehicle = -1;
  private drawnMs = -Infinity;
  private asked = 0;
  private readonly place = new Vector3();
  private readonly attitude = new Quaternion();

  constructor(private readonly context: LayerContext) {
    this.canvas.className = "scene-map";
    this.canvas.width = this.canvas.height = kSidePx * Math.max(window.devicePixelRatio, 1);
    context.overlay.append(this.canvas);
  }

  update(frame: Frame): void {
    if (frame.vehicle !== this.vehicle) {
      this.vehicle = frame.vehicle;
      this.restart();
    }
    this.go(this.pointOf(frame.links, this.vehicle));
    if (performance.now() - this.drawnMs < kEveryMs) return;
    this.drawnMs = performance.now();
    this.draw(frame);
  }

  switched(visible: boolean): void {
    this.canvas.hidden = !visible;
  }

  /** The track so far, as far as the source has kept it. */
  restart(): void {
    const number = ++this.asked;
    this.track = [];
    void this.context.source.history<SceneState>("/hadal/scene", kMaxPoints).then((messages) => {
      if (number !== this.asked) return;
      const since = this.track;
      this.track = [];
      for (const { message } of messages) this.go(this.pointOf(message.links, this.vehicle));
      this.track.push(...since);
    }, () => undefined);
  }

  dispose(): void {
    ++this.asked;
    this.canvas.remove();
  }

  private pointOf(links: Float32Array, vehicle: number): Point {
    linkPlace(links, this.context.scene.vehicles[vehicle]?.links[0] ?? 0, this.place);
    return [this.place.x, this.place.y];
  }

  private go(point: Point): void {
    const last = this.track.at(-1);
    if (last && Math.hypot(point[0] - last[0], point[1] - last[1]) < 0.02) return;
    this.track.push(point);
    if (this.track.length > 2 * kMaxPoints) this.track = this.track.filter((_, i) => i % 2 === 0);
  }

  private draw(frame: Frame): void {
    const ctx = this.canvas.getContext("2d");
    if (!ctx) return;
    const { scene } = this.context;
    const marks = scene.marks.map(({ position_m: [n, e] }): Point => [n, e]);
    const others = scene.vehicles.flatMap(({ object }, i) => (object || i === this.vehicle ? [] : [{ i, at: this.pointOf(frame.links, i) }]));
    const points = [...this.track, ...marks];
    const [norths, easts] = [points.map(([n]) => n), points.map(([, e]) => e)];
    const range = (values: readonly number[]) => values.reduce<readonly [number, number]>(([low, high], v) => [Math.min(low, v), Math.max(high, v)] as const, [Infinity, -Infinity]);
    const [[south, north], [west, east]] = [range(norths), range(easts)];
    const perMetre = (kSidePx - 2 * kMarginPx - kScalePx) / Math.max(north - south, east - west, kMinSpanM);
    const x = (e: number): number => kSidePx / 2 + (e - (west + east) / 2) * perMetre;
    const y = (n: number): number => (kSidePx - kScalePx) / 2 - (n - (south + north) / 2) * perMetre;
    const scale = this.canvas.width / kSidePx;
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    ctx.clearRect(0, 0, kSidePx, kSidePx);
    const dot = ([n, e]: Point, colour: string): void => {
      ctx.fillStyle = colour;
      ctx.fillRect(x(e) - 2, y(n) - 2, 4, 4);
    };
    for (const mark of marks) dot(mark, "#8fe3c8");
    for (const { i, at } of others) dot(at, vehicleColour(i));
    ctx.strokeStyle = vehicleColour(this.vehicle);
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    for (const [n, e] of this.track) ctx.lineTo(x(e), y(n));
    ctx.stroke();
    const [n, e] = this.pointOf(frame.links, this.vehicle);
    const heading = headingOf(linkAttitude(frame.links, scene.vehicles[this.vehicle]?.links[0] ?? 0, this.attitude));
    drawVehicleArrow(ctx, x(e), y(n), heading);
    drawMapScale(ctx, { width: kSidePx, height: kSidePx }, perMetre, 50);
  }
}
