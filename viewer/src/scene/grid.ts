// A level grid below what the camera looks at, with lines at round metres that fit the view.
import { DoubleSide, Group, Mesh, PlaneGeometry, ShaderMaterial, Vector3 } from "three";
import type { Frame, Layer } from "./layer";

/** 1, 10, 100 ... m between lines, by the size of the view. */
export function gridStepM(focusM: number): number {
  return Math.pow(10, Math.round(Math.log10(Math.max(focusM, 0.5) / 8)));
}

const kVertex = /* glsl */ `
varying vec2 vPlace; // north, east
uniform vec3 uCentre;
uniform float uReach;
void main() {
  vec3 place = vec3(uCentre.xy + position.xy * uReach, uCentre.z);
  vPlace = place.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(place, 1.0);
}`;

const kFragment = /* glsl */ `
varying vec2 vPlace;
uniform vec3 uCentre;
uniform float uReach;
uniform float uStep;
float lines(float step) {
  vec2 scaled = vPlace / step;
  vec2 away = abs(fract(scaled - 0.5) - 0.5) / max(fwidth(scaled), 1e-6);
  float crowding = smoothstep(0.15, 0.5, max(fwidth(scaled.x), fwidth(scaled.y)));
  return (1.0 - min(min(away.x, away.y), 1.0)) * (1.0 - crowding);
}
void main() {
  float fade = 1.0 - smoothstep(0.35, 1.0, length(vPlace - uCentre.xy) / uReach);
  float strength = max(0.14 * lines(uStep), 0.3 * lines(uStep * 10.0)) * fade;
  if (strength < 0.004) discard;
  gl_FragColor = vec4(0.75, 0.9, 1.0, strength);
}`;

export class Grid implements Layer {
  readonly name = "grid";
  readonly label = "Metre grid";
  readonly group = "Aids";
  readonly shownAtFirst = false;
  readonly object = new Group();
  private readonly uniforms = { uCentre: { value: new Vector3() }, uReach: { value: 100 }, uStep: { value: 1 } };
  private readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly ahead = new Vector3();

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: kVertex, fragmentShader: kFragment, uniforms: this.uniforms, transparent: true, depthWrite: false, side: DoubleSide,
    });
    this.mesh = new Mesh(new PlaneGeometry(2, 2), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 3;
    this.object.add(this.mesh);
  }

  update(frame: Frame): void {
    const focus = frame.camera.getWorldDirection(this.ahead).multiplyScalar(frame.focusM).add(frame.camera.position);
    const step = gridStepM(frame.focusM);
    this.uniforms.uStep.value = step;
    this.uniforms.uReach.value = 8 * Math.max(frame.focusM, 2);
    // Held at whole steps below the focus, so that it does not follow every bob of the vehicle.
    const depth = Math.ceil((-focus.y + 0.15 * frame.focusM) / step) * step;
    this.uniforms.uCentre.value.set(-focus.z, focus.x, depth);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
