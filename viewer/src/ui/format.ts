// Numbers as people read them. Every format has a fixed width for its usual range, so that values
// that change do not make the page jump; NaN is a dash of the same width.

const kMinus = "\u2212"; // as wide as a digit, unlike the hyphen
const kFigureSpace = "\u2007"; // as wide as a digit
const kDash = "\u2013";

/** `value` with `decimals` places, padded on the left to `width` characters (0: not padded). */
export function formatNumber(value: number | undefined, decimals = 2, width = 0): string {
  return pad(digits(value, decimals), width);
}

/** As formatNumber, with a plus sign on positive numbers. */
export function formatSigned(value: number | undefined, decimals = 2, width = 0): string {
  const text = digits(value, decimals);
  const plus = value !== undefined && value > 0 && !isZero(text) ? "+" : "";
  return pad(plus + text, width);
}

/** Two significant digits, never 0 for what is more than that: 0.0034, 0.98, 12, 340. */
export function twoDigits(value: number | undefined, width = 0): string {
  if (value === undefined || !Number.isFinite(value) || value <= 0) return formatNumber(value, 0, width);
  const rounded = Number(value.toPrecision(2));
  return formatNumber(rounded, Math.max(0, 1 - Math.floor(Math.log10(rounded))), width);
}

/** Number, thin space, unit. */
export function formatUnit(value: number | undefined, unit: string, decimals = 2, width = 0): string {
  return `${formatNumber(value, decimals, width)}\u2009${unit}`;
}

/** Heading of radians as three figures of degrees: 000 to 359. */
export function formatHeading(radians: number): string {
  if (!Number.isFinite(radians)) return "\u2013\u2013\u2013";
  return String(Math.round(wrapDegrees(degrees(radians))) % 360).padStart(3, "0");
}

/** Simulated time as 1:02:03.4 or 02:03.4. */
export function formatTime(seconds: number, decimals = 1): string {
  if (!Number.isFinite(seconds)) return "--:--";
  const unit = 10 ** decimals;
  const total = Math.round(Math.abs(seconds) * unit) / unit;
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const rest = (total % 60).toFixed(decimals).padStart(decimals > 0 ? 3 + decimals : 2, "0");
  const sign = seconds < 0 ? kMinus : "";
  const head = hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}` : String(minutes).padStart(2, "0");
  return `${sign}${head}:${rest}`;
}

/** Bytes as B, kB, MB, GB. */
export function formatBytes(bytes: number): string {
  return withPrefix(bytes, "B");
}

/** A number with the prefix that keeps it short: 1.20 kN. */
export function withPrefix(value: number, unit: string): string {
  const prefixes = ["", "k", "M", "G", "T"];
  let index = 0;
  let scaled = value;
  while (Math.abs(scaled) >= 1000 && index < prefixes.length - 1) {
    scaled /= 1000;
    index++;
  }
  const whole = Number.isInteger(value) && index === 0;
  const size = Math.abs(scaled);
  return formatUnit(scaled, `${prefixes[index] ?? ""}${unit}`, whole ? 0 : size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

/** Any number in few characters, for trees and cursors. */
export function formatAny(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : `${kMinus}\u221e`;
  if (Number.isSafeInteger(value)) return String(value).replace("-", kMinus);
  const size = Math.abs(value);
  const text = size >= 1e6 || size < 1e-4 ? value.toExponential(3) : String(Number(value.toPrecision(6)));
  return text.replaceAll("-", kMinus);
}

/** Latitude and longitude in degrees with the hemisphere: 41.36480° N. */
export function formatLatitude(value: number): string {
  return formatHemisphere(value, "N", "S");
}

export function formatLongitude(value: number): string {
  return formatHemisphere(value, "E", "W");
}

export function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Into 0 (inclusive) to 360. */
export function wrapDegrees(value: number): number {
  const wrapped = value % 360;
  return wrapped < 0 ? (wrapped + 360) % 360 : wrapped;
}

/** Into -180 (exclusive) to 180. */
export function wrapSignedDegrees(value: number): number {
  const wrapped = wrapDegrees(value);
  return wrapped > 180 ? wrapped - 360 : wrapped;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

function digits(value: number | undefined, decimals: number): string {
  if (value === undefined || !Number.isFinite(value)) return kDash;
  const text = value.toFixed(decimals);
  if (!text.startsWith("-")) return text;
  return isZero(text) ? text.slice(1) : kMinus + text.slice(1);
}

function isZero(text: string): boolean {
  return !/[1-9]/.test(text);
}

function pad(text: string, width: number): string {
  return text.padStart(width, kFigureSpace);
}

function formatHemisphere(value: number, positive: string, negative: string): string {
  return `${formatNumber(Math.abs(value), 6)}\u00b0\u2009${value < 0 ? negative : positive}`;
}
