// The light of the day as the picture shows it. Illuminance runs over eight decades from a moonless
// night (0.001 lx) to noon (100 000 lx); an eye follows that by its logarithm, and so does the picture.
import { Color, MathUtils, Vector3 } from "three";
import { SeaField } from "../scene_types";
import { at, nedToThree } from "./axes";

export interface Daylight {
  readonly toward: Vector3; // toward the sun or moon, three.js axes
  brightness: number; // 0 night .. 1 noon
  readonly sun: Color;
  readonly zenith: Color;
  readonly horizon: Color;
}

/** 0 for darkness, 1 for the noon sun; a moonlit night (0.2 lx) gives about 0.06. */
export function brightnessOf(illuminanceLx: number): number {
  if (!(illuminanceLx > 0)) return 0;
  return Math.pow(MathUtils.clamp((Math.log10(illuminanceLx) + 3) / 8, 0, 1), 2.2);
}

const kSeaNumbers = 8; // up to the illuminance
const kDay = { zenith: new Color(0.1, 0.27, 0.56), horizon: new Color(0.42, 0.6, 0.78) };
const kNight = { zenith: new Color(0.004, 0.007, 0.016), horizon: new Color(0.012, 0.02, 0.034) };
const kDusk = new Color(0.95, 0.48, 0.22);
const kSunHigh = new Color(1, 0.97, 0.91);
const kSunLow = new Color(1, 0.62, 0.34);

export function makeDaylight(): Daylight {
  return { toward: new Vector3(0, 1, 0), brightness: 1, sun: new Color(), zenith: new Color(), horizon: new Color() };
}

/** Sets the light from SceneState.sea. Without it: a clear day. */
export function setDaylight(light: Daylight, sea: ArrayLike<number>): void {
  const known = sea.length >= kSeaNumbers;
  nedToThree(known ? at(sea, SeaField.TowardSun) : 0.4, known ? at(sea, SeaField.TowardSun + 1) : 0.3,
    known ? at(sea, SeaField.TowardSun + 2) : -0.8, light.toward).normalize();
  const lux = known ? at(sea, SeaField.Illuminance) : 80000;
  light.brightness = brightnessOf(lux);
  const bySun = MathUtils.smoothstep(Math.log10(Math.max(lux, 1e-6)), 0, 2); // under 1 lx it is the moon
  const low = bySun * (1 - MathUtils.smoothstep(light.toward.y, 0.02, 0.35));
  light.sun.copy(kSunHigh).lerp(kSunLow, low);
  light.zenith.copy(kNight.zenith).lerp(kDay.zenith, light.brightness);
  light.horizon.copy(kNight.horizon).lerp(kDay.horizon, light.brightness);
  light.horizon.lerp(kDusk, 0.75 * low * Math.sqrt(light.brightness));
}

/** The direction of light below the surface: bent toward the vertical by Snell's law. */
export function refracted(toward: Vector3, out: Vector3): Vector3 {
  const sine = Math.hypot(toward.x, toward.z) / 1.34;
  const scale = sine > 1e-6 ? sine / Math.hypot(toward.x, toward.z) : 0;
  return out.set(toward.x * scale, Math.sqrt(1 - sine * sine), toward.z * scale);
}
