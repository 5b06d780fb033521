// The sea surface: a disc of rings about the eye, finer near it, displaced by the waves in its vertex
// shader. From above it mirrors the sky after Fresnel; from below it shows the sky within Snell's
// window (48.6 deg from the vertical) and mirrors the water outside of it.
import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, ShaderMaterial, Vector2, Vector4 } from "three";
import { SeaField, type SceneDescription } from "../scene_types";
import { at, kThreeFromNed } from "./axes";
import type { Frame, Layer, LayerContext } from "./layer";
import type { Medium } from "./medium";
import { kMediumGlsl } from "./medium_glsl";
import type { Quality } from "./quality";
import { elevationM, phaseAt } from "./waves";

const kMaxWaves = 64;
const kFullMesh = { rings: 72, spokes: 96 };
const kLeanMesh = { rings: 72, spokes: 80 }; // coarser ones cannot show waves of some metres
const kNearestM = 0.35;
const kFarthestM = 6000;

// How the surface looks at a place: shared by both ways of shading, per pixel and (lean) per vertex.
const kShade = /* glsl */ `
${kMediumGlsl}
vec4 shade(vec3 place, vec3 slope, vec3 normal) {
  vec3 way = place - cameraPosition;
  float metres = length(way);
  vec3 view = way / metres;
  if (cameraPosition.y > place.y && view.y < 0.05) {
    float facing = clamp(dot(-view, normal), 0.0, 1.0);
    float away = 1.0 - facing, fresnel = 0.02 + 0.98 * away * away * away * away * away;
    vec3 mirrored = reflect(view, normal);
    mirrored.y = abs(mirrored.y);
    vec3 glint = uSunColour * 2.2 * pow(max(dot(mirrored, uToward), 0.0), 220.0);
    vec2 toward = normalize(uToward.xz + vec2(0.02));
    float lit = clamp(0.5 + 4.0 * dot(slope.xz, toward) + 0.25 * place.y, 0.0, 1.0); // crests let light through
    vec3 body = uWater * (0.3 + 1.0 * lit) + uVeilFloor;
    vec3 colour = mix(body, sky(mirrored), fresnel) + glint;
    return vec4(throughMedium(colour, place), clamp(0.62 + fresnel + metres * 0.004, 0.0, 1.0));
  }
  float cosine = abs(dot(view, normal));
  vec3 bent = normalize(mix(vec3(view.x, 0.12, view.z), vec3(0.0, 1.0, 0.0), smoothstep(0.62, 1.0, cosine)));
  float toSun = max(dot(normalize(mix(view, uToward, 0.15)), uToward), 0.0);
  vec3 overhead = sky(bent) * vec3(0.86, 0.97, 1.0) + uSunColour * 0.9 * pow(toSun, 60.0);
  vec3 mirrored = veil(reflect(view, -normal)) * 0.9;
  return vec4(throughMedium(mix(mirrored, overhead, 0.92 * smoothstep(0.60, 0.74, cosine)), place), 0.96);
}
#ifdef LEAN
  varying vec4 vShaded;
  varying vec3 vRipple; // place and strength
#else
  varying vec3 vPlace;
  varying vec3 vSlope;
#endif
`;

const kVertex = /* glsl */ `
uniform vec4 uWaves[${kMaxWaves}];  // amplitude, k_north, k_east, phase at this moment
uniform int uWaveCount;
uniform vec2 uCentre;  // east, -north
uniform float uScale;
uniform float uGrowth; // cell size by distance
uniform float uRipple;
${kShade}
void main() {
  vec2 flatPlace = position.xz * uScale;
  float cell = max(length(flatPlace) * uGrowth, ${kNearestM.toFixed(2)} * uGrowth);
  flatPlace += uCentre;
  float north = -flatPlace.y, east = flatPlace.x, up = 0.0;
  vec2 slope = vec2(0.0);
  for (int i = 0; i < ${kMaxWaves}; ++i) {
    if (i >= uWaveCount) break;
    vec4 wave = uWaves[i];
    float a = wave.x * max(0.0, 1.0 - dot(wave.yz, wave.yz) * cell * cell * 0.101321); // shownShare() of waves.ts
    float angle = wave.y * north + wave.z * east + wave.w;
    up += a * cos(angle);
    slope -= a * sin(angle) * wave.yz; // d up / d (north, east)
  }
  vec3 place = vec3(east, up, -north), leaning = vec3(-slope.y, 1.0, slope.x);
  #ifdef LEAN
    vShaded = shade(place, leaning, normalize(leaning));
    vShaded.rgb = leanTone(vShaded.rgb);
    vRipple = vec3(place.xz, uRipple / (1.0 + 0.02 * distance(place, cameraPosition)));
  #else
    vPlace = place;
    vSlope = leaning;
  #endif
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`;

const kFragment = /* glsl */ `
uniform sampler2D uNoise;
uniform float uTime;
uniform float uRipple;
${kShade}
#ifndef LEAN
vec3 rippled() {
  float near = uRipple / (1.0 + distance(vPlace, cameraPosition) * 0.03);
  vec2 p = vPlace.xz;
  float a = texture2D(uNoise, p * 0.075 + uTime * vec2(0.013, 0.009)).r - 0.5;
  float b = texture2D(uNoise, p.yx * 0.11 + uTime * vec2(-0.011, 0.012)).r - 0.5;
  return normalize(vSlope + vec3(a, 0.0, b) * near);
}
#endif

void main() {
  #ifdef LEAN
    float ripple = texture2D(uNoise, vRipple.xy * 0.11 + uTime * vec2(0.013, 0.009)).r - 0.5;
    gl_FragColor = vec4(vShaded.rgb * (1.0 + 2.0 * vRipple.z * ripple), vShaded.a);
  #else
    gl_FragColor = shade(vPlace, vSlope, rippled());
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  #endif
}`;

/** Rings of growing width, so that every cell covers about the same angle of the view. */
function discGeometry({ rings, spokes }: typeof kFullMesh): { geometry: BufferGeometry; growth: number } {
  const growth = Math.pow(kFarthestM / kNearestM, 1 / (rings - 1));
  const places = new Float32Array((rings * spokes + 1) * 3);
  const indices: number[] = [];
  for (let ring = 0; ring < rings; ++ring)
    for (let spoke = 0; spoke < spokes; ++spoke) {
      const vertex = 1 + ring * spokes + spoke;
      const next = 1 + ring * spokes + ((spoke + 1) % spokes);
      const radius = kNearestM * Math.pow(growth, ring);
      const angle = (2 * Math.PI * (spoke + 0.5 * (ring % 2))) / spokes;
      places[3 * vertex] = radius * Math.cos(angle);
      places[3 * vertex + 2] = radius * Math.sin(angle);
      if (ring === 0) indices.push(0, next, vertex);
      else indices.push(vertex - spokes, next, vertex, vertex - spokes, next - spokes, next);
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(places, 3));
  geometry.setIndex(indices);
  return { geometry, growth: growth - 1 };
}

export class WaterSurface implements Layer {
  readonly name = "surface";
  readonly label = "Water surface";
  readonly group = "World";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly components: SceneDescription["waves"]["components"];
  private readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly waves = Array.from({ length: kMaxWaves }, () => new Vector4());
  private readonly uniforms: { uWaveCount: { value: number }; uScale: { value: number }; uGrowth: { value: number }; uRipple: { value: number }; uCentre: { value: Vector2 } };
  private shape = kFullMesh;
  private readonly medium: Medium;

  constructor(context: Pick<LayerContext, "scene" | "medium">) {
    this.components = [...context.scene.waves.components].sort((a, b) => b[0] - a[0]).slice(0, kMaxWaves);
    this.uniforms = { uWaveCount: { value: 0 }, uScale: { value: 1 }, uGrowth: { value: 1 }, uRipple: { value: 0.1 }, uCentre: { value: new Vector2() } };
    this.medium = context.medium;
    this.mesh = this.makeMesh(context.medium);
    // The mesh thinks in three.js axes, as its shader does: undo the turn of the root.
    this.object.quaternion.copy(kThreeFromNed).invert();
    this.object.add(this.mesh);
  }

  update(frame: Frame): void {
    const factor = at(frame.state.sea, SeaField.WaveFactor);
    const count = this.components.length;
    for (let i = 0; i < count; ++i) {
      const c = this.components[i];
      if (c) this.waves[i]?.set(c[0] * factor, c[1], c[2], phaseAt(c, frame.timeS));
    }
    this.uniforms.uWaveCount.value = factor > 0 ? count : 0;
    const eye = frame.camera.position;
    this.uniforms.uCentre.value.set(eye.x, eye.z);
    this.uniforms.uScale.value = Math.max(1, Math.abs(eye.y) / 12);
    this.drawOnlySeen(eye.y);
    this.uniforms.uRipple.value = 0.14 + 0.16 * Math.min(windSpeed(frame.state.sea) / 8, 1.5);
  }

  /** Where the surface is above a place, up from its mean. */
  elevation(north: number, east: number, timeS: number, sea: ArrayLike<number>): number {
    return elevationM(this.components, north, east, timeS, at(sea, SeaField.WaveFactor));
  }

  setQuality(quality: Quality): void {
    this.mesh.geometry.dispose();
    this.shape = quality.lean ? kLeanMesh : kFullMesh;
    const { geometry, growth } = discGeometry(this.shape);
    this.mesh.geometry = geometry;
    this.uniforms.uGrowth.value = growth;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  /** From below, haze hides the surface beyond some distance: rings farther than that are left out. */
  private drawOnlySeen(eyeY: number): void {
    const reach = this.medium.reachM(-eyeY);
    const radius = Math.sqrt(Math.max(reach * reach - eyeY * eyeY, 0)) / this.uniforms.uScale.value;
    const { rings, spokes } = this.shape;
    const seen = Math.ceil(Math.log(Math.max(radius, 1e-3) / kNearestM) / Math.log(1 + this.uniforms.uGrowth.value)) + 1;
    this.mesh.visible = radius > 0;
    this.mesh.geometry.setDrawRange(0, 3 * spokes * (2 * Math.min(Math.max(seen, 1), rings) - 1));
  }

  private makeMesh(medium: Medium): Mesh<BufferGeometry, ShaderMaterial> {
    const material = new ShaderMaterial({
      vertexShader: kVertex,
      fragmentShader: kFragment,
      uniforms: { ...medium.uniforms, ...this.uniforms, uWaves: { value: this.waves } },
      side: DoubleSide,
      transparent: true,
      depthWrite: false,
    });
    medium.follow(material);
    const mesh = new Mesh(new BufferGeometry(), material);
    mesh.frustumCulled = false;
    mesh.renderOrder = 2; // after the sky
    return mesh;
  }
}

function windSpeed(sea: ArrayLike<number>): number {
  return Math.hypot(at(sea, SeaField.Wind), at(sea, SeaField.Wind + 1));
}
