// A sonar image: levels in dB over bearing and range, from marine_acoustic_msgs/msg/ProjectedSonarImage.
import { sonarLevels, type SonarImageData } from "../sonar_levels";

export const kSonarType = "marine_acoustic_msgs/msg/ProjectedSonarImage";

/** The message, as far as it is used. */
export interface SonarMessage {
  readonly ping_info: { readonly frequency: number; readonly sound_speed: number };
  readonly beam_directions: readonly { readonly x: number; readonly y: number; readonly z: number }[];
  readonly ranges: Float32Array;
  readonly image: SonarImageData;
}

export interface SonarImage {
  readonly bearings_rad: Float32Array; // to starboard, rising
  readonly ranges_m: Float32Array; // of the bin centres, rising
  /** Range after range, the beams of one range together; NaN: nothing known. */
  readonly levels_db: Float32Array;
}

/** Throws if the message holds other numbers than levels. */
export function readSonarImage(message: SonarMessage): SonarImage {
  const levels_db = sonarLevels(message.image);
  const count = message.image.beam_count * message.ranges.length;
  if (levels_db.length < count) throw new Error("the image is shorter than its beams and ranges");
  return {
    bearings_rad: Float32Array.from(message.beam_directions, ({ y, z }) => Math.atan2(y, z)),
    ranges_m: message.ranges,
    levels_db: levels_db.subarray(0, count),
  };
}

export interface LevelScale {
  readonly low_db: number;
  readonly high_db: number;
}

const kMinSpan_db = 20;
const kSamples = 8000;

/** From the 20th percentile up to nearly the loudest: what a person would dial in. */
export function goodScale(levels_db: Float32Array): LevelScale {
  const step = Math.max(1, Math.floor(levels_db.length / kSamples));
  const samples = new Float32Array(Math.ceil(levels_db.length / step));
  let count = 0;
  for (let i = 0; i < levels_db.length; i += step) {
    const level = levels_db[i] ?? NaN;
    if (Number.isFinite(level)) samples[count++] = level;
  }
  if (count === 0) return { low_db: 0, high_db: 60 };
  const heard = samples.subarray(0, count).sort();
  const at = (fraction: number) => heard[Math.floor(fraction * (heard.length - 1))] ?? 0;
  const high_db = at(0.9995);
  return { low_db: Math.min(at(0.2), high_db - kMinSpan_db), high_db };
}
