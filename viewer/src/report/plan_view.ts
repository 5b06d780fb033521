// Tracks from above, north up, one scale: where a vehicle was planned to go and where it went, or where a
// sensor believed it to be and where it was; marks of the scenario; where it is at the time of the replay.
// Dragging zooms, a double click shows all, the legend tells the place at the pointer and when it was
// passed; keys do the same.
import { FittedCanvas, niceStep, themeColours } from "../panels/canvas";
import { drawMapScale, drawVehicleArrow } from "../panels/map_drawing";
import { Painter } from "../panels/panel_frame";
import { seriesColour } from "../panels/plot_chart";
import { lowerBound } from "../panels/series";
import { el, setText } from "../ui/el";
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
  readonly colour?: number; // of the series; the first if left out
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
  const colourOf = ({ style, colour }: Track): string => (style === "truth" ? themeColours().text : seriesColour(colour ?? 0));
  let shown: Area | undefined; // zoomed to; all if undefined
  let drawnAt: Projection | undefined;
  const told = el("span", { class: "number" });
  const element = el("figure", { class: "report-figure tall", "data-chart": title }, [
    el("figcaption", {}, [
      el("strong", {}, [title]),
      el("span", { class: "muted" }, ["m north over m east"]),
      el("span", { class: "report-legend" }, [
        ...tracks.map((track) => key(track.name, colourOf(track))), waypoints.length > 0 && key("planned", themeColours().set),
        told,
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
    const at = projection(shown ?? extentOf(places), area);
    drawnAt = at;
    ctx.font = `11px ${themeColours().font}`;
    drawGrid(ctx, at, area);
    ctx.save();
    ctx.beginPath();
    ctx.rect(kMargin.left, kMargin.top, area.width, area.height);
    ctx.clip();
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
    ctx.restore();
    drawMapScale(ctx, { width: canvas.width - kMargin.right, height: canvas.height - kMargin.bottom }, at.perMetre);
  }

  const placeAt = (x: number, y: number): Place => [drawnAt?.north(y) ?? 0, drawnAt?.east(x) ?? 0];
  const tell = (place: Place | undefined): void => setText(told, place ? placeText(place, tracks, drawnAt?.perMetre ?? 1) : "");
  const zoom = (area: Area | undefined): void => {
    shown = area;
    painter.request();
  };
  const around = ([north, east]: Place, factor: number): void => {
    if (!drawnAt) return;
    const reach = (factor * Math.min(canvas.width, canvas.height)) / 2 / drawnAt.perMetre;
    zoom({ south: north - reach, north: north + reach, west: east - reach, east: east + reach });
  };
  const map = canvas.element;
  map.tabIndex = 0;
  map.setAttribute("aria-label", `${title}: arrows move, plus and minus zoom, 0 shows all`);
  let from: readonly [number, number] | undefined;
  map.addEventListener("pointerdown", (event) => (from = [event.offsetX, event.offsetY]));
  map.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [a, b] = [placeAt(...from), placeAt(event.offsetX, event.offsetY)];
    const far = Math.hypot(event.offsetX - from[0], event.offsetY - from[1]) > kSmallestDrag;
    from = undefined;
    if (far) zoom({ south: Math.min(a[0], b[0]), north: Math.max(a[0], b[0]), west: Math.min(a[1], b[1]), east: Math.max(a[1], b[1]) });
  });
  map.addEventListener("pointermove", (event) => tell(placeAt(event.offsetX, event.offsetY)));
  map.addEventListener("pointerleave", () => {
    from = undefined;
    tell(undefined);
  });
  map.addEventListener("dblclick", () => zoom(undefined));
  map.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    around(placeAt(event.offsetX, event.offsetY), event.deltaY < 0 ? 0.8 : 1.25);
  }, { passive: false });
  map.addEventListener("keydown", (event) => {
    if (!drawnAt || event.ctrlKey || event.metaKey || event.altKey) return;
    const { center: [north, east], perMetre } = drawnAt;
    const step = Math.min(canvas.width, canvas.height) / 8 / perMetre;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowUp: () => around([north + step, east], 1), ArrowDown: () => around([north - step, east], 1),
      ArrowLeft: () => around([north, east - step], 1), ArrowRight: () => around([north, east + step], 1),
      "+": () => around([north, east], 0.7), "=": () => around([north, east], 0.7), "-": () => around([north, east], 1.4),
      "0": () => zoom(undefined),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

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

interface Area {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

const kSmallestDrag = 8; // pixels
const kNear = 24; // pixels, of a track at the pointer

/** The place, and when the nearest track near it was there. */
function placeText([north, east]: Place, tracks: readonly Track[], perMetre: number): string {
  let nearest = { far: kNear / perMetre, text: "" };
  for (const { name, times, places } of tracks) {
    places.forEach(([n, e], i) => {
      const far = Math.hypot(n - north, e - east);
      if (far < nearest.far) nearest = { far, text: `, ${name} at ${(times[i] ?? 0).toFixed(1)} s` };
    });
  }
  return `${north.toFixed(2)} m north, ${east.toFixed(2)} m east${nearest.text}`;
}

interface Projection {
  readonly perMetre: number;
  x(east_m: number): number;
  y(north_m: number): number;
  east(x: number): number;
  north(y: number): number;
  readonly center: Place;
}

function extentOf(places: readonly Place[]): Area {
  const range = (values: readonly number[]): readonly [number, number] => {
    const finite = values.filter(Number.isFinite);
    return [finite.reduce((a, b) => Math.min(a, b), Infinity), finite.reduce((a, b) => Math.max(a, b), -Infinity)];
  };
  const [south, north] = range(places.map(([n]) => n));
  const [west, east] = range(places.map(([, e]) => e));
  const margin = Math.max(north - south, east - west, kMinSpan_m) / 18;
  return { south: south - margin, north: north + margin, west: west - margin, east: east + margin };
}

function projection({ south, north, west, east }: Area, area: { readonly width: number; readonly height: number }): Projection {
  const perMetre = Math.min(area.width / Math.max(east - west, kMinSpan_m / 100), area.height / Math.max(north - south, kMinSpan_m / 100));
  const center: Place = [(south + north) / 2, (west + east) / 2];
  const [left, top] = [kMargin.left + area.width / 2, kMargin.top + area.height / 2];
  return {
    perMetre,
    center,
    x: (e) => left + (e - center[1]) * perMetre,
    y: (n) => top - (n - center[0]) * perMetre,
    east: (x) => center[1] + (x - left) / perMetre,
    north: (y) => center[0] - (y - top) / perMetre,
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
