// What drifts and swims: fish as small bodies, plankton and marine snow as points carried by the current.
import {
  BufferAttribute, BufferGeometry, DoubleSide, Group, InstancedMesh, Matrix4, MeshLambertMaterial, Points, Quaternion, ShaderMaterial, Vector3,
} from "three";
import { SeaField } from "../scene_types";
import { at, nedToThree } from "./axes";
import type { Frame, Layer, LayerContext } from "./layer";
import { kMediumGlsl } from "./medium_glsl";
import { latticeNoise } from "./noise";
import type { Quality } from "./quality";

const kMaxFish = 2000;
const kDown = new Vector3(0, 0, 1);

/** A fish of unit length, nose ahead on x: a spindle, dark above and light below, with an upright tail. */
function fishGeometry(rings: number, around: number): BufferGeometry {
  const places: number[] = [], colours: number[] = [], index: number[] = [];
  for (let ring = 0; ring <= rings; ++ring)
    for (let k = 0; k < around; ++k) {
      const t = ring / rings, angle = (2 * Math.PI * k) / around;
      const girth = 0.02 + Math.sin(Math.PI * Math.pow(t, 0.75)) * 0.98;
      places.push(0.5 - 0.84 * t, 0.055 * girth * Math.sin(angle), -0.13 * girth * Math.cos(angle));
      colours.push(...Array<number>(3).fill(0.62 - 0.38 * Math.cos(angle)));
      const next = ring * around + ((k + 1) % around), here = ring * around + k;
      if (ring < rings) index.push(here, next, here + around, next, next + around, here + around);
    }
  const tail = places.length / 3;
  places.push(-0.3, 0, 0, -0.52, 0, -0.14, -0.46, 0, 0, -0.52, 0, 0.14);
  colours.push(...Array<number>(12).fill(0.45));
  index.push(tail, tail + 1, tail + 2, tail, tail + 2, tail + 3);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(colours), 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}

export class Fish implements Layer {
  readonly name = "fish";
  readonly label = "Fish";
  readonly group = "World";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly material = new MeshLambertMaterial({ color: 0xb9d2dc, vertexColors: true, side: DoubleSide });
  private readonly mesh: InstancedMesh;
  private readonly matrix = new Matrix4();
  private readonly place = new Vector3();
  private readonly turn = new Quaternion();
  private readonly scale = new Vector3();

  constructor(context: LayerContext) {
    context.medium.patch(this.material);
    this.mesh = new InstancedMesh(fishGeometry(5, 6), this.material, kMaxFish);
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
    this.object.add(this.mesh);
  }

  update(frame: Frame): void {
    const { fish } = frame.state;
    const count = Math.min(Math.floor(fish.length / 4), kMaxFish);
    for (let i = 0; i < count; ++i) {
      this.place.fromArray(fish, 4 * i);
      this.turn.setFromAxisAngle(kDown, at(fish, 4 * i + 3));
      this.scale.setScalar(0.1 + 0.14 * latticeNoise(i, 7, 1));
      this.mesh.setMatrixAt(i, this.matrix.compose(this.place, this.turn, this.scale));
    }
    this.mesh.count = count;
    this.mesh.visible = count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  setQuality(quality: Quality): void {
    this.mesh.geometry.dispose();
    this.mesh.geometry = quality.lean ? fishGeometry(2, 4) : fishGeometry(5, 6);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.dispose();
    this.material.dispose();
  }
}

const kMaxParticles = 900;
const kBoxM = 9;

// Points in a box about the eye that wraps around: the water is full of them wherever one goes.
const kVertex = /* glsl */ `
uniform vec3 uDrift;
uniform float uPixels;
varying vec3 vPlace;
varying float vFade;
void main() {
  vec3 relative = mod(position * ${kBoxM.toFixed(1)} + uDrift - cameraPosition, ${kBoxM.toFixed(1)}) - ${(kBoxM / 2).toFixed(1)};
  vPlace = cameraPosition + relative;
  float metres = length(relative);
  vFade = (1.0 - smoothstep(2.0, ${(kBoxM / 2).toFixed(1)}, metres)) * smoothstep(0.25, 0.7, metres) * step(vPlace.y, -0.05);
  vec4 seen = viewMatrix * vec4(vPlace, 1.0);
  gl_Position = projectionMatrix * seen;
  gl_PointSize = clamp(uPixels * 0.011 / max(-seen.z, 0.2), 1.0, 5.0);
}`;

const kFragment = /* glsl */ `
varying vec3 vPlace;
varying float vFade;
${kMediumGlsl}
void main() {
  float round = 1.0 - smoothstep(0.2, 0.5, length(gl_PointCoord - 0.5));
  vec3 colour = (uWater * 1.6 + 0.12) * daylightAt(vPlace.y) + uVeilFloor * 3.0;
  gl_FragColor = vec4(colour, 0.55 * round * vFade);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

export class Particles implements Layer {
  readonly name = "particles";
  readonly label = "Drifting particles";
  readonly group = "World";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly geometry = new BufferGeometry();
  private readonly uniforms = { uDrift: { value: new Vector3() }, uPixels: { value: 700 } };
  private readonly material: ShaderMaterial;
  private readonly points: Points;
  private readonly current = new Vector3();
  private lastS = NaN;
  private max = kMaxParticles;

  constructor(private readonly context: LayerContext) {
    const places = new Float32Array(3 * kMaxParticles);
    for (let i = 0; i < places.length; ++i) places[i] = latticeNoise(i, 3, 9);
    this.geometry.setAttribute("position", new BufferAttribute(places, 3));
    this.material = new ShaderMaterial({
      vertexShader: kVertex, fragmentShader: kFragment, uniforms: { ...context.medium.uniforms, ...this.uniforms },
      transparent: true, depthWrite: false,
    });
    this.points = new Points(this.geometry, this.material);
    this.points.frustumCulled = false;
    this.points.renderOrder = 5;
    this.object.add(this.points);
  }

  update(frame: Frame): void {
    const turbid = at(frame.state.sea, SeaField.Turbidity) > 0;
    this.points.visible = this.context.scene.particles !== null || turbid;
    this.geometry.setDrawRange(0, this.max);
    const step = frame.timeS - this.lastS;
    this.lastS = frame.timeS;
    if (step > 0 && step < 10) this.uniforms.uDrift.value.addScaledVector(this.currentAt(frame), step);
    wrap(this.uniforms.uDrift.value);
  }

  setQuality(quality: Quality): void {
    this.max = Math.min(quality.particles, kMaxParticles);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }

  /** The current at the depth of the eye, three.js axes. */
  private currentAt(frame: Frame): Vector3 {
    const depths = this.context.scene.current_depths_m;
    let nearest = 0;
    depths.forEach((depth, i) => {
      if (Math.abs(depth - frame.eye.z) < Math.abs((depths[nearest] ?? 0) - frame.eye.z)) nearest = i;
    });
    const { currents } = frame.state;
    return nedToThree(at(currents, 3 * nearest), at(currents, 3 * nearest + 1), at(currents, 3 * nearest + 2), this.current);
  }
}

/** The box repeats: keep the way within it, where a float is exact. */
function wrap(drift: Vector3): void {
  drift.set(drift.x % kBoxM, drift.y % kBoxM, drift.z % kBoxM);
}
