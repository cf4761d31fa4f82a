// Light for three before it stored light in cube maps: an atlas of faces by roughness.

import * as THREE from 'three';
import type { SharedTexture } from '../texture/texture-store.js';
import { drawLight } from './draw-light.js';

/** `CubeUVReflectionMapping` of these versions. */
const ATLAS = 306;
/** Sides of the smallest tiles; six rougher ones follow in the last row. */
const MIN_SIDE = 16;
const ROUGHER_TILES = 6;

export function makeAtlas(width: number): THREE.WebGLRenderTarget {
  // A power of two: each tile has half the side of the one before.
  const side = Math.max(MIN_SIDE, 2 ** Math.floor(Math.log2(width)));
  const target = new THREE.WebGLRenderTarget(3 * Math.max(side, MIN_SIDE * (ROUGHER_TILES + 1)), 4 * side, {
    type: THREE.HalfFloatType,
    magFilter: THREE.LinearFilter,
    minFilter: THREE.LinearFilter,
    generateMipmaps: false,
    depthBuffer: false,
  });
  Object.assign(target.texture, { mapping: ATLAS });
  return target;
}

/** From a texel to its roughness and direction: the inverse of what three's shaders do with it. */
const FRAGMENT = `
uniform float side;

vec3 directionOf( float face, vec2 place ) {
  float u = 2.0 * place.x - 1.0;
  float v = 2.0 * place.y - 1.0;
  if ( face < 0.5 ) return vec3( 1.0, v, u );
  if ( face < 1.5 ) return vec3( - u, 1.0, - v );
  if ( face < 2.5 ) return vec3( - u, v, 1.0 );
  if ( face < 3.5 ) return vec3( - 1.0, v, - u );
  if ( face < 4.5 ) return vec3( - u, - 1.0, v );
  return vec3( u, v, - 1.0 );
}

float roughnessOf( float mip ) {
  if ( mip > log2( side ) - 0.5 ) return 0.0;
  if ( mip > 3.5 ) return exp2( - 0.5 * mip ) / 1.16;
  if ( mip > 2.5 ) return 0.305;
  if ( mip > - 1.5 ) return mix( 0.8, 0.4, ( mip + 1.0 ) / 3.0 );
  return 1.0;
}

void main() {
  float x = gl_FragCoord.x;
  float y = gl_FragCoord.y;
  float tile = side;
  float top = 0.0;
  for ( int i = 0; i < 16; i ++ ) {
    if ( y < top + 2.0 * tile || tile <= 16.0 ) break;
    top += 2.0 * tile;
    tile *= 0.5;
  }
  float rougher = tile <= 16.0 ? floor( x / 48.0 ) : 0.0;
  x -= rougher * 48.0;
  y -= top;
  float face = floor( x / tile ) + ( y >= tile ? 3.0 : 0.0 );
  vec2 place = ( mod( vec2( x, y ), tile ) - 1.0 ) / ( tile - 2.0 );
  vec3 direction = normalize( directionOf( face, place ) );
  float roughness = roughnessOf( log2( tile ) - rougher );
  gl_FragColor = vec4( lightAt( direction, roughness ), 1.0 );
}`;

export function drawAtlas(renderer: THREE.WebGLRenderer, from: SharedTexture, to: THREE.WebGLRenderTarget): void {
  drawLight(renderer, from, FRAGMENT, { side: { value: to.height / 4 } }, (draw) => {
    renderer.setRenderTarget(to);
    draw();
  });
}
