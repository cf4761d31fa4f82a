// Draws glyphs from a font's distance field, sharp at any size: one quad each.

import type { Hfont } from '@assetc/formats';
import { GlProgram } from '../gl/program.js';
import type { Texels } from '../texture/texels.js';

/** Left, top, width, height in canvas pixels; left, top, right, bottom in the atlas; whether it replaces a missing glyph. */
export const GLYPH_FLOATS = 9;

const VERTEX = `
layout(location = 0) in vec4 box;
layout(location = 1) in vec4 field;
layout(location = 2) in float isMissing;
uniform vec2 canvas;
out vec2 place;
out float missing;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 at = (box.xy + corner * box.zw) / canvas;
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
  place = mix(field.xy, field.zw, corner);
  missing = isMissing;
}`;

/** The same computation as in the guide for engines. */
const FRAGMENT = `
uniform sampler2D atlas;
uniform vec2 atlasSize;
uniform float distanceRange;
uniform float edgeValue;
uniform vec3 ink;
uniform vec3 missingInk;
in vec2 place;
in float missing;
out vec4 color;
float middle(vec3 v) { return max(min(v.r, v.g), min(max(v.r, v.g), v.b)); }
void main() {
  float texels = (middle(texture(atlas, place).rgb) - edgeValue) * distanceRange;
  vec2 perPixel = fwidth(place) * atlasSize;
  float texelsPerPixel = max(0.5 * (perPixel.x + perPixel.y), 1e-6);
  float cover = clamp(texels / texelsPerPixel + 0.5, 0.0, 1.0);
  color = vec4(mix(ink, missingInk, missing) * cover, cover);
}`;

interface GlyphInk {
  readonly ink: readonly number[];
  readonly missingInk: readonly number[];
}

export class GlyphRenderer {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: GlProgram;
  readonly #quads: WebGLBuffer;
  readonly #atlas: WebGLTexture;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = new GlProgram(gl, VERTEX, FRAGMENT);
    this.#quads = gl.createBuffer();
    this.#atlas = gl.createTexture();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#quads);
    for (const [location, size, offset] of [
      [0, 4, 0],
      [1, 4, 16],
      [2, 1, 32],
    ] as const) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, GLYPH_FLOATS * 4, offset);
      gl.vertexAttribDivisor(location, 1);
    }
  }

  setAtlas({ width, height, data }: Texels): void {
    const gl = this.#gl;
    gl.bindTexture(gl.TEXTURE_2D, this.#atlas);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, data);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, axis, gl.CLAMP_TO_EDGE);
  }

  draw(font: Hfont, quads: Float32Array, canvas: { width: number; height: number }, ink: GlyphInk): void {
    const gl = this.#gl;
    if (gl.isContextLost()) return;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.#program.use();
    this.#program.set({
      canvas: [canvas.width, canvas.height],
      atlasSize: [font.atlasWidth, font.atlasHeight],
      distanceRange: font.distanceRange,
      edgeValue: font.edgeValue,
      ...ink,
    });
    this.#program.bind({ atlas: { target: gl.TEXTURE_2D, texture: this.#atlas } });
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#quads);
    gl.bufferData(gl.ARRAY_BUFFER, quads, gl.DYNAMIC_DRAW);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, quads.length / GLYPH_FLOATS);
  }
}
