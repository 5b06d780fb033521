// How fast the run is and where its time goes (/hadal/performance, live only).
import type { Panel, PanelContext, PanelKind } from "../panel";
import { el, replaceChildren, setText } from "../ui/el";
import { emptyState } from "../ui/empty";
import { formatAny, formatNumber } from "../ui/format";
import { FittedCanvas, themeColours } from "./canvas";
import { stroke } from "./horizon";
import { Painter, panelFrame } from "./panel_frame";
import { splitPerformance, type PerformanceMessage, type Stage } from "./performance";
import { bar, group, valueRow, type Bar } from "./rows";

const kTopic = "/hadal/performance";
const kHistory = 240; // two minutes at twice a second

export const performancePanel: PanelKind = {
  id: "performance",
  title: "Performance",
  offered: (source) => source.kind === "live" || source.topics().some((topic) => topic.name === kTopic),
  create: createPerformancePanel,
};

interface StageRow {
  readonly element: HTMLElement;
  readonly bar: Bar;
  readonly text: HTMLElement;
}

function createPerformancePanel({ source }: PanelContext): Panel {
  const factors: number[] = [];
  const rows = new Map<string, StageRow>();
  const painter = new Painter(draw, 4);
  const canvas = new FittedCanvas(() => painter.request(), "performance-canvas");
  const stages = el("div", { class: "stage-rows" });
  const rest = el("div", {});
  const factor = el("span", { class: "big-number number" });
  const nothing = emptyState("No performance data yet", "A live run tells it twice a second; a log does not hold it.");
  const content = el("div", { class: "performance-content", hidden: true }, [
    el("div", {}, [el("div", { class: "battery-line" }, [el("h4", {}, ["Real-time factor"]), factor]), canvas.element]),
    group("Time per step", [stages]),
    group("More", [rest]),
  ]);
  const frame = panelFrame("performance", (scope) => {
    scope.add(source.subscribe<PerformanceMessage>(kTopic, ({ message }) => take(message)));
    scope.add(() => painter.cancel());
  });
  frame.body.append(content, nothing);

  function take(message: PerformanceMessage): void {
    const split = splitPerformance(message);
    content.hidden = false;
    nothing.hidden = true;
    if (Number.isFinite(split.realTimeFactor)) factors.push(split.realTimeFactor);
    if (factors.length > kHistory) factors.shift();
    setText(factor, `${formatNumber(split.realTimeFactor, 2, 6)}\u2009\u00d7`);
    showStages(split.stages);
    replaceChildren(rest, split.others.map(([name, value]) => {
      const row = valueRow(name);
      row.set(formatAny(value));
      return row.element;
    }));
    painter.request();
  }

  function showStages(list: readonly Stage[]): void {
    const whole = list.reduce((sum, stage) => sum + stage.time_us, 0);
    for (const stage of list) {
      const row = rowOf(stage.name);
      row.bar.set(whole > 0 ? stage.time_us / whole : 0);
      setText(row.text, `${formatNumber(stage.time_us, 1, 8)}\u2009\u00b5s`);
    }
  }

  function rowOf(name: string): StageRow {
    const known = rows.get(name);
    if (known !== undefined) return known;
    const text = el("span", { class: "number" });
    const fraction = bar(false);
    const row = { element: el("div", { class: "stage-row" }, [el("span", {}, [name]), fraction.element, text]), bar: fraction, text };
    rows.set(name, row);
    stages.append(row.element);
    return row;
  }

  function draw(): void {
    const ctx = canvas.begin();
    if (ctx === undefined) return;
    const theme = themeColours();
    const top = Math.max(2, ...factors) * 1.1;
    const y = (value: number) => canvas.height - 2 - (value / top) * (canvas.height - 6);
    ctx.strokeStyle = theme.line;
    ctx.setLineDash([4, 4]);
    stroke(ctx, 0, y(1), canvas.width, y(1)); // real time
    ctx.setLineDash([]);
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    factors.forEach((value, i) => ctx.lineTo(canvas.width - (factors.length - 1 - i) * (canvas.width / (kHistory - 1)), y(value)));
    ctx.stroke();
  }

  return {
    element: frame.element,
    dispose() {
      frame.dispose();
      canvas.dispose();
    },
  };
}
