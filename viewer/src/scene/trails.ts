// Where vehicles have been: the last minutes as a line each, in the colour of the vehicle.
// Segments lie in a ring of fixed size, so that a new one costs one write and nothing grows.
import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, InstancedInterleavedBuffer, InterleavedBufferAttribute, LineBasicMaterial,
  LineSegments, Vector3,
} from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { SceneState } from "../scene_types";
import { linkPlace } from "./axes";
import { vehicleColour } from "./colours";
import type { Frame, Layer, LayerContext } from "./layer";
import type { Quality } from "./quality";
import { markUpdated } from "./update_ranges";

const kSegments = 900;
const kLastingS = 300;
const kMinStepM = 0.05;
const kJumpM = 20; // a teleport leaves no line
const kFromHistory = 400;
const kSkipS = 5; // a longer step in a log leaves a gap to fill
const kSettleMs = 150; // while the user drags the time, reading waits

/** A line of segments in a ring. */
export class SegmentRing {
  readonly object = new Group();
  private readonly line: LineSegments2;
  private readonly thin: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly thinPlaces: BufferAttribute;
  private readonly buffer = new InstancedInterleavedBuffer(new Float32Array(kSegments * 6), 6, 1);
  private next = 0;
  private count = 0;

  constructor(colour: string, widthPx: number) {
    this.buffer.setUsage(DynamicDrawUsage);
    const geometry = new LineSegmentsGeometry();
    geometry.setAttribute("instanceStart", new InterleavedBufferAttribute(this.buffer, 3, 0));
    geometry.setAttribute("instanceEnd", new InterleavedBufferAttribute(this.buffer, 3, 3));
    geometry.instanceCount = 0;
    const material = new LineMaterial({ color: colour, linewidth: widthPx, transparent: true, opacity: 0.85, depthWrite: false });
    material.toneMapped = false;
    this.line = new LineSegments2(geometry, material);
    this.thinPlaces = new BufferAttribute(this.buffer.array, 3).setUsage(DynamicDrawUsage); // the same numbers
    this.thin = new LineSegments(new BufferGeometry().setAttribute("position", this.thinPlaces), new LineBasicMaterial({ color: colour, toneMapped: false }));
    for (const line of [this.line, this.thin]) {
      line.frustumCulled = false;
      line.renderOrder = 3;
      this.object.add(line);
    }
    this.clear();
  }

  add(from: Vector3, to: Vector3): void {
    const slot = this.next * 6;
    from.toArray(this.buffer.array, slot);
    to.toArray(this.buffer.array, slot + 3);
    for (const places of [this.buffer, this.thinPlaces]) markUpdated(places, slot, 6);
    this.next = (this.next + 1) % kSegments;
    this.count = Math.min(this.count + 1, kSegments);
    this.showCount();
  }

  clear(): void {
    this.next = this.count = 0;
    this.showCount();
  }

  /** Broad lines are made of triangles; thin ones cost a tenth. */
  setThin(thin: boolean): void {
    this.thin.visible = thin;
    this.line.visible = !thin;
  }

  dispose(): void {
    for (const line of [this.line, this.thin]) {
      line.geometry.dispose();
      line.material.dispose();
    }
  }

  private showCount(): void {
    this.line.geometry.instanceCount = this.count;
    this.thin.geometry.setDrawRange(0, 2 * this.count);
  }
}

class Trail {
  readonly ring: SegmentRing;
  private readonly last = new Vector3();
  private lastS = NaN;

  constructor(readonly link: number, colour: string) {
    this.ring = new SegmentRing(colour, 2);
  }

  /** Adds the way to a place when it is worth a segment: the ring should last kLastingS. */
  go(place: Vector3, timeS: number): void {
    const first = Number.isNaN(this.lastS);
    const way = first ? 0 : this.last.distanceTo(place);
    if (!first && (way < kMinStepM || timeS - this.lastS < kLastingS / kSegments)) return;
    if (!first && way < kJumpM + 5 * (timeS - this.lastS)) this.ring.add(this.last, place);
    this.last.copy(place);
    this.lastS = timeS;
  }

  clear(): void {
    this.ring.clear();
    this.lastS = NaN;
  }
}

export class Trails implements Layer {
  readonly name = "trails";
  readonly label = "Trails";
  readonly group = "Vehicles";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly trails: Trail[] = [];
  private readonly place = new Vector3();
  private lastS = NaN;
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly context: LayerContext) {
    context.scene.vehicles.forEach((vehicle, i) => {
      if (!vehicle.fixed) this.trails.push(new Trail(vehicle.links[0], vehicleColour(i)));
    });
    for (const trail of this.trails) this.object.add(trail.ring.object);
    this.fetchPast();
  }

  update(frame: Frame): void {
    if (this.context.source.kind === "log" && frame.timeS > this.lastS + kSkipS) this.fetchSoon(); // wound forward
    this.lastS = frame.timeS;
    for (const trail of this.trails) trail.go(linkPlace(frame.links, trail.link, this.place), frame.timeS);
  }

  setQuality(quality: Quality): void {
    for (const trail of this.trails) trail.ring.setThin(quality.lean);
  }

  restart(): void {
    for (const trail of this.trails) trail.clear();
    this.fetchSoon();
    this.lastS = NaN;
  }

  dispose(): void {
    ++this.asked;
    clearTimeout(this.timer);
    for (const trail of this.trails) trail.ring.dispose();
  }

  private fetchSoon(): void {
    ++this.asked;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fetchPast(), kSettleMs);
  }

  /** Draws the way so far from what the source has kept. Only the last answer counts. */
  private fetchPast(): void {
    const number = ++this.asked;
    const { source } = this.context;
    const sinceS = source.playback && source.playback.timeS - kLastingS;
    void source.history<SceneState>("/hadal/scene", kFromHistory, sinceS).then((messages) => {
      if (number !== this.asked) return;
      for (const trail of this.trails) trail.clear();
      const end = messages.at(-1)?.message.time_s ?? 0;
      for (const { message } of messages) {
        if (message.time_s < end - kLastingS) continue;
        for (const trail of this.trails) trail.go(linkPlace(message.links, trail.link, this.place), message.time_s);
      }
      this.context.redraw();
    }, () => undefined); // a source without history: the trail begins now
  }
}
