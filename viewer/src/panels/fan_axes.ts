// Range rings, bearings and cursor over a sonar picture.
import { degrees, formatNumber, formatSigned, radians } from "../ui/format";
import { niceStep, themeColours } from "./canvas";
import { toPixel, type FanPlace, type Polar } from "./fan_geometry";
import { stroke } from "./horizon";
import type { Box } from "./tapes";

const kGrid = "rgb(190 220 235 / 26%)";

export interface FanExtent {
  readonly first_rad: number;
  readonly last_rad: number;
  readonly range_m: number;
}

export function drawFanAxes(ctx: CanvasRenderingContext2D, place: FanPlace, { first_rad, last_rad, range_m }: FanExtent): void {
  const theme = themeColours();
  const circle = last_rad - first_rad > 2 * Math.PI - 0.01;
  ctx.strokeStyle = kGrid;
  ctx.fillStyle = theme.muted;
  ctx.font = `11px ${theme.font}`;
  ctx.lineWidth = 1;
  const step = niceStep(range_m, Math.min(6, (range_m * place.perMetre) / 18));
  ctx.textBaseline = "middle";
  ctx.textAlign = circle ? "left" : "right";
  for (let range = step; range <= range_m * 1.0001; range += step) {
    ctx.beginPath();
    ctx.arc(place.x, place.y, range * place.perMetre, first_rad - Math.PI / 2, last_rad - Math.PI / 2);
    ctx.stroke();
    const at = toPixel(place, { bearing_rad: circle ? radians(45) : first_rad, range_m: range });
    ctx.fillText(`${formatNumber(range, step < 1 ? 1 : 0)}\u2009m`, at.x + (circle ? 3 : -6), at.y);
  }
  drawBearings(ctx, place, { first_rad, last_rad, range_m }, circle);
}

function drawBearings(ctx: CanvasRenderingContext2D, place: FanPlace, { first_rad, last_rad, range_m }: FanExtent, circle: boolean): void {
  const span = degrees(last_rad - first_rad);
  const room = ((last_rad - first_rad) * range_m * place.perMetre) / 48; // labels that fit round the rim
  const step = [5, 10, 15, 30, 45, 90].find((candidate) => span / candidate <= Math.min(9, room)) ?? 90;
  ctx.textAlign = "center";
  for (let bearing = Math.ceil(degrees(first_rad) / step - 0.001) * step; bearing <= degrees(last_rad) + 0.01; bearing += step) {
    if (circle && bearing <= -180) continue;
    const end = toPixel(place, { bearing_rad: radians(bearing), range_m });
    const label = toPixel(place, { bearing_rad: radians(bearing), range_m: range_m + 11 / place.perMetre });
    const start = toPixel(place, { bearing_rad: radians(bearing), range_m: 0.1 * range_m }); // the lines crowd at the apex
    stroke(ctx, start.x, start.y, end.x, end.y);
    ctx.fillText(`${formatNumber(bearing, 0)}\u00b0`, label.x, label.y);
  }
}

export function drawSweepLine(ctx: CanvasRenderingContext2D, place: FanPlace, bearing_rad: number, range_m: number): void {
  if (!Number.isFinite(bearing_rad)) return;
  const end = toPixel(place, { bearing_rad, range_m });
  ctx.strokeStyle = themeColours().accent;
  ctx.lineWidth = 1.5;
  stroke(ctx, place.x, place.y, end.x, end.y);
}

export function drawBeamAxes(ctx: CanvasRenderingContext2D, box: Box, extent: FanExtent, near_m: number): void {
  const theme = themeColours();
  ctx.fillStyle = theme.muted;
  ctx.strokeStyle = kGrid;
  ctx.font = `11px ${theme.font}`;
  ctx.lineWidth = 1;
  const rangeStep = niceStep(extent.range_m - near_m, 6);
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  for (let range = Math.ceil(near_m / rangeStep) * rangeStep; range <= extent.range_m; range += rangeStep) {
    const y = box.y + ((extent.range_m - range) / (extent.range_m - near_m)) * box.height;
    stroke(ctx, box.x, y, box.x + box.width, y);
    ctx.fillText(`${formatNumber(range, rangeStep < 1 ? 1 : 0)}\u2009m`, box.x - 5, y);
  }
  const span = degrees(extent.last_rad - extent.first_rad);
  const bearingStep = [5, 10, 15, 30, 45, 90].find((candidate) => span / candidate <= 9) ?? 90;
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  for (let bearing = Math.ceil(degrees(extent.first_rad) / bearingStep) * bearingStep; bearing <= degrees(extent.last_rad); bearing += bearingStep) {
    const x = box.x + ((bearing - degrees(extent.first_rad)) / span) * box.width;
    stroke(ctx, x, box.y, x, box.y + box.height);
    ctx.fillText(`${formatNumber(bearing, 0)}\u00b0`, x, box.y + box.height + 4);
  }
}

export function polarText({ bearing_rad, range_m }: Polar, level_db: number): string {
  const level = Number.isFinite(level_db) ? `${formatNumber(level_db, 1, 6)}\u2009dB` : "no echo";
  return `${formatNumber(range_m, 2, 6)}\u2009m  ${formatSigned(degrees(bearing_rad), 1, 6)}\u00b0  ${level}`;
}

/** A small text box at the pointer, kept inside the area. */
export function drawReadout(ctx: CanvasRenderingContext2D, area: { readonly width: number; readonly height: number }, x: number, y: number, text: string): void {
  const theme = themeColours();
  ctx.font = `12px ${theme.font}`;
  const width = ctx.measureText(text).width + 14;
  const left = Math.min(x + 12, area.width - width - 4);
  const top = y < 40 ? y + 14 : y - 32;
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = 1;
  stroke(ctx, x - 7, y, x + 7, y);
  stroke(ctx, x, y - 7, x, y + 7);
  ctx.fillStyle = "rgb(5 12 18 / 88%)";
  ctx.beginPath();
  ctx.roundRect(left, top, width, 22, 4);
  ctx.fill();
  ctx.fillStyle = theme.text;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillText(text, left + 7, top + 11.5);
}

/** Bar of colours with the levels at its ends. */
export function drawLegend(ctx: CanvasRenderingContext2D, x: number, y: number, table: Uint32Array, low: string, high: string): void {
  const theme = themeColours();
  const width = 90;
  for (let i = 0; i < width; i++) {
    const pixel = table[Math.floor((i / width) * (table.length - 1))] ?? 0;
    ctx.fillStyle = `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
    ctx.fillRect(x + i, y, 1.5, 7);
  }
  ctx.fillStyle = theme.muted;
  ctx.font = `10px ${theme.font}`;
  ctx.textBaseline = "top";
  ctx.textAlign = "left";
  ctx.fillText(low, x, y + 10);
  ctx.textAlign = "right";
  ctx.fillText(high, x + width, y + 10);
}
