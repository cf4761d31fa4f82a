// What blocks are asked for, and how far the rows of a level can be divided for it.

import { BC7_RDO_ROWS, type BlockLevel, UASTC_RDO_ROWS } from '@assetc/kernels';
import type { TextureBlocks } from './texture-blocks.js';

/** What blocks are to be. */
export interface BlockOptions {
  readonly blocks: TextureBlocks;
  readonly level: BlockLevel;
  readonly metric: 'rgb' | 'perceptual';
  /** What of the texels counts: all, red and green with blue 0 and full alpha, or red in all colours with full alpha. */
  readonly channels: 'rgba' | 'rg' | 'r';
  /** Colour counts by its alpha. */
  readonly alphaWeighted: boolean;
  /** How much quality is traded for blocks that Zstd packs better; 0 for none. Of UASTC, ASTC and BC7. */
  readonly rdo: number;
}

/** A strip must begin and end at a multiple of so many block rows, or at the lower edge. */
export function blockRowUnit({ blocks, rdo }: Pick<BlockOptions, 'blocks' | 'rdo'>): number {
  if (!(rdo > 0)) return 1;
  if (blocks === 'uastc' || blocks === 'astc-4x4') return UASTC_RDO_ROWS;
  return blocks === 'bc7' ? BC7_RDO_ROWS : 1;
}
