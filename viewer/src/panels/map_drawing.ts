// Draws a depth map: colours, scale, north and the vehicle. North is up.
import { formatNumber } from "../ui/format";
import { niceStep, themeColours } from "./canvas";
import { kColours } from "./colour_map";
import { DepthMap } from "./depth_map";
import { stroke } from "./horizon";

const kMinSpan_m = 0.5; // of the colours
const kMargin = 24;

/** Shallow is bright; rows of the picture go south. */
export function paintMap(map: DepthMap, table: Uint32Array, out: Uint32Array): void {
  const side = DepthMap.side;
  const cells = map.cells();
  const span = Math.max(map.largest_m - map.min_m, kMinSpan_m);
  for (let row = 0; row < side; row++) {
    const to = (side - 1 - row) * side;
    for (let column = 0; column < side; column++) {
      const depth = cells[row * side + column] ?? NaN;
      const fraction = (map.largest_m - depth) / span;
      out[to + column] = Number.isNaN(depth) ? 0 : (table[Math.round(fraction * (kColours - 1))] ?? 0);
    }
  }
}

export interface MapPlace {
  readonly perMetre: number;
  x(east_m: number): number;
  y(north_m: number): number;
  east(x: number): number;
  north(y: number): number;
}

/** Fits what is known of the map into the area. */
export function mapPlace(map: DepthMap, width: number, height: number): MapPlace {
  const { north, east, reach } = knownExtent(map);
  const perMetre = (Math.min(width, height) - 2 * kMargin) / Math.max(reach, 1);
  return {
    perMetre,
    x: (at) => width / 2 + (at - east) * perMetre,
    y: (at) => height / 2 - (at - north) * perMetre,
    east: (x) => east + (x - width / 2) / perMetre,
    north: (y) => north - (y - height / 2) / perMetre,
  };
}

function knownExtent(map: DepthMap): { north: number; east: number; reach: number } {
  const side = DepthMap.side;
  const cells = map.cells();
  let [south, north, west, east] = [side, 0, side, 0];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      if (Number.isNaN(cells[row * side + column] ?? NaN)) continue;
      south = Math.min(south, row);
      north = Math.max(north, row + 1);
      west = Math.min(west, column);
      east = Math.max(east, column + 1);
    }
  }
  return {
    north: map.north0_m + ((south + north) / 2) * map.cell_m,
    east: map.east0_m + ((west + east) / 2) * map.cell_m,
    reach: Math.max(north - south, east - west) * map.cell_m,
  };
}

export function drawMapScale(ctx: CanvasRenderingContext2D, area: { readonly width: number; readonly height: number }, perMetre: number, wantedPx = 100): void {
  const theme = themeColours();
  const length = niceStep(wantedPx / perMetre, 1);
  const right = area.width - 12;
  const left = right - length * perMetre;
  const y = area.height - 12;
  ctx.strokeStyle = theme.text;
  ctx.lineWidth = 1.5;
  stroke(ctx, left, y, right, y);
  stroke(ctx, left, y - 4, left, y + 1);
  stroke(ctx, right, y - 4, right, y + 1);
  ctx.fillStyle = theme.text;
  ctx.font = `11px ${theme.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillText(`${formatNumber(length, length < 1 ? 1 : 0)}\u2009m`, (left + right) / 2, y - 5);
}

export function drawNorth(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  const theme = themeColours();
  ctx.fillStyle = theme.text;
  ctx.beginPath();
  ctx.moveTo(x, y - 14);
  ctx.lineTo(x + 5, y + 2);
  ctx.lineTo(x, y - 2);
  ctx.lineTo(x - 5, y + 2);
  ctx.fill();
  ctx.font = `600 11px ${theme.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  ctx.fillText("N", x, y + 5);
}

export function drawVehicleArrow(ctx: CanvasRenderingContext2D, x: number, y: number, heading_rad: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(heading_rad);
  ctx.beginPath();
  ctx.moveTo(0, -10);
  ctx.lineTo(6, 8);
  ctx.lineTo(0, 4);
  ctx.lineTo(-6, 8);
  ctx.closePath();
  ctx.fillStyle = themeColours().accent;
  ctx.strokeStyle = "#071018";
  ctx.lineWidth = 1.5;
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}
