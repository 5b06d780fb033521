// The live picture of an imaging sonar, laid on the plane of its fan.
import { BufferAttribute, BufferGeometry, DataTexture, DoubleSide, Group, LinearFilter, Mesh, MeshBasicMaterial, RGBAFormat, SRGBColorSpace, UnsignedByteType } from "three";
import type { SceneSensor } from "../scene_types";
import { sonarLevels, type SonarImageData } from "../sonar_levels";
import type { Unsubscribe } from "../source";
import { at, LinkGroups, setMount } from "./axes";
import type { Frame, Layer, LayerContext } from "./layer";
import { fanDirection } from "./sensor_shapes";

const kType = "marine_acoustic_msgs/msg/ProjectedSonarImage";
const kMinBeams = 8; // fewer are lines, not pictures
const kRangeDb = 40; // from the strongest echo down to black
const kMaxRows = 512;
const kMinMs = 180; // between pictures: painting one takes a while

/** Of marine_acoustic_msgs/msg/ProjectedSonarImage: what is needed here. Beams: z ahead, x up, y right. */
export interface SonarMessage {
  readonly beam_directions: readonly { readonly x: number; readonly y: number; readonly z: number }[];
  readonly ranges: ArrayLike<number>;
  readonly image: SonarImageData;
}

/** Amber on black, transparent where there is no echo: RGBA, thinned to `rows` rows by their maximum. */
export function paintLevels(levels: Float32Array, beams: number, rows: number, out: Uint8Array): void {
  const bins = Math.floor(levels.length / beams);
  let top = -Infinity;
  for (const level of levels) if (level > top && Number.isFinite(level)) top = level;
  for (let row = 0; row < rows; ++row)
    for (let beam = 0; beam < beams; ++beam) {
      let level = -Infinity;
      const end = Math.max(Math.floor(((row + 1) * bins) / rows), Math.floor((row * bins) / rows) + 1);
      for (let bin = Math.floor((row * bins) / rows); bin < end && bin < bins; ++bin) level = Math.max(level, at(levels, bin * beams + beam));
      const fraction = Math.min(Math.max(1 + (level - top) / kRangeDb, 0), 1);
      out.set([255 * Math.min(1, 1.5 * fraction), 215 * fraction * fraction, 120 * fraction ** 4, 230 * Math.sqrt(fraction)], 4 * (row * beams + beam));
    }
}

class Drape {
  readonly group = new Group();
  private mesh: Mesh<BufferGeometry, MeshBasicMaterial> | undefined;
  private texture: DataTexture | undefined;
  private beams = 0;
  private rows = 0;
  private farM = 0;
  private paintedMs = -Infinity;

  constructor(readonly sensor: SceneSensor, readonly topic: string) {
    setMount(this.group, sensor.position_m, sensor.attitude);
  }

  show(message: SonarMessage, nowMs: number): void {
    if (nowMs - this.paintedMs < kMinMs) return;
    this.paintedMs = nowMs;
    const beams = message.image.beam_count;
    const far = at(message.ranges, message.ranges.length - 1);
    if (beams < kMinBeams || !(far > 0)) return;
    const levels = sonarLevels(message.image);
    const rows = Math.min(Math.floor(levels.length / beams), kMaxRows);
    if (rows < 1) return;
    if (!this.texture || beams !== this.beams || rows !== this.rows || far !== this.farM) this.rebuild(message, beams, rows, far);
    if (!this.texture) return;
    paintLevels(levels, beams, rows, this.texture.image.data as Uint8Array);
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.mesh?.removeFromParent();
    this.mesh?.geometry.dispose();
    this.mesh?.material.dispose();
    this.texture?.dispose();
    this.texture = undefined;
  }

  private rebuild(message: SonarMessage, beams: number, rows: number, farM: number): void {
    this.dispose();
    [this.beams, this.rows, this.farM] = [beams, rows, farM];
    const texture = new DataTexture(new Uint8Array(4 * beams * rows), beams, rows, RGBAFormat, UnsignedByteType);
    texture.magFilter = texture.minFilter = LinearFilter;
    texture.colorSpace = SRGBColorSpace;
    this.texture = texture;
    const material = new MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false, side: DoubleSide, toneMapped: false, opacity: 0.9 });
    const bearings = message.beam_directions.map((d) => Math.atan2(d.y, d.z));
    this.mesh = new Mesh(drapeGeometry(bearings, at(message.ranges, 0), farM), material);
    this.mesh.renderOrder = 4;
    this.group.add(this.mesh);
  }
}

/** A sector with one strip per beam; v runs with the range, u over the beams. */
function drapeGeometry(bearings: readonly number[], nearM: number, farM: number): BufferGeometry {
  const places: number[] = [], uvs: number[] = [], index: number[] = [];
  bearings.forEach((bearing, i) => {
    for (const [v, range] of [[0, nearM], [1, farM]] as const) {
      const direction = fanDirection(bearing, 0);
      places.push(direction[0] * range, direction[1] * range, direction[2] * range);
      uvs.push((i + 0.5) / bearings.length, v);
    }
    if (i > 0) index.push(2 * i - 2, 2 * i - 1, 2 * i, 2 * i, 2 * i - 1, 2 * i + 1);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
  geometry.setAttribute("uv", new BufferAttribute(new Float32Array(uvs), 2));
  geometry.setIndex(index);
  return geometry;
}

export class SonarImages implements Layer {
  readonly name = "sonar_image";
  readonly label = "Sonar picture on its fan";
  readonly group = "Sensors";
  readonly shownAtFirst = false; // pictures of levels are the largest messages there are
  readonly object = new Group();
  private readonly links = new LinkGroups(this.object);
  private readonly drapes: Drape[];
  private unsubscribe: Unsubscribe[] = [];

  /** Nothing when no sensor of the scene makes such pictures. */
  static of(context: LayerContext): SonarImages | undefined {
    const drapes = context.scene.sensors.flatMap((sensor) =>
      sensor.topics.filter((t) => t.type === kType).map((t) => new Drape(sensor, t.topic)));
    return drapes.length > 0 ? new SonarImages(context, drapes) : undefined;
  }

  private constructor(private readonly context: LayerContext, drapes: Drape[]) {
    this.drapes = drapes;
    for (const drape of drapes) this.links.on(drape.sensor.link).add(drape.group);
  }

  update(frame: Frame): void {
    this.links.place(frame.links);
    for (const drape of this.drapes)
      drape.group.visible = frame.onboardSensor === undefined || drape.sensor.vehicle !== frame.vehicle;
  }

  switched(visible: boolean): void {
    for (const end of this.unsubscribe) end();
    this.unsubscribe = !visible ? [] : this.drapes.map((drape) =>
      this.context.source.subscribe<SonarMessage>(drape.topic, ({ message }) => {
        drape.show(message, performance.now());
        this.context.redraw();
      }));
  }

  dispose(): void {
    this.switched(false);
    for (const drape of this.drapes) drape.dispose();
  }
}
