// Tracks from above, north up, one scale: where a vehicle was planned to go and where it went, or where a
// sensor believed it to be and where it was; marks of the scenario; where it is at the time of the replay.
import { FittedCanvas, niceStep, themeColours } from "../panels/canvas";
import { drawMapScale, drawVehicleArrow } from "../panels/map_drawing";
import { Painter } from "../panels/panel_frame";
import { seriesColour } from "../panels/plot_chart";
import { lowerBound } from "../panels/series";
import { el } from "../ui/el";
import { formatAny, radians } from "../ui/format";
import type { ChartView } from "./chart";
import type { Table } from "./table";

const kMargin = { left: 52, right: 18, top: 14, bottom: 40 };
const kMinSpan_m = 1;

type Place = readonly [north_m: number, east_m: number];

export interface Track {
  readonly name: string;
  readonly times: readonly number[];
  readonly places: readonly Place[];
  readonly heading_deg: readonly number[]; // empty: no arrow
  readonly style?: "truth";
}

export interface Plan {
  readonly title: string;
  readonly tracks: readonly Track[];
  readonly waypoints: readonly Place[];
  readonly marks: readonly { readonly name: string; readonly place: Place }[];
}

/** The track in two columns of a table, if it has them. */
export function trackOf(name: string, table: Table, [north, east, heading]: readonly [string, string, string], style?: "truth"): Track {
  const easts = table.column(east);
  const places = table.column(north).map((value, i): Place => [value, easts[i] ?? NaN]);
  return { name, times: table.times, places, heading_deg: table.column(heading), ...(style && { style }) };
}

export function planView({ title, tracks, waypoints, marks }: Plan): ChartView {
  let now_s = -Infinity;
  const painter = new Painter(draw, 10);
  const canvas = new FittedCanvas(() => painter.request(), "report-plan");
  const key = (name: string, colour: string): HTMLElement =>
    el("span", {}, [el("span", { class: "plot-dot", style: `background:${colour}` }), name]);
  const colourOf = ({ style }: Track): string => (style === "truth" ? themeColours().text : seriesColour(0));
  const element = el("figure", { class: "report-figure tall", "data-chart": title }, [
    el("figcaption", {}, [
      el("strong", {}, [title]),
      el("span", { class: "muted" }, ["m north over m east"]),
      el("span", { class: "report-legend" }, [
        ...tracks.map((track) => key(track.name, colourOf(track))), waypoints.length > 0 && key("planned", themeColours().set),
      ]),
    ]),
    canvas.element,
  ]);

  function draw(): void {
    const ctx = canvas.begin();
    const places = [...tracks.flatMap((track) => track.places), ...waypoints, ...marks.map(({ place }) => place)];
    if (ctx === undefined || places.length === 0) return;
    const area = {
      width: canvas.width - kMargin.left - kMargin.right,
      height: canvas.height - kMargin.top - kMargin.bottom,
    };
    const at = projection(places, area);
    ctx.font = `11px ${themeColours().font}`;
    drawGrid(ctx, at, area);
    const line = (corners: readonly Place[]): void => {
      ctx.beginPath();
      for (const [n, e] of corners) if (Number.isFinite(n + e)) ctx.lineTo(at.x(e), at.y(n));
      ctx.stroke();
    };
    ctx.lineWidth = 1.2;
    ctx.strokeStyle = themeColours().set;
    ctx.setLineDash([6, 4]);
    line(waypoints);
    ctx.setLineDash([]);
    for (const track of tracks) {
      ctx.lineWidth = track.style === "truth" ? 1 : 1.8;
      ctx.strokeStyle = colourOf(track);
      line(track.places);
    }
    for (const [name, place] of numbered(waypoints)) drawPoint(ctx, at, place, name, themeColours().set, -1);
    for (const { name, place } of marks) drawPoint(ctx, at, place, name, themeColours().warn);
    const first = tracks[0]?.places[0];
    if (first) drawPoint(ctx, at, first, "start", themeColours().good);
    for (const track of tracks) {
      const row = lowerBound(track.times, now_s + 1e-9) - 1;
      const [now, heading_deg] = [track.places[row], track.heading_deg[row]];
      if (now && heading_deg !== undefined) drawVehicleArrow(ctx, at.x(now[1]), at.y(now[0]), radians(heading_deg));
    }
    drawMapScale(ctx, { width: canvas.width - kMargin.right, height: canvas.height - kMargin.bottom }, at.perMetre);
  }

  return {
    element,
    setTime(time_s) {
      now_s = time_s;
      painter.request();
    },
    dispose() {
      painter.cancel();
      canvas.dispose();
    },
  };
}

interface Projection {
  readonly perMetre: number;
  x(east_m: number): number;
  y(north_m: number): number;
  readonly center: Place;
}

function projection(places: readonly Place[], area: { readonly width: number; readonly height: number }): Projection {
  const range = (values: readonly number[]): readonly [number, number] => {
    const finite = values.filter(Number.isFinite);
    return [finite.reduce((a, b) => Math.min(a, b), Infinity), finite.reduce((a, b) => Math.max(a, b), -Infinity)];
  };
  const [south, north] = range(places.map(([n]) => n));
  const [west, east] = range(places.map(([, e]) => e));
  const perMetre = 0.9 * Math.min(area.width / Math.max(east - west, kMinSpan_m), area.height / Math.max(north - south, kMinSpan_m));
  const center: Place = [(south + north) / 2, (west + east) / 2];
  return {
    perMetre,
    center,
    x: (e) => kMargin.left + area.width / 2 + (e - center[1]) * perMetre,
    y: (n) => kMargin.top + area.height / 2 - (n - center[0]) * perMetre,
  };
}

function drawGrid(ctx: CanvasRenderingContext2D, at: Projection, area: { readonly width: number; readonly height: number }): void {
  const theme = themeColours();
  const step = niceStep(Math.min(area.width, area.height) / at.perMetre, 5);
  const ticks = (center: number, reach: number): number[] => {
    const first = Math.ceil((center - reach) / step);
    const count = Math.floor((center + reach) / step) - first + 1;
    return Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step);
  };
  const [left, top] = [kMargin.left, kMargin.top];
  const label = (value: number): string => formatAny(Number(value.toPrecision(6)));
  ctx.strokeStyle = theme.line;
  ctx.fillStyle = theme.muted;
  ctx.lineWidth = 1;
  ctx.strokeRect(left, top, area.width, area.height);
  ctx.beginPath();
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  for (const east of ticks(at.center[1], area.width / 2 / at.perMetre)) {
    ctx.moveTo(at.x(east), top);
    ctx.lineTo(at.x(east), top + area.height);
    ctx.fillText(label(east), at.x(east), top + area.height + 5);
  }
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  for (const north of ticks(at.center[0], area.height / 2 / at.perMetre)) {
    ctx.moveTo(left, at.y(north));
    ctx.lineTo(left + area.width, at.y(north));
    ctx.fillText(label(north), left - 6, at.y(north));
  }
  ctx.stroke();
}

/** One label for places that are visited more than once: "2, 3". */
function numbered(places: readonly Place[]): Map<string, Place> {
  const numbers = new Map<string, number[]>();
  places.forEach((place, i) => numbers.set(place.join(), [...(numbers.get(place.join()) ?? []), i + 1]));
  return new Map([...numbers.values()].map((list) => [list.join(", "), places[(list[0] ?? 1) - 1] ?? [0, 0]]));
}

/** `side` of the point that its name stands on: 1 right, -1 left. */
function drawPoint(ctx: CanvasRenderingContext2D, at: Projection, [north, east]: Place, name: string, colour: string, side = 1): void {
  const [x, y] = [at.x(east), at.y(north)];
  ctx.beginPath();
  ctx.arc(x, y, 4, 0, 2 * Math.PI);
  ctx.fillStyle = themeColours().well;
  ctx.fill();
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.stroke();
  ctx.textAlign = side > 0 ? "left" : "right";
  ctx.textBaseline = "bottom";
  ctx.fillText(name, x + 6 * side, y - 3);
}
