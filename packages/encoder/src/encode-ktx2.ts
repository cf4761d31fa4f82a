// The whole pipeline: an image → its mip levels → blocks or texels → a KTX2 file.

import { encodeBlocks } from './blocks/encode-blocks.js';
import { checkImage, checkOptions } from './check-options.js';
import type { EncodeOptions, SourceImage } from './encode-options.js';
import { BlockFile, type BlockTextureOptions, blockOptions } from './files/block-file.js';
import { encodeRawSurfaces } from './files/raw-texture.js';
import { buildMipChain, type MipLevel, type MipOptions } from './mips/mip-chain.js';
import type { Parallel } from './parallel.js';
import { parallelHere, parallelOver } from './pool/parallel-over.js';
import { progressReporter } from './progress.js';
import { readTexels } from './read-texels.js';
import { hasSharedMemory } from './shared-memory.js';
import type { TextureMode } from './texture-mode.js';

/**
 * Encodes an image as a KTX2 texture. Equal input gives equal bytes, in Node and in browsers, with any number of threads. Rejects with a
 * TypeError or RangeError if an argument is wrong, and with the signal's reason if it is aborted.
 *
 * @example
 * const { width, height, data } = canvas.getContext('2d').getImageData(0, 0, 512, 512);
 * const file = await encodeKtx2({ width, height, data }, { role: 'color', quality: 'normal' });
 */
export async function encodeKtx2(image: SourceImage, options: EncodeOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const channels = checkImage(image);
  checkOptions(options);
  const { pool, signal, target = 'universal', zstd, onProgress } = options;
  signal?.throwIfAborted();
  const watch = { signal, done: progressReporter(onProgress) };
  const parallel = pool === undefined ? parallelHere(watch) : parallelOver(pool, watch);
  const modes = modesOf(options);
  const texels = readTexels(image, {
    channels,
    isOpaque: modes.isOpaque,
    isShared: pool !== undefined && hasSharedMemory(),
  });
  // Filtering two levels at once saves memory if memory is shared. Jobs of a pool do not share any.
  const pairTexels = pool === undefined ? undefined : Number.POSITIVE_INFINITY;
  const levels = await buildMipChain(texels, mipOptions(options, modes.levels), parallel, pairTexels);
  const file =
    target === 'raw'
      ? await encodeRawSurfaces({ chains: [levels], faceCount: 1, layerCount: 0 }, transferOf(modes.blocks), zstd)
      : await encodeLevels(levels, texels.hasAlpha, { ...fileOptions(options, modes.blocks), target }, parallel);
  signal?.throwIfAborted();
  onProgress?.(1);
  // Many APIs reject shared memory.
  return file.buffer instanceof ArrayBuffer ? new Uint8Array(file.buffer, 0, file.length) : file.slice();
}

async function encodeLevels(
  levels: readonly MipLevel[],
  hasAlpha: boolean,
  options: BlockTextureOptions,
  parallel: Parallel,
): Promise<Uint8Array> {
  const [{ width, height } = { width: 0, height: 0 }] = levels;
  const shape = { width, height, levelCount: levels.length, faceCount: 1, layerCount: 0 } as const;
  const file = new BlockFile(shape, options, hasAlpha);
  const blocks = levels.map((_, n) => file.blocksOf(0, n));
  await encodeBlocks(levels, blocks, blockOptions(options, hasAlpha), parallel);
  return file.finish(hasAlpha);
}

interface Modes {
  readonly levels: TextureMode;
  readonly blocks: TextureMode;
  readonly isOpaque: boolean;
}

function modesOf({ role = 'color', srgb = true, channels = 'rg' }: EncodeOptions): Modes {
  if (role === 'normal' && channels === 'xyz') return { levels: 'normal', blocks: 'linear', isOpaque: true };
  const mode = role === 'color' && !srgb ? 'linear' : role;
  return { levels: mode, blocks: mode, isOpaque: role === 'normal' || role === 'grayscale' };
}

const transferOf = (mode: TextureMode) => (mode === 'color' ? 'srgb' : 'linear');

function mipOptions(options: EncodeOptions, mode: TextureMode): MipOptions {
  const { mips = true, filter = 'box', wrap = 'repeat', maxSize = 0, multipleOf = 1 } = options;
  const { alpha = 'hides', alphaCutoff = null } = options;
  return { mode, mips, filter, wrap, maxSize, multipleOf, alphaCutoff, alphaHides: alpha !== 'data' };
}

function fileOptions(options: EncodeOptions, mode: TextureMode): Omit<BlockTextureOptions, 'target'> {
  const { bc = 'bc7', astc = '4x4', quality = 'normal', metric = 'rgb', rdo = 0, alpha, zstd } = options;
  return { mode, bc, astc, quality, metric, alphaWeighted: alpha === 'blends', rdo, pack: zstd };
}
