// Tiles of the ground as meshes. Tiles of several levels of detail lie over each other: of a coarse tile
// only those cells are drawn that no finer tile covers. Where the drawn cells end, a skirt hangs down,
// so that no gap opens between levels whose edges differ in depth.
import type { SeabedTile } from "../scene_types";
import { at } from "./axes";

export type TileKey = string;

export function tileKey(level: number, row: number, column: number): TileKey {
  return `${level}/${row}/${column}`;
}

export function tileExtentM(tile: SeabedTile): number {
  return (tile.nodes - 1) * tile.cell_m;
}

export function sameGround(a: SeabedTile, b: SeabedTile): boolean {
  return a.depth_m.length === b.depth_m.length && a.depth_m.every((depth, i) => Object.is(depth, b.depth_m[i]))
    && a.material.every((material, i) => material === b.material[i]);
}

export function overlaps(a: SeabedTile, b: SeabedTile): boolean {
  const sideA = tileExtentM(a), sideB = tileExtentM(b), slack = 0.01 * Math.min(a.cell_m, b.cell_m);
  return a.north_m + slack < b.north_m + sideB && b.north_m + slack < a.north_m + sideA
    && a.east_m + slack < b.east_m + sideB && b.east_m + slack < a.east_m + sideA;
}

/** 1 for each cell of a tile that is not to be drawn: it lies below a finer tile or has no depth. */
export function hiddenCells(tile: SeabedTile, others: Iterable<SeabedTile>): Uint8Array {
  const side = tile.nodes - 1;
  const hidden = new Uint8Array(side * side);
  for (const other of others)
    if (other.level < tile.level && overlaps(tile, other)) hideBelow(tile, other, hidden);
  for (let row = 0; row < side; ++row)
    for (let column = 0; column < side; ++column)
      if (cornerUnknown(tile, row, column)) hidden[row * side + column] = 1;
  return hidden;
}

function hideBelow(tile: SeabedTile, finer: SeabedTile, hidden: Uint8Array): void {
  const side = tile.nodes - 1;
  const extent = tileExtentM(finer);
  const first = (from: number, edge: number) => Math.max(0, Math.ceil((from - edge) / tile.cell_m - 0.01));
  const beyond = (to: number, edge: number) => Math.min(side, Math.floor((to - edge) / tile.cell_m + 0.01));
  const rowEnd = beyond(finer.north_m + extent, tile.north_m), columnEnd = beyond(finer.east_m + extent, tile.east_m);
  for (let row = first(finer.north_m, tile.north_m); row < rowEnd; ++row)
    for (let column = first(finer.east_m, tile.east_m); column < columnEnd; ++column) hidden[row * side + column] = 1;
}

function cornerUnknown(tile: SeabedTile, row: number, column: number): boolean {
  const i = row * tile.nodes + column;
  const sum = at(tile.depth_m, i) + at(tile.depth_m, i + 1) + at(tile.depth_m, i + tile.nodes) + at(tile.depth_m, i + tile.nodes + 1);
  return !Number.isFinite(sum);
}

/** Whether a block of cells has any to draw: one that a finer tile covers in part is drawn whole. */
function someDrawn(hidden: Uint8Array, side: number, row: number, column: number, stride: number): boolean {
  for (let r = row; r < Math.min(row + stride, side); ++r)
    for (let c = column; c < Math.min(column + stride, side); ++c) if (hidden[r * side + c] === 0) return true;
  return false;
}

/** Triangles of the cells that are drawn, taken `stride` cells at a time, and of the skirts around them.
 *  Node (row, column) is vertex row * nodes + column; its twin on the skirt's hem is nodes^2 farther. */
export function tileIndex(nodes: number, hidden: Uint8Array, stride: number): Uint16Array {
  const side = nodes - 1, hem = nodes * nodes;
  const index: number[] = [];
  const drawn = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < side && column < side && someDrawn(hidden, side, row, column, stride);
  for (let row = 0; row < side; row += stride)
    for (let column = 0; column < side; column += stride) {
      if (!drawn(row, column)) continue;
      const a = row * nodes + column, b = a + stride, d = a + stride * nodes, e = d + stride;
      index.push(a, b, d, b, e, d);
      if (!drawn(row + stride, column)) index.push(d, e, d + hem, e, e + hem, d + hem);
      if (!drawn(row - stride, column)) index.push(a, a + hem, b, b, a + hem, b + hem);
      if (!drawn(row, column - stride)) index.push(a, d, a + hem, d, d + hem, a + hem);
      if (!drawn(row, column + stride)) index.push(b, b + hem, e, e, b + hem, e + hem);
    }
  return new Uint16Array(index);
}

/** Every second node and so on of tiles that are far for their size, to keep the number of triangles down. */
export function strideFor(tile: SeabedTile, metresAway: number, min: number): number {
  const cells = metresAway / tile.cell_m;
  const byDistance = cells > 300 ? 8 : cells > 140 ? 4 : cells > 60 ? 2 : 1;
  return Math.min(8, byDistance * min);
}

/** All tiles so far. */
export class TileStore {
  private readonly tiles = new Map<TileKey, SeabedTile>();

  /** Adds a tile; returns the keys of those whose look changes by it, itself first. */
  add(tile: SeabedTile): TileKey[] {
    const key = tileKey(tile.level, tile.row, tile.column);
    this.tiles.set(key, tile);
    const changed = [key];
    for (const [otherKey, other] of this.tiles) {
      const neighbour = other.level === tile.level && Math.abs(other.row - tile.row) + Math.abs(other.column - tile.column) === 1;
      if (neighbour || (other.level > tile.level && overlaps(other, tile))) changed.push(otherKey);
    }
    return changed;
  }

  get(key: TileKey): SeabedTile | undefined {
    return this.tiles.get(key);
  }

  all(): Iterable<SeabedTile> {
    return this.tiles.values();
  }

  clear(): void {
    this.tiles.clear();
  }

  /** Depth at a node that may lie one step outside of the tile; of its neighbour then, NaN without one. */
  depth(tile: SeabedTile, row: number, column: number): number {
    const last = tile.nodes - 1;
    if (row >= 0 && column >= 0 && row <= last && column <= last) return at(tile.depth_m, row * tile.nodes + column);
    const up = row > last ? 1 : row < 0 ? -1 : 0, right = column > last ? 1 : column < 0 ? -1 : 0;
    const neighbour = this.tiles.get(tileKey(tile.level, tile.row + up, tile.column + right));
    if (neighbour?.nodes !== tile.nodes) return NaN;
    return at(neighbour.depth_m, (row - up * last) * tile.nodes + column - right * last);
  }

  /** Normals of the ground in NED, pointing up, per node. */
  normals(tile: SeabedTile): Float32Array {
    const out = new Float32Array(tile.nodes * tile.nodes * 3);
    for (let row = 0, i = 0; row < tile.nodes; ++row)
      for (let column = 0; column < tile.nodes; ++column, i += 3) {
        const north = this.slope(tile, row, column, 1, 0), east = this.slope(tile, row, column, 0, 1);
        const scale = 1 / Math.hypot(north, east, 1);
        out[i] = north * scale; // the ground falls to the north: its normal leans north
        out[i + 1] = east * scale;
        out[i + 2] = -scale;
      }
    return out;
  }

  /** Change of depth per metre; one-sided where a neighbour is missing. */
  private slope(tile: SeabedTile, row: number, column: number, north: number, east: number): number {
    const here = this.depth(tile, row, column);
    const ahead = this.depth(tile, row + north, column + east), behind = this.depth(tile, row - north, column - east);
    const forward = Number.isFinite(ahead), backward = Number.isFinite(behind);
    if (forward && backward) return (ahead - behind) / (2 * tile.cell_m);
    if (forward) return (ahead - here) / tile.cell_m;
    return backward ? (here - behind) / tile.cell_m : 0;
  }
}
