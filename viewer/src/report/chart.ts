// One chart of a report: title, lines over the whole run, and a legend with their values at the
// pointer, else at the time of the replay. Dragging zooms, a double click shows all, a click goes to
// that time; keys do the same for the chart that has the focus.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { themeColours } from "../panels/canvas";
import { chartKey, chartOptions, kChartKeys, padded, seriesColour, zoomWindow, type TimeWindow } from "../panels/plot_chart";
import { lowerBound } from "../panels/series";
import { el, setText } from "../ui/el";
import { clamp, formatAny, formatNumber, wrapDegrees } from "../ui/format";
import type { Chart, Line } from "./charts";

const kHeight = 180;
const kFewSamples = 60; // are drawn as points, too
const kSync = "report"; // charts that share their time axis
const kTimeSteps_s = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 43200, 86400];
const kAngleSteps_deg = [0.1, 0.2, 0.5, 1, 2, 5, 15, 30, 45, 90, 180, 360, 720, 3600];

export interface ChartView {
  readonly element: HTMLElement;
  /** Shows the time of the replay. */
  setTime(time_s: number): void;
  dispose(): void;
}

export function chartView(chart: Chart, span: readonly [number, number], onTime: (time_s: number) => void): ChartView {
  const { lines, turns = false } = chart;
  const colours = lineColours(lines);
  const values = lines.map(() => el("b", { class: "number" }));
  const now = el("div", { class: "report-now" });
  const place = el("div", { class: "report-chart", role: "application", tabIndex: 0, "aria-label": `${chart.title}: ${kChartKeys}, Enter takes the replay there` });
  const element = el("figure", { class: "report-figure", "data-chart": chart.title }, [
    el("figcaption", {}, [
      el("strong", {}, [chart.title]),
      el("span", { class: "muted" }, [[chart.unit, chart.note].filter(Boolean).join(" \u00b7 ")]),
      el("span", { class: "report-legend" }, lines.map(({ name }, i) =>
        el("span", {}, [el("span", { class: "plot-dot", style: `background:${colours[i] ?? ""}` }), name, values[i]]))),
    ]),
    place,
  ]);
  let time_s = span[0];
  const shown = (value: number): number => (turns ? wrapDegrees(value) : value);
  const decimals = decimalsOf(chart);
  const text = (value: number | undefined): string => formatNumber(value === undefined ? undefined : shown(value), decimals);
  const show = (at_s: number): void =>
    lines.forEach((line, i) => values[i] && setText(values[i], text(line.values[lowerBound(line.times, at_s + 1e-9) - 1])));

  const options = chartOptions(lines.map(({ name }) => ({ label: name, unit: "" })), 400, kHeight, () => undefined);
  const [xAxis = {}, yAxis = {}] = options.axes ?? [];
  const plot = new uPlot(
    {
      ...options,
      scales: { x: { time: false }, y: { dir: chart.down === true ? -1 : 1, range: (_, low, high) => padded(low, high, chart.minSpan) } },
      axes: [
        { ...xAxis, incrs: kTimeSteps_s },
        { ...yAxis, size: axisWidth, values: (_, ticks) => ticks.map((tick) => formatAny(shown(tick))), ...(turns ? { incrs: kAngleSteps_deg } : {}) },
      ],
      series: [{}, ...lines.map((line, i) => seriesOf(line, colours[i] ?? ""))],
      cursor: { drag: { x: true, y: false }, points: { size: 6 }, sync: { key: kSync } },
      hooks: {
        setCursor: [(self) => show(self.cursor.left !== undefined && self.cursor.left >= 0 ? self.posToVal(self.cursor.left, "x") : time_s)],
        setScale: [() => placeNow()],
        draw: [(self) => drawMarks(self, chart)],
      },
    },
    joined(lines),
    place,
  );
  plot.over.append(now);
  plot.over.addEventListener("click", (event) => onTime(plot.posToVal(event.offsetX, "x")));
  const dropKeys = zoomAll(place, plot, span, onTime);
  const observer = new ResizeObserver(() => {
    if (place.clientWidth > 0) plot.setSize({ width: place.clientWidth, height: kHeight });
    placeNow();
  });
  observer.observe(place);

  function placeNow(): void {
    const { min = 0, max = 1 } = plot.scales["x"] ?? {};
    now.hidden = time_s < min || time_s > max;
    now.style.left = `${plot.valToPos(time_s, "x")}px`;
  }

  return {
    element,
    setTime(next_s) {
      time_s = next_s;
      placeNow();
      show(time_s);
    },
    dispose() {
      dropKeys();
      observer.disconnect();
      plot.destroy();
    },
  };
}

/** All charts by keys, without a pointer; Ctrl and the wheel, or two fingers, zoom as well. */
function zoomAll(place: HTMLElement, plot: uPlot, whole: readonly [number, number], onTime: (time_s: number) => void): () => void {
  const { over } = plot;
  const shown = (): TimeWindow => ({ from: plot.scales["x"]?.min ?? 0, to: plot.scales["x"]?.max ?? 1 });
  const show = ({ from, to }: TimeWindow = { from: whole[0], to: whole[1] }): void => {
    const [first, last] = whole;
    const [min, max] = to - from >= last - first ? whole : from < first ? [first, first + to - from] : to > last ? [last - (to - from), last] : [from, to];
    for (const chart of uPlot.sync(kSync).plots) chart.setScale("x", { min, max });
  };
  const onKey = (event: KeyboardEvent): void => {
    const { left = -1 } = plot.cursor;
    if (event.key === "Enter") onTime(plot.posToVal(left >= 0 ? left : over.clientWidth / 2, "x"));
    else chartKey(event, plot, shown(), show);
  };
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    show(zoomWindow(shown(), event.deltaY, event.offsetX / Math.max(over.clientWidth, 1)));
  };
  place.addEventListener("keydown", onKey);
  over.addEventListener("wheel", onWheel, { passive: false });
  return () => {
    place.removeEventListener("keydown", onKey);
    over.removeEventListener("wheel", onWheel);
  };
}

/** Set-points and truths have colours of their own. */
function lineColours(lines: readonly Line[]): string[] {
  const theme = themeColours();
  let count = 0;
  return lines.map(({ style, colour }) => (style === "set" ? theme.set : style === "truth" ? theme.text : seriesColour(colour ?? count++)));
}

function seriesOf({ name: label, style, values }: Line, stroke: string): uPlot.Series {
  const few = style !== "truth" && values.filter(Number.isFinite).length <= kFewSamples;
  const looks = { set: { dash: [6, 4], width: 1 }, reading: { width: 3, stroke: `${stroke}99` }, truth: { width: 1 } };
  return { label, stroke, width: 1.5, spanGaps: false, points: { show: few, size: 5 }, ...(style && looks[style]) };
}

function joined(lines: readonly Line[]): uPlot.AlignedData {
  const finite = (values: readonly number[]): (number | null)[] => values.map((value) => (Number.isFinite(value) ? value : null));
  const first = lines[0];
  if (first !== undefined && lines.every(({ times }) => times === first.times)) {
    return [[...first.times], ...lines.map(({ values }) => finite(values))];
  }
  return uPlot.join(lines.map(({ times, values }): uPlot.AlignedData => [[...times], finite(values)]), lines.map(() => [0, 2]));
}

/** Room for the longest label. */
function axisWidth(_: uPlot, labels: readonly string[] | null): number {
  return 20 + 7 * (labels ?? []).reduce((length, label) => Math.max(length, label.length), 3);
}

/** As many as tell a thousandth of what the chart spans. */
function decimalsOf({ lines, minSpan = 0 }: Chart): number {
  const values = lines.flatMap((line) => line.values.filter(Number.isFinite));
  const span = values.reduce((high, value) => Math.max(high, value), -Infinity) - values.reduce((low, value) => Math.min(low, value), Infinity);
  return Math.round(clamp(2 - Math.floor(Math.log10(Math.max(span, minSpan, 1e-9))), 0, 6));
}

function drawMarks(plot: uPlot, { marks = [] }: Chart): void {
  const { ctx, bbox } = plot;
  const theme = themeColours();
  const ratio = window.devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = theme.bad;
  ctx.font = `${11 * ratio}px ${theme.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "top";
  ctx.setLineDash([3 * ratio, 3 * ratio]);
  marks.forEach(({ time_s, text }, i) => {
    const x = plot.valToPos(time_s, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) return;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.fillText(text, x + 4 * ratio, bbox.top + (2 + 13 * i) * ratio);
  });
  ctx.restore();
}
