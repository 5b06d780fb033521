// The artificial horizon: water above and below the line, pitch ladder, roll scale, fixed vehicle.
import { degrees, clamp, radians } from "../ui/format";
import { themeColours } from "./canvas";

export interface HorizonPlace {
  readonly x: number; // centre
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const kAbove = ["#2f7d9c", "#17506b"] as const;
const kBelow = ["#4a3a28", "#2b2219"] as const;
const kDegreesShown = 50; // over the height
const kRollMarks = [-60, -45, -30, -20, -10, 0, 10, 20, 30, 45, 60];

/** `filled`: with water and ground; otherwise only lines, to lie over a picture. */
export function drawHorizon(ctx: CanvasRenderingContext2D, place: HorizonPlace, roll_rad: number, pitch_rad: number, filled: boolean): void {
  if (!Number.isFinite(roll_rad) || !Number.isFinite(pitch_rad)) return;
  const perDegree = place.height / kDegreesShown;
  ctx.save();
  ctx.beginPath();
  ctx.rect(place.x - place.width / 2, place.y - place.height / 2, place.width, place.height);
  ctx.clip();
  ctx.translate(place.x, place.y);
  ctx.save();
  ctx.rotate(-roll_rad);
  ctx.translate(0, degrees(pitch_rad) * perDegree);
  if (filled) fillHalves(ctx, place);
  drawLine(ctx, place, filled);
  drawLadder(ctx, place, perDegree, degrees(pitch_rad));
  ctx.restore();
  drawRollScale(ctx, place, roll_rad);
  drawVehicle(ctx, place);
  ctx.restore();
}

function fillHalves(ctx: CanvasRenderingContext2D, place: HorizonPlace): void {
  const reach = 2 * Math.hypot(place.width, place.height);
  const above = ctx.createLinearGradient(0, -place.height, 0, 0);
  above.addColorStop(0, kAbove[1]);
  above.addColorStop(1, kAbove[0]);
  ctx.fillStyle = above;
  ctx.fillRect(-reach, -reach, 2 * reach, reach);
  const below = ctx.createLinearGradient(0, 0, 0, place.height);
  below.addColorStop(0, kBelow[0]);
  below.addColorStop(1, kBelow[1]);
  ctx.fillStyle = below;
  ctx.fillRect(-reach, 0, 2 * reach, reach);
}

function drawLine(ctx: CanvasRenderingContext2D, place: HorizonPlace, filled: boolean): void {
  const reach = filled ? 2 * place.width : 0.34 * place.width;
  ctx.strokeStyle = "rgb(255 255 255 / 85%)";
  ctx.lineWidth = 1.5;
  stroke(ctx, -reach, 0, reach, 0);
}

function drawLadder(ctx: CanvasRenderingContext2D, place: HorizonPlace, perDegree: number, pitch_deg: number): void {
  ctx.font = `11px ${themeColours().font}`;
  ctx.textBaseline = "middle";
  ctx.fillStyle = ctx.strokeStyle = "rgb(255 255 255 / 80%)";
  ctx.lineWidth = 1.2;
  const unit = Math.min(place.width, 360);
  const first = Math.ceil((pitch_deg - kDegreesShown * 0.36) / 5) * 5;
  for (let mark = first; mark <= pitch_deg + kDegreesShown * 0.36; mark += 5) {
    if (mark === 0 || Math.abs(mark) > 90) continue;
    const half = unit * (mark % 10 === 0 ? 0.13 : 0.06);
    const y = -mark * perDegree;
    ctx.setLineDash(mark < 0 ? [5, 4] : []); // dashed below the horizon, as pilots know it
    stroke(ctx, -half, y, half, y);
    if (mark % 10 !== 0) continue;
    ctx.textAlign = "right";
    ctx.fillText(String(Math.abs(mark)), -half - 5, y);
    ctx.textAlign = "left";
    ctx.fillText(String(Math.abs(mark)), half + 5, y);
  }
  ctx.setLineDash([]);
}

function drawRollScale(ctx: CanvasRenderingContext2D, place: HorizonPlace, roll_rad: number): void {
  const radius = 0.4 * Math.min(place.width * 0.9, place.height);
  ctx.strokeStyle = "rgb(255 255 255 / 65%)";
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  ctx.arc(0, 0, radius, radians(-150), radians(-30));
  ctx.stroke();
  for (const mark of kRollMarks) {
    const angle = radians(mark - 90);
    const length = mark % 30 === 0 ? 9 : 5;
    stroke(ctx, radius * Math.cos(angle), radius * Math.sin(angle), (radius + length) * Math.cos(angle), (radius + length) * Math.sin(angle));
  }
  ctx.save();
  ctx.rotate(clamp(-roll_rad, radians(-60), radians(60)));
  ctx.fillStyle = Math.abs(roll_rad) > radians(45) ? themeColours().warn : "#ffffff";
  triangle(ctx, 0, -radius + 1, 6, 9);
  ctx.restore();
}

function drawVehicle(ctx: CanvasRenderingContext2D, place: HorizonPlace): void {
  const arm = Math.min(place.width, 360) * 0.2;
  ctx.lineCap = "round";
  for (const [colour, width] of [["rgb(0 0 0 / 55%)", 6], [themeColours().accent, 3]] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.beginPath();
    ctx.moveTo(-arm, 0);
    ctx.lineTo(-arm * 0.45, 0);
    ctx.lineTo(-arm * 0.32, 7);
    ctx.moveTo(arm, 0);
    ctx.lineTo(arm * 0.45, 0);
    ctx.lineTo(arm * 0.32, 7);
    ctx.moveTo(-1, 0);
    ctx.lineTo(1, 0);
    ctx.stroke();
  }
  ctx.lineCap = "butt";
}

export function stroke(ctx: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
}

/** Filled, its tip at x, y pointing up. */
export function triangle(ctx: CanvasRenderingContext2D, x: number, y: number, half: number, tall: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x - half, y + tall);
  ctx.lineTo(x + half, y + tall);
  ctx.fill();
}
