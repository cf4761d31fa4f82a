// What the GPU of this device makes of the same blocks: they are uploaded as they are, drawn texel by texel, and read back.

import { ASTC_FOOTPRINTS, blockFormatOf, type Ktx2, texelFormatOf } from '@assetc/formats';
import { chooseTarget, prepareTranscoder, transcode } from '@assetc/formats/transcode';
import {
  isHdrTexture,
  levelBytes,
  type Texels,
} from '../../../../packages/compiler/src/encoding/texture/decode-texels.js';
import { loadZstd } from '../../../../packages/compiler/src/encoding/zstd.js';
import type { NativePicture } from '../messages.js';
import { bitmapOf, shownAs } from './compare.js';
import { titleOf } from './decoded-file.js';

/** Linear formats: codes are compared, not colors. */
const FORMATS: Readonly<Record<string, readonly [extension: string, format: number]>> = {
  bc1: ['WEBGL_compressed_texture_s3tc', 0x83f0],
  bc3: ['WEBGL_compressed_texture_s3tc', 0x83f3],
  bc4: ['EXT_texture_compression_rgtc', 0x8dbb],
  bc5: ['EXT_texture_compression_rgtc', 0x8dbd],
  bc7: ['EXT_texture_compression_bptc', 0x8e8c],
  'etc2-rgb': ['WEBGL_compressed_texture_etc', 0x9274],
  'etc2-rgba': ['WEBGL_compressed_texture_etc', 0x9278],
  'eac-r11': ['WEBGL_compressed_texture_etc', 0x9270],
  'eac-rg11': ['WEBGL_compressed_texture_etc', 0x9272],
};
/** In the order of WebGL's numbers. */
const ASTC_SIZES: readonly string[] = ASTC_FOOTPRINTS;

function webGlFormat(name: string): readonly [extension: string, format: number] | undefined {
  const astc = ASTC_SIZES.indexOf(name.replace('astc-', ''));
  return astc >= 0 ? ['WEBGL_compressed_texture_astc', 0x93b0 + astc] : FORMATS[name];
}

interface Blocks {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** UASTC becomes what this GPU samples, as a loader does it. */
async function blocksFor(
  gl: WebGL2RenderingContext,
  ktx: Ktx2,
  role: string,
  hasAlpha: boolean,
): Promise<Blocks | string> {
  const bytes = levelBytes(ktx, 0, ktx.supercompressionScheme === 0 ? undefined : await loadZstd());
  const block = blockFormatOf(ktx.vkFormat);
  if (block !== undefined) return { name: block.name, bytes };
  if (texelFormatOf(ktx) !== 'uastc') return 'It has no blocks: the GPU shows exactly these texels.';
  const { pixelWidth: width, pixelHeight: height } = ktx;
  await prepareTranscoder();
  const channels = role === 'normal' ? 'rg' : role === 'grayscale' ? 'r' : hasAlpha ? 'rgba' : 'rgb';
  const { to } = chooseTarget({ webgl2: gl.getSupportedExtensions() ?? [] }, { channels, width, height });
  if (to === 'rgba8') return 'This GPU has no block format: a loader would transcode it to RGBA8.';
  return { name: to, bytes: transcode({ bytes, width, height }, { to }) };
}

export async function drawNatively(
  ktx: Ktx2,
  decoded: Texels,
  role: string,
  hasAlpha: boolean,
): Promise<NativePicture | string> {
  if (isHdrTexture(ktx)) return 'HDR is only shown by the decoder.';
  const { width, height } = decoded;
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (gl === null) return 'This browser has no WebGL 2 here.';
  try {
    const maxSize: unknown = gl.getParameter(gl.MAX_TEXTURE_SIZE);
    if (typeof maxSize === 'number' && Math.max(width, height) > maxSize)
      return `This GPU allows ${maxSize} texels a side.`;
    const blocks = await blocksFor(gl, ktx, role, hasAlpha);
    if (typeof blocks === 'string') return blocks;
    const format = webGlFormat(blocks.name);
    const title = titleOf(blocks.name);
    if (format === undefined || gl.getExtension(format[0]) === null) return `This GPU does not sample ${title}.`;
    if (blocks.name.startsWith('bc') && (width % 4 !== 0 || height % 4 !== 0))
      return `WebGL takes ${title} only with sides that are multiples of 4.`;
    const pixels = readBack(gl, format[1], blocks.bytes, width, height);
    if (pixels === undefined) return `This GPU refused ${title}.`;
    const maxDifference = largestDifference(pixels, decoded.pixels, role);
    return { bitmap: await bitmapOf(shownAs({ width, height, pixels }, role)), format: title, maxDifference };
  } finally {
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

const VERTICES =
  '#version 300 es\nvoid main() { gl_Position = vec4(ivec2(gl_VertexID & 1, gl_VertexID >> 1) * 4 - 1, 0, 1); }';
const TEXELS =
  '#version 300 es\nprecision highp float; uniform highp sampler2D image; out highp vec4 texel; void main() { texel = texelFetch(image, ivec2(gl_FragCoord.xy), 0); }';

/** Undefined if WebGL reports an error. */
function readBack(
  gl: WebGL2RenderingContext,
  format: number,
  blocks: Uint8Array,
  width: number,
  height: number,
): Uint8Array | undefined {
  const program = gl.createProgram();
  for (const [type, text] of [
    [gl.VERTEX_SHADER, VERTICES],
    [gl.FRAGMENT_SHADER, TEXELS],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) return undefined;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.compressedTexImage2D(gl.TEXTURE_2D, 0, format, width, height, 0, blocks);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  const target = gl.createRenderbuffer();
  gl.bindRenderbuffer(gl.RENDERBUFFER, target);
  gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, target);
  gl.viewport(0, 0, width, height);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const pixels = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return gl.getError() === gl.NO_ERROR ? pixels : undefined;
}

/** Over the channels that the role uses. */
function largestDifference(a: Uint8Array, b: Uint8Array, role: string): number {
  const count = role === 'normal' ? 2 : role === 'grayscale' ? 1 : 3;
  let largest = 0;
  for (let i = 0; i < a.length; i += 4)
    for (let c = 0; c < count; c++) largest = Math.max(largest, Math.abs((a[i + c] ?? 0) - (b[i + c] ?? 0)));
  return largest;
}
