// Time series of any numeric fields. Live it follows the present; dragging or the wheel looks back.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Panel, PanelContext, PanelKind } from "../panel";
import { el, replaceChildren, setText } from "../ui/el";
import { near } from "../report/table";
import { emptyState } from "../ui/empty";
import { formatAny, formatNumber, wrapDegrees } from "../ui/format";
import { select } from "../ui/select";
import { isNumber, recall, remember } from "../ui/storage";
import { pathText } from "./fields";
import { fieldTree } from "./field_tree";
import { followTopic } from "./follow_topic";
import { Painter, panelFrame, type Scope } from "./panel_frame";
import { chartKey, chartOptions, kChartKeys, seriesColour, zoomWindow, type TimeWindow } from "./plot_chart";
import { Series, type FieldChoice } from "./series";
import { unitOf } from "./schema_fields";
import { secondsOf } from "./simulated_time";
import { isHeading, presetChoices, shortName, valueOf } from "./vehicle_fields";

export const plotPanel: PanelKind = {
  id: "plots",
  title: "Plots",
  offered: () => true,
  create: createPlotPanel,
};

const kWindows_s = [10, 30, 60, 120, 300, 600];
const kMaxSeries = 8;
const kHistory = 4000;
const kPointsDrawn = 1500;

function createPlotPanel({ source, selection }: PanelContext): Panel {
  let series: Series[] = recall("plots.fields", isChoices, presetChoices(source.scene, selection.vehicle)).slice(0, kMaxSeries).map((choice) => new Series(choice));
  let span_s = recall("plots.window", isNumber, 30);
  let held: TimeWindow | undefined; // looked at by hand; otherwise the present
  let newest_s = 0;
  let chart: uPlot | undefined;
  let values: HTMLElement[] = [];
  const painter = new Painter(draw, 10);
  const place = el("div", { class: "plot-place", role: "application", tabIndex: 0, "aria-label": `Plots: ${kChartKeys}` });
  const legend = el("div", { class: "plot-legend" });
  const tree = fieldTree(source, toggleField);
  const nothing = emptyState("Nothing is plotted yet", "Choose fields in the list: open a topic and click the numbers you want to see. Up to eight at once.");
  const span = select("Time shown", kWindows_s.map((value) => ({ value: String(value), label: value < 60 ? `${value} s` : `${value / 60} min` })), (value) => {
    span_s = Number(value);
    remember("plots.window", span_s);
    look(undefined);
  });
  const follow = el("button", { type: "button", onclick: () => look(undefined) }, ["Follow"]);
  const fields = el("button", { type: "button", "aria-pressed": String(series.length === 0) }, ["Fields"]);
  const preset = el("button", { type: "button", class: "plot-preset", title: "Depth, heading and speed of the chosen vehicle", onclick: () => show(presetChoices(source.scene, selection.vehicle)) }, ["Depth, heading, speed"]);
  tree.element.hidden = series.length > 0;
  const frame = panelFrame("plots", whileSeen);
  fields.addEventListener("click", () => {
    tree.element.hidden = !tree.element.hidden;
    fields.setAttribute("aria-pressed", String(!tree.element.hidden));
  });
  span.set(String(span_s));
  frame.toolbar.append(fields, preset, span.element, follow, el("span", { class: "panel-note" }, ["drag: zoom, wheel: in and out, double click: follow"]));
  frame.body.append(el("div", { class: "plot-layout" }, [tree.element, el("div", { class: "plot-main" }, [legend, place, nothing])]));
  tree.mark(choices());
  place.addEventListener("keydown", (event) => {
    if (chart) chartKey(event, chart, shownWindow(), look);
  });
  const observer = new ResizeObserver(resize);
  observer.observe(place);

  function whileSeen(scope: Scope): void {
    newest_s = 0;
    rebuild();
    for (const topic of new Set(series.map((one) => one.choice.topic))) scope.add(followOne(topic));
    scope.add(() => painter.cancel());
    scope.add(() => {
      chart?.destroy();
      chart = undefined;
    });
  }

  function followOne(topic: string): () => void {
    const mine = series.filter((one) => one.choice.topic === topic);
    return followTopic(source, topic, kHistory, {
      reset() {
        for (const one of mine) one.clear();
        newest_s = Math.max(0, ...series.map((one) => one.times.at(-1) ?? 0));
      },
      take({ message, timeNs }) {
        const time_s = secondsOf(source, timeNs);
        newest_s = Math.max(newest_s, time_s);
        for (const one of mine) one.add(time_s, continued(one, valueOf(source, one.choice, message)));
        painter.request();
      },
    });
  }

  function toggleField(choice: FieldChoice): void {
    const same = (one: FieldChoice) => one.topic === choice.topic && pathText(one.path) === pathText(choice.path);
    if (choices().some(same)) show(choices().filter((one) => !same(one)));
    else show([...choices(), choice].slice(-kMaxSeries));
  }

  function show(next: readonly FieldChoice[]): void {
    series = next.map((choice) => new Series(choice));
    remember("plots.fields", choices());
    tree.mark(choices());
    frame.restart();
  }

  /** Which vehicle is said where it is another than that of the curve before. */
  function nameOf(choice: FieldChoice, index: number): string {
    const vehicles = source.scene.vehicles.filter(({ object }) => !object);
    return shortName(choice, vehicles.length > 1 && choice.path[0] !== choices()[index - 1]?.path[0]);
  }

  function choices(): FieldChoice[] {
    return series.map((one) => one.choice);
  }

  function rebuild(): void {
    chart?.destroy();
    chart = undefined;
    buildLegend();
    nothing.hidden = series.length > 0;
    place.hidden = legend.hidden = series.length === 0;
    if (series.length === 0) return;
    const options = chartOptions(series.map(({ choice }, i) => ({ label: nameOf(choice, i), unit: unitOf(choice.path), turns: isHeading(choice) })), place.clientWidth, place.clientHeight, (from, to) => look({ from, to }));
    chart = new uPlot(options, [[], ...series.map(() => [])], place);
    chart.over.addEventListener("wheel", (event) => {
      event.preventDefault();
      look(zoomWindow(shownWindow(), event.deltaY, event.offsetX / Math.max(chart?.over.clientWidth ?? 1, 1)));
    }, { passive: false });
    chart.over.addEventListener("dblclick", () => look(undefined));
    chart.over.addEventListener("pointermove", () => painter.request());
    chart.over.addEventListener("pointerleave", () => painter.request());
    painter.request();
  }

  /** At a part of the time; undefined: the present again. */
  function look(window: TimeWindow | undefined): void {
    held = window;
    painter.request();
  }

  function shownWindow(): TimeWindow {
    if (held !== undefined) return held;
    const to = Math.max(newest_s, span_s); // nothing was before the start
    return { from: to - span_s, to };
  }

  function draw(): void {
    if (chart === undefined) return;
    const { from, to } = shownWindow();
    const tables = series.map((one) => one.window(from, to, kPointsDrawn)).map(({ times, values }): uPlot.AlignedData => [times, values]);
    const cursor = chart.cursor.left !== undefined && chart.cursor.left >= 0 ? chart.posToVal(chart.cursor.left, "x") : undefined;
    chart.batch(() => {
      chart?.setData(tables.length > 0 ? uPlot.join(tables, tables.map(() => [2, 2])) : [[]], false);
      chart?.setScale("x", { min: from, max: to });
    });
    follow.disabled = held === undefined;
    series.forEach((one, i) => values[i] && setText(values[i], valueText(one.choice, one.valueAt(cursor ?? newest_s))));
  }

  function buildLegend(): void {
    values = series.map(() => el("b", { class: "number" }));
    replaceChildren(legend, series.map((one, i) =>
      el("button", { type: "button", class: "quiet plot-series", title: "Remove", onclick: () => toggleField(one.choice) }, [
        el("span", { class: "plot-dot", style: `background:${seriesColour(i)}` }),
        el("span", {}, [nameOf(one.choice, i)]),
        values[i],
        el("span", { class: "muted" }, [unitOf(one.choice.path)]),
      ])));
  }

  function resize(): void {
    if (place.clientWidth > 0 && place.clientHeight > 0) chart?.setSize({ width: place.clientWidth, height: place.clientHeight });
  }

  return {
    element: frame.element,
    dispose() {
      observer.disconnect();
      tree.dispose();
      frame.dispose();
    },
  };
}

function isChoices(value: unknown): value is FieldChoice[] {
  return Array.isArray(value) && value.every((one: unknown) => typeof one === "object" && one !== null && "topic" in one && typeof one.topic === "string" && "path" in one && Array.isArray(one.path));
}

/** A heading goes on beyond north, so that its curve has no steps of a full turn. */
function continued({ choice, values }: Series, value: number): number {
  const last = values.at(-1);
  return isHeading(choice) && typeof last === "number" ? near(value, last) : value;
}

const kDecimals: Readonly<Record<string, number>> = { m: 2, "\u00b0": 1, "m/s": 3 };

function valueText(choice: FieldChoice, shown: number | null): string {
  if (shown === null) return "\u2013";
  const value = isHeading(choice) ? wrapDegrees(Math.round(10 * shown) / 10) : shown;
  const decimals = kDecimals[unitOf(choice.path)];
  return decimals === undefined ? formatAny(Number(value.toPrecision(4))) : formatNumber(value, decimals);
}
