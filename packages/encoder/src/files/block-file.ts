// A KTX2 file of blocks with room for every level: whoever encodes puts blocks straight into place, so that no second copy of
// a large texture is ever held. Under Zstandard levels are packed at the end, one frame each.

import {
  blockFormat,
  encodeKtx2,
  layOutKtx2,
  Supercompression,
  textEntry,
  type UastcChannel,
  uastcFormat,
} from '@assetc/formats';
import type { BlockLevel } from '@assetc/kernels';
import type { BlockOptions } from '../blocks/block-options.js';
import { blockBytes } from '../blocks/encode-blocks.js';
import { type BlockChoice, blocksFor, swizzleOf, type TextureBlocks } from '../blocks/texture-blocks.js';
import { sharedBytes } from '../shared-memory.js';
import type { TextureMode } from '../texture-mode.js';
import type { PackLevel } from './pack-level.js';

/** What a file of blocks is to be. */
export interface BlockTextureOptions extends BlockChoice {
  readonly mode: TextureMode;
  readonly quality: BlockLevel;
  readonly metric: 'rgb' | 'perceptual';
  /** What is transparent is not seen: colour counts by its alpha. Not in UASTC, nor in ASTC made of it. */
  readonly alphaWeighted: boolean;
  readonly rdo: number;
  /** Makes a Zstandard frame of each level; undefined: levels are stored as they are. */
  readonly pack: PackLevel | undefined;
}

interface FileShape {
  readonly width: number;
  readonly height: number;
  readonly levelCount: number;
  readonly faceCount: 1 | 6;
  /** 0: not an array. */
  readonly layerCount: number;
}

const CHANNELS = { color: 'rgba', linear: 'rgba', normal: 'rg', grayscale: 'r' } as const;

/** `hasAlpha`: any alpha is below full. */
export const blockOptions = (options: BlockTextureOptions, hasAlpha: boolean): BlockOptions => ({
  blocks: blocksFor(options.mode, options, hasAlpha),
  level: options.quality,
  metric: options.metric,
  channels: CHANNELS[options.mode],
  alphaWeighted: options.alphaWeighted,
  rdo: options.rdo,
});

export class BlockFile {
  readonly #shape: FileShape;
  readonly #options: BlockTextureOptions;
  readonly #blocks: TextureBlocks;
  /** Undefined where the levels are packed in the end. */
  readonly #bytes: Uint8Array | undefined;
  /** The blocks of each level, part after part, in shared memory. */
  readonly #levels: readonly Uint8Array[];

  /** `hasAlpha`: any alpha is below full. Only where blocks do not follow from it need it not be known yet. */
  constructor(shape: FileShape, options: BlockTextureOptions, hasAlpha: boolean) {
    this.#shape = shape;
    this.#options = options;
    this.#blocks = blocksFor(options.mode, options, hasAlpha);
    const lengths = Array.from({ length: shape.levelCount }, (_, n) => this.#partBytes(n) * partCount(shape));
    if (options.pack !== undefined) {
      this.#levels = lengths.map(sharedBytes);
      return;
    }
    const { levelOffsets, byteLength } = layOutKtx2(this.#outline(false, lengths));
    const bytes = sharedBytes(byteLength);
    this.#bytes = bytes;
    this.#levels = lengths.map((length, n) => {
      const at = levelOffsets[n] ?? 0;
      return bytes.subarray(at, at + length);
    });
  }

  /** Where the blocks of a level of a part go: layer by layer, in it face by face. */
  blocksOf(part: number, n: number): Uint8Array {
    const level = this.#levels[n];
    const length = this.#partBytes(n);
    if (level === undefined || (part + 1) * length > level.length) throw new Error(`there is no level ${n} of ${part}`);
    return level.subarray(part * length, (part + 1) * length);
  }

  /** When every block is in place. */
  async finish(hasAlpha: boolean): Promise<Uint8Array> {
    const { pack } = this.#options;
    if (this.#bytes !== undefined) {
      const lengths = this.#levels.map((level) => level.length);
      this.#bytes.set(layOutKtx2(this.#outline(hasAlpha, lengths)).head);
      return this.#bytes;
    }
    if (pack === undefined) throw new Error('levels that are not in place are packed');
    const levels: { bytes: Uint8Array; uncompressedByteLength: number }[] = [];
    for (const level of this.#levels) levels.push({ bytes: await pack(level), uncompressedByteLength: level.length });
    return encodeKtx2({ ...this.#outline(hasAlpha, []), supercompressionScheme: Supercompression.zstd, levels });
  }

  #partBytes(n: number): number {
    const { width, height } = this.#shape;
    return blockBytes({ width: Math.max(1, width >> n), height: Math.max(1, height >> n) }, this.#blocks);
  }

  #outline(hasAlpha: boolean, lengths: readonly number[]) {
    const { width, height, faceCount, layerCount } = this.#shape;
    const { mode } = this.#options;
    const blocks = this.#blocks;
    const transfer = mode === 'color' ? 'srgb' : 'linear';
    const swizzle = swizzleOf(mode, blocks);
    return {
      format:
        blocks === 'uastc'
          ? uastcFormat({ transfer, channel: channelOf(mode, hasAlpha) })
          : blockFormat(blocks, transfer),
      keyValues: swizzle === undefined ? [] : [textEntry('KTXswizzle', swizzle)],
      pixelWidth: width,
      pixelHeight: height,
      faceCount,
      layerCount,
      levels: lengths.map((byteLength) => ({ byteLength })),
    };
  }
}

const partCount = ({ faceCount, layerCount }: FileShape): number => faceCount * Math.max(1, layerCount);

/** What the encoder was fed, by the mode and by whether any alpha is below full. */
function channelOf(mode: TextureMode, hasAlpha: boolean): UastcChannel {
  if (mode === 'normal') return 'rg';
  if (mode === 'grayscale') return 'rrr';
  return hasAlpha ? 'rgba' : 'rgb';
}
