// Shader text of the water between the eye and things, shared by all materials (medium.ts).
// World axes here are those of three.js: y is up, 0 the mean surface.

export const kLampsInShader = 4;
const kLeanKnee = 0.2; // x / (x + 0.2) is near to tone curve and gamma together, and costs one division

export const kMediumGlsl = /* glsl */ `
uniform vec3 uHaze;       // attenuation along the line of sight, 1/m
uniform vec3 uDimming;    // of daylight with depth, 1/m
uniform vec3 uWater;      // light scattered by the water below the surface
uniform vec3 uVeilFloor;  // what is left of it in the dark
uniform float uVeilM;     // from how far scattered light comes
uniform vec3 uVeilAtEye;  // uWater at the depth of the eye
uniform vec3 uZenith;
uniform vec3 uHorizon;
uniform vec3 uSunColour;
uniform vec3 uToward;

vec3 daylightAt(float y) { return exp(min(y, 0.0) * uDimming); }

// What one sees in the water where nothing is: light comes from above, so that the water is brightest
// overhead and darkest below.
vec3 veil(vec3 direction) {
  float upward = 0.5 + 0.5 * direction.y;
  #ifdef LEAN
    vec3 lit = uVeilAtEye;
  #else
    vec3 lit = uWater * daylightAt(min(cameraPosition.y + direction.y * uVeilM, -0.3));
  #endif
  return lit * (0.3 + 1.25 * upward * upward) + uVeilFloor;
}

vec3 sky(vec3 direction) {
  float up = clamp(direction.y, 0.0, 1.0);
  vec3 colour = mix(uHorizon, uZenith, 1.0 - pow(1.0 - up, 3.0));
  float toSun = max(dot(direction, uToward), 0.0);
  colour += uSunColour * 0.22 * pow(toSun, 24.0);
  #ifndef LEAN
    colour += uSunColour * 2.5 * smoothstep(0.99975, 0.9999, toSun);
  #endif
  return colour;
}

// What the way from a place to the eye leaves of its colour, and what it adds. From above, only the part
// of the way below the surface counts as water; from below all of it does, since the surface mirrors and
// hides what stands above it far away.
void mediumTo(vec3 place, out vec3 left, out vec3 added) {
  vec3 way = place - cameraPosition;
  float metres = length(way);
  float low = min(place.y, cameraPosition.y), high = max(place.y, cameraPosition.y);
  float wet = cameraPosition.y <= 0.0 ? 1.0 : (low >= 0.0 ? 0.0 : -low / (high - low));
  float clearAir = wet < 1.0 ? exp(-metres * (1.0 - wet) * 0.0007) : 1.0;
  left = exp(-uHaze * metres * wet);
  added = veil(way / max(metres, 1e-4)) * (1.0 - left) * clearAir + uHorizon * (1.0 - clearAir);
  left *= clearAir;
}

vec3 throughMedium(vec3 colour, vec3 place) {
  vec3 left, added;
  mediumTo(place, left, added);
  return colour * left + added;
}

// Tone curve and display gamma in one, for pictures drawn without a graphics card.
vec3 leanTone(vec3 colour) { return colour / (colour + ${kLeanKnee}); }
`;

/** Lamps and the viewing light on a surface. */
export const kLampsGlsl = /* glsl */ `
uniform vec3 uFill;
uniform int uLampCount;
uniform vec4 uLampPlace[${kLampsInShader}];  // and level
uniform vec4 uLampAxis[${kLampsInShader}];   // and cosine of half the beam
uniform vec3 uLampColour[${kLampsInShader}];

vec3 lampsAt(vec3 place, vec3 facing, float towardEye) {
  vec3 sum = uFill * (0.45 + 0.55 * towardEye);
  for (int i = 0; i < ${kLampsInShader}; ++i) {
    if (i >= uLampCount) break;
    vec3 to = uLampPlace[i].xyz - place;
    float metres = length(to);
    to /= max(metres, 1e-3);
    float edge = uLampAxis[i].w;
    float beam = smoothstep(edge, mix(edge, 1.0, 0.45), dot(-to, uLampAxis[i].xyz));
    float lambert = 0.15 + 0.85 * max(dot(facing, to), 0.0);
    vec3 light = uLampColour[i] * (uLampPlace[i].w * beam * lambert / (1.0 + 0.06 * metres * metres));
    #ifndef LEAN
      light *= exp(-0.6 * uHaze * metres);
    #endif
    sum += light;
  }
  return sum;
}
`;

/** Light on a surface, per pixel: daylight that fades with depth, its caustics, and lamps. */
export const kLitGlsl = /* glsl */ `
uniform sampler2D uNoise;
uniform float uTime;
uniform float uCaustics;
${kLampsGlsl}

// A net of bright lines: where two drifting noises both cross their mean.
float causticsAt(vec3 place) {
  vec2 p = place.xz - uToward.xz * (place.y / max(uToward.y, 0.3));
  float a = texture2D(uNoise, p * 0.041 + vec2(uTime * 0.011, uTime * 0.007)).r;
  float b = texture2D(uNoise, p * 0.033 - vec2(uTime * 0.009, -uTime * 0.006) + 0.37).r;
  float ridge = 1.0 - min(abs(a - 0.5) + abs(b - 0.5), 0.25) * 4.0;
  return ridge * ridge * ridge - 0.25;
}

vec3 litInWater(vec3 sunlit, vec3 albedo, vec3 place, vec3 facing, float towardEye) {
  vec3 day = daylightAt(place.y);
  if (place.y < 0.0 && uCaustics > 0.0)
    day *= 1.0 + uCaustics * exp(place.y * 0.09 - 0.02 * distance(place, cameraPosition)) * max(facing.y, 0.0) * causticsAt(place);
  return sunlit * day + albedo * lampsAt(place, facing, towardEye);
}
`;

/** The same per vertex, without caustics: a tenth of the cost where the processor paints every pixel. */
export const kLeanVertexGlsl = /* glsl */ `
${kMediumGlsl}
${kLampsGlsl}
uniform vec3 uSunLight;
uniform vec3 uSunFrom;
uniform vec3 uSkyLight;
uniform vec3 uGroundLight;
varying vec3 vLeanLight;
varying vec3 vLeanAdded;
varying float vLeanY;

void lightLean(vec3 place, vec3 facing) {
  vec3 left;
  mediumTo(place, left, vLeanAdded);
  vec3 day = uSunLight * max(dot(facing, uSunFrom), 0.0) + mix(uGroundLight, uSkyLight, 0.5 + 0.5 * facing.y);
  float towardEye = abs(dot(facing, normalize(cameraPosition - place)));
  vLeanLight = (day * daylightAt(place.y) + lampsAt(place, facing, towardEye)) * left;
  vLeanY = place.y;
}
`;

/** Comes last in main() of a vertex shader of three.js. */
export const kLeanVertexMainGlsl = /* glsl */ `
  vec4 leanPlace = vec4(transformed, 1.0);
  #ifdef USE_INSTANCING
    leanPlace = instanceMatrix * leanPlace;
  #endif
  lightLean((modelMatrix * leanPlace).xyz, inverseTransformDirection(transformedNormal, viewMatrix));
`;

export function leanFragment(uniforms: string, detail: string): string {
  return /* glsl */ `
uniform vec3 diffuse;
uniform float opacity;
varying vec3 vLeanLight;
varying vec3 vLeanAdded;
varying float vLeanY;
${uniforms}
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphatest_pars_fragment>
void main() {
  vec4 diffuseColor = vec4(diffuse, opacity);
  #include <map_fragment>
  #include <color_fragment>
  #include <alphatest_fragment>
  ${detail}
  vec3 colour = diffuseColor.rgb * vLeanLight + vLeanAdded;
  #ifdef OPAQUE
    diffuseColor.a = 1.0;
  #endif
  gl_FragColor = vec4(colour / (colour + ${kLeanKnee}), diffuseColor.a);
}`;
}
