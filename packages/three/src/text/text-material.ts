// The shader of distance fields: sharp at any size, with an outline from the same field.

import { type Hfont, texelsPerEm } from '@assetc/formats';
import * as THREE from 'three';

/** The style of a text. */
export interface TextStyle {
  /** Default: white. */
  readonly color?: THREE.ColorRepresentation | undefined;
  /** Default: 1. */
  readonly opacity?: number | undefined;
  /** Width of the outline, in em, limited by the font's distance range. Default: 0. */
  readonly outlineWidth?: number | undefined;
  /** Default: black. */
  readonly outlineColor?: THREE.ColorRepresentation | undefined;
}

const VERTEX = `
#include <common>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vPlace;
void main() {
	vPlace = uv;
	#include <begin_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`;

/** Derivatives of the coordinates give the size of a texel on the screen, so that one shader works at any size and perspective. */
const FRAGMENT = `
#include <common>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
uniform sampler2D atlas;
uniform vec2 atlasSize;
uniform float distanceRange;
uniform float edgeValue;
uniform vec3 color;
uniform float opacity;
uniform float outlineTexels;
uniform vec3 outlineColor;
varying vec2 vPlace;
float middle( vec3 v ) { return max( min( v.r, v.g ), min( max( v.r, v.g ), v.b ) ); }
void main() {
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	float texels = ( middle( texture2D( atlas, vPlace ).rgb ) - edgeValue ) * distanceRange;
	vec2 perPixel = fwidth( vPlace ) * atlasSize;
	float texelsPerPixel = max( 0.5 * ( perPixel.x + perPixel.y ), 1e-6 );
	float inside = clamp( texels / texelsPerPixel + 0.5, 0.0, 1.0 );
	float covered = clamp( ( texels + outlineTexels ) / texelsPerPixel + 0.5, 0.0, 1.0 );
	if ( outlineTexels <= 0.0 ) covered = inside;
	if ( covered <= 0.0 ) discard;
	gl_FragColor = vec4( mix( outlineColor, color, covered > 0.0 ? inside / covered : 0.0 ), covered * opacity );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`;

export function makeTextMaterial(font: Hfont, atlas: THREE.Texture, style: TextStyle): THREE.ShaderMaterial {
  const material = new THREE.ShaderMaterial({
    name: 'assetc text',
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
    fog: true,
    clipping: true,
    side: THREE.DoubleSide,
    uniforms: {
      ...THREE.UniformsUtils.clone(THREE.UniformsLib.fog),
      atlas: { value: atlas },
      atlasSize: { value: new THREE.Vector2() },
      distanceRange: { value: 0 },
      edgeValue: { value: 0 },
      color: { value: new THREE.Color(style.color ?? 0xffffff) },
      opacity: { value: style.opacity ?? 1 },
      outlineTexels: { value: 0 },
      outlineColor: { value: new THREE.Color(style.outlineColor ?? 0) },
    },
  });
  setField(material, font, style);
  return material;
}

/** Sets the uniforms that depend on the font. */
export function setField(material: THREE.ShaderMaterial, font: Hfont, { outlineWidth = 0 }: TextStyle): void {
  const { uniforms } = material;
  const set = (name: string, value: number): void => {
    if (uniforms[name] !== undefined) uniforms[name].value = value;
  };
  uniforms.atlasSize?.value.set(font.atlasWidth, font.atlasHeight);
  set('distanceRange', font.distanceRange);
  set('edgeValue', font.edgeValue);
  // The field contains no distances beyond half of its range.
  set('outlineTexels', Math.min(outlineWidth * texelsPerEm(font), font.distanceRange * font.edgeValue));
}
