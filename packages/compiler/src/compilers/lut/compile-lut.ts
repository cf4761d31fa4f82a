// Compiles a Lut to a 3D KTX2: RGBA8 or RGBA16F, linear, one level, Zstd. Alpha is opaque.

import { encodeKtx2, rgba8Format, rgba16fFormat, Supercompression, toHalf } from '@assetc/formats';
import { loadZstd } from '../../encoding/zstd.js';
import type { Lut } from '../../model/image/lut.js';
import type { LutSettings } from './settings.js';

const ZSTD_LEVEL = 19;
const MAX_HALF = 65504;

interface CompiledLut {
  readonly bytes: Uint8Array;
  /** Number of values outside the range of the format. */
  readonly clamped: number;
}

export async function compileLut(lut: Lut, settings: LutSettings): Promise<CompiledLut> {
  const { texels, clamped } = settings.format === 'rgba8' ? toBytes(lut.values) : toHalves(lut.values);
  const zstd = await loadZstd();
  const bytes = encodeKtx2({
    format: settings.format === 'rgba8' ? rgba8Format('linear') : rgba16fFormat(),
    pixelWidth: lut.size,
    pixelHeight: lut.size,
    pixelDepth: lut.size,
    supercompressionScheme: Supercompression.zstd,
    levels: [{ bytes: zstd.compress(texels, ZSTD_LEVEL), uncompressedByteLength: texels.length }],
  });
  return { bytes, clamped };
}

function toBytes(values: Float32Array): { texels: Uint8Array; clamped: number } {
  const texels = new Uint8Array((values.length / 3) * 4).fill(255);
  let clamped = 0;
  for (let i = 0; i < values.length; i++) {
    const v = values[i] ?? 0;
    const inside = Math.min(Math.max(v, 0), 1);
    if (inside !== v) clamped++;
    texels[Math.floor(i / 3) * 4 + (i % 3)] = Math.floor(inside * 255 + 0.5);
  }
  return { texels, clamped };
}

function toHalves(values: Float32Array): { texels: Uint8Array; clamped: number } {
  const texels = new Uint8Array((values.length / 3) * 8);
  const view = new DataView(texels.buffer);
  let clamped = 0;
  for (let i = 0; i < values.length; i++) {
    const v = values[i] ?? 0;
    const inside = Math.min(Math.max(v, -MAX_HALF), MAX_HALF);
    if (inside !== v) clamped++;
    view.setUint16(Math.floor(i / 3) * 8 + (i % 3) * 2, toHalf(inside), true);
  }
  for (let at = 6; at < texels.length; at += 8) view.setUint16(at, toHalf(1), true);
  return { texels, clamped };
}
