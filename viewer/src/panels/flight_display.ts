// All flight instruments in one picture: alone as a panel, or as lines over a camera picture.
import { formatNumber } from "../ui/format";
import { themeColours } from "./canvas";
import { drawHorizon } from "./horizon";
import { drawCompassTape, drawTape, drawVerticalSpeed, type Box } from "./tapes";
import type { VehicleReading } from "./vehicle_state";

const kLowAltitude_m = 1;
const kHead = 58; // what the compass takes at the top
const kFoot = 48;
const kTape = 54; // width of the tapes at the sides

export function drawFlightDisplay(ctx: CanvasRenderingContext2D, area: Box, reading: VehicleReading, filled: boolean): void {
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  const horizon = filled ? { ...middle, width: area.width, height: area.height } : { ...middle, width: area.width * 0.6, height: area.height * 0.62 };
  drawHorizon(ctx, horizon, reading.roll_rad, reading.pitch_rad, filled);
  const compass = { x: middle.x - compassWidth(area) / 2, y: area.y + 8, width: compassWidth(area), height: 28 };
  drawCompassTape(ctx, compass, { ...reading, speed_m_s: reading.speedOverGround_m_s });
  const free = area.height - kHead - kFoot;
  const tall = Math.max(60, Math.min(free, 320));
  const side: Box = { x: area.x + 10, y: area.y + kHead + (free - tall) / 2, width: kTape, height: tall };
  drawTape(ctx, side, { title: "ALT m", value: reading.altitude_m, down: false, side: "left", warnBelow: kLowAltitude_m });
  const right = area.x + area.width - kTape - 10;
  drawTape(ctx, { ...side, x: right }, { title: "DEPTH m", value: reading.depth_m, set: reading.setDepth_m, down: true, side: "right" });
  if (area.width > 340) drawVerticalSpeed(ctx, { x: right - 20, y: side.y + tall / 6, width: 12, height: (tall * 2) / 3 }, reading.sink_m_s);
  drawFooter(ctx, area, reading);
}

function compassWidth(area: Box): number {
  return Math.min(area.width - 20, 520);
}

function drawFooter(ctx: CanvasRenderingContext2D, area: Box, reading: VehicleReading): void {
  const all: [string, string][] = [
    ["SOG m/s", formatNumber(reading.speedOverGround_m_s, 2)],
    ["STW m/s", formatNumber(reading.speedThroughWater_m_s, 2)],
    ["PITCH", `${formatNumber((reading.pitch_rad * 180) / Math.PI, 1)}\u00b0`],
    ["ROLL", `${formatNumber((reading.roll_rad * 180) / Math.PI, 1)}\u00b0`],
  ];
  if (Number.isFinite(reading.battery)) all.unshift(["BATT", `${formatNumber(100 * reading.battery, 0)}\u2009%`]);
  const items = all.slice(0, Math.max(2, Math.floor(area.width / 52)));
  const theme = themeColours();
  const each = Math.min((area.width - 16) / items.length, 84);
  const height = 32;
  const left = area.x + (area.width - each * items.length) / 2;
  const top = area.y + area.height - height - 6;
  ctx.fillStyle = "rgb(5 12 18 / 88%)"; // the ladder of the horizon goes on below
  ctx.beginPath();
  ctx.roundRect(left, top, each * items.length, height, 4);
  ctx.fill();
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  items.forEach(([name, value], index) => {
    const x = left + (index + 0.5) * each;
    ctx.font = `9px ${theme.font}`;
    ctx.fillStyle = theme.muted;
    ctx.fillText(name, x, top + 12);
    ctx.font = `600 13px ${theme.font}`;
    ctx.fillStyle = theme.text;
    ctx.fillText(value, x, top + 26);
  });
}
