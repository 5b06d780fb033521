// How charts look and zoom.
import type uPlot from "uplot";
import { clamp, formatAny, formatTime, wrapDegrees } from "../ui/format";
import { themeColours } from "./canvas";

const kColours = ["#35c7d6", "#f2b84b", "#e58cf0", "#6fd388", "#ff7a6e", "#6aa9ff", "#c9d86a", "#d0a78b"];
const kMaxAxes = 3;
const kMinSpan: Readonly<Record<string, number>> = { m: 0.1, "\u00b0": 2, "m/s": 0.05 }; // a quieter signal is not blown up
const kMinWindow_s = 0.05;
const kLargestWindow_s = 7 * 24 * 3600;

export function seriesColour(index: number): string {
  return kColours[index % kColours.length] ?? "#35c7d6";
}

/** Fields of one unit share a scale; the first three units have an axis. */
export function chartOptions(fields: readonly { readonly label: string; readonly unit: string; readonly turns?: boolean }[], width: number, height: number, onSelect: (from: number, to: number) => void): uPlot.Options {
  const theme = themeColours();
  const axis = { stroke: theme.muted, font: `11px ${theme.font}`, grid: { stroke: "rgb(31 54 68 / 80%)", width: 1 }, ticks: { stroke: theme.line, width: 1 } };
  const units = [...new Set(fields.map(({ unit }) => unit))];
  const scaleOf = (unit: string): string => (units.indexOf(unit) > 0 ? `y ${unit}` : "y");
  const tickText = (unit: string, tick: number): string =>
    formatAny(fields.every((field) => field.unit !== unit || field.turns === true) ? wrapDegrees(tick) : tick);
  const growsDown = (unit: string): boolean => unit === "m" && fields.every((field) => field.unit !== unit || /depth/.test(field.label));
  return {
    width: Math.max(width, 50),
    height: Math.max(height, 50),
    legend: { show: false },
    pxAlign: 0,
    cursor: { drag: { x: true, y: false, setScale: false }, points: { size: 6 } },
    scales: { x: { time: false, auto: false }, ...Object.fromEntries(units.map((unit) => [scaleOf(unit), { auto: true, dir: growsDown(unit) ? -1 : 1, range: (_: uPlot, low: number | null, high: number | null) => padded(low, high, kMinSpan[unit]) }])) },
    axes: [
      { ...axis, values: (_, ticks) => ticks.map((tick) => formatTime(tick, tick % 1 === 0 ? 0 : 1)) },
      ...units.slice(0, kMaxAxes).map((unit, i): uPlot.Axis => ({
        ...axis,
        scale: scaleOf(unit),
        // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the enum has no values at run time
        side: i === 0 ? 3 : 1, // left, right
        grid: { ...axis.grid, show: i === 0 },
        stroke: units.length > 1 ? seriesColour(fields.findIndex((field) => field.unit === unit)) : theme.muted,
        size: i === 0 ? 66 : 58,
        space: 22,
        values: (_, ticks) => ticks.map((tick, at) => (tickText(unit, tick) + (at === ticks.length - 1 && unit !== "" ? `\u2009${unit}` : ""))),
      })),
    ],
    series: [{}, ...fields.map(({ label, unit }, i) => ({ label, scale: scaleOf(unit), stroke: seriesColour(i), width: 1.5, spanGaps: true, points: { show: false } }))],
    hooks: {
      setSelect: [
        (chart) => {
          if (chart.select.width < 4) return;
          onSelect(chart.posToVal(chart.select.left, "x"), chart.posToVal(chart.select.left + chart.select.width, "x"));
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** A little more than the values, and no less than the least span. */
export function padded(low: number | null, high: number | null, minSpan = 0): [number, number] {
  if (low === null || high === null) return [0, 1];
  const still = high - low <= 1e-9 * Math.abs(high) ? Math.max(0.1 * Math.abs(high), 0.1) : 0; // rounding is not blown up
  const pad = Math.max(0.05 * (high - low), 0.5 * (minSpan - (high - low)), still, 1e-12);
  return [low - pad, high + pad];
}

export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Zooms about the place under the pointer; `fraction` is where it stands from left to right. */
export function zoomWindow(window: TimeWindow, wheel: number, fraction: number): TimeWindow {
  const span = window.to - window.from;
  const next = clamp(span * 1.0015 ** wheel, kMinWindow_s, kLargestWindow_s);
  const fixed = window.from + fraction * span;
  return { from: fixed - fraction * next, to: fixed + (1 - fraction) * next };
}

export const kChartKeys = "arrows move the pointer, plus and minus zoom, 0 shows all";
const kKeyStep = 1 / 40; // of what is shown
const kKeyZoom = 400; // of a wheel, as one key does

/** A key pressed on a chart that has the focus. `show` gets undefined for all there is. */
export function chartKey(event: KeyboardEvent, plot: uPlot, shown: TimeWindow, show: (window: TimeWindow | undefined) => void): void {
  const { clientWidth: width, clientHeight: height } = plot.over;
  const { left = -1 } = plot.cursor;
  const at = left >= 0 ? left : width / 2;
  const point = (to: number): void => plot.setCursor({ left: clamp(to, 0, width), top: height / 2 });
  const zoom = (wheel: number): void => show(zoomWindow(shown, wheel, at / Math.max(width, 1)));
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => point(at - kKeyStep * width),
    ArrowRight: () => point(at + kKeyStep * width),
    "+": () => zoom(-kKeyZoom),
    "=": () => zoom(-kKeyZoom),
    "-": () => zoom(kKeyZoom),
    "0": () => show(undefined),
  };
  const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopPropagation(); // arrows and + - pilot the vehicle elsewhere
  action();
}
