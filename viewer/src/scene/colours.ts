// Colours of things that are drawn into the scene: bright enough to read on blue and on black.
import { Color } from "three";

const kVehicles = ["#ffb454", "#5ad1ff", "#b7e36b", "#ff7f9f", "#c9a2ff", "#ffe066", "#64e0c0", "#ff9b6b"];

export function vehicleColour(vehicle: number): string {
  return kVehicles[vehicle % kVehicles.length] ?? "#ffffff";
}

const kTerms: Readonly<Record<string, string>> = {
  weight: "#d0a060", buoyancy: "#58c4ff", thrusters: "#ffd23f", thrust: "#ffd23f", drag: "#ff6b6b", damping: "#ff6b6b",
  added_mass: "#b58cff", coriolis: "#b58cff", waves: "#5be0d0", froude_krylov: "#5be0d0", current: "#4fa3ff", wind: "#cfe8ff",
  contact: "#ff4fa0", tether: "#9be564", lift: "#ff9f43", fins: "#ff9f43", push: "#ffffff",
};
const kOthers = ["#7ad0a0", "#f2a0d0", "#a0c0f0", "#e0e070", "#f0b090", "#90e0e0", "#c0a0e0"];

/** The colour of a wrench term: by its meaning where it is known, else by its place in the list. */
export function termColour(term: string, index: number): string {
  const known = Object.keys(kTerms).find((name) => term.includes(name));
  return (known && kTerms[known]) ?? kOthers[index % kOthers.length] ?? "#ffffff";
}

/** From deep blue over green to yellow; fraction 0..1. */
export function rampColour(fraction: number, out: Color): Color {
  const t = Math.min(Math.max(fraction, 0), 1);
  return out.setHSL(0.68 - 0.56 * t, 0.72, 0.42 + 0.2 * t);
}

/** The appearance of a lamp's light (black body, after a fit good enough for the eye), 1000..12000 K. */
export function lampColour(kelvin: number, out: Color): Color {
  const t = Math.min(Math.max(kelvin, 1000), 12000) / 100;
  const r = t <= 66 ? 1 : 1.293 * Math.pow(t - 60, -0.1332);
  const g = t <= 66 ? 0.39 * Math.log(t) - 0.632 : 1.13 * Math.pow(t - 60, -0.0755);
  const b = t >= 66 ? 1 : t <= 19 ? 0 : 0.543 * Math.log(t - 10) - 1.196;
  return out.setRGB(clamp(r), clamp(g), clamp(b), "srgb");
}

const clamp = (x: number) => Math.min(Math.max(x, 0), 1);
