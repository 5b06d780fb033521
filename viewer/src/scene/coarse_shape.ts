// A shape with few triangles, for copies that look small: vertices within a cell of a lattice become one
// at their mean.
import { BufferAttribute, BufferGeometry } from "three";
import { at } from "./axes";

const kFirstCells = 12; // along the longest side
const kGrowth = 1.3;

/** The shape itself where it has so few triangles already. */
export function coarseShape(shape: BufferGeometry, maxTriangles: number): BufferGeometry {
  if (triangleCount(shape) <= maxTriangles) return shape;
  shape.computeBoundingBox();
  const { min, max } = shape.boundingBox ?? {};
  if (!min || !max) return shape;
  const longest = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
  for (let cells = kFirstCells; cells > 1; cells /= kGrowth) {
    const merged = mergedAt(shape, longest / cells);
    if (triangleCount(merged) <= maxTriangles) return merged;
  }
  return shape; // of separate parts that no lattice joins
}

export function triangleCount(shape: BufferGeometry): number {
  return Math.floor((shape.index?.count ?? shape.getAttribute("position").count) / 3);
}

function mergedAt(shape: BufferGeometry, cell: number): BufferGeometry {
  const places = shape.getAttribute("position"), normals = shape.getAttribute("normal"), index = shape.index;
  const vertexOf = new Map<string, number>();
  const sums: number[] = [], counts: number[] = [];
  const mergedVertex = (i: number): number => {
    const place = [places.getX(i), places.getY(i), places.getZ(i)];
    const key = place.map((x) => Math.floor(x / cell)).join(" ");
    const vertex = vertexOf.get(key) ?? vertexOf.size;
    vertexOf.set(key, vertex);
    [...place, normals.getX(i), normals.getY(i), normals.getZ(i)].forEach((x, k) => (sums[6 * vertex + k] = (sums[6 * vertex + k] ?? 0) + x));
    counts[vertex] = (counts[vertex] ?? 0) + 1;
    return vertex;
  };
  const merged = Array.from({ length: places.count }, (_, i) => mergedVertex(i));
  const triangles = new Map<string, number[]>(); // each once
  for (let t = 0; t < triangleCount(shape); ++t) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((k) => merged[index ? index.getX(3 * t + k) : 3 * t + k]);
    if (a !== b && b !== c && c !== a) triangles.set([a, b, c].sort((x, y) => x - y).join(" "), [a, b, c]);
  }
  const out = new BufferGeometry();
  const mean = (offset: number): Float32Array =>
    Float32Array.from({ length: 3 * counts.length }, (_, i) => at(sums, 6 * Math.floor(i / 3) + offset + (i % 3)) / at(counts, Math.floor(i / 3)));
  out.setAttribute("position", new BufferAttribute(mean(0), 3));
  out.setAttribute("normal", new BufferAttribute(mean(3), 3));
  out.setIndex([...triangles.values()].flat());
  out.normalizeNormals();
  return out;
}
