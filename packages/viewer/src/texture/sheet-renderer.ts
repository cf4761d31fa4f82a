// Draws the images of a sheet: channels, exposure, background, what the source had, how far it is from that, block modes, a grid around large texels.

import { GlProgram, TO_SRGB } from '../gl/program.js';
import { heatRamp } from './heat.js';
import type { ImageKey } from './images.js';
import type { Sheet } from './sheet.js';
import { canvasPoint, type Size, type ViewBox } from './view-box.js';

export type Comparison = 'off' | 'source' | 'split' | 'difference';

export interface Look {
  /** Red, green, blue, alpha. */
  readonly channels: readonly [boolean, boolean, boolean, boolean];
  /** In stops. */
  readonly exposure: number;
  /** Texels are linear light; else codes, of sRGB or of data. */
  readonly isHdr: boolean;
  readonly isSrgb: boolean;
  /** Blue is made of red and green, as shaders do for normals. */
  readonly rebuildsZ: boolean;
  readonly comparison: Comparison;
  /** Where the source ends, as a share of the canvas's width. */
  readonly split: number;
  readonly gain: number;
  readonly showsBlocks: boolean;
  /** Two colours from 0 to 1 that squares of 8 points alternate between. */
  readonly background: readonly [readonly number[], readonly number[]];
  /** Pixels of the canvas a point of the page. */
  readonly pixelRatio: number;
}

/** What an image is drawn of. */
export interface Drawn {
  readonly texture: WebGLTexture;
  readonly source?: WebGLTexture | undefined;
  /** A texel a block. */
  readonly blocks?: WebGLTexture | undefined;
}

const VERTEX = `
uniform vec2 canvas;
uniform vec4 box;
out vec2 place;
void main() {
  place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 at = (box.xy + place * box.zw) / canvas;
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
}`;

const FRAGMENT = `
uniform sampler2D picture;
uniform sampler2D source;
uniform sampler2D blocks;
uniform sampler2D ramp;
uniform vec2 canvas;
uniform vec2 size;
uniform vec2 blockShare;
uniform vec4 channels;
uniform float factor;
uniform float isHdr;
uniform float isSrgb;
uniform float rebuildsZ;
uniform float isDifference;
uniform float showsBlocks;
uniform float sourceUntil;
uniform float gain;
uniform float gridScale;
uniform float pixelRatio;
uniform vec3 backA;
uniform vec3 backB;
in vec2 place;
out vec4 color;
${TO_SRGB}
vec4 seen(vec4 texel) {
  vec3 rgb = texel.rgb;
  if (rebuildsZ > 0.5) {
    vec2 xy = rgb.rg * 2.0 - 1.0;
    rgb.b = sqrt(max(0.0, 1.0 - dot(xy, xy))) * 0.5 + 0.5;
  }
  if (isHdr > 0.5) rgb = toSrgb(max(rgb, 0.0) * factor);
  else if (factor != 1.0) rgb = isSrgb > 0.5 ? toSrgb(fromSrgb(rgb) * factor) : clamp(rgb * factor, 0.0, 1.0);
  return vec4(rgb, clamp(texel.a, 0.0, 1.0));
}
void main() {
  vec4 is = seen(texture(picture, place));
  bool isSource = gl_FragCoord.x < sourceUntil;
  vec4 shown = isSource ? seen(texture(source, place)) : is;
  float count = channels.r + channels.g + channels.b;
  vec3 back = mod(floor(gl_FragCoord.x / (8.0 * pixelRatio)) + floor((canvas.y - gl_FragCoord.y) / (8.0 * pixelRatio)), 2.0) < 0.5 ? backA : backB;
  vec3 rgb;
  if (isDifference > 0.5) {
    vec4 off = abs(is - seen(texture(source, place))) * channels;
    float most = max(max(off.r, off.g), max(off.b, off.a)) * gain;
    rgb = texture(ramp, vec2((clamp(most, 0.0, 1.0) * 255.0 + 0.5) / 256.0, 0.5)).rgb;
  } else if (count + channels.a < 1.5) {
    rgb = vec3(dot(shown, channels));
  } else {
    rgb = shown.rgb * channels.rgb;
    if (channels.a > 0.5) rgb = mix(back, rgb, shown.a);
  }
  if (showsBlocks > 0.5 && !isSource) {
    vec3 mode = texture(blocks, place * blockShare).rgb;
    rgb = mix(vec3(dot(rgb, vec3(0.2126, 0.7152, 0.0722))), mode, 0.82);
  }
  if (gridScale > 0.0) {
    vec2 inTexel = fract(place * size) * gridScale;
    float edge = 1.0 - step(pixelRatio, min(inTexel.x, inTexel.y));
    rgb = mix(rgb, vec3(dot(rgb, vec3(0.3333)) > 0.5 ? 0.0 : 1.0), edge * 0.14);
  }
  color = vec4(rgb, 1.0);
}`;

/** Pixels of a texel from which it has a frame. */
const GRID_FROM = 16;

export class SheetRenderer {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: GlProgram;
  readonly #ramp: WebGLTexture;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = new GlProgram(gl, VERTEX, FRAGMENT);
    this.#ramp = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.#ramp);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, heatRamp());
    for (const name of [gl.TEXTURE_MAG_FILTER, gl.TEXTURE_MIN_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
  }

  draw(sheet: Sheet, box: ViewBox, canvas: Size, look: Look, drawnOf: (image: ImageKey) => Drawn | undefined): void {
    const gl = this.#gl;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.#program.use();
    this.#program.set({
      canvas: [canvas.width, canvas.height],
      channels: look.channels.map(Number),
      factor: 2 ** look.exposure,
      isHdr: look.isHdr,
      isSrgb: look.isSrgb,
      rebuildsZ: look.rebuildsZ,
      gain: look.gain,
      backA: look.background[0],
      backB: look.background[1],
      pixelRatio: look.pixelRatio,
      gridScale: box.scale >= GRID_FROM * look.pixelRatio ? box.scale : 0,
    });
    for (const each of sheet.placed) {
      const from = canvasPoint(box, each.x, each.y, canvas);
      const to = canvasPoint(box, each.x + each.width, each.y + each.height, canvas);
      if (to.x < 0 || to.y < 0 || from.x > canvas.width || from.y > canvas.height) continue;
      const drawn = drawnOf(each.image);
      if (drawn !== undefined) this.#drawOne(each, [from.x, from.y, to.x - from.x, to.y - from.y], canvas, look, drawn);
    }
  }

  #drawOne(size: Size, box: readonly number[], canvas: Size, look: Look, drawn: Drawn): void {
    const gl = this.#gl;
    const hasSource = drawn.source !== undefined;
    const until = { off: -1, source: canvas.width + 1, split: look.split * canvas.width, difference: -1 }[
      look.comparison
    ];
    const blocks = look.showsBlocks ? drawn.blocks : undefined;
    this.#program.set({
      box,
      size: [size.width, size.height],
      // The last blocks may reach beyond the image.
      blockShare: [size.width / (Math.ceil(size.width / 4) * 4), size.height / (Math.ceil(size.height / 4) * 4)],
      isDifference: hasSource && look.comparison === 'difference',
      sourceUntil: hasSource ? until : -1,
      showsBlocks: blocks !== undefined,
    });
    const flat = (texture: WebGLTexture) => ({ target: gl.TEXTURE_2D, texture });
    this.#program.bind({
      picture: flat(drawn.texture),
      source: flat(drawn.source ?? drawn.texture),
      blocks: flat(blocks ?? drawn.texture),
      ramp: flat(this.#ramp),
    });
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }
}
