// Side-scan sonars as a waterfall, echosounders as an echogram.
import type { Panel, PanelContext, PanelKind } from "../panel";
import { el, setText } from "../ui/el";
import { emptyState } from "../ui/empty";
import { formatNumber, formatTime } from "../ui/format";
import { FittedCanvas, niceStep, themeColours } from "./canvas";
import { centredText } from "./camera_panel";
import { drawLegend, drawReadout } from "./fan_axes";
import { followTopic } from "./follow_topic";
import { stroke } from "./horizon";
import { levelControls } from "./level_controls";
import { Painter, panelFrame, type Scope } from "./panel_frame";
import { PixelLayer } from "./pixel_layer";
import { followPointer } from "./pointer";
import { secondsOf } from "./simulated_time";
import { readSonarImage, type SonarMessage } from "./sonar_image";
import { formOfSensor, sonarName, sonarTopics } from "./sonar_sensors";
import type { Box } from "./tapes";
import { topicChoice } from "./topic_choice";
import { lineOf, LineStore, paintLines, type LineInfo } from "./waterfall";

export const waterfallPanel: PanelKind = {
  id: "waterfall",
  title: "Side scan",
  offered: (source) => lineTopics(source).length > 0,
  create: createWaterfallPanel,
};

const kLines = 1024;
const kExample = "sensors:\n  - !side_scan_sonar {name: side_scan, model: side_scan_600khz}";

function lineTopics(source: PanelContext["source"]) {
  return sonarTopics(source).filter(({ sensor }) => ["side_scan", "echogram"].includes(formOfSensor(sensor) ?? ""));
}

function createWaterfallPanel(context: PanelContext): Panel {
  const { source } = context;
  let layer: PixelLayer | undefined;
  let along: "rows" | "columns" = "rows";
  const store = new LineStore(kLines);
  const painter = new Painter(draw, 10);
  const canvas = new FittedCanvas(() => painter.request());
  const pointer = followPointer(canvas.element, () => painter.request());
  const levels = levelControls("waterfall", () => painter.request());
  const note = el("span", { class: "panel-status number" });
  const choice = topicChoice(context, "waterfall", "Sonar", () => lineTopics(source).map((topic) => ({ value: topic.topic, label: sonarName(topic) })), () => {
    showEmpty();
    frame.restart();
  });
  const nothing = emptyState("This scenario has no side-scan sonar", "Add one to the sensors of a vehicle:", kExample);
  const frame = panelFrame("waterfall", whileSeen);
  frame.toolbar.append(choice.element, levels.element);
  frame.body.append(canvas.element, note, nothing);
  showEmpty();

  function showEmpty(): void {
    nothing.hidden = choice.value !== "";
    canvas.element.hidden = frame.toolbar.hidden = choice.value === "";
  }

  function whileSeen(scope: Scope): void {
    store.clear();
    levels.reset();
    scope.add(() => painter.cancel());
    const topic = lineTopics(source).find((known) => known.topic === choice.value);
    if (topic === undefined) return;
    along = formOfSensor(topic.sensor) === "echogram" ? "columns" : "rows";
    scope.add(followTopic<SonarMessage>(source, topic.topic, kLines, {
      reset: () => store.clear(),
      take: ({ message, timeNs }) => take(message, secondsOf(source, timeNs)),
    }));
  }

  function take(message: SonarMessage, time_s: number): void {
    const { line, ...across } = lineOf(readSonarImage(message));
    store.add(line, { time_s, ...across });
    levels.follow(line);
    setText(note, `${formatTime(time_s, 1)}  ${formatNumber(store.count, 0, 3)} lines`);
    painter.request();
  }

  function draw(): void {
    const ctx = canvas.begin();
    if (ctx === undefined) return;
    const newest = store.info(0);
    if (newest === undefined) {
      centredText(ctx, canvas, "Waiting for the first ping");
      return;
    }
    const box = { x: 44, y: 24, width: Math.max(canvas.width - 56, 20), height: Math.max(canvas.height - 64, 20) };
    const lines = linesShown(box);
    layer = layerFor(along === "rows" ? store.width : lines, along === "rows" ? lines : store.width, layer);
    paintLines(store, along, lines, levels.scale, levels.table, layer.pixels);
    layer.show(ctx, box);
    if (along === "rows") drawAcross(ctx, box, newest);
    else drawDownwards(ctx, box, newest);
    drawTimes(ctx, box, lines);
    const { low_db, high_db } = levels.scale;
    drawLegend(ctx, 8, canvas.height - 24, levels.table, `${formatNumber(low_db, 0)} dB`, `${formatNumber(high_db, 0)} dB`);
    drawCursor(ctx, box, lines);
  }

  /** All of the run; at first two pixels per line, so that lines do not flicker as they move. */
  function linesShown(box: Box): number {
    return Math.max(10, store.count, Math.floor((along === "rows" ? box.height : box.width) / 2));
  }

  function drawTimes(ctx: CanvasRenderingContext2D, box: Box, lines: number): void {
    const theme = themeColours();
    ctx.fillStyle = theme.muted;
    ctx.font = `11px ${theme.font}`;
    const marks = along === "rows" ? Math.max(2, Math.floor(box.height / 70)) : Math.max(2, Math.floor(box.width / 110));
    for (let i = 0; i <= marks; i++) {
      const age = Math.round((i / marks) * (lines - 1));
      const info = age < store.count ? store.info(age) : undefined;
      if (info === undefined) continue;
      ctx.textBaseline = along === "rows" ? "middle" : "top";
      ctx.textAlign = along === "rows" || i === 0 ? "right" : "center";
      const fraction = (age + 0.5) / lines;
      if (along === "rows") ctx.fillText(formatTime(info.time_s, 0), box.x - 5, box.y + fraction * box.height);
      else if (i < marks) ctx.fillText(formatTime(info.time_s, 0), box.x + (1 - fraction) * box.width, box.y + box.height + 4);
    }
  }

  function drawCursor(ctx: CanvasRenderingContext2D, box: Box, lines: number): void {
    const at = pointer.place;
    if (at === undefined) return;
    const right = (at.x - box.x) / box.width;
    const down = (at.y - box.y) / box.height;
    if (right < 0 || right >= 1 || down < 0 || down >= 1) return;
    const age = Math.floor((along === "rows" ? down : 1 - right) * lines);
    const fraction = along === "rows" ? right : down;
    const info = age < store.count ? store.info(age) : undefined;
    if (info === undefined) return;
    const level = store.level(age, Math.floor(fraction * store.width));
    const place = info.first_m + fraction * (info.last_m - info.first_m);
    drawReadout(ctx, canvas, at.x, at.y, `${placeText(place, along)}  ${formatTime(info.time_s, 1)}  ${formatNumber(level, 1, 6)}\u2009dB`);
  }

  return {
    element: frame.element,
    dispose() {
      choice.dispose();
      frame.dispose();
      pointer.dispose();
      canvas.dispose();
    },
  };
}

function placeText(place_m: number, along: "rows" | "columns"): string {
  const range = `${formatNumber(Math.abs(place_m), 1)}\u2009m`;
  return along === "rows" ? `${place_m < 0 ? "port" : "starboard"} ${range} slant` : range;
}

function layerFor(width: number, height: number, old: PixelLayer | undefined): PixelLayer {
  return old?.width === width && old.height === height ? old : new PixelLayer(width, height);
}

function drawAcross(ctx: CanvasRenderingContext2D, box: Box, info: LineInfo): void {
  const theme = themeColours();
  const reach = info.last_m;
  const step = niceStep(reach, 3);
  ctx.font = `11px ${theme.font}`;
  ctx.fillStyle = theme.muted;
  ctx.strokeStyle = "rgb(190 220 235 / 22%)";
  ctx.lineWidth = 1;
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  for (let k = -Math.floor(reach / step); k <= Math.floor(reach / step); k++) {
    const x = box.x + ((k * step - info.first_m) / (info.last_m - info.first_m)) * box.width;
    stroke(ctx, x, box.y, x, box.y + box.height);
    ctx.fillText(`${formatNumber(Math.abs(k * step), step < 1 ? 1 : 0)}\u2009m`, x, box.y + box.height + 4);
  }
  ctx.textBaseline = "alphabetic";
  ctx.font = `600 11px ${theme.font}`;
  ctx.textAlign = "right";
  ctx.fillText("PORT", box.x + box.width / 2 - 10, box.y - 7);
  ctx.textAlign = "left";
  ctx.fillText("STARBOARD", box.x + box.width / 2 + 10, box.y - 7);
}

function drawDownwards(ctx: CanvasRenderingContext2D, box: Box, info: LineInfo): void {
  const theme = themeColours();
  const step = niceStep(info.last_m - info.first_m, 6);
  ctx.font = `11px ${theme.font}`;
  ctx.fillStyle = theme.muted;
  ctx.strokeStyle = "rgb(190 220 235 / 22%)";
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  for (let range = Math.ceil(info.first_m / step) * step; range <= info.last_m; range += step) {
    const y = box.y + ((range - info.first_m) / (info.last_m - info.first_m)) * box.height;
    stroke(ctx, box.x, y, box.x + box.width, y);
    ctx.fillText(`${formatNumber(range, step < 1 ? 1 : 0)}\u2009m`, box.x - 5, y);
  }
}
