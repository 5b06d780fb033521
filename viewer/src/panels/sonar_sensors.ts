// Which topics hold sonar images, and how they are looked at.
import type { SceneSensor } from "../scene_types";
import type { Source } from "../source";
import { kSonarType, type SonarImage } from "./sonar_image";

export type SonarForm = "fan" | "sweep" | "side_scan" | "echogram";

export interface SonarTopic {
  readonly topic: string;
  readonly sensor: SceneSensor | undefined;
}

export function sonarTopics(source: Source): SonarTopic[] {
  return source
    .topics()
    .filter((topic) => topic.type === kSonarType)
    .map((topic) => ({ topic: topic.name, sensor: sensorOfTopic(source, topic.name) }));
}

export function sensorOfTopic(source: Source, topic: string): SceneSensor | undefined {
  return source.scene.sensors.find((sensor) => `/${sensor.path}` === topic || sensor.topics.some((known) => known.topic === topic));
}

const kForms: Readonly<Record<string, SonarForm>> = {
  forward_looking_sonar: "fan",
  imaging_sonar: "fan",
  scanning_sonar: "sweep",
  side_scan_sonar: "side_scan",
  echosounder: "echogram",
};

/** Undefined while only an image can tell. */
export function formOfSensor(sensor: SceneSensor | undefined): SonarForm | undefined {
  return sensor === undefined ? undefined : kForms[sensor.kind];
}

/** For sonars that no description names: one beam turns, two look abeam, many are a fan. */
export function formOfImage(image: SonarImage): SonarForm {
  const beams = image.bearings_rad.length;
  if (beams === 1) return "sweep";
  const abeam = image.bearings_rad.every((bearing) => Math.abs(Math.abs(bearing) - Math.PI / 2) < 0.01);
  return beams === 2 && abeam ? "side_scan" : "fan";
}

export function sonarName(topic: SonarTopic): string {
  return topic.sensor?.path ?? topic.topic.replace(/^\//, "");
}
