// scene.glb: the links of vehicles, which move, and the scenery, which stays. Its materials go through
// the medium; scenery takes the cheaper of them, since it fills the picture.
import {
  BoxGeometry, DoubleSide, Group, Mesh, MeshLambertMaterial, MeshStandardMaterial, type Material, type Object3D,
} from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import type { SceneDescription } from "../scene_types";
import { LinkGroups } from "./axes";
import { turnPart } from "./parts";
import type { Frame, Layer, LayerContext } from "./layer";
import type { Medium } from "./medium";
import type { Scenery } from "./scenery";

const kLinkTag = "link";

/** The link an object belongs to, by its own or an ancestor's mark. */
export function linkOf(object: Object3D | null): number | undefined {
  for (let o = object; o; o = o.parent) {
    const link: unknown = o.userData[kLinkTag];
    if (typeof link === "number") return link;
  }
  return undefined;
}

export class VehicleModels implements Layer {
  readonly name = "vehicles";
  readonly label = "Vehicles and objects";
  readonly group = "Vehicles";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly links = new LinkGroups(this.object);
  private readonly parts: (Object3D | undefined)[] = [];

  constructor(private readonly context: LayerContext) {}

  /** Takes a node of the file; false when it is none of the links. */
  adopt(node: Object3D): boolean {
    const link = this.context.scene.links.findIndex((l) => l.path === node.userData.path);
    if (link < 0) return false;
    node.userData[kLinkTag] = link;
    this.links.on(link).add(node);
    this.findParts(node);
    return true;
  }

  private findParts(node: Object3D): void {
    const parts = this.context.scene.parts ?? [];
    node.traverse((o) => {
      const index = parts.findIndex((part) => part.node === originalName(o));
      if (index >= 0) this.parts[index] = o;
    });
  }

  /** Boxes of the size of the vehicles, for a scene without a model file. */
  showBoxes(): void {
    for (const vehicle of this.context.scene.vehicles) {
      const [length, width, height] = vehicle.size_m;
      const material = new MeshStandardMaterial({ color: 0xd9a21b, roughness: 0.6, metalness: 0.1 });
      this.context.medium.patch(material);
      const box = new Mesh(new BoxGeometry(length, width, height), material);
      box.userData[kLinkTag] = vehicle.links[0];
      this.links.on(vehicle.links[0]).add(box);
    }
  }

  update(frame: Frame): void {
    this.links.place(frame.links);
    this.context.scene.parts?.forEach((part, i) => {
      const object = this.parts[i], angleRad = frame.state.parts?.[i];
      if (object && angleRad !== undefined) turnPart(object, part, angleRad);
    });
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

/** Reads the file and hands its nodes to the two layers. */
export async function loadModel(glb: ArrayBuffer, context: LayerContext, vehicles: VehicleModels, scenery: Scenery): Promise<void> {
  const gltf = await new GLTFLoader().parseAsync(glb.slice(0), "");
  const medium = new Converter(context.medium);
  for (const node of [...gltf.scene.children]) {
    // The loader drops characters such as "/" from names and keeps the original beside them.
    node.userData.path = originalName(node);
    const moves = context.scene.links.some((l) => l.path === node.userData.path);
    medium.convert(node, moves);
    if (!vehicles.adopt(node)) scenery.adopt(node);
  }
  context.redraw();
}

function originalName(node: Object3D): string {
  const name: unknown = node.userData.name;
  return typeof name === "string" ? name : node.name;
}

class Converter {
  private readonly made = new Map<string, Material>();
  constructor(private readonly medium: Medium) {}

  convert(node: Object3D, moves: boolean): void {
    node.traverse((o) => {
      if (!(o instanceof Mesh)) return;
      const mesh = o as Mesh;
      mesh.material = Array.isArray(mesh.material)
        ? mesh.material.map((m) => this.converted(m, moves)) : this.converted(mesh.material, moves);
    });
  }

  private converted(material: Material, moves: boolean): Material {
    const key = `${material.uuid} ${String(moves)}`;
    let result = this.made.get(key);
    if (!result) {
      result = moves || !(material instanceof MeshStandardMaterial) ? material : lambertOf(material);
      if (result instanceof MeshStandardMaterial) soften(result);
      if (result instanceof MeshStandardMaterial || result instanceof MeshLambertMaterial) this.medium.patch(result);
      this.made.set(key, result);
    }
    return result;
  }
}

/** Metal without anything to mirror is black: let it scatter most of its light. */
function soften(material: MeshStandardMaterial): void {
  material.metalness = Math.min(material.metalness, 0.35);
  material.roughness = Math.max(material.roughness, 0.35);
}

function lambertOf(from: MeshStandardMaterial): MeshLambertMaterial {
  return new MeshLambertMaterial({
    color: from.color, map: from.map, vertexColors: from.vertexColors, side: from.transparent ? DoubleSide : from.side,
    transparent: from.transparent, opacity: from.opacity, alphaTest: from.alphaTest, flatShading: from.flatShading,
    emissive: from.emissive,
  });
}

export function disposeTree(root: Object3D): void {
  root.traverse((o) => {
    if (!(o instanceof Mesh)) return;
    const mesh = o as Mesh;
    mesh.geometry.dispose();
    for (const material of Array.isArray(mesh.material) ? mesh.material : [mesh.material]) material.dispose();
  });
}

/** Half the length of a vehicle's diagonal, m: how near one goes to see it whole. */
export function vehicleRadiusM(scene: SceneDescription, vehicle: number): number {
  const size = scene.vehicles[vehicle]?.size_m;
  return size ? Math.max(0.5 * Math.hypot(...size), 0.15) : 1;
}
