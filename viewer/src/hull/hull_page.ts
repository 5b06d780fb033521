// What `hadal mesh --html` found out about a hull: the mesh in 3D with its waterline, the righting
// curve, and the numbers as the program prints them.
import {
  AmbientLight, AxesHelper, Box3, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, Mesh, MeshBasicMaterial,
  MeshStandardMaterial, PerspectiveCamera, Plane, Scene, Sphere, SphereGeometry, Vector3, type Group, type Material,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { brand } from "../layout/notice";
import { themeColours } from "../panels/canvas";
import { chartOptions, seriesColour } from "../panels/plot_chart";
import { nedRoot } from "../scene/axes";
import { createDrawing } from "../scene/renderer";
import { bytesOfBase64 } from "../sources/log_bytes";
import type { Vector3 as Triple } from "../scene_types";
import { el } from "../ui/el";
import { formatAny, radians } from "../ui/format";
import "../report/report.css";
import "./hull.css";

/** The document "hull": x forward, y right, z down, as `hadal mesh --json` with the mesh and the text. */
export interface HullDocument {
  readonly file: string;
  readonly text: string;
  readonly mesh: { readonly vertices_m: string; readonly triangles: string };
  readonly body: { readonly center_of_gravity_m: Triple };
  readonly wet_center_m: Triple;
  readonly water_down: Triple;
  readonly floating: {
    readonly floats: boolean;
    readonly origin_depth_m: number;
    readonly metacentric_transverse_m: number;
    readonly righting_curve: readonly { readonly heel_deg: number; readonly arm_m: number; readonly settled: boolean }[];
  };
}

export function showHull(root: HTMLElement, hull: HullDocument): void {
  document.title = `${hull.file} \u2013 Hadal`;
  const stage = el("div", { class: "hull-stage" });
  const curve = el("div", { class: "report-chart" });
  const theme = themeColours();
  const key = (name: string, colour: string): HTMLElement =>
    el("span", {}, [el("span", { class: "plot-dot", style: `background:${colour}` }), name]);
  root.replaceChildren(
    el("header", { class: "top-bar" }, [brand(), el("span", { class: "title" }, [hull.file])]),
    el("main", { class: "report" }, [
      el("div", { class: "report-grid hull-grid" }, [
        el("figure", { class: "report-figure", "data-chart": "Hull" }, [
          el("figcaption", {}, [
            el("strong", {}, ["Hull"]),
            el("span", { class: "muted" }, ["drag: turn, wheel: nearer, right drag: move"]),
            el("span", { class: "report-legend" }, [
              key("G centre of gravity", theme.warn), key("B centre of buoyancy", theme.accent), key("x forward", kAxes[0]),
              key("y right", kAxes[1]), key("z down", kAxes[2]), hull.floating.floats && key("below the waterline", kWet),
            ]),
          ]),
          stage,
        ]),
        el("figure", { class: "report-figure", "data-chart": "Righting arm" }, [
          el("figcaption", {}, [
            el("strong", {}, ["Righting arm"]),
            el("span", { class: "muted" }, ["GZ in m over the heel in degrees; positive rights a heel to the right; trim free"]),
            el("span", { class: "report-legend" }, [key("GZ", seriesColour(0)), key("GM \u00b7 heel", seriesColour(1))]),
          ]),
          curve,
        ]),
      ]),
      el("pre", { class: "hull-text" }, [hull.text]),
    ]),
  );
  drawHull(stage, hull);
  drawCurve(curve, hull);
}

const kAxes = ["#ff7a6e", "#6fd388", "#6aa9ff"] as const;
const kShownSlope_deg = 25;
const kCurveHeight = 300;

function drawCurve(place: HTMLElement, { floating }: HullDocument): void {
  const curve = floating.righting_curve;
  const slope = curve.map(({ heel_deg }) =>
    heel_deg > kShownSlope_deg ? null : (curve[0]?.arm_m ?? 0) + floating.metacentric_transverse_m * radians(heel_deg));
  const options = chartOptions([{ label: "GZ", unit: "" }, { label: "GM", unit: "" }], place.clientWidth, kCurveHeight, () => undefined);
  const [xAxis = {}, yAxis = {}] = options.axes ?? [];
  const plot = new uPlot(
    { ...options, scales: { x: { time: false } }, axes: [{ ...xAxis, values: (_, ticks) => ticks.map(formatAny) }, yAxis] },
    [curve.map(({ heel_deg }) => heel_deg), curve.map(({ arm_m, settled }) => (settled ? arm_m : null)), slope],
    place,
  );
  new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: kCurveHeight })).observe(place);
}

const kDry = "#c7cfd4";
const kWet = "#3f86b5";

function drawHull(host: HTMLElement, hull: HullDocument): void {
  const drawing = createDrawing(host);
  if (!drawing) return;
  const { renderer } = drawing;
  renderer.localClippingEnabled = true;
  const scene = new Scene();
  scene.background = new Color(themeColours().well);
  const root = nedRoot();
  scene.add(root, new AmbientLight(0xffffff, 1.2));
  for (const place of [new Vector3(3, 4, 2), new Vector3(-3, 1, -2)]) {
    const light = new DirectionalLight(0xffffff, place.y / 2);
    light.position.copy(place);
    scene.add(light);
  }
  addMesh(root, hull);
  const ball = new Box3().setFromObject(root).getBoundingSphere(new Sphere());
  addMark(root, hull.body.center_of_gravity_m, ball.radius, themeColours().warn);
  addMark(root, hull.wet_center_m, ball.radius, themeColours().accent);
  const axes = new AxesHelper(1.15 * ball.radius);
  axes.setColors(...kAxes);
  root.add(axes);

  const camera = new PerspectiveCamera(30, 1, ball.radius / 100, ball.radius * 100);
  camera.position.copy(ball.center).add(root.localToWorld(new Vector3(0.8, 0.75, -0.45)).normalize().multiplyScalar(3.4 * ball.radius));
  const controls = new OrbitControls(camera, renderer.domElement);
  controls.target.copy(ball.center);
  const draw = (): void => renderer.render(scene, camera);
  controls.addEventListener("change", draw);
  new ResizeObserver(() => {
    renderer.setPixelRatio(window.devicePixelRatio);
    renderer.setSize(host.clientWidth, host.clientHeight);
    camera.aspect = host.clientWidth / Math.max(1, host.clientHeight);
    camera.updateProjectionMatrix();
    controls.update();
    draw();
  }).observe(host);
}

/** The hull once above and once below the water, in two colours. */
function addMesh(root: Group, { mesh, floating, water_down }: HullDocument): void {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(bytesOfBase64(mesh.vertices_m).buffer), 3));
  geometry.setIndex(new BufferAttribute(new Uint32Array(bytesOfBase64(mesh.triangles).buffer), 1));
  const material = (color: string, clip: readonly Plane[]): Material =>
    new MeshStandardMaterial({ color, flatShading: true, roughness: 0.8, side: DoubleSide, clippingPlanes: [...clip] });
  if (!floating.floats) {
    root.add(new Mesh(geometry, material(kDry, [])));
    return;
  }
  root.updateMatrixWorld();
  const water = new Plane(new Vector3(...water_down), floating.origin_depth_m).applyMatrix4(root.matrixWorld);
  root.add(new Mesh(geometry, material(kWet, [water])), new Mesh(geometry, material(kDry, [water.clone().negate()])));
}

/** Seen through the hull. */
function addMark(root: Group, place: Triple, radius: number, color: string): void {
  const mark = new Mesh(new SphereGeometry(0.025 * radius), new MeshBasicMaterial({ color, depthTest: false, transparent: true }));
  mark.position.set(...place);
  mark.renderOrder = 1;
  root.add(mark);
}
