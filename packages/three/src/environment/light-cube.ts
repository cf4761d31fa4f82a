// Light as current versions of three store it: a cube map whose levels have growing roughness.

import * as THREE from 'three';
import type { SharedTexture } from '../texture/texture-store.js';
import { CUBE_FACES } from './cube-faces.js';
import { drawLight } from './draw-light.js';

/** The roughest level has 8×8 texels. */
const MIN_SIDE_LOG2 = 3;
/** Enough levels for all roughnesses, also of small files. */
const MIN_SIDE = 128;

/** The roughness of a level, in versions of three that store light this way. */
const roughnessOfLevel: unknown = Reflect.get(THREE.PMREMGenerator, 'lodToRoughness');

export const hasLightCubes: boolean = typeof roughnessOfLevel === 'function';

export function makeLightCube(width: number): THREE.WebGLCubeRenderTarget {
  const side = Math.max(MIN_SIDE, 2 ** Math.floor(Math.log2(width)));
  const target = new THREE.WebGLCubeRenderTarget(side, {
    type: THREE.HalfFloatType,
    minFilter: THREE.LinearMipmapLinearFilter,
    generateMipmaps: false,
    depthBuffer: false,
  });
  const levels = Math.log2(side) - MIN_SIDE_LOG2 + 1;
  const mipmaps = Array.from({ length: levels }, (_, level) => ({ width: side >> level, height: side >> level }));
  Object.assign(target.texture, { mipmaps, isPMREMTexture: true });
  return target;
}

const FRAGMENT = `
uniform mat3 face;
uniform float side;
uniform float roughness;
void main() {
  vec2 place = 2.0 * gl_FragCoord.xy / side - 1.0;
  gl_FragColor = vec4( lightAt( normalize( face * vec3( place, 1.0 ) ), roughness ), 1.0 );
}`;

export function drawLightCube(
  renderer: THREE.WebGLRenderer,
  from: SharedTexture,
  to: THREE.WebGLCubeRenderTarget,
): void {
  const levels = Math.log2(to.width) - MIN_SIDE_LOG2 + 1;
  const uniforms = { face: { value: new THREE.Matrix3() }, side: { value: 0 }, roughness: { value: 0 } };
  drawLight(renderer, from, FRAGMENT, uniforms, (draw) => {
    for (let level = 0; level < levels; level++) {
      const roughness: unknown =
        typeof roughnessOfLevel === 'function' ? roughnessOfLevel(level, levels - 1) : level / (levels - 1);
      uniforms.roughness.value = Number(roughness);
      uniforms.side.value = to.width >> level;
      // Three does not scale the viewport to the level.
      to.viewport.set(0, 0, to.width >> level, to.width >> level);
      for (const [i, [s, t, axis]] of CUBE_FACES.entries()) {
        uniforms.face.value.set(s[0], t[0], axis[0], s[1], t[1], axis[1], s[2], t[2], axis[2]);
        renderer.setRenderTarget(to, i, level);
        draw();
      }
    }
  });
  to.viewport.set(0, 0, to.width, to.width);
}
