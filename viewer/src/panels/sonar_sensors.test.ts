import { expect, it } from "vitest";
import type { SceneSensor } from "../scene_types";
import { formOfImage, formOfSensor } from "./sonar_sensors";

const image = (...bearings: number[]) => ({ bearings_rad: Float32Array.from(bearings), ranges_m: new Float32Array(1), levels_db: new Float32Array(bearings.length) });

it("the kind of a sensor tells how its images are looked at", () => {
  expect(formOfSensor({ kind: "side_scan_sonar" } as SceneSensor)).toBe("side_scan");
  expect(formOfSensor(undefined)).toBeUndefined();
});
it("an image tells it too", () => {
  expect(formOfImage(image(0.3))).toBe("sweep");
  expect(formOfImage(image(-Math.PI / 2, Math.PI / 2))).toBe("side_scan");
  expect(formOfImage(image(-0.5, 0, 0.5))).toBe("fan");
});
