// Map of the points that multibeam sonars, 3D sonars and lidars measured, from above, by depth.
import type { Panel, PanelContext, PanelKind } from "../panel";
import type { SceneState } from "../scene_types";
import type { Source } from "../source";
import { el, setText } from "../ui/el";
import { emptyState } from "../ui/empty";
import { formatNumber } from "../ui/format";
import { FittedCanvas } from "./canvas";
import { centredText } from "./camera_panel";
import { colourTable } from "./colour_map";
import { DepthMap } from "./depth_map";
import { drawLegend, drawReadout } from "./fan_axes";
import { followTopic } from "./follow_topic";
import { drawMapScale, drawNorth, drawVehicleArrow, mapPlace, paintMap } from "./map_drawing";
import { Painter, panelFrame, type Scope } from "./panel_frame";
import { PixelLayer } from "./pixel_layer";
import { followPointer } from "./pointer";
import { betweenPoses, kCloudType, poseAt, visitPoints, type CloudMessage, type PoseAt } from "./point_cloud";
import { secondsOf } from "./simulated_time";
import { topicChoice } from "./topic_choice";
import { readVehicle } from "./vehicle_state";

export const pointsPanel: PanelKind = {
  id: "points",
  title: "Point map",
  offered: (source) => cloudTopics(source).length > 0,
  create: createPointsPanel,
};

const kHistory = 300; // clouds of the past that are drawn at once
const kMaxPoses = 4000;
const kExample = "sensors:\n  - !multibeam_echosounder {name: mbes, model: mbes_512}";

function cloudTopics(source: Source): string[] {
  return source.topics().filter(({ type }) => type === kCloudType).map(({ name }) => name);
}

function createPointsPanel(context: PanelContext): Panel {
  const { source, selection } = context;
  const map = new DepthMap();
  const table = colourTable("depth");
  const layer = new PixelLayer(DepthMap.side, DepthMap.side);
  let poses: PoseAt[] = [];
  let waiting: { time_s: number; cloud: CloudMessage }[] = [];
  let state: SceneState | undefined;
  let stale = true;
  const painter = new Painter(draw, 5);
  const canvas = new FittedCanvas(() => painter.request());
  const pointer = followPointer(canvas.element, () => painter.request());
  const note = el("span", { class: "panel-status number" });
  const options = () => cloudTopics(source).map((topic) => ({ value: topic, label: topic.slice(1).replace(/\/points$/, "") }));
  const choice = topicChoice(context, "points", "Sensor", options, () => {
    showEmpty();
    frame.restart();
  });
  const nothing = emptyState("No sensor of this scenario measures points", "Add a multibeam echosounder, a 3D sonar or a lidar:", kExample);
  const frame = panelFrame("points", whileSeen);
  frame.toolbar.append(choice.element, el("button", { type: "button", onclick: clear }, ["Clear"]));
  frame.body.append(canvas.element, note, nothing);
  showEmpty();

  function showEmpty(): void {
    nothing.hidden = choice.value !== "";
    canvas.element.hidden = frame.toolbar.hidden = choice.value === "";
  }

  function clear(): void {
    map.clear();
    stale = true;
    painter.request();
  }

  function whileSeen(scope: Scope): void {
    clear();
    poses = [];
    waiting = [];
    scope.add(() => painter.cancel());
    const sensor = source.scene.sensors.find(({ path, topics }) => `/${path}/points` === choice.value || topics.some((known) => known.topic === choice.value));
    if (sensor === undefined) return;
    // The poses have their past too: without it clouds of the past could not be placed.
    scope.add(followTopic<SceneState>(source, "/hadal/scene", kMaxPoses / 2, {
      reset: () => (poses = []),
      take: ({ message }) => {
        state = message;
        poses.push(poseAt(message, sensor));
        if (poses.length > kMaxPoses) poses.splice(0, kMaxPoses / 4);
        if (waiting.length > 0) placeClouds();
        painter.request();
      },
    }));
    scope.add(followTopic<CloudMessage>(source, choice.value, kHistory, {
      reset() {
        clear();
        waiting = [];
      },
      take: ({ message, timeNs }) => {
        waiting.push({ time_s: secondsOf(source, timeNs), cloud: message });
        if (waiting.length > kHistory) waiting.shift();
        placeClouds();
      },
    }));
  }

  /** Clouds wait until the pose after them is known. */
  function placeClouds(): void {
    const newest = poses.at(-1);
    if (newest === undefined) return;
    const ready = waiting.filter(({ time_s }) => time_s <= newest.time_s);
    waiting = waiting.filter(({ time_s }) => time_s > newest.time_s);
    for (const { time_s, cloud } of ready) {
      const after = Math.max(poses.findIndex((pose) => pose.time_s >= time_s), 0);
      const late = poses[after] ?? newest;
      const pose = betweenPoses(poses[after - 1] ?? late, late, time_s);
      visitPoints(cloud, pose, (north, east, down) => map.add(north, east, down));
    }
    if (ready.length === 0) return;
    stale = true;
    setText(note, `${formatNumber(map.count, 0, 8)} points, cells of ${formatNumber(map.cell_m, 1)}\u2009m`);
    painter.request();
  }

  function draw(): void {
    const ctx = canvas.begin();
    if (ctx === undefined) return;
    if (map.count === 0) {
      centredText(ctx, canvas, "Waiting for the first points");
      return;
    }
    if (stale) paintMap(map, table, layer.pixels);
    stale = false;
    const place = mapPlace(map, canvas.width, canvas.height);
    const side = DepthMap.side * map.cell_m * place.perMetre;
    layer.show(ctx, { x: place.x(map.east0_m), y: place.y(map.north0_m) - side, width: side, height: side }, false);
    drawLegend(ctx, 8, canvas.height - 26, table, `${formatNumber(map.largest_m, 1)} m`, `${formatNumber(map.min_m, 1)} m`);
    drawMapScale(ctx, canvas, place.perMetre);
    drawNorth(ctx, canvas.width - 22, 30);
    const reading = state && readVehicle(source.scene, state, selection.vehicle);
    if (reading !== undefined) drawVehicleArrow(ctx, place.x(reading.east_m), place.y(reading.north_m), reading.heading_rad);
    const at = pointer.place;
    if (at === undefined) return;
    const north = place.north(at.y);
    const east = place.east(at.x);
    drawReadout(ctx, canvas, at.x, at.y, `${formatNumber(north, 1)}\u2009m N  ${formatNumber(east, 1)}\u2009m E  ${formatNumber(map.depthAt(north, east), 2)}\u2009m deep`);
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
