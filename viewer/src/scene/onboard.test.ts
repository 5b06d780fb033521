import { Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { SceneDescription } from "../scene_types";
import { eyePose, findEye, fitPicture, type Eye } from "./onboard";

const kView = { shape: "camera", width_px: 640, height_px: 480, fx_px: 320, fy_px: 320, cx_px: 319.5, cy_px: 239.5, range_m: 10 } as const;

describe("view through a camera", () => {
  it("looks where the bow points, with the deck up", () => {
    const half = Math.SQRT1_2; // heading east at (10, 20, 5)
    const links = [10, 20, 5, half, 0, 0, half];
    const eye: Eye = { link: 0, sensor: undefined, view: kView, position: new Vector3(2, 0, 0), attitude: new Quaternion() };
    const place = new Vector3(), attitude = new Quaternion();
    eyePose(eye, links, place, attitude);
    const near = (v: Vector3, expected: number[]) => v.toArray().forEach((x, i) => expect(x).toBeCloseTo(expected[i] ?? NaN, 6));
    near(place, [22, -5, -10]);
    near(new Vector3(0, 0, -1).applyQuaternion(attitude), [1, 0, 0]); // ahead is east
    near(new Vector3(0, 1, 0).applyQuaternion(attitude), [0, 1, 0]);
    near(new Vector3(1, 0, 0).applyQuaternion(attitude), [0, 0, 1]); // right is south
  });

  it("fits the whole picture into a wide and a narrow window", () => {
    const wide = fitPicture(kView, 2);
    expect(Math.tan((wide.fovDeg * Math.PI) / 360)).toBeCloseTo(0.75, 9);
    expect(wide.height).toBeCloseTo(1, 9);
    expect(wide.width).toBeCloseTo(4 / 3 / 2, 9);
    const narrow = fitPicture(kView, 1);
    expect(Math.tan((narrow.fovDeg * Math.PI) / 360)).toBeCloseTo(1, 9);
    expect(narrow.width).toBeCloseTo(1, 9);
    expect(narrow.height).toBeCloseTo(0.75, 9);
  });

  it("looks from the bow of a vehicle without cameras", () => {
    const scene = { sensors: [], vehicles: [{ links: [3, 1], size_m: [2, 1, 1] }] } as unknown as SceneDescription;
    const eye = findEye(scene, 0);
    expect(eye.link).toBe(3);
    expect(eye.position.x).toBeCloseTo(1.1, 9);
  });
});
