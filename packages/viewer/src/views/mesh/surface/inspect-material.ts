// Materials that show the structure of a mesh instead of its look. They support skins, morph targets and instances.

import * as THREE from 'three';

/** What a surface shows instead of its material. */
const INSPECTIONS = ['parts', 'normals', 'tangents', 'uv', 'density', 'colors', 'overdraw'] as const;
export type Inspection = (typeof INSPECTIONS)[number];

const VERTEX = `
#include <common>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
attribute vec4 tangent;
attribute vec3 part;
#ifdef HAS_COLOR
attribute vec4 color;
#endif
varying vec3 vNormal;
varying vec3 vShown;
varying vec3 vPlace;
varying vec2 vUv;
varying float vHand;
void main() {
  #include <beginnormal_vertex>
  #include <morphnormal_vertex>
  #include <skinbase_vertex>
  #include <skinnormal_vertex>
  #include <begin_vertex>
  #include <morphtarget_vertex>
  #include <skinning_vertex>
  vNormal = normalize( mat3( modelMatrix ) * objectNormal );
  vUv = uv;
  vHand = tangent.w;
  vShown = part;
  #ifdef HAS_COLOR
  vShown = color.rgb;
  #endif
  #if MODE == 2
  vShown = normalize( mat3( modelMatrix ) * tangent.xyz );
  #endif
  vec4 place = vec4( transformed, 1.0 );
  #ifdef USE_INSTANCING
  place = instanceMatrix * place;
  #endif
  vPlace = ( modelMatrix * place ).xyz;
  #include <project_vertex>
}`;

const FRAGMENT = `
#include <common>
uniform vec2 texels;
uniform float usual;
varying vec3 vNormal;
varying vec3 vShown;
varying vec3 vPlace;
varying vec2 vUv;
varying float vHand;
float lamp() {
  vec3 n = normalize( gl_FrontFacing ? vNormal : - vNormal );
  vec3 eye = normalize( cameraPosition - vPlace );
  return 0.45 + 0.55 * max( dot( n, eye ), 0.0 );
}
vec3 ramp( float t ) {
  vec3 low = mix( vec3( 0.16, 0.3, 0.9 ), vec3( 0.2, 0.75, 0.35 ), clamp( t + 1.0, 0.0, 1.0 ) );
  return mix( low, vec3( 0.95, 0.2, 0.16 ), clamp( t, 0.0, 1.0 ) );
}
void main() {
  vec3 shown = vec3( 0.5 );
  #if MODE == 0
  shown = vShown * lamp();
  #elif MODE == 1
  shown = normalize( vNormal ) * 0.5 + 0.5;
  #elif MODE == 2
  shown = normalize( vShown ) * 0.5 + 0.5;
  if ( vHand < 0.0 && mod( gl_FragCoord.x + gl_FragCoord.y, 12.0 ) < 2.0 ) shown *= 0.55;
  #elif MODE == 3
  vec2 cell = floor( vUv * 8.0 );
  vec2 within = fract( vUv );
  float check = mod( cell.x + cell.y, 2.0 );
  shown = mix( vec3( 0.24 + 0.5 * within.x, 0.24 + 0.5 * within.y, 0.45 ), vec3( 0.93 ), check * 0.75 );
  vec2 edge = abs( fract( vUv * 8.0 ) - 0.5 );
  shown *= lamp() * ( max( edge.x, edge.y ) > 0.48 ? 0.75 : 1.0 );
  #elif MODE == 4
  vec2 s = dFdx( vUv * texels );
  vec2 t = dFdy( vUv * texels );
  float covered = abs( s.x * t.y - s.y * t.x );
  float space = max( length( cross( dFdx( vPlace ), dFdy( vPlace ) ) ), 1e-20 );
  float octaves = 0.5 * log2( max( covered / space, 1e-20 ) ) - log2( max( usual, 1e-10 ) );
  shown = covered == 0.0 ? vec3( 0.35 ) : ramp( octaves / 2.0 ) * lamp();
  #elif MODE == 5
  shown = pow( max( vShown, 0.0 ), vec3( 1.0 / 2.2 ) );
  #else
  shown = vec3( 0.11, 0.05, 0.02 );
  #endif
  gl_FragColor = vec4( shown, 1.0 );
}`;

export interface InspectMaterial extends THREE.ShaderMaterial {
  readonly uniforms: { texels: { value: THREE.Vector2 }; usual: { value: number } };
}

/** `hasColors`: the geometry has vertex colors. */
export function inspectMaterial(inspection: Inspection, hasColors: boolean): InspectMaterial {
  const isOverdraw = inspection === 'overdraw';
  const uniforms = { texels: { value: new THREE.Vector2(1, 1) }, usual: { value: 1 } };
  const material = new THREE.ShaderMaterial({
    uniforms,
    defines: {
      MODE: INSPECTIONS.indexOf(inspection),
      ...(inspection === 'colors' && hasColors ? { HAS_COLOR: '' } : {}),
    },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    side: THREE.DoubleSide,
    toneMapped: false,
    ...(isOverdraw ? { blending: THREE.AdditiveBlending, depthTest: false, depthWrite: false, transparent: true } : {}),
  });
  return Object.assign(material, { uniforms });
}
