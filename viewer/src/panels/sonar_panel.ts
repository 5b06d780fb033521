// Forward-looking, imaging and mechanically scanned sonars: fan in true geometry, or beams by range.
import type { Panel, PanelContext, PanelKind } from "../panel";
import type { Source, TopicMessage } from "../source";
import { el, setText } from "../ui/el";
import { emptyState } from "../ui/empty";
import { formatNumber, formatTime } from "../ui/format";
import { select } from "../ui/select";
import { FittedCanvas } from "./canvas";
import { centredText } from "./camera_panel";
import { drawBeamAxes, drawFanAxes, drawLegend, drawReadout, drawSweepLine, polarText, type FanExtent } from "./fan_axes";
import { followTopic } from "./follow_topic";
import { placeFan, toPolar, type FanPlace, type Polar } from "./fan_geometry";
import { levelControls } from "./level_controls";
import { Painter, panelFrame, type Scope } from "./panel_frame";
import { PixelLayer } from "./pixel_layer";
import { followPointer } from "./pointer";
import { beamShape, fanShape, levelAt, PolarRaster } from "./polar_raster";
import { RateMeter } from "./rate_meter";
import { secondsOf } from "./simulated_time";
import { readSonarImage, type SonarImage, type SonarMessage } from "./sonar_image";
import { formOfImage, formOfSensor, sonarName, sonarTopics, type SonarForm, type SonarTopic } from "./sonar_sensors";
import { Sweep } from "./sweep";
import type { Box } from "./tapes";
import { topicChoice } from "./topic_choice";

export const sonarPanel: PanelKind = {
  id: "sonar",
  title: "Sonar",
  offered: (source) => fanTopics(source).length > 0,
  create: createSonarPanel,
};

const kLargestRaster = 720; // pixels of a side; more is not seen and costs time
const kPingsOfCircle = 800;
const kExample = "sensors:\n  - !forward_looking_sonar {name: fls, model: fls_m750d}\n  - !scanning_sonar {name: msis, model: msis_ping360}";

function isFan(form: SonarForm | undefined): boolean {
  return form === undefined || form === "fan" || form === "sweep";
}

function fanTopics(source: Source): SonarTopic[] {
  return sonarTopics(source).filter(({ sensor }) => isFan(formOfSensor(sensor)));
}

/** What the pixels were worked out for. */
interface Drawn {
  readonly image: SonarImage;
  readonly raster: PolarRaster;
  readonly pixels: PixelLayer;
  readonly box: Box;
  readonly fan: FanPlace | undefined;
}

function createSonarPanel(context: PanelContext): Panel {
  const { source } = context;
  let image: SonarImage | undefined;
  let drawn: Drawn | undefined;
  let form: SonarForm = "fan";
  let problem = "";
  const sweep = new Sweep();
  const rate = new RateMeter();
  const painter = new Painter(draw, 20);
  const canvas = new FittedCanvas(() => {
    drawn = undefined;
    painter.request();
  });
  const pointer = followPointer(canvas.element, () => painter.request());
  const levels = levelControls("sonar", () => painter.request());
  const note = el("span", { class: "panel-status number" });
  const choice = topicChoice(context, "sonar", "Sonar", () => fanTopics(source).map((topic) => ({ value: topic.topic, label: sonarName(topic) })), () => {
    showEmpty();
    frame.restart();
  });
  const view = select("View", [{ value: "fan", label: "Fan" }, { value: "beams", label: "Bearing by range" }], () => {
    drawn = undefined;
    painter.request();
  });
  const nothing = emptyState("This scenario has no imaging sonar", "Add one to the sensors of a vehicle:", kExample);
  const frame = panelFrame("sonar", whileSeen);
  frame.toolbar.append(choice.element, view.element, levels.element);
  frame.body.append(canvas.element, note, nothing);
  showEmpty();

  function showEmpty(): void {
    nothing.hidden = choice.value !== "";
    canvas.element.hidden = frame.toolbar.hidden = choice.value === "";
  }

  function whileSeen(scope: Scope): void {
    image = drawn = undefined;
    sweep.reset();
    rate.reset();
    levels.reset();
    scope.add(() => painter.cancel());
    scope.add(source.onRestart(() => levels.reset()));
    const topic = sonarTopics(source).find((known) => known.topic === choice.value);
    if (topic === undefined) return;
    const known = formOfSensor(topic.sensor);
    const hear = (ping: TopicMessage<SonarMessage>) => take(ping, known);
    // A turning beam needs its past for a whole picture; a fan is whole by itself.
    if (known === "sweep") scope.add(followTopic<SonarMessage>(source, topic.topic, kPingsOfCircle, { reset: () => sweep.reset(), take: hear }));
    else scope.add(source.subscribe(topic.topic, hear));
  }

  function take({ message, timeNs }: TopicMessage<SonarMessage>, known: SonarForm | undefined): void {
    rate.count(timeNs);
    setText(note, `${formatTime(secondsOf(source, timeNs), 2)}  ${formatNumber(rate.perSecond, 1, 5)}\u2009Hz  ${formatNumber(message.ping_info.frequency / 1000, 0)}\u2009kHz`);
    try {
      const ping = readSonarImage(message);
      form = known ?? formOfImage(ping);
      image = form === "sweep" ? sweep.add(ping) : ping;
      problem = "";
    } catch (error) {
      problem = error instanceof Error ? error.message : "this message cannot be read";
    }
    if (image !== undefined) levels.follow(image.levels_db);
    painter.request();
  }

  function draw(): void {
    const ctx = canvas.begin();
    if (ctx === undefined) return;
    if (image === undefined || problem !== "") {
      centredText(ctx, canvas, problem || "Waiting for the first ping");
      return;
    }
    drawn = rasterFor(image, drawn);
    drawn.raster.paint(image, levels.scale, levels.table, drawn.pixels.pixels);
    drawn.pixels.show(ctx, drawn.box);
    drawAxes(ctx, image, drawn);
    const { low_db, high_db } = levels.scale;
    drawLegend(ctx, 8, canvas.height - 24, levels.table, `${formatNumber(low_db, 0)} dB`, `${formatNumber(high_db, 0)} dB`);
    drawCursor(ctx, image, drawn);
  }

  function drawAxes(ctx: CanvasRenderingContext2D, shown: SonarImage, { fan, box }: Drawn): void {
    const extent = extentOf(shown);
    if (fan === undefined) drawBeamAxes(ctx, box, extent, shown.ranges_m[0] ?? 0);
    else drawFanAxes(ctx, fan, extent);
    if (fan !== undefined && form === "sweep") drawSweepLine(ctx, fan, sweep.bearing_rad, extent.range_m);
  }

  function drawCursor(ctx: CanvasRenderingContext2D, shown: SonarImage, what: Drawn): void {
    const at = pointer.place;
    const polar = at && polarUnder(shown, what, at.x, at.y);
    if (at === undefined || polar === undefined) return;
    drawReadout(ctx, canvas, at.x, at.y, polarText(polar, levelAt(shown, polar.bearing_rad, polar.range_m)));
  }

  /** The old one while the shape stays the same. */
  function rasterFor(next: SonarImage, old: Drawn | undefined): Drawn {
    if (old !== undefined && sameAxes(old.image, next)) return { ...old, image: next };
    const asFan = view.value === "fan";
    const box = boxFor(canvas, asFan ? (form === "sweep" ? 32 : 17) : 46);
    const shrink = Math.min(1, kLargestRaster / Math.max(box.width, box.height));
    const width = Math.max(1, Math.round(box.width * shrink));
    const height = Math.max(1, Math.round(box.height * shrink));
    const extent = extentOf(next);
    const smooth = form !== "sweep";
    const place = (area: Box) => placeFan(extent.first_rad, extent.last_rad, extent.range_m, area);
    const shape = asFan ? fanShape(place({ x: 0, y: 0, width, height }), width, height, smooth) : beamShape(next.bearings_rad, next.ranges_m, width, height, smooth);
    return {
      image: next,
      raster: new PolarRaster(shape, next.bearings_rad, next.ranges_m),
      pixels: new PixelLayer(width, height),
      box,
      fan: asFan ? place(box) : undefined,
    };
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

/** Leaves room for labels; little of it in a small panel. */
function boxFor({ width, height }: { readonly width: number; readonly height: number }, bottom: number): Box {
  const side = width < 400 ? 36 : 44;
  const top = height < 300 ? 17 : 24;
  return { x: side, y: top, width: Math.max(width - 2 * side, 20), height: Math.max(height - top - bottom, 20) };
}

function extentOf(image: SonarImage): FanExtent {
  return { first_rad: image.bearings_rad[0] ?? 0, last_rad: image.bearings_rad.at(-1) ?? 0, range_m: image.ranges_m.at(-1) ?? 1 };
}

function sameAxes(a: SonarImage, b: SonarImage): boolean {
  const x = extentOf(a);
  const y = extentOf(b);
  const sameCounts = a.bearings_rad.length === b.bearings_rad.length && a.ranges_m.length === b.ranges_m.length;
  return sameCounts && x.first_rad === y.first_rad && x.last_rad === y.last_rad && x.range_m === y.range_m;
}

function polarUnder(image: SonarImage, { fan, box }: Drawn, x: number, y: number): Polar | undefined {
  const extent = extentOf(image);
  const near = image.ranges_m[0] ?? 0;
  const polar = fan !== undefined
    ? toPolar(fan, x, y)
    : {
        bearing_rad: extent.first_rad + ((x - box.x) / box.width) * (extent.last_rad - extent.first_rad),
        range_m: extent.range_m - ((y - box.y) / box.height) * (extent.range_m - near),
      };
  const inside = polar.bearing_rad >= extent.first_rad && polar.bearing_rad <= extent.last_rad && polar.range_m <= extent.range_m && polar.range_m >= 0;
  return inside ? polar : undefined;
}
