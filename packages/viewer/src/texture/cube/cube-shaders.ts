// The shaders of cube maps: the sky from inside, and reflecting balls.

import { TO_SRGB } from '../../gl/program.js';

const SHOW = `
uniform float factor;
uniform float isHdr;
uniform float isSrgb;
${TO_SRGB}
vec3 show(vec3 v) {
  if (isHdr > 0.5) return toSrgb(max(v, 0.0) * factor);
  if (factor == 1.0) return v;
  return isSrgb > 0.5 ? toSrgb(fromSrgb(v) * factor) : clamp(v * factor, 0.0, 1.0);
}`;

/** `turn` maps view directions to world directions; `reach` is the tangent of half the field of view, horizontally and vertically. */
export const SKY = `
uniform samplerCube cube;
uniform mat3 turn;
uniform vec2 reach;
uniform float level;
in vec2 place;
out vec4 color;
${SHOW}
void main() {
  vec3 ray = turn * normalize(vec3(place * reach, -1.0));
  color = vec4(show(textureLod(cube, ray, level).rgb), 1.0);
}`;

/** A ball seen from far away: the reflected ray at each of its points. The last one is a white diffuse surface. */
export const BALLS = `
uniform samplerCube cube;
uniform mat3 turn;
uniform vec3 sh[9];
uniform vec2 middle;
uniform float radius;
uniform float level;
uniform float isDiffuse;
uniform vec2 canvas;
in vec2 place;
out vec4 color;
${SHOW}
vec3 irradiance(vec3 n) {
  vec3 sum = sh[0] * 0.282095 + 0.488603 * (sh[1] * n.y + sh[2] * n.z + sh[3] * n.x)
    + 1.092548 * (sh[4] * n.x * n.y + sh[5] * n.y * n.z + sh[7] * n.x * n.z)
    + sh[6] * 0.315392 * (3.0 * n.z * n.z - 1.0) + sh[8] * 0.546274 * (n.x * n.x - n.y * n.y);
  return max(sum, 0.0);
}
void main() {
  vec2 at = ((place * 0.5 + 0.5) * canvas - middle) / radius;
  float far = dot(at, at);
  float edge = (1.0 - sqrt(far)) * radius;
  if (edge < -0.5) discard;
  vec3 n = vec3(at, sqrt(max(0.0, 1.0 - far)));
  vec3 mirrored = reflect(vec3(0.0, 0.0, -1.0), n);
  vec3 light = isDiffuse > 0.5 ? irradiance(turn * n) / 3.14159265 : textureLod(cube, turn * mirrored, level).rgb;
  float cover = clamp(edge + 0.5, 0.0, 1.0);
  color = vec4(show(light) * cover, cover);
}`;
