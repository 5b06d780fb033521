// The picture of a camera, with boxes of what is in it and flight instruments over it if wished.
import type { Panel, PanelContext, PanelKind } from "../panel";
import type { SceneState } from "../scene_types";
import type { Source } from "../source";
import { overlap, type ScreenBox } from "../scene/labels";
import { el, setText } from "../ui/el";
import { emptyState } from "../ui/empty";
import { formatNumber, formatTime } from "../ui/format";
import { toggle } from "../ui/slider";
import { detectedBoxes, projectBoxes, type Detections, type PictureBox } from "./camera_boxes";
import { FittedCanvas, themeColours } from "./canvas";
import { drawFlightDisplay } from "./flight_display";
import { NewestPicture } from "./newest_picture";
import { Painter, panelFrame, type Scope } from "./panel_frame";
import { kCompressedType, kRawType, type Picture } from "./picture_decoder";
import { RateMeter } from "./rate_meter";
import { secondsOf } from "./simulated_time";
import type { Box } from "./tapes";
import { topicChoice } from "./topic_choice";
import { readVehicle } from "./vehicle_state";

export const cameraPanel: PanelKind = {
  id: "camera",
  title: "Camera",
  offered: (source) => cameraTopics(source).length > 0 || source.scene.sensors.some((sensor) => sensor.kind.includes("camera")),
  create: (context) => createCameraPanel(context, "camera", false),
};

export const annotatedCameraPanel: PanelKind = {
  id: "camera-annotated",
  title: "Camera with boxes",
  offered: (source) => cameraPanel.offered(source),
  create: (context) => createCameraPanel(context, "camera-annotated", true),
};

const kAdvice = "Add one to the sensors of a vehicle; a log keeps its pictures unless `record: frames` is none:";
const kExample = "sensors:\n  - !camera {name: cam, rate_hz: 10,\n      position_m: [0.25, 0, 0]}";

/** Topics with pictures, then the labels beside them, which are raw images too. */
export function cameraTopics(source: Source): string[] {
  const isPicture = (topic: { name: string; type: string }) =>
    topic.type === kCompressedType || (topic.type === kRawType && topic.name.endsWith("/image"));
  const topics = source.topics();
  const pictures = topics.filter(isPicture);
  const labels = pictures.length === 0 ? [] : topics.filter((topic) => topic.type === kRawType && !isPicture(topic));
  return [...pictures, ...labels].map((topic) => topic.name);
}

/** "/rov/cam/image/compressed" belongs to the sensor "rov/cam". */
export function cameraOfTopic(topic: string): string {
  return topic.replace(/^\//, "").replace(/\/image(\/compressed)?$/, "");
}

function createCameraPanel(context: PanelContext, id: string, annotatedAtFirst: boolean): Panel {
  const { source, selection } = context;
  let picture: ImageBitmap | undefined;
  let state: SceneState | undefined;
  let boxes: readonly PictureBox[] = [];
  let boxesFrom = "";
  let problem = "";
  let showOsd = false;
  let annotated = annotatedAtFirst;
  const newest = new NewestPicture({ take: show, fail });
  const rate = new RateMeter();
  const painter = new Painter(draw);
  const canvas = new FittedCanvas(() => painter.request());
  const note = el("span", { class: "panel-status number" });
  const another = annotatedAtFirst && source.scene.sensors.filter(({ kind }) => kind.includes("camera")).length > 1;
  const options = () => cameraTopics(source).map((topic) => ({ value: topic, label: cameraOfTopic(topic) }));
  const choice = topicChoice(context, id, "Camera", options, () => {
    showEmpty();
    frame.restart();
  }, another ? 1 : 0);
  const osd = toggle("Instruments", showOsd, (on) => {
    showOsd = on;
    painter.request();
  });
  const marked = toggle("Boxes", annotated, (on) => {
    annotated = on;
    frame.restart();
  });
  const nothing = emptyState("This scenario has no camera", kAdvice, kExample);
  const frame = panelFrame(id, whileSeen);
  frame.toolbar.append(choice.element, marked.element, osd.element);
  frame.body.append(canvas.element, note, nothing);
  showEmpty();

  function showEmpty(): void {
    nothing.hidden = choice.value !== "";
    canvas.element.hidden = frame.toolbar.hidden = choice.value === "";
  }

  function whileSeen(scope: Scope): void {
    picture?.close();
    picture = undefined;
    boxes = [];
    boxesFrom = "";
    rate.reset();
    problem = "";
    scope.add(() => painter.cancel());
    scope.add(() => newest.forget());
    const topic = choice.value;
    if (topic === "") return;
    scope.add(source.onState((next) => {
      state = next;
      if (showOsd) painter.request();
    }));
    const boxesTopic = `/${cameraOfTopic(topic)}/boxes_2d`;
    const detected = annotated && source.topics().some((known) => known.name === boxesTopic);
    if (detected) scope.add(source.subscribe<Detections>(boxesTopic, (message) => takeDetections(message.message)));
    scope.add(source.subscribe<Picture>(topic, (message) => {
      rate.count(message.timeNs);
      if (annotated && !detected) takeProjection();
      setText(note, [boxesFrom, formatTime(secondsOf(source, message.timeNs), 2), `${formatNumber(rate.perSecond, 1, 5)}\u2009Hz`].join("  ").trim());
      newest.give(message.message);
    }));
  }

  function sensor() {
    const path = cameraOfTopic(choice.value);
    return source.scene.sensors.find((candidate) => candidate.path === path || candidate.topics.some((known) => known.topic === choice.value));
  }

  function takeDetections(found: Detections): void {
    const camera = sensor();
    if (camera !== undefined) boxes = detectedBoxes(source.scene, state, camera, found);
    boxesFrom = "boxes: seen by the camera";
  }

  function takeProjection(): void {
    const camera = sensor();
    boxes = camera !== undefined && state !== undefined ? projectBoxes(source.scene, state, camera) : [];
    boxesFrom = "boxes: projected from poses";
  }

  function show(next: ImageBitmap): void {
    picture?.close();
    picture = next;
    problem = "";
    painter.request();
  }

  function fail(why: string): void {
    problem = why;
    painter.request();
  }

  function draw(): void {
    const ctx = canvas.begin();
    if (ctx === undefined) return;
    if (picture === undefined) {
      centredText(ctx, canvas, problem || "Waiting for the first picture");
      return;
    }
    const place = fitInside(picture.width, picture.height, canvas.width, canvas.height);
    ctx.drawImage(picture, place.x, place.y, place.width, place.height);
    if (annotated) drawBoxes(ctx, place, place.width / picture.width, boxes);
    const reading = showOsd && state ? readVehicle(source.scene, state, sensor()?.vehicle ?? selection.vehicle) : undefined;
    if (reading !== undefined) drawFlightDisplay(ctx, place, reading, false);
  }

  return {
    element: frame.element,
    dispose() {
      choice.dispose();
      frame.dispose();
      canvas.dispose();
      picture?.close();
    },
  };
}

/** The largest place of this shape in the middle of an area. */
export function fitInside(width: number, height: number, areaWidth: number, areaHeight: number): Box {
  const scale = Math.min(areaWidth / width, areaHeight / height);
  return { x: (areaWidth - width * scale) / 2, y: (areaHeight - height * scale) / 2, width: width * scale, height: height * scale };
}

export function centredText(ctx: CanvasRenderingContext2D, area: { readonly width: number; readonly height: number }, text: string): void {
  const theme = themeColours();
  ctx.font = `13px ${theme.font}`;
  ctx.fillStyle = theme.muted;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, area.width / 2, area.height / 2);
}

function nearness({ distance_m }: PictureBox): number {
  return Number.isFinite(distance_m) ? distance_m : Infinity;
}

function drawBoxes(ctx: CanvasRenderingContext2D, place: Box, scale: number, boxes: readonly PictureBox[]): void {
  const theme = themeColours();
  ctx.font = `600 12px ${theme.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.lineWidth = 1.5;
  const at = (box: PictureBox) => ({ x: place.x + box.left * scale, y: place.y + box.top * scale, colour: box.object ? theme.warn : theme.accent });
  for (const box of boxes) {
    const { x, y, colour } = at(box);
    ctx.strokeStyle = colour;
    ctx.strokeRect(x, y, (box.right - box.left) * scale, (box.bottom - box.top) * scale);
  }
  const taken: ScreenBox[] = [];
  for (const box of [...boxes].sort((a, b) => nearness(a) - nearness(b))) {
    const { x, y, colour } = at(box);
    const label = Number.isFinite(box.distance_m) ? `${box.name}  ${formatNumber(box.distance_m, 1)}\u2009m` : box.name;
    const width = ctx.measureText(label).width + 10;
    const left = Math.min(x - 0.75, place.x + place.width - width);
    const top = y - 18 < place.y ? y : y - 18;
    const board = { left, right: left + width, top, bottom: top + 18 };
    if (taken.some((other) => overlap(board, other))) continue; // the nearer one is named
    taken.push(board);
    ctx.fillStyle = colour;
    ctx.fillRect(left, top, width, 18);
    ctx.fillStyle = "#071018";
    ctx.fillText(label, left + 5, top + 9.5);
  }
}
