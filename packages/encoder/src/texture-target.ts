// The GPUs that a texture is for. blocks/texture-blocks.ts maps them to block formats.

import type { AstcFootprint } from '@assetc/formats/ktx2';

/** `universal`: any GPU, through a loader that transcodes UASTC. The others: GPUs that sample the format directly. */
export type TextureTarget = 'universal' | 'bc' | 'astc' | 'etc2';

/** For target `astc`: texels per block, or `auto`: 5x5 for normal maps, 6x6 for others. */
export type AstcChoice = AstcFootprint | 'auto';

/** For target `bc`: better blocks, or half the memory. */
export type BcChoice = 'bc7' | 'small';
