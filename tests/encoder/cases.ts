// Settings that reach every block encoder and every filter.

import type { EncodeOptions } from '@assetc/encoder';

/** Large enough for levels to be divided. */
export const SIZE = 740;

export const CASES: readonly EncodeOptions[] = [
  { quality: 'normal' },
  { quality: 'fast', rdo: 1, filter: 'kaiser' },
  { quality: 'fast', role: 'normal', channels: 'xyz' },
  { quality: 'fast', target: 'bc', role: 'color', alpha: 'blends' },
  { quality: 'fast', target: 'bc', bc: 'small' },
  { quality: 'fast', target: 'bc', role: 'normal', filter: 'kaiser', wrap: 'clamp' },
  { quality: 'fast', target: 'astc', role: 'linear' },
  { quality: 'fast', target: 'astc', astc: '8x6', mips: false },
  { quality: 'fast', target: 'etc2', role: 'grayscale' },
  { quality: 'fast', target: 'etc2', alphaCutoff: 0.5, maxSize: 400 },
  { target: 'raw', srgb: false },
];
