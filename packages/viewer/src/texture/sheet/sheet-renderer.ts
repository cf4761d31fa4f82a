// Draws the images of a sheet: channels, exposure, background, the source, the difference, block modes, a grid around large texels.

import { GlProgram, TO_SRGB } from '../../gl/program.js';
import { heatRamp } from '../heat.js';
import type { ImageKey } from '../images.js';
import type { Sheet } from './sheet.js';
import { canvasPoint, type Size, type ViewBox } from './view-box.js';

export type Comparison = 'off' | 'source' | 'split' | 'difference';

export interface Look {
  /** Red, green, blue, alpha. */
  readonly channels: readonly [boolean, boolean, boolean, boolean];
  /** In stops. */
  readonly exposure: number;
  /** Texels are linear light; otherwise sRGB or data codes. */
  readonly isHdr: boolean;
  readonly isSrgb: boolean;
  /** Blue is computed from red and green, as shaders do for normals. */
  readonly rebuildsZ: boolean;
  readonly comparison: Comparison;
  /** Right edge of the source, as a share of the canvas width. */
  readonly split: number;
  readonly gain: number;
  readonly showsBlocks: boolean;
  /** The two colors (0 to 1) of a checkerboard with squares of 8 CSS pixels. */
  readonly background: readonly [readonly number[], readonly number[]];
  /** Canvas pixels per CSS pixel. */
  readonly pixelRatio: number;
}

/** The textures that an image is drawn from. */
export interface Drawn {
  readonly texture: WebGLTexture;
  readonly source?: WebGLTexture | undefined;
  /** One texel per block. */
  readonly blocks?: WebGLTexture | undefined;
  /** Texels of a block; 4 × 4 if undefined. */
  readonly blockSize?: Size | undefined;
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

/** Features of a shader. Each shader contains only what it needs: software rendering runs every branch. */
type Feature = 'HDR' | 'EXPOSED' | 'REBUILT_Z' | 'SOURCE' | 'DIFFERENCE' | 'BLOCKS' | 'GRID';

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
uniform float isSrgb;
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
#ifdef REBUILT_Z
  vec2 xy = rgb.rg * 2.0 - 1.0;
  rgb.b = sqrt(max(0.0, 1.0 - dot(xy, xy))) * 0.5 + 0.5;
#endif
#if defined(HDR)
  rgb = toSrgb(max(rgb, 0.0) * factor);
#elif defined(EXPOSED)
  rgb = isSrgb > 0.5 ? toSrgb(fromSrgb(rgb) * factor) : clamp(rgb * factor, 0.0, 1.0);
#endif
  return vec4(rgb, clamp(texel.a, 0.0, 1.0));
}
void main() {
  vec4 is = seen(texture(picture, place));
  vec4 shown = is;
#ifdef SOURCE
  bool isSource = gl_FragCoord.x < sourceUntil;
  if (isSource) shown = seen(texture(source, place));
#endif
  vec3 rgb;
#ifdef DIFFERENCE
  vec4 off = abs(is - seen(texture(source, place))) * channels;
  float most = max(max(off.r, off.g), max(off.b, off.a)) * gain;
  rgb = texture(ramp, vec2((clamp(most, 0.0, 1.0) * 255.0 + 0.5) / 256.0, 0.5)).rgb;
#else
  float count = channels.r + channels.g + channels.b;
  if (count + channels.a < 1.5) {
    rgb = vec3(dot(shown, channels));
  } else {
    vec3 back = mod(floor(gl_FragCoord.x / (8.0 * pixelRatio)) + floor((canvas.y - gl_FragCoord.y) / (8.0 * pixelRatio)), 2.0) < 0.5 ? backA : backB;
    rgb = shown.rgb * channels.rgb;
    if (channels.a > 0.5) rgb = mix(back, rgb, shown.a);
  }
#endif
#ifdef BLOCKS
  vec3 mode = mix(vec3(dot(rgb, vec3(0.2126, 0.7152, 0.0722))), texture(blocks, place * blockShare).rgb, 0.82);
#ifdef SOURCE
  if (isSource) mode = rgb;
#endif
  rgb = mode;
#endif
#ifdef GRID
  vec2 inTexel = fract(place * size) * gridScale;
  float edge = 1.0 - step(pixelRatio, min(inTexel.x, inTexel.y));
  rgb = mix(rgb, vec3(dot(rgb, vec3(0.3333)) > 0.5 ? 0.0 : 1.0), edge * 0.14);
#endif
  color = vec4(rgb, 1.0);
}`;

/** Texels with at least this many pixels have a frame. */
const GRID_FROM = 16;

export class SheetRenderer {
  readonly #gl: WebGL2RenderingContext;
  readonly #programs = new Map<string, GlProgram>();
  readonly #ramp: WebGLTexture;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
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
    for (const each of sheet.placed) {
      const from = canvasPoint(box, each.x, each.y, canvas);
      const to = canvasPoint(box, each.x + each.width, each.y + each.height, canvas);
      if (to.x < 0 || to.y < 0 || from.x > canvas.width || from.y > canvas.height) continue;
      const drawn = drawnOf(each.image);
      const place = [from.x, from.y, to.x - from.x, to.y - from.y];
      if (drawn !== undefined) this.#drawOne(each, place, canvas, look, drawn, box.scale);
    }
  }

  #programFor(features: readonly Feature[]): GlProgram {
    const text = features.map((name) => `#define ${name}\n`).join('');
    const program = this.#programs.get(text) ?? new GlProgram(this.#gl, VERTEX, `${text}${FRAGMENT}`);
    this.#programs.set(text, program);
    return program;
  }

  #drawOne(size: Size, box: readonly number[], canvas: Size, look: Look, drawn: Drawn, scale: number): void {
    const gl = this.#gl;
    const program = this.#programFor(featuresOf(look, drawn, scale));
    program.use();
    program.set({
      canvas: [canvas.width, canvas.height],
      channels: look.channels.map(Number),
      factor: 2 ** look.exposure,
      isSrgb: look.isSrgb,
      gain: look.gain,
      backA: look.background[0],
      backB: look.background[1],
      pixelRatio: look.pixelRatio,
      gridScale: scale,
      box,
      size: [size.width, size.height],
      // The last blocks may extend beyond the image.
      blockShare: [wholeShare(size.width, drawn.blockSize?.width), wholeShare(size.height, drawn.blockSize?.height)],
      sourceUntil: look.comparison === 'split' ? look.split * canvas.width : canvas.width + 1,
    });
    const flat = (texture: WebGLTexture) => ({ target: gl.TEXTURE_2D, texture });
    program.bind({
      picture: flat(drawn.texture),
      source: flat(drawn.source ?? drawn.texture),
      blocks: flat(drawn.blocks ?? drawn.texture),
      ramp: flat(this.#ramp),
    });
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }
}

/** The part of whole blocks that an image covers. */
const wholeShare = (texels: number, block = 4): number => texels / (Math.ceil(texels / block) * block);

function featuresOf(look: Look, drawn: Drawn, scale: number): readonly Feature[] {
  const { comparison } = look;
  const hasSource = drawn.source !== undefined;
  const asked: readonly (readonly [Feature, boolean])[] = [
    ['HDR', look.isHdr],
    ['EXPOSED', look.exposure !== 0],
    ['REBUILT_Z', look.rebuildsZ],
    ['SOURCE', hasSource && (comparison === 'source' || comparison === 'split')],
    ['DIFFERENCE', hasSource && comparison === 'difference'],
    ['BLOCKS', look.showsBlocks && drawn.blocks !== undefined],
    ['GRID', scale >= GRID_FROM * look.pixelRatio],
  ];
  return asked.filter(([, isAsked]) => isAsked).map(([name]) => name);
}
