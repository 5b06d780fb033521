// What is seen where nothing is: the sky above water, the glow of the water below.
import { BackSide, Mesh, ShaderMaterial, SphereGeometry, type PerspectiveCamera } from "three";
import type { Medium } from "./medium";
import { kMediumGlsl } from "./medium_glsl";

const kCommon = /* glsl */ `
uniform float uBelow;
${kMediumGlsl}
vec3 seen(vec3 direction) { return uBelow > 0.5 ? veil(direction) : sky(direction); }
#ifdef LEAN
  varying vec3 vColour;
#else
  varying vec3 vDirection;
#endif
`;

const kVertex = /* glsl */ `
${kCommon}
void main() {
  #ifdef LEAN
    vColour = leanTone(seen(normalize(position)));
  #else
    vDirection = position;
  #endif
  vec4 place = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
  gl_Position = place.xyww; // behind everything
}`;

const kFragment = /* glsl */ `
${kCommon}
void main() {
  #ifdef LEAN
    gl_FragColor = vec4(vColour, 1.0);
  #else
    gl_FragColor = vec4(seen(normalize(vDirection)), 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  #endif
}`;

export class Sky {
  readonly mesh: Mesh<SphereGeometry, ShaderMaterial>;
  private readonly below = { value: 0 };

  constructor(medium: Medium) {
    const material = new ShaderMaterial({
      vertexShader: kVertex,
      fragmentShader: kFragment,
      uniforms: { ...medium.uniforms, uBelow: this.below },
      side: BackSide,
      depthWrite: false,
    });
    medium.follow(material);
    this.mesh = new Mesh(new SphereGeometry(1, 24, 32), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1; // after what is opaque, so that only free pixels are painted
  }

  update(camera: PerspectiveCamera, surfaceY: number): void {
    this.below.value = camera.position.y < surfaceY ? 1 : 0;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
