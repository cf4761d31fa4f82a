// The names of the targets in WebGL2 and WebGPU, and the features that they need.

import type { Transfer } from '../ktx2/basic-formats.js';
import type { TranscodeTarget } from './transcode.js';

interface GpuFormat {
  /** The WebGL2 extension of the format, and that of its sRGB twin if it is another one. */
  readonly extension?: string;
  readonly srgbExtension?: string;
  /** Feature of WebGPU. */
  readonly feature?: string;
  readonly gl: Readonly<Partial<Record<Transfer, number>>>;
  readonly gpu: Readonly<Partial<Record<Transfer, string>>>;
}

const ASTC = { extension: 'WEBGL_compressed_texture_astc', feature: 'texture-compression-astc' };
const ETC2 = { extension: 'WEBGL_compressed_texture_etc', feature: 'texture-compression-etc2' };
const BPTC = { extension: 'EXT_texture_compression_bptc', feature: 'texture-compression-bc' };
const RGTC = { extension: 'EXT_texture_compression_rgtc', feature: 'texture-compression-bc' };
const S3TC = {
  extension: 'WEBGL_compressed_texture_s3tc',
  srgbExtension: 'WEBGL_compressed_texture_s3tc_srgb',
  feature: 'texture-compression-bc',
};

/** By target. A target without an extension or feature is always available. */
export const GPU_FORMATS: Readonly<Record<TranscodeTarget, GpuFormat>> = {
  'astc-4x4': {
    ...ASTC,
    gl: { linear: 0x93b0, srgb: 0x93d0 },
    gpu: { linear: 'astc-4x4-unorm', srgb: 'astc-4x4-unorm-srgb' },
  },
  bc7: {
    ...BPTC,
    gl: { linear: 0x8e8c, srgb: 0x8e8d },
    gpu: { linear: 'bc7-rgba-unorm', srgb: 'bc7-rgba-unorm-srgb' },
  },
  bc1: {
    ...S3TC,
    gl: { linear: 0x83f0, srgb: 0x8c4c },
    gpu: { linear: 'bc1-rgba-unorm', srgb: 'bc1-rgba-unorm-srgb' },
  },
  bc3: {
    ...S3TC,
    gl: { linear: 0x83f3, srgb: 0x8c4f },
    gpu: { linear: 'bc3-rgba-unorm', srgb: 'bc3-rgba-unorm-srgb' },
  },
  bc4: { ...RGTC, gl: { linear: 0x8dbb }, gpu: { linear: 'bc4-r-unorm' } },
  bc5: { ...RGTC, gl: { linear: 0x8dbd }, gpu: { linear: 'bc5-rg-unorm' } },
  'etc2-rgb': {
    ...ETC2,
    gl: { linear: 0x9274, srgb: 0x9275 },
    gpu: { linear: 'etc2-rgb8unorm', srgb: 'etc2-rgb8unorm-srgb' },
  },
  'etc2-rgba': {
    ...ETC2,
    gl: { linear: 0x9278, srgb: 0x9279 },
    gpu: { linear: 'etc2-rgba8unorm', srgb: 'etc2-rgba8unorm-srgb' },
  },
  'eac-r11': { ...ETC2, gl: { linear: 0x9270 }, gpu: { linear: 'eac-r11unorm' } },
  'eac-rg11': { ...ETC2, gl: { linear: 0x9272 }, gpu: { linear: 'eac-rg11unorm' } },
  rgba8: { gl: { linear: 0x8058, srgb: 0x8c43 }, gpu: { linear: 'rgba8unorm', srgb: 'rgba8unorm-srgb' } },
};
