// Compressed textures: UASTC blocks, as they lie or each level one Zstandard frame.

import { encodeKtx2, Supercompression, type UastcChannel, uastcFormat } from '@assetc/formats';
import type { UastcLevel } from '@assetc/kernels';
import type { TextureMode } from '../model/texture-params.js';
import { encodeBlocks } from './encode-blocks.js';
import type { Parallel } from './parallel.js';
import { baseLevel, joinParts, type Surfaces } from './surfaces.js';
import { loadZstd } from './zstd.js';

interface UastcTextureOptions {
  readonly mode: TextureMode;
  readonly hasAlpha: boolean;
  readonly quality: UastcLevel;
  readonly metric: 'rgb' | 'perceptual';
  readonly rdo: number;
  /** undefined: levels are stored as they are. */
  readonly zstdLevel: number | undefined;
}

export async function encodeUastcTexture(
  surfaces: Surfaces,
  options: UastcTextureOptions,
  parallel: Parallel,
): Promise<Uint8Array> {
  const base = baseLevel(surfaces);
  const flat = surfaces.chains.flat();
  const blocks = await encodeBlocks(
    flat,
    {
      level: options.quality,
      metric: options.metric,
      channels: options.mode === 'normal' ? 'rg' : 'rgba',
      redOnly: options.mode === 'grayscale',
      rdo: options.rdo,
    },
    parallel,
  );
  const levelCount = surfaces.chains[0]?.length ?? 0;
  const levels = Array.from({ length: levelCount }, (_, n) =>
    joinParts(surfaces.chains.map((_chain, part) => blocks[part * levelCount + n] ?? new Uint8Array())),
  );
  const zstd = options.zstdLevel === undefined ? undefined : await loadZstd();
  return encodeKtx2({
    format: uastcFormat({
      transfer: options.mode === 'color' ? 'srgb' : 'linear',
      channel: channelOf(options.mode, options.hasAlpha),
    }),
    pixelWidth: base.width,
    pixelHeight: base.height,
    faceCount: surfaces.faceCount,
    layerCount: surfaces.layerCount,
    supercompressionScheme: zstd === undefined ? Supercompression.none : Supercompression.zstd,
    levels: levels.map((bytes) => ({
      bytes: zstd === undefined ? bytes : zstd.compress(bytes, options.zstdLevel ?? 0),
      uncompressedByteLength: bytes.length,
    })),
  });
}

/** What the encoder was fed, by the mode and by whether any alpha is below full. */
function channelOf(mode: TextureMode, hasAlpha: boolean): UastcChannel {
  if (mode === 'normal') return 'rg';
  if (mode === 'grayscale') return 'rrr';
  return hasAlpha ? 'rgba' : 'rgb';
}
