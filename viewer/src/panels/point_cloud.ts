// Points of sensor_msgs/msg/PointCloud2 in the world. Clouds are in the axes of their sensor,
// forward-left-up; the place of the sensor at that moment is taken between two states of the scene.
import type { SceneSensor, SceneState } from "../scene_types";
import { linkPose, sensorPose, type WorldPose } from "./camera_boxes";
import { rotate } from "./vehicle_state";

export const kCloudType = "sensor_msgs/msg/PointCloud2";

export interface CloudMessage {
  readonly width: number;
  readonly height: number;
  readonly point_step: number;
  readonly fields: readonly { readonly name: string; readonly offset: number }[];
  readonly data: Uint8Array;
}

/** Calls with north, east and down of every point. */
export function visitPoints(cloud: CloudMessage, sensor: WorldPose, visit: (north: number, east: number, down: number) => void): void {
  const [x, y, z] = ["x", "y", "z"].map((axis) => cloud.fields.find(({ name }) => name === axis || name === `${axis}_m`)?.offset);
  if (x === undefined || y === undefined || z === undefined) throw new Error("this cloud has no fields x, y and z");
  const view = new DataView(cloud.data.buffer, cloud.data.byteOffset, cloud.data.byteLength);
  const end = Math.min(cloud.width * cloud.height * cloud.point_step, view.byteLength - cloud.point_step + 1);
  for (let at = 0; at < end; at += cloud.point_step) {
    const forward = view.getFloat32(at + x, true);
    const right = -view.getFloat32(at + y, true);
    const down = -view.getFloat32(at + z, true);
    const [n, e, d] = rotate(sensor.attitude, [forward, right, down]);
    visit(sensor.position[0] + n, sensor.position[1] + e, sensor.position[2] + d);
  }
}

/** What of a state is needed later; sources may use their arrays again. */
export interface PoseAt {
  readonly time_s: number;
  readonly pose: WorldPose;
}

export function poseAt(state: SceneState, sensor: SceneSensor): PoseAt {
  return { time_s: state.time_s, pose: state.links.length > 0 ? sensorPose(state, sensor) : linkPose(state, sensor.link) };
}

/** Between two poses, straight in place and nearly so in attitude. */
export function betweenPoses(a: PoseAt, b: PoseAt, time_s: number): WorldPose {
  const span = b.time_s - a.time_s;
  const fraction = span > 0 ? Math.min(Math.max((time_s - a.time_s) / span, 0), 1) : 1;
  const mix = (from: number, to: number) => from + fraction * (to - from);
  const dot = a.pose.attitude.reduce((sum, value, i) => sum + value * (b.pose.attitude[i] ?? 0), 0);
  const sign = dot < 0 ? -1 : 1; // the shorter way round
  const q = a.pose.attitude.map((value, i) => mix(value, sign * (b.pose.attitude[i] ?? 0)));
  const size = Math.hypot(...q) || 1;
  const [w = 1, x = 0, y = 0, z = 0] = q.map((value) => value / size);
  const p = a.pose.position;
  const r = b.pose.position;
  return { position: [mix(p[0], r[0]), mix(p[1], r[1]), mix(p[2], r[2])], attitude: [w, x, y, z] };
}
