// What the water does to the picture: haze along the line of sight, daylight that fades with depth,
// light of lamps. Every lit material of the scene goes through patch(), so that all of them agree.
//
// The haze is the water's own attenuation, held back where it would hide what the user looks at: the
// outside camera is a tool that no diver has. Through a camera of the vehicle the water is as it is.
import { Color, Vector3, Vector4, type Material, type Texture, type IUniform } from "three";
import { SeaField, type SceneDescription } from "../scene_types";
import { at } from "./axes";
import type { Daylight } from "./daylight";
import { kLampsInShader, kLeanVertexGlsl, kLeanVertexMainGlsl, kLitGlsl, kMediumGlsl, leanFragment } from "./medium_glsl";
import { noiseTexture } from "./noise";

const kClearestPerM = 0.03; // haze of the clearest water shown
const kFocusDepth = 0.5; // optical depth that the haze may have before the thing looked at
const kHiddenDepth = 4.6; // optical depth that leaves 1 %
const kPerNtu = 0.6; // attenuation by turbidity, 1/m per NTU: mineral particles of 1 g/m3
const kDimmingFraction = 0.32; // of attenuation: most scattered daylight still goes down

/** Attenuation as shown: held back so that at `focusM` the clearest channel keeps exp(-kFocusDepth). */
export function hazeFor(attenuation: readonly number[], focusM: number, trueWater: boolean, out: Vector3): Vector3 {
  const clearest = Math.max(Math.min(...attenuation), 1e-4);
  const scale = trueWater ? 1 : Math.min(1, kFocusDepth / (clearest * Math.max(focusM, 1)));
  // A red that vanishes within metres leaves no colours to tell things by: outside it fades slower.
  const power = trueWater ? 1 : 0.6;
  const channel = (k: number) => clearest * scale * Math.pow(at(attenuation, k) / clearest, power);
  return out.set(channel(0), channel(1), channel(2));
}

/** What a material adds of its own: GLSL that may change `diffuseColor` by `place` (three.js axes) before
 *  light falls on it; in the lean way of shading it has only `vLeanY`, the place above the mean surface. */
export interface Detail {
  readonly key: string; // one per detail
  readonly uniforms: Record<string, IUniform>;
  readonly declarations: string;
  readonly full: string;
  readonly lean: string;
}

const kNoDetail: Detail = { key: "", uniforms: {}, declarations: "", full: "", lean: "" };

type Shader = Parameters<Material["onBeforeCompile"]>[0];

function makeFull(shader: Shader, detail: Detail): void {
  shader.fragmentShader = shader.fragmentShader
    .replace("#include <clipping_planes_pars_fragment>",
      `#include <clipping_planes_pars_fragment>\n${kMediumGlsl}${kLitGlsl}${detail.declarations}`)
    .replace("#include <map_fragment>", `#include <map_fragment>
      vec3 place = inverseTransformDirection(-vViewPosition, viewMatrix) * length(vViewPosition) + cameraPosition;`)
    .replace("#include <alphamap_fragment>", `${detail.full}\n#include <alphamap_fragment>`)
    .replace("#include <opaque_fragment>", `
      outgoingLight = litInWater(outgoingLight, diffuseColor.rgb, place, inverseTransformDirection(normal, viewMatrix),
        abs(dot(normal, normalize(vViewPosition))));
      outgoingLight = throughMedium(outgoingLight, place);
      #include <opaque_fragment>`);
}

function makeLean(shader: Shader, detail: Detail): void {
  const main = shader.vertexShader.lastIndexOf("}");
  shader.vertexShader = `${shader.vertexShader.slice(0, main)}${kLeanVertexMainGlsl}}`
    .replace("#include <clipping_planes_pars_vertex>", `#include <clipping_planes_pars_vertex>\n${kLeanVertexGlsl}`);
  shader.fragmentShader = leanFragment(detail.declarations, detail.lean);
}

export class Medium {
  readonly noise: Texture = noiseTexture();
  readonly uniforms = {
    uHaze: { value: new Vector3() },
    uDimming: { value: new Vector3() },
    uWater: { value: new Vector3() },
    uVeilFloor: { value: new Vector3() },
    uVeilM: { value: 10 },
    uVeilAtEye: { value: new Vector3() },
    uZenith: { value: new Color() },
    uHorizon: { value: new Color() },
    uSunColour: { value: new Color() },
    uToward: { value: new Vector3(0, 1, 0) },
    uNoise: { value: this.noise },
    uTime: { value: 0 },
    uCaustics: { value: 0 },
    uFill: { value: new Vector3() },
    uSunLight: { value: new Vector3() },
    uSunFrom: { value: new Vector3(0, 1, 0) },
    uSkyLight: { value: new Vector3() },
    uGroundLight: { value: new Vector3() },
    uLampCount: { value: 0 },
    uLampPlace: { value: Array.from({ length: kLampsInShader }, () => new Vector4()) },
    uLampAxis: { value: Array.from({ length: kLampsInShader }, () => new Vector4(0, -1, 0, 0.8)) },
    uLampColour: { value: Array.from({ length: kLampsInShader }, () => new Vector3(1, 1, 1)) },
  };
  hazeShown = true;
  fillShown = true;
  private lean = false;
  private readonly attenuation: readonly number[];
  private readonly colour: Color;
  private dayBrightness = 1;
  private startNtu: number | undefined;
  private readonly patched = new Set<Material>();

  constructor(scene: SceneDescription) {
    this.attenuation = scene.water.attenuation_per_m.map((c) => Math.max(c, kClearestPerM));
    const [r, g, b] = scene.water.colour_srgb;
    this.colour = new Color().setRGB(r, g, b, "srgb");
    // Only the hue is the water's: how bright it is follows from the daylight.
    this.colour.multiplyScalar(0.36 / Math.max(this.colour.r, this.colour.g, this.colour.b, 1e-3));
  }

  /** Makes a lit material (Lambert, Phong, Standard) stand in the water. */
  patch(material: Material, detail: Detail = kNoDetail): void {
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.uniforms as Record<string, IUniform>, detail.uniforms);
      if (this.lean) makeLean(shader, detail);
      else makeFull(shader, detail);
    };
    material.customProgramCacheKey = () => `medium ${detail.key} ${String(this.lean)}`;
    this.follow(material);
  }

  /** Rebuilds a material whenever the way of shading changes; its shaders may ask for LEAN. */
  follow(material: Material): void {
    this.patched.add(material);
    material.addEventListener("dispose", () => this.patched.delete(material));
    this.setLeanOf(material);
  }

  /** Lean: light per vertex, as pictures painted by the processor need it. */
  setLean(lean: boolean): void {
    if (lean === this.lean) return;
    this.lean = lean;
    for (const material of this.patched) this.setLeanOf(material);
  }

  update(light: Daylight, sea: ArrayLike<number>, timeS: number, eyeDepthM: number, focusM: number, trueWater: boolean): void {
    const u = this.uniforms;
    const murk = this.murkiness(sea);
    const attenuation = murk > 0 ? this.attenuation.map((c) => c + murk) : this.attenuation;
    hazeFor(attenuation, focusM, trueWater, u.uHaze.value);
    if (!this.hazeShown && !trueWater) u.uHaze.value.multiplyScalar(0.02);
    u.uVeilM.value = Math.min(0.7 / Math.min(u.uHaze.value.x, u.uHaze.value.y, u.uHaze.value.z), 14);
    hazeFor(attenuation, 0, trueWater, u.uDimming.value).multiplyScalar(kDimmingFraction);
    u.uWater.value.set(this.colour.r, this.colour.g, this.colour.b).multiplyScalar(light.brightness);
    const { x, y, z } = u.uDimming.value, depth = Math.max(eyeDepthM, 0.3);
    u.uVeilAtEye.value.set(Math.exp(-x * depth), Math.exp(-y * depth), Math.exp(-z * depth)).multiply(u.uWater.value);
    this.dayBrightness = light.brightness;
    const dark = 1 - 0.75 * this.brightnessAt(eyeDepthM);
    u.uVeilFloor.value.set(this.colour.r, this.colour.g, this.colour.b).multiplyScalar(this.fillShown ? 0.14 * dark : 0.004);
    u.uFill.value.setScalar(this.fillShown && !trueWater ? 0.8 * dark : 0.01);
    u.uZenith.value.copy(light.zenith);
    u.uHorizon.value.copy(light.horizon);
    u.uSunColour.value.copy(light.sun).multiplyScalar(light.brightness);
    u.uToward.value.copy(light.toward);
    u.uTime.value = timeS % 4096; // the noise repeats, and large times lose their fraction in a shader
    u.uCaustics.value = 1.5 * light.brightness;
  }

  /** From here on, haze hides everything: an eye below the surface sees less than 1 % of what is farther. */
  reachM(eyeDepthM: number): number {
    const { x, y, z } = this.uniforms.uHaze.value;
    return eyeDepthM > 0 ? kHiddenDepth / Math.min(x, y, z) : Infinity;
  }

  /** How bright the day still is at a depth, 0..1. */
  brightnessAt(depthM: number): number {
    return this.dayBrightness * Math.exp(-Math.max(depthM, 0) * this.uniforms.uDimming.value.z);
  }

  /** The light of sun and sky, for materials that are lit per vertex. */
  setLight(from: Vector3, sun: Color, sunIntensity: number, above: Color, ground: Color, intensity: number): void {
    const u = this.uniforms, perPi = 1 / Math.PI; // as a diffuse surface returns it
    u.uSunFrom.value.copy(from);
    u.uSunLight.value.set(sun.r, sun.g, sun.b).multiplyScalar(sunIntensity * perPi);
    u.uSkyLight.value.set(above.r, above.g, above.b).multiplyScalar(intensity * perPi);
    u.uGroundLight.value.set(ground.r, ground.g, ground.b).multiplyScalar(intensity * perPi);
  }

  dispose(): void {
    this.noise.dispose();
  }

  private setLeanOf(material: Material): void {
    const others = Object.entries(material.defines ?? {}).filter(([name]) => name !== "LEAN");
    material.defines = Object.fromEntries(this.lean ? [...others, ["LEAN", ""]] : others);
    material.needsUpdate = true;
  }

  /** What turbidity adds since the scene was described, 1/m. */
  private murkiness(sea: ArrayLike<number>): number {
    const ntu = at(sea, SeaField.Turbidity);
    this.startNtu ??= ntu;
    return Math.max(0, (ntu - this.startNtu) * kPerNtu);
  }
}
