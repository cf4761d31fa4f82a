// What both layouts of light for three share: a triangle that covers a target, and the light of a direction and a roughness.

import type { EnvironmentLight } from '@assetc/formats';
import * as THREE from 'three';
import type { SharedTexture } from '../texture/texture-store.js';

const VERTEX = 'void main() { gl_Position = vec4( position.xy, 0.0, 1.0 ); }';

/** `lightAt`: of the file's levels, and for the roughest surfaces of its coefficients, which three also takes for diffuse light. */
const LIGHT = `
uniform samplerCube cube;
uniform float levelCount;
uniform vec3 irradiance[ 9 ];

vec3 diffuse( vec3 n ) {
  vec3 sum = irradiance[ 0 ] * 0.282095 + ( irradiance[ 1 ] * n.y + irradiance[ 2 ] * n.z + irradiance[ 3 ] * n.x ) * 0.488603;
  sum += ( irradiance[ 4 ] * n.x * n.y + irradiance[ 5 ] * n.y * n.z + irradiance[ 7 ] * n.x * n.z ) * 1.092548;
  sum += irradiance[ 6 ] * 0.315392 * ( 3.0 * n.z * n.z - 1.0 ) + irradiance[ 8 ] * 0.546274 * ( n.x * n.x - n.y * n.y );
  return max( sum, vec3( 0.0 ) ) / 3.141592653589793;
}

vec3 lightAt( vec3 direction, float roughness ) {
  if ( roughness > 0.99 ) return diffuse( direction );
  return textureLod( cube, direction, roughness * ( levelCount - 1.0 ) ).rgb;
}
`;

interface LightUniforms {
  readonly [name: string]: THREE.IUniform;
}

/** Draws all of a target once for each call of `each`, which sets target and uniforms. */
export function drawLight(
  renderer: THREE.WebGLRenderer,
  { texture, data: { light } }: SharedTexture,
  fragment: string,
  own: LightUniforms,
  each: (draw: () => void) => void,
): void {
  if (light === undefined) return;
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
  const uniforms = {
    cube: { value: texture },
    levelCount: { value: light.levelCount },
    irradiance: { value: irradianceOf(light) },
    ...own,
  };
  const material = new THREE.ShaderMaterial({
    uniforms,
    vertexShader: VERTEX,
    fragmentShader: `${LIGHT}${fragment}`,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  const camera = new THREE.Camera();
  const before = { target: renderer.getRenderTarget(), xr: renderer.xr.enabled };
  renderer.xr.enabled = false;
  each(() => {
    material.uniformsNeedUpdate = true;
    renderer.render(mesh, camera);
  });
  renderer.setRenderTarget(before.target);
  renderer.xr.enabled = before.xr;
  geometry.dispose();
  material.dispose();
}

function irradianceOf({ irradiance }: EnvironmentLight): readonly THREE.Vector3[] {
  return Array.from({ length: 9 }, (_, i) => new THREE.Vector3().fromArray(irradiance, i * 3));
}
