import { describe, expect, it } from "vitest";
import type { SceneDescription, SceneSensor, SceneState } from "../scene_types";
import { boxCorners, detectedBoxes, outline, projectBoxes, type CameraView } from "./camera_boxes";

const view: CameraView = { shape: "camera", width_px: 640, height_px: 480, fx_px: 500, fy_px: 500, cx_px: 320, cy_px: 240, range_m: 20 };

describe("outline of a box", () => {
  it("is set by the near face of a box straight ahead", () => {
    // Near face at 4 m, 2 m wide, 1 m high: 500 / 4 = 125 px per metre.
    const rectangle = outline(boxCorners([4, -1, -0.5], [6, 1, 0.5]), view);
    expect(rectangle).toEqual({ left: 195, top: 177.5, right: 445, bottom: 302.5 });
  });
  it("does not exist behind the camera or beside the picture", () => {
    expect(outline(boxCorners([-6, -1, -0.5], [-4, 1, 0.5]), view)).toBeUndefined();
    expect(outline(boxCorners([4, 10, -0.5], [5, 11, 0.5]), view)).toBeUndefined();
  });
  it("of a box that reaches behind the camera is cut, not mirrored", () => {
    // A wall to starboard, from behind to 4 m ahead, 1 m away: its far edge is at 320 + 500 / 4.
    const rectangle = outline(boxCorners([-2, 1, -1], [4, 1.2, 1]), view);
    expect(rectangle?.left).toBeCloseTo(445, 6);
    expect(rectangle?.right).toBe(640);
  });
});

function world(beaconAt: readonly [number, number, number], heading_rad: number): { scene: SceneDescription; state: SceneState; sensor: SceneSensor } {
  const vehicle = (name: string, link: number, object: boolean) => ({ name, object, links: [link, 1], box_m: { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] } });
  const scene = { vehicles: [vehicle("rov", 0, false), vehicle("beacon", 1, true)] } as unknown as SceneDescription;
  const links = new Float32Array([10, 20, 5, Math.cos(heading_rad / 2), 0, 0, Math.sin(heading_rad / 2), ...beaconAt, 1, 0, 0, 0]);
  const sensor = { vehicle: 0, link: 0, position_m: [0.5, 0, 0], attitude: [1, 0, 0, 0], views: [view] } as unknown as SceneSensor;
  return { scene, state: { links } as unknown as SceneState, sensor };
}

describe("projection of the scene", () => {
  it("turns with the vehicle", () => {
    // Heading east; camera at (10, 20.5, 5); the beacon is 5 m east of it: near face at 4.5 m.
    const { scene, state, sensor } = world([10, 25.5, 5], Math.PI / 2);
    const [box] = projectBoxes(scene, state, sensor);
    expect(box?.name).toBe("beacon");
    expect(box?.distance_m).toBeCloseTo(4.5, 5);
    expect(box?.left).toBeCloseTo(320 - (500 * 0.5) / 4.5, 3);
    expect(box?.bottom).toBeCloseTo(240 + (500 * 0.5) / 4.5, 3);
  });
  it("puts what lies south of an eastbound vehicle on the right", () => {
    const { scene, state, sensor } = world([9, 25.5, 5], Math.PI / 2);
    const [box] = projectBoxes(scene, state, sensor);
    expect(((box?.left ?? 0) + (box?.right ?? 0)) / 2).toBeGreaterThan(400);
  });
  it("leaves out what is too far to be seen", () => {
    const { scene, state, sensor } = world([10, 60, 5], Math.PI / 2);
    expect(projectBoxes(scene, state, sensor)).toEqual([]);
  });
  it("takes detections as they are and adds name and distance", () => {
    const { scene, state, sensor } = world([10, 25.5, 5], Math.PI / 2);
    const found = { detections: [{ id: "3", bbox: { center: { position: { x: 100, y: 50 } }, size_x: 20, size_y: 10 }, results: [] }] };
    const [box] = detectedBoxes(scene, state, sensor, found);
    expect(box).toMatchObject({ name: "beacon", left: 90, right: 110, top: 45, bottom: 55 });
    expect(box?.distance_m).toBeCloseTo(4.5, 5);
  });
});
