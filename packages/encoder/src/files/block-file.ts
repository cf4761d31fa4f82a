// A KTX2 file with memory for the blocks of every level. Encoders write blocks directly into it, so that there is never a second copy of a
// large texture. With Zstandard, levels are compressed at the end, one frame each.

import {
  blockFormat,
  encodeKtx2,
  type KeyValue,
  layOutKtx2,
  Supercompression,
  textEntry,
  type UastcChannel,
  uastcFormat,
} from '@assetc/formats/ktx2';
import type { BlockLevel } from '@assetc/kernels';
import type { BlockOptions } from '../blocks/block-options.js';
import { blockBytes } from '../blocks/encode-blocks.js';
import { type BlockChoice, blocksFor, swizzleOf, type TextureBlocks } from '../blocks/texture-blocks.js';
import { sharedBytes } from '../shared-memory.js';
import type { TextureMode } from '../texture-mode.js';
import type { PackLevel } from './pack-level.js';

/** Options of a file of blocks. */
export interface BlockTextureOptions extends BlockChoice {
  readonly mode: TextureMode;
  readonly quality: BlockLevel;
  readonly metric: 'rgb' | 'perceptual';
  /** Weigh color by alpha, since transparent texels are invisible. Not for UASTC, nor for ASTC transcoded from it. */
  readonly alphaWeighted: boolean;
  readonly rdo: number;
  /** Compresses each level to a Zstandard frame. If undefined, levels are not compressed. */
  readonly pack: PackLevel | undefined;
}

interface StoredLevel {
  readonly bytes: Uint8Array;
  readonly uncompressedByteLength?: number;
}

interface FileShape {
  readonly width: number;
  readonly height: number;
  readonly levelCount: number;
  readonly faceCount: 1 | 6;
  /** 0 if it is not an array. */
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
  // A draft is not made smaller: that takes longer than encoding it.
  rdo: options.quality === 'draft' ? 0 : options.rdo,
});

export class BlockFile {
  readonly #shape: FileShape;
  readonly #options: BlockTextureOptions;
  readonly #blocks: TextureBlocks;
  /** Undefined if the levels are compressed, or laid out, at the end. */
  readonly #bytes: Uint8Array | undefined;
  /** The blocks of each level, one part after another, in shared memory. */
  readonly #levels: readonly Uint8Array[];
  /** The levels as stored, if they are not in place. */
  #stored: readonly StoredLevel[] | undefined;

  /**
   * `hasAlpha`: any alpha is below full. It may be unknown yet if the block format does not depend on it. `layout`: `late` if entries are added
   * at the end.
   */
  constructor(shape: FileShape, options: BlockTextureOptions, hasAlpha: boolean, layout: 'early' | 'late' = 'early') {
    this.#shape = shape;
    this.#options = options;
    this.#blocks = blocksFor(options.mode, options, hasAlpha);
    const lengths = Array.from({ length: shape.levelCount }, (_, n) => this.#partBytes(n) * partCount(shape));
    if (options.pack !== undefined || layout === 'late') {
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

  /** Memory for the blocks of a part of a level: layer by layer, and in each layer face by face. */
  blocksOf(part: number, n: number): Uint8Array {
    const level = this.#levels[n];
    const length = this.#partBytes(n);
    if (level === undefined || (part + 1) * length > level.length) throw new Error(`there is no level ${n} of ${part}`);
    return level.subarray(part * length, (part + 1) * length);
  }

  /** All levels as they are stored. Call it once every block is written. */
  async storedBytes(): Promise<number> {
    return (await this.#store()).reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  async #store(): Promise<readonly StoredLevel[]> {
    const { pack } = this.#options;
    if (this.#stored !== undefined) return this.#stored;
    const levels: StoredLevel[] = [];
    for (const level of this.#levels)
      levels.push(
        pack === undefined ? { bytes: level } : { bytes: await pack(level), uncompressedByteLength: level.length },
      );
    this.#stored = levels;
    return levels;
  }

  /** Call it once every block is written. `entries`: only with a late layout. */
  async finish(hasAlpha: boolean, entries: readonly KeyValue[] = []): Promise<Uint8Array> {
    if (this.#bytes !== undefined) {
      const lengths = this.#levels.map((level) => level.length);
      this.#bytes.set(layOutKtx2(this.#outline(hasAlpha, lengths)).head);
      return this.#bytes;
    }
    const { keyValues, ...outline } = this.#outline(hasAlpha, []);
    const levels = await this.#store();
    const isPacked = this.#options.pack !== undefined;
    return encodeKtx2({
      ...outline,
      keyValues: [...keyValues, ...entries],
      ...(isPacked ? { supercompressionScheme: Supercompression.zstd } : {}),
      levels,
    });
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

/** The channels given to the encoder: depends on the mode and on whether any alpha is below full. */
function channelOf(mode: TextureMode, hasAlpha: boolean): UastcChannel {
  if (mode === 'normal') return 'rg';
  if (mode === 'grayscale') return 'rrr';
  return hasAlpha ? 'rgba' : 'rgb';
}
