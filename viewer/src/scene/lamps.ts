// Lamps: the strongest of them light the scene (medium.ts); all show their beam as a soft cone.
import { AdditiveBlending, Color, ConeGeometry, DoubleSide, Group, Mesh, Quaternion, ShaderMaterial, Vector3 } from "three";
import type { SceneLamp } from "../scene_types";
import { at, kThreeFromNed, linkAttitude, linkPlace, LinkGroups, nedToThree } from "./axes";
import { lampColour } from "./colours";
import type { Frame, Layer, LayerContext } from "./layer";
import { kLampsInShader } from "./medium_glsl";

const kBeamM = 5;
const kWidestRad = 2.4; // a point lamp has no cone; lit as a wide one

const kVertex = /* glsl */ `
varying float vAlong;
varying vec3 vNormalSeen;
varying vec3 vSeen;
void main() {
  vAlong = 1.0 - uv.y;
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vSeen = seen.xyz;
  vNormalSeen = normalMatrix * normal;
  gl_Position = projectionMatrix * seen;
}`;

const kFragment = /* glsl */ `
varying float vAlong;
varying vec3 vNormalSeen;
varying vec3 vSeen;
uniform vec3 uColour;
uniform float uLevel;
void main() {
  float edge = abs(dot(normalize(vNormalSeen), normalize(vSeen)));
  float glow = edge * edge * exp(-3.0 * vAlong) * (1.0 - vAlong);
  gl_FragColor = vec4(uColour * glow * uLevel * 0.28, 1.0);
}`;

class Beam {
  readonly mesh: Mesh<ConeGeometry, ShaderMaterial>;
  readonly colour = new Color();
  private readonly level = { value: 0 };

  constructor(readonly lamp: SceneLamp) {
    lampColour(lamp.colour_temperature_k, this.colour);
    const half = Math.min(lamp.beam_rad, 2) / 2;
    const geometry = new ConeGeometry(kBeamM * Math.tan(half), kBeamM, 28, 1, true).translate(0, -kBeamM / 2, 0);
    const material = new ShaderMaterial({
      vertexShader: kVertex, fragmentShader: kFragment, uniforms: { uColour: { value: this.colour }, uLevel: this.level },
      transparent: true, depthWrite: false, blending: AdditiveBlending, side: DoubleSide,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.renderOrder = 4;
    this.mesh.position.set(...lamp.position_m);
    this.mesh.quaternion.setFromUnitVectors(new Vector3(0, -1, 0), new Vector3(...lamp.axis).normalize());
  }

  setLevel(level: number, brightness: number): void {
    this.level.value = level * (1.15 - brightness); // by day a beam is hardly seen
    this.mesh.visible = level > 0.01 && this.lamp.kind === "spot";
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

export class Lamps implements Layer {
  readonly name = "lamps";
  readonly label = "Lamps";
  readonly group = "Vehicles";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly links = new LinkGroups(this.object);
  private readonly beams: Beam[];
  private readonly place = new Vector3();
  private readonly axis = new Vector3();
  private readonly attitude = new Quaternion();

  constructor(private readonly context: LayerContext) {
    this.beams = context.scene.lamps.map((lamp) => new Beam(lamp));
    for (const beam of this.beams) this.links.on(beam.lamp.link).add(beam.mesh);
  }

  update(frame: Frame): void {
    this.links.place(frame.links);
    const { uLampCount } = this.context.medium.uniforms;
    const brightness = this.context.medium.brightnessAt(frame.eye.z);
    uLampCount.value = 0;
    this.beams.forEach((beam, i) => {
      const level = at(frame.state.lamps, i);
      beam.setLevel(level, brightness);
      if (level > 0.01 && uLampCount.value < kLampsInShader) this.light(frame, beam, level, uLampCount.value++);
    });
  }

  switched(visible: boolean): void {
    if (!visible) this.context.medium.uniforms.uLampCount.value = 0;
  }

  dispose(): void {
    this.switched(false);
    for (const beam of this.beams) beam.dispose();
  }

  private light(frame: Frame, beam: Beam, level: number, slot: number): void {
    const { uLampPlace, uLampAxis, uLampColour } = this.context.medium.uniforms;
    const { lamp } = beam;
    linkAttitude(frame.links, lamp.link, this.attitude);
    this.axis.set(...lamp.position_m).applyQuaternion(this.attitude);
    const p = linkPlace(frame.links, lamp.link, this.place).add(this.axis);
    nedToThree(p.x, p.y, p.z, this.place);
    this.axis.set(...lamp.axis).normalize().applyQuaternion(this.attitude).applyQuaternion(kThreeFromNed);
    const half = Math.min(lamp.kind === "spot" ? lamp.beam_rad : kWidestRad, kWidestRad) / 2;
    uLampPlace.value[slot]?.set(this.place.x, this.place.y, this.place.z, 1.6 * level);
    uLampAxis.value[slot]?.set(this.axis.x, this.axis.y, this.axis.z, Math.cos(Math.min(half * 1.25, 1.5)));
    uLampColour.value[slot]?.set(beam.colour.r, beam.colour.g, beam.colour.b);
  }
}
