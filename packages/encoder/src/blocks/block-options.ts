// Options of the block encoders, and the smallest unit of rows that a level can be divided into under them.

import { BC7_RDO_ROWS, type BlockLevel, UASTC_RDO_ROWS } from '@assetc/kernels';
import type { TextureBlocks } from './texture-blocks.js';

/** Which blocks to encode, and how. */
export interface BlockOptions {
  readonly blocks: TextureBlocks;
  readonly level: BlockLevel;
  readonly metric: 'rgb' | 'perceptual';
  /** Channels to encode: all; red and green with blue 0 and full alpha; or red in all colors with full alpha. */
  readonly channels: 'rgba' | 'rg' | 'r';
  /** Weigh color by alpha. */
  readonly alphaWeighted: boolean;
  /** How much quality to trade for blocks that Zstandard compresses better. 0: none. Only UASTC, ASTC and BC7. */
  readonly rdo: number;
}

/** A strip must begin and end at a multiple of this number of block rows, or at the lower edge. */
export function blockRowUnit({ blocks, rdo }: Pick<BlockOptions, 'blocks' | 'rdo'>): number {
  if (!(rdo > 0)) return 1;
  if (blocks === 'uastc' || blocks === 'astc-4x4') return UASTC_RDO_ROWS;
  return blocks === 'bc7' ? BC7_RDO_ROWS : 1;
}
