// Points of multibeam sounders, lidars and 3D sonars, gathered in the world: each cloud is placed by the
// pose its sensor had at the stamp of the message. The newest kMaxPoints are kept.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, Points, Quaternion, ShaderMaterial, Vector3 } from "three";
import type { SceneSensor } from "../scene_types";
import type { Unsubscribe } from "../source";
import { setQuaternion } from "./axes";
import type { Frame, Layer, LayerContext } from "./layer";
import { stampS } from "./motion";
import { markUpdated } from "./update_ranges";

const kType = "sensor_msgs/msg/PointCloud2";
const kMaxPoints = 120000;
const kFloat32 = 7;

export interface PointCloud {
  readonly header: { readonly stamp: { readonly sec: number; readonly nanosec: number } };
  readonly width: number;
  readonly height: number;
  readonly fields: readonly { readonly name: string; readonly offset: number; readonly datatype: number }[];
  readonly point_step: number;
  readonly is_bigendian: boolean;
  readonly data: Uint8Array;
}

/** Calls `each` with every finite point in the axes of the sensor's mounting: the message has them
 *  forward-left-up, the mounting forward-right-down. */
export function eachPoint(cloud: PointCloud, each: (x: number, y: number, z: number) => void): void {
  const offset = (name: string) => cloud.fields.find((f) => f.name === name && f.datatype === kFloat32)?.offset;
  const x = offset("x"), y = offset("y"), z = offset("z");
  if (x === undefined || y === undefined || z === undefined || cloud.point_step < 12) return;
  const view = new DataView(cloud.data.buffer, cloud.data.byteOffset, cloud.data.byteLength);
  const count = Math.min(cloud.width * cloud.height, Math.floor(cloud.data.byteLength / cloud.point_step));
  const little = !cloud.is_bigendian;
  for (let i = 0, from = 0; i < count; ++i, from += cloud.point_step) {
    const px = view.getFloat32(from + x, little), py = view.getFloat32(from + y, little), pz = view.getFloat32(from + z, little);
    if (Number.isFinite(px + py + pz)) each(px, -py, -pz);
  }
}

const kVertex = /* glsl */ `
uniform float uSize;
uniform vec2 uDepths;
varying vec3 vColour;
void main() {
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * seen;
  gl_PointSize = clamp(uSize / -seen.z, 1.5, 5.0);
  float share = clamp((position.z - uDepths.x) / max(uDepths.y - uDepths.x, 0.05), 0.0, 1.0);
  // From warm in the shallow to violet in the deep, as charts of the ground are coloured.
  vColour = clamp(vec3(1.5, 1.5, 1.5) - abs(4.0 * vec3(share) - vec3(0.4, 1.7, 3.2)), 0.12, 1.0);
}`;

const kFragment = /* glsl */ `
varying vec3 vColour;
void main() {
  if (length(gl_PointCoord - 0.5) > 0.5) discard;
  gl_FragColor = vec4(vColour, 1.0);
  #include <colorspace_fragment>
}`;

export class PointClouds implements Layer {
  readonly name = "points";
  readonly label = "Points of sounders and lidars";
  readonly group = "Sensors";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly places = new BufferAttribute(new Float32Array(3 * kMaxPoints), 3);
  private readonly geometry = new BufferGeometry();
  private readonly uniforms = { uSize: { value: 60 }, uDepths: { value: [Infinity, -Infinity] as [number, number] } };
  private readonly material = new ShaderMaterial({ vertexShader: kVertex, fragmentShader: kFragment, uniforms: this.uniforms });
  private unsubscribe: Unsubscribe[] = [];
  private next = 0;
  private count = 0;
  private readonly sensorPlace = new Vector3();
  private readonly attitude = new Quaternion();
  private readonly mount = new Quaternion();
  private readonly point = new Vector3();

  static of(context: LayerContext): PointClouds | undefined {
    const topics = context.scene.sensors.flatMap((sensor) =>
      sensor.topics.filter((t) => t.type === kType).map((t) => ({ sensor, topic: t.topic })));
    return topics.length > 0 ? new PointClouds(context, topics) : undefined;
  }

  private constructor(private readonly context: LayerContext, private readonly topics: { sensor: SceneSensor; topic: string }[]) {
    this.places.setUsage(DynamicDrawUsage);
    this.geometry.setAttribute("position", this.places);
    this.geometry.setDrawRange(0, 0);
    const points = new Points(this.geometry, this.material);
    points.frustumCulled = false;
    this.object.add(points);
  }

  update(frame: Frame): void {
    this.uniforms.uSize.value = 4 + 2.2 * Math.min(frame.focusM, 60);
  }

  switched(visible: boolean): void {
    for (const end of this.unsubscribe) end();
    this.unsubscribe = !visible ? [] : this.topics.map(({ sensor, topic }) =>
      this.context.source.subscribe<PointCloud>(topic, ({ message }) => this.add(sensor, message)));
  }

  restart(): void {
    this.next = this.count = 0;
    this.uniforms.uDepths.value = [Infinity, -Infinity];
    this.geometry.setDrawRange(0, 0);
  }

  dispose(): void {
    this.switched(false);
    this.geometry.dispose();
    this.material.dispose();
  }

  private add(sensor: SceneSensor, cloud: PointCloud): void {
    if (!this.context.motion.poseAt(sensor.link, stampS(cloud.header.stamp), this.sensorPlace, this.attitude)) return;
    const [x, y, z] = sensor.position_m;
    this.sensorPlace.add(this.point.set(x, y, z).applyQuaternion(this.attitude));
    this.attitude.multiply(setQuaternion(this.mount, sensor.attitude));
    const first = this.next;
    eachPoint(cloud, (px, py, pz) => this.keep(this.point.set(px, py, pz).applyQuaternion(this.attitude).add(this.sensorPlace)));
    this.geometry.setDrawRange(0, this.count);
    this.upload(first);
    this.context.redraw();
  }

  /** Sends only what is new: from a slot up to the next free one, over the end of the ring if need be. */
  private upload(first: number): void {
    const end = this.next >= first ? this.next : kMaxPoints;
    markUpdated(this.places, 3 * first, 3 * (end - first));
    if (this.next < first) markUpdated(this.places, 0, 3 * this.next);
  }

  private keep(place: Vector3): void {
    place.toArray(this.places.array, 3 * this.next);
    const depths = this.uniforms.uDepths.value;
    depths[0] = Math.min(depths[0], place.z);
    depths[1] = Math.max(depths[1], place.z);
    this.next = (this.next + 1) % kMaxPoints;
    this.count = Math.min(this.count + 1, kMaxPoints);
  }
}
