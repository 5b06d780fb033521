// Moving tapes: heading along the top, depth and altitude at the sides, and the vertical speed.
import { clamp, degrees, formatHeading, formatNumber, formatSigned, wrapDegrees, wrapSignedDegrees } from "../ui/format";
import { niceStep, themeColours } from "./canvas";
import { stroke, triangle } from "./horizon";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const kBack = "rgb(5 12 18 / 62%)";
const kNarrow = 260; // pixels; a shorter tape shows less, so that its labels keep apart
const kNames: Readonly<Record<number, string>> = { 0: "N", 45: "NE", 90: "E", 135: "SE", 180: "S", 225: "SW", 270: "W", 315: "NW" };

/** Where a bearing stands on a compass tape of this width: pixels right of its middle. */
export function tapeOffset(bearing_deg: number, heading_deg: number, width: number): number {
  return (wrapSignedDegrees(bearing_deg - heading_deg) / degreesShown(width)) * width;
}

function degreesShown(width: number): number {
  return width < kNarrow ? 70 : 120;
}

export interface CompassReading {
  readonly heading_rad: number;
  readonly setHeading_rad: number;
  readonly course_rad: number;
  readonly speed_m_s: number;
}

export function drawCompassTape(ctx: CanvasRenderingContext2D, box: Box, reading: CompassReading): void {
  const theme = themeColours();
  const heading = degrees(reading.heading_rad);
  const middle = box.x + box.width / 2;
  const at = (bearing: number) => middle + tapeOffset(bearing, heading, box.width);
  ctx.save();
  clipTo(ctx, box);
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  ctx.lineWidth = 1;
  const half = degreesShown(box.width) / 2;
  for (let mark = Math.ceil((heading - half) / 5) * 5; mark <= heading + half; mark += 5) {
    const named = wrapDegrees(mark);
    const tall = named % 15 === 0 ? 8 : 4;
    ctx.strokeStyle = theme.muted;
    stroke(ctx, at(mark), box.y + box.height, at(mark), box.y + box.height - tall);
    const name = kNames[named] ?? (named % 30 === 0 ? String(named).padStart(3, "0") : undefined);
    if (name === undefined) continue;
    ctx.fillStyle = named in kNames ? theme.text : theme.muted;
    ctx.font = `${named in kNames ? "600 12px" : "11px"} ${theme.font}`;
    ctx.fillText(name, at(mark), box.y + 4);
  }
  if (reading.speed_m_s > 0.05) diamond(ctx, at(degrees(reading.course_rad)), box.y + box.height - 6, theme.good);
  drawHeadingBug(ctx, box, at, reading.setHeading_rad);
  ctx.restore();
  valueBox(ctx, { x: middle - 26, y: box.y - 1, width: 52, height: box.height + 2 }, `${formatHeading(reading.heading_rad)}\u00b0`);
}

function drawHeadingBug(ctx: CanvasRenderingContext2D, box: Box, at: (bearing: number) => number, set_rad: number): void {
  if (!Number.isFinite(set_rad)) return;
  const x = clamp(at(degrees(set_rad)), box.x + 6, box.x + box.width - 6);
  ctx.fillStyle = themeColours().set;
  triangle(ctx, x, box.y + box.height - 9, 6, 9);
}

export interface TapeReading {
  readonly title: string;
  readonly value: number;
  readonly set?: number;
  /** Numbers grow downwards (depth) or upwards (altitude). */
  readonly down: boolean;
  readonly side: "left" | "right"; // where the scale stands in the page: ticks face the middle
  readonly warnBelow?: number;
}

export function drawTape(ctx: CanvasRenderingContext2D, box: Box, reading: TapeReading): void {
  const theme = themeColours();
  const span = 10 * Math.max(1, niceStep(Math.abs(reading.value) || 1, 60)); // metres over the height
  const perMetre = box.height / span;
  const middle = box.y + box.height / 2;
  const sign = reading.down ? 1 : -1;
  const inner = reading.side === "left" ? box.x + box.width : box.x;
  const inward = reading.side === "left" ? -1 : 1;
  const at = (value: number) => middle + sign * (value - reading.value) * perMetre;
  ctx.save();
  clipTo(ctx, box);
  if (Number.isFinite(reading.value)) {
    ctx.textBaseline = "middle";
    ctx.textAlign = reading.side === "left" ? "right" : "left";
    ctx.font = `11px ${theme.font}`;
    ctx.lineWidth = 1;
    const step = span / 20;
    for (let mark = Math.ceil((reading.value - span / 2) / step); mark * step <= reading.value + span / 2; mark++) {
      if (!reading.down && mark < 0) continue; // no altitude below the ground
      const major = mark % 4 === 0;
      ctx.strokeStyle = theme.muted;
      stroke(ctx, inner, at(mark * step), inner + inward * (major ? 9 : 5), at(mark * step));
      if (!major) continue;
      ctx.fillStyle = theme.muted;
      ctx.fillText(formatNumber(mark * step, step < 0.25 ? 1 : 0), inner + inward * 13, at(mark * step));
    }
    if (reading.set !== undefined && Number.isFinite(reading.set)) drawSetBug(ctx, box, inner, inward, at(reading.set));
  }
  ctx.restore();
  const low = reading.warnBelow !== undefined && reading.value < reading.warnBelow;
  valueBox(ctx, { x: box.x - 2, y: middle - 13, width: box.width + 4, height: 26 }, formatNumber(reading.value, 2), low ? theme.warn : theme.text);
  caption(ctx, reading.title, box.x + box.width / 2, box.y - 5);
}

function drawSetBug(ctx: CanvasRenderingContext2D, box: Box, inner: number, inward: number, y: number): void {
  const place = clamp(y, box.y + 7, box.y + box.height - 7);
  ctx.fillStyle = themeColours().set;
  ctx.beginPath();
  ctx.moveTo(inner, place);
  ctx.lineTo(inner + inward * 9, place - 6);
  ctx.lineTo(inner + inward * 9, place + 6);
  ctx.fill();
}

const kFullRate_m_s = 1;

/** Bar from the middle: up when the vehicle rises. Square root, so that small rates show. */
export function drawVerticalSpeed(ctx: CanvasRenderingContext2D, box: Box, sink_m_s: number): void {
  const theme = themeColours();
  const middle = box.y + box.height / 2;
  ctx.fillStyle = kBack;
  ctx.fillRect(box.x, box.y, box.width, box.height);
  ctx.strokeStyle = theme.muted;
  ctx.lineWidth = 1;
  for (const rate of [-1, -0.5, -0.1, 0, 0.1, 0.5, 1]) {
    const y = middle + rateOffset(rate, box.height);
    stroke(ctx, box.x, y, box.x + (rate === 0 ? box.width : 4), y);
  }
  if (!Number.isFinite(sink_m_s)) return;
  const length = rateOffset(sink_m_s, box.height);
  ctx.fillStyle = Math.abs(sink_m_s) > kFullRate_m_s ? theme.warn : theme.accent;
  ctx.fillRect(box.x + 2, middle, box.width - 4, length);
  ctx.font = `10px ${theme.font}`;
  ctx.fillStyle = theme.text;
  ctx.textAlign = "right";
  ctx.textBaseline = "alphabetic";
  // The sign is that of the vehicle: up is positive for whoever reads a variometer.
  ctx.fillText(formatSigned(-sink_m_s, 2), box.x + box.width, box.y + box.height + 13);
}

function rateOffset(sink_m_s: number, height: number): number {
  const fraction = Math.sqrt(Math.min(Math.abs(sink_m_s) / kFullRate_m_s, 1));
  return (Math.sign(sink_m_s) * fraction * height) / 2;
}

function clipTo(ctx: CanvasRenderingContext2D, box: Box): void {
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, 4);
  ctx.fillStyle = kBack;
  ctx.fill();
  ctx.clip();
}

function valueBox(ctx: CanvasRenderingContext2D, box: Box, text: string, colour = themeColours().text): void {
  const theme = themeColours();
  ctx.fillStyle = theme.well;
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, 4);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.font = `600 15px ${theme.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, box.x + box.width / 2, box.y + box.height / 2 + 1);
}

function diamond(ctx: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.moveTo(x, y - 5);
  ctx.lineTo(x + 5, y);
  ctx.lineTo(x, y + 5);
  ctx.lineTo(x - 5, y);
  ctx.closePath();
  ctx.stroke();
}

export function caption(ctx: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  const theme = themeColours();
  ctx.font = `600 10px ${theme.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillStyle = theme.muted;
  ctx.fillText(text, x, y);
}
