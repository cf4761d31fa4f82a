// Chromium's decoders of block formats: a texture is uploaded as it is and read back texel by texel in 16 bits, or as floats.

import { ASTC_FOOTPRINTS, type AstcFootprint } from '@assetc/formats';
import type { Browser } from 'playwright-core';

/** The name of a format in WebGL, and its extension. All are linear: sRGB would be converted. */
const FORMATS = {
  bc1: ['WEBGL_compressed_texture_s3tc', 0x83f0],
  'bc1-cut-out': ['WEBGL_compressed_texture_s3tc', 0x83f1],
  bc3: ['WEBGL_compressed_texture_s3tc', 0x83f3],
  bc4: ['EXT_texture_compression_rgtc', 0x8dbb],
  bc5: ['EXT_texture_compression_rgtc', 0x8dbd],
  bc7: ['EXT_texture_compression_bptc', 0x8e8c],
  'etc2-rgb': ['WEBGL_compressed_texture_etc', 0x9274],
  'etc2-rgba': ['WEBGL_compressed_texture_etc', 0x9278],
  'eac-r11': ['WEBGL_compressed_texture_etc', 0x9270],
  'eac-rg11': ['WEBGL_compressed_texture_etc', 0x9272],
} as const;

type WebGlFormat = keyof typeof FORMATS | `astc-${AstcFootprint}`;

/** The numbers of ASTC follow the order of sizes. */
function webGlFormat(name: WebGlFormat): readonly [string, number] {
  const size = ASTC_FOOTPRINTS.findIndex((footprint) => name === `astc-${footprint}`);
  if (size >= 0) return ['WEBGL_compressed_texture_astc', 0x93b0 + size];
  const known = Object.entries(FORMATS).find(([other]) => other === name)?.[1];
  if (known === undefined) throw new Error(`WebGL has no ${name}`);
  return known;
}

/** Formats of high dynamic range. */
const FLOAT_FORMATS = {
  bc6h: ['EXT_texture_compression_bptc', 0x8e8f],
  'bc6h-signed': ['EXT_texture_compression_bptc', 0x8e8e],
} as const;

interface Job {
  readonly extension: string;
  readonly format: number;
  readonly base64: string;
  readonly width: number;
  readonly height: number;
  /** Read the bits of floats rather than sixteen bits of 0 to 1. */
  readonly isFloat: boolean;
}

/** Runs in the page. Returns RGBA of 32 bits a channel as base64, or what is missing. */
function readInPage({ extension, format, base64, width, height, isFloat }: Job): string | { readonly missing: string } {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (gl === null) return { missing: 'WebGL2' };
  if (gl.getExtension(extension) === null) return { missing: extension };
  const program = gl.createProgram();
  for (const [type, text] of [
    [gl.VERTEX_SHADER, 'void main() { gl_Position = vec4(ivec2(gl_VertexID & 1, gl_VertexID >> 1) * 4 - 1, 0, 1); }'],
    [
      gl.FRAGMENT_SHADER,
      `precision highp float; uniform highp sampler2D image; out highp uvec4 texel;
       void main() {
         vec4 value = texelFetch(image, ivec2(gl_FragCoord.xy), 0);
         texel = ${isFloat ? 'floatBitsToUint(value)' : 'uvec4(floor(value * 65535.0 + 0.5))'};
       }`,
    ],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) return { missing: 'a shader' };
    gl.shaderSource(shader, `#version 300 es\n${text}`);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) throw new Error(gl.getProgramInfoLog(program) ?? '');
  gl.useProgram(program);
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.compressedTexImage2D(gl.TEXTURE_2D, 0, format, width, height, 0, bytes);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.bindRenderbuffer(gl.RENDERBUFFER, gl.createRenderbuffer());
  gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA32UI, width, height);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferRenderbuffer(
    gl.FRAMEBUFFER,
    gl.COLOR_ATTACHMENT0,
    gl.RENDERBUFFER,
    gl.getParameter(gl.RENDERBUFFER_BINDING),
  );
  gl.viewport(0, 0, width, height);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const wide = new Uint32Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, wide);
  const error = gl.getError();
  if (error !== gl.NO_ERROR) throw new Error(`WebGL error ${error}`);
  const texels = new Uint8Array(wide.buffer);
  let text = '';
  for (let i = 0; i < texels.length; i += 32768) text += String.fromCharCode(...texels.subarray(i, i + 32768));
  return btoa(text);
}

async function decode(
  browser: Browser,
  [extension, format]: readonly [string, number],
  blocks: Uint8Array,
  width: number,
  height: number,
  isFloat: boolean,
): Promise<Uint8Array> {
  const page = await browser.newPage();
  try {
    const base64 = Buffer.from(blocks).toString('base64');
    const result = await page.evaluate(readInPage, { extension, format, base64, width, height, isFloat });
    if (typeof result !== 'string') throw new Error(`Chromium lacks ${result.missing}`);
    return Uint8Array.from(Buffer.from(result, 'base64'));
  } finally {
    await page.close();
  }
}

/** RGBA in 16 bits a channel; width and height are multiples of the block size. */
export async function decodeWithWebGl(
  browser: Browser,
  name: WebGlFormat,
  blocks: Uint8Array,
  width: number,
  height: number,
): Promise<Uint16Array> {
  const bytes = await decode(browser, webGlFormat(name), blocks, width, height, false);
  return Uint16Array.from(new Uint32Array(bytes.buffer));
}

/** RGBA of floats; width and height are multiples of 4. */
export async function decodeFloatsWithWebGl(
  browser: Browser,
  name: keyof typeof FLOAT_FORMATS,
  blocks: Uint8Array,
  width: number,
  height: number,
): Promise<Float32Array> {
  const bytes = await decode(browser, FLOAT_FORMATS[name], blocks, width, height, true);
  return new Float32Array(bytes.buffer);
}
