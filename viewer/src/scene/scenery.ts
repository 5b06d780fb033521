// Scenery: thousands of copies of some shapes. Drawn are the copies in view, what looks largest first, until
// the triangles of the quality are spent: half of them on shapes as they are, the rest on coarse ones.
import {
  Frustum, Group, InstancedBufferAttribute, InstancedMesh, Matrix4, Sphere, type Object3D,
} from "three";
import { coarseShape, triangleCount } from "./coarse_shape";
import type { Frame, Layer, LayerContext } from "./layer";
import { disposeTree } from "./model";
import { kQualities, type Quality } from "./quality";

const kCoarseTriangles = 80;
const kFine = 0.5; // of the triangles

/** All copies of one shape. */
interface Shape {
  readonly matrices: ArrayLike<number>;
  readonly tints: ArrayLike<number> | undefined;
  readonly fine: InstancedMesh;
  readonly coarse: InstancedMesh;
}

interface Copy {
  readonly shape: Shape;
  readonly number: number;
  readonly ball: Sphere; // three.js axes
}

export class Scenery implements Layer {
  readonly name = "scenery";
  readonly label = "Scenery";
  readonly group = "World";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly shapes: Shape[] = [];
  private readonly copies: Copy[] = [];
  private maxTriangles = kQualities[0]?.sceneryTriangles ?? Infinity;
  private readonly view = new Matrix4();
  private readonly lastView = new Matrix4();
  private readonly frustum = new Frustum();

  constructor(private readonly context: Pick<LayerContext, "medium">) {}

  /** Takes a node of the file, which never moves. */
  adopt(node: Object3D): void {
    if (node.userData.swims === true) return; // a layer of its own draws fish
    this.object.add(node);
    node.updateWorldMatrix(true, true);
    const meshes: InstancedMesh[] = [];
    node.traverse((o) => {
      if (o instanceof InstancedMesh) meshes.push(o as InstancedMesh);
    });
    for (const mesh of meshes) this.addShape(mesh);
    node.traverse((o) => {
      o.matrixAutoUpdate = false;
      o.matrixWorldAutoUpdate = false;
    });
    this.lastView.elements.fill(0);
  }

  update(frame: Frame): void {
    const { camera } = frame;
    this.view.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    if (this.view.equals(this.lastView)) return;
    this.lastView.copy(this.view);
    this.frustum.setFromProjectionMatrix(this.view);
    const reachM = this.context.medium.reachM(frame.eye.z);
    const size = ({ ball }: Copy): number => ball.radius / Math.max(ball.center.distanceTo(camera.position), ball.radius);
    const seen = this.copies
      .filter(({ ball }) => ball.center.distanceTo(camera.position) - ball.radius < reachM && this.frustum.intersectsSphere(ball))
      .map((copy) => ({ copy, size: size(copy) }));
    if (this.maxTriangles < Infinity) seen.sort((a, b) => b.size - a.size);
    this.draw(seen.map(({ copy }) => copy));
  }

  setQuality(quality: Quality): void {
    this.maxTriangles = quality.sceneryTriangles;
    this.lastView.elements.fill(0);
  }

  dispose(): void {
    disposeTree(this.object);
  }

  /** The first of them with all their triangles, then coarse ones as far as the triangles go. */
  private draw(copies: readonly Copy[]): void {
    for (const { fine, coarse } of this.shapes) fine.count = coarse.count = 0;
    let spent = 0;
    for (const { shape, number } of copies) {
      const mesh = spent + triangleCount(shape.fine.geometry) <= kFine * this.maxTriangles ? shape.fine : shape.coarse;
      spent += triangleCount(mesh.geometry);
      if (spent > this.maxTriangles) break;
      copyNumbers(shape.matrices, number, mesh.instanceMatrix, mesh.count);
      if (shape.tints && mesh.instanceColor) copyNumbers(shape.tints, number, mesh.instanceColor, mesh.count);
      ++mesh.count;
    }
    for (const { fine, coarse } of this.shapes) for (const mesh of [fine, coarse]) finish(mesh);
  }

  private addShape(fine: InstancedMesh): void {
    const coarse = new InstancedMesh(coarseShape(fine.geometry, kCoarseTriangles), fine.material, fine.count);
    if (fine.instanceColor) coarse.instanceColor = new InstancedBufferAttribute(fine.instanceColor.array.slice(), fine.instanceColor.itemSize, fine.instanceColor.normalized);
    coarse.applyMatrix4(fine.matrix);
    fine.parent?.add(coarse);
    coarse.updateWorldMatrix(false, false);
    fine.frustumCulled = coarse.frustumCulled = false; // each copy is looked at
    const shape: Shape = { matrices: fine.instanceMatrix.array.slice(), tints: fine.instanceColor?.array.slice(), fine, coarse };
    this.shapes.push(shape);
    fine.geometry.computeBoundingSphere();
    const place = new Matrix4();
    for (let number = 0; number < fine.count; ++number) {
      fine.getMatrixAt(number, place);
      const ball = fine.geometry.boundingSphere?.clone().applyMatrix4(place.premultiply(fine.matrixWorld));
      if (ball) this.copies.push({ shape, number, ball });
    }
  }
}

function copyNumbers(from: ArrayLike<number>, number: number, to: InstancedBufferAttribute, place: number): void {
  const size = to.itemSize;
  for (let k = 0; k < size; ++k) to.array[size * place + k] = from[size * number + k] ?? 0;
}

/** Hands the copies that were put into a mesh to the graphics card, and to whoever asks what is clicked on. */
function finish(mesh: InstancedMesh): void {
  mesh.visible = mesh.count > 0;
  mesh.boundingSphere = null;
  for (const buffer of [mesh.instanceMatrix, mesh.instanceColor]) {
    if (!buffer || mesh.count === 0) continue;
    buffer.clearUpdateRanges();
    buffer.addUpdateRange(0, buffer.itemSize * mesh.count);
    buffer.needsUpdate = true;
  }
}
