// Many arrows in two draws: shafts and heads. Their light is painted into the geometry, so that they
// read the same by day, by night and in haze.
import {
  BufferAttribute, Color, ConeGeometry, CylinderGeometry, DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshBasicMaterial,
  Quaternion, Vector3, type BufferGeometry,
} from "three";

/** Length of an arrow for a quantity: proportional while small, saturating toward `longestM`. With
 *  `half` the arrow has half its greatest length: a weight of tonnes and a drag of newtons both show. */
export function saturatingLength(value: number, half: number, longestM: number): number {
  const size = Math.abs(value);
  if (!Number.isFinite(size) || half <= 0) return 0;
  return (longestM * size) / (size + half);
}

/** Logarithmic: `min` and below give nothing, every factor of ten the same further length. */
export function logLength(value: number, min: number, perDecadeM: number): number {
  const size = Math.abs(value);
  return size > min && Number.isFinite(size) ? perDecadeM * Math.log10(size / min) : 0;
}

/** Lightens one side of a body about its y axis. */
function paintLight(geometry: BufferGeometry): BufferGeometry {
  const normals = geometry.getAttribute("normal");
  const colours = new Float32Array(3 * normals.count);
  for (let i = 0; i < normals.count; ++i) colours.fill(0.72 + 0.28 * normals.getX(i) * 0.8 + 0.06 * normals.getZ(i), 3 * i, 3 * i + 3);
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  return geometry;
}

const kUp = new Vector3(0, 1, 0);

export class ArrowField {
  readonly object = new Group();
  private readonly shafts: InstancedMesh;
  private readonly heads: InstancedMesh;
  private readonly material: MeshBasicMaterial;
  private count = 0;
  private readonly matrix = new Matrix4();
  private readonly turn = new Quaternion();
  private readonly scale = new Vector3();
  private readonly direction = new Vector3();
  private readonly colour = new Color();
  private readonly tip = new Vector3();

  constructor(private readonly capacity: number, opacity = 1) {
    this.material = new MeshBasicMaterial({ vertexColors: true, toneMapped: false, transparent: opacity < 1, opacity });
    this.shafts = this.mesh(new CylinderGeometry(1, 1, 1, 8, 1, true).translate(0, 0.5, 0));
    this.heads = this.mesh(new ConeGeometry(1, 1, 10).translate(0, 0.5, 0));
  }

  begin(): void {
    this.count = 0;
  }

  /** An arrow from a place along a vector (of any length) with a drawn length and thickness. */
  add(from: Vector3, along: Vector3, lengthM: number, thickM: number, colour: string): void {
    const norm = along.length();
    if (this.count >= this.capacity || lengthM < 1e-3 || norm < 1e-12) return;
    this.direction.copy(along).divideScalar(norm);
    this.turn.setFromUnitVectors(kUp, this.direction);
    const headM = Math.min(4.5 * thickM, 0.5 * lengthM);
    this.scale.set(0.5 * thickM, lengthM - headM, 0.5 * thickM);
    this.shafts.setMatrixAt(this.count, this.matrix.compose(from, this.turn, this.scale));
    this.tip.copy(from).addScaledVector(this.direction, lengthM - headM);
    this.scale.set(1.35 * thickM, headM, 1.35 * thickM);
    this.heads.setMatrixAt(this.count, this.matrix.compose(this.tip, this.turn, this.scale));
    this.colour.set(colour);
    this.shafts.setColorAt(this.count, this.colour);
    this.heads.setColorAt(this.count, this.colour);
    ++this.count;
  }

  end(): void {
    for (const mesh of [this.shafts, this.heads]) {
      mesh.count = this.count;
      mesh.visible = this.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  /** Draws over everything: for arrows that begin inside of a hull. */
  onTop(): this {
    this.material.depthTest = false;
    this.material.transparent = true;
    this.shafts.renderOrder = this.heads.renderOrder = 6;
    return this;
  }

  dispose(): void {
    this.shafts.geometry.dispose();
    this.heads.geometry.dispose();
    this.shafts.dispose();
    this.heads.dispose();
    this.material.dispose();
  }

  private mesh(geometry: BufferGeometry): InstancedMesh {
    const mesh = new InstancedMesh(paintLight(geometry), this.material, this.capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.count = 0;
    this.object.add(mesh);
    return mesh;
  }
}
