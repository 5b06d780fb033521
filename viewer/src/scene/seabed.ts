// The ground: tiles of /hadal/seabed with the colours of their materials, grain, and contour lines.
import { BufferAttribute, BufferGeometry, Color, Group, Mesh, MeshLambertMaterial, Object3D, Vector3 } from "three";
import type { SeabedTile } from "../scene_types";
import type { Unsubscribe } from "../source";
import { at } from "./axes";
import type { Frame, Layer, LayerContext } from "./layer";
import { latticeNoise } from "./noise";
import { kQualities, type Quality } from "./quality";
import { hiddenCells, strideFor, sameGround, tileExtentM, tileIndex, tileKey, TileStore, type TileKey } from "./seabed_tiles";

const kTopic = "/hadal/seabed";
const kBuiltPerFrame = 4;

// Contour lines are drawn by screen derivatives, so that they are equally thin everywhere and fade where
// they would crowd.
const kContours = /* glsl */ `
uniform float uContourM;
float contourAt(float metres) {
  if (uContourM <= 0.0) return 0.0;
  float perPixel = max(fwidth(metres), 1e-5);
  float minor = abs(fract(metres / uContourM - 0.5) - 0.5) * uContourM;
  float major = abs(fract(metres / (5.0 * uContourM) - 0.5) - 0.5) * 5.0 * uContourM;
  float line = 0.22 * (1.0 - smoothstep(0.1, 1.1, minor / perPixel)) + 0.26 * (1.0 - smoothstep(0.5, 1.6, major / perPixel));
  // None on level ground either, where they would be all or nothing, or the rounding of large depths.
  float level = max(1e-4 * uContourM, 4e-7 * abs(metres));
  return line * (1.0 - smoothstep(0.08, 0.35, perPixel / uContourM)) * smoothstep(1.0, 3.0, perPixel / level);
}`;

// Grain in two sizes, so that the ground has a scale near and far.
const kGrain = /* glsl */ `
  float grain = texture2D(uNoise, place.xz * 0.31).r + texture2D(uNoise, place.xz * 0.037).r;
  diffuseColor.rgb *= (0.55 + 0.45 * grain) * (1.0 - contourAt(-place.y));`;

const kLean = "diffuseColor.rgb *= 1.0 - contourAt(-vLeanY);";

/** Distance of contour lines that suits a view of this size: 0.1, 0.2, 0.5, 1, 2, 5 ... m. */
export function contourStepM(focusM: number): number {
  const wanted = Math.max(focusM / 25, 0.1);
  const decade = Math.pow(10, Math.floor(Math.log10(wanted) + 1e-9));
  const step = [1, 2, 5].find((s) => s * decade >= wanted * 0.999) ?? 10;
  return step * decade;
}

interface Built {
  mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  stride: number;
  hidden: Uint8Array;
}

export class Seabed implements Layer {
  readonly name = "seabed";
  readonly label = "Seabed";
  readonly group = "World";
  readonly shownAtFirst = true;
  readonly object = new Group();
  /** Switched by the layer of contours. */
  contours = true;
  private readonly store = new TileStore();
  private readonly built = new Map<TileKey, Built>();
  private readonly waiting = new Set<TileKey>();
  private readonly material = new MeshLambertMaterial({ vertexColors: true });
  private readonly colours: Color[];
  private readonly contourM = { value: 1 };
  private readonly unsubscribe: Unsubscribe;
  private minStride = kQualities[0]?.seabedStride ?? 1;

  constructor(private readonly context: LayerContext) {
    this.colours = context.scene.materials.map((m) => new Color().setRGB(...m.colour_srgb, "srgb"));
    context.medium.patch(this.material, {
      key: "seabed", uniforms: { uContourM: this.contourM }, declarations: kContours, full: kGrain, lean: kLean,
    });
    this.unsubscribe = context.source.subscribe<SeabedTile>(kTopic, (message) => this.add(message.message));
  }

  update(frame: Frame): void {
    this.contourM.value = this.contours ? contourStepM(frame.focusM) : 0;
    this.chooseStrides(frame.eye);
    let left = kBuiltPerFrame;
    for (const key of this.waiting) {
      if (left-- === 0) break;
      this.waiting.delete(key);
      this.build(key, frame.eye);
    }
    if (this.waiting.size > 0) this.context.redraw();
  }

  setQuality(quality: Quality): void {
    this.minStride = quality.seabedStride;
  }

  dispose(): void {
    this.unsubscribe();
    for (const { mesh } of this.built.values()) mesh.geometry.dispose();
    this.material.dispose();
  }

  private add(tile: SeabedTile): void {
    const known = this.store.get(tileKey(tile.level, tile.row, tile.column));
    if (known && sameGround(known, tile)) return; // latched tiles come again with every subscription
    for (const key of this.store.add(tile)) this.waiting.add(key);
    this.context.redraw();
  }

  private chooseStrides(eye: Vector3): void {
    const reach = this.context.medium.reachM(eye.z);
    for (const [key, built] of this.built) {
      const tile = this.store.get(key);
      if (!tile) continue;
      const metres = metresAway(tile, eye);
      built.mesh.visible = metres < reach;
      const stride = strideFor(tile, metres, this.minStride);
      if (!built.mesh.visible || stride === built.stride) continue;
      built.stride = stride;
      built.mesh.geometry.setIndex(new BufferAttribute(tileIndex(tile.nodes, built.hidden, stride), 1));
    }
  }

  private build(key: TileKey, eye: Vector3): void {
    const tile = this.store.get(key);
    if (!tile) return;
    const before = this.built.get(key);
    before?.mesh.geometry.dispose();
    const hidden = hiddenCells(tile, this.store.all());
    const stride = strideFor(tile, metresAway(tile, eye), this.minStride);
    const geometry = this.geometry(tile);
    geometry.setIndex(new BufferAttribute(tileIndex(tile.nodes, hidden, stride), 1));
    const mesh = before?.mesh ?? new Mesh(geometry, this.material);
    mesh.geometry = geometry;
    mesh.position.set(tile.north_m, tile.east_m, 0);
    this.built.set(key, { mesh, stride, hidden });
    this.object.add(mesh);
  }

  private geometry(tile: SeabedTile): BufferGeometry {
    const nodes = tile.nodes, count = nodes * nodes;
    const places = new Float32Array(count * 6), colours = new Uint8Array(count * 6), normals = new Float32Array(count * 6);
    const up = this.store.normals(tile);
    normals.set(up);
    normals.set(up, 3 * count);
    const grey = new Color(0.35, 0.33, 0.28);
    for (let i = 0; i < count; ++i) {
      const colour = this.colours[at(tile.material, i)] ?? grey;
      const shade = 255 * (0.86 + 0.14 * latticeNoise(tile.row * (nodes - 1) + Math.floor(i / nodes), tile.column * (nodes - 1) + (i % nodes), tile.level));
      for (const j of [3 * i, 3 * (i + count)]) {
        places[j] = Math.floor(i / nodes) * tile.cell_m;
        places[j + 1] = (i % nodes) * tile.cell_m;
        const depth = at(tile.depth_m, i);
        places[j + 2] = (Number.isFinite(depth) ? depth : 0) + (j === 3 * i ? 0 : 0.6 * tile.cell_m);
        colours.set([shade * colour.r, shade * colour.g, shade * colour.b], j);
      }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(places, 3));
    geometry.setAttribute("normal", new BufferAttribute(normals, 3));
    geometry.setAttribute("color", new BufferAttribute(colours, 3, true));
    return geometry;
  }
}

function metresAway(tile: SeabedTile, eye: Vector3): number {
  const half = tileExtentM(tile) / 2;
  const north = Math.max(Math.abs(eye.x - tile.north_m - half) - half, 0);
  const east = Math.max(Math.abs(eye.y - tile.east_m - half) - half, 0);
  return Math.hypot(north, east);
}

/** Contour lines are part of the ground's material: a layer without things of its own. */
export class Contours implements Layer {
  readonly name = "contours";
  readonly label = "Depth contours";
  readonly group = "World";
  readonly shownAtFirst = true;
  readonly object = new Object3D();
  constructor(private readonly seabed: Seabed) {}

  switched(visible: boolean): void {
    this.seabed.contours = visible;
  }

  dispose(): void {
    this.seabed.contours = false;
  }
}
