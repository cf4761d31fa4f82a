// The values of `texture.target`. encoding/texture/texture-blocks.ts defines the block formats of each.

import { ASTC_FOOTPRINTS } from '@assetc/formats';

export const TEXTURE_TARGETS = ['universal', 'bc', 'astc', 'etc2'] as const;

/** Any GPU with a transcoding loader (uastc), or GPUs that load the blocks directly. */
export type TextureTarget = (typeof TEXTURE_TARGETS)[number];

export const ASTC_CHOICES = [...ASTC_FOOTPRINTS, 'auto'] as const;

/** For the target astc: texels per block. */
export type AstcChoice = (typeof ASTC_CHOICES)[number];

export const BC_CHOICES = ['bc7', 'small'] as const;

/** For the target bc: the better blocks, or those with half the memory. */
export type BcChoice = (typeof BC_CHOICES)[number];

/** Values of `convert --target`. */
export const REENCODE_TARGETS = [...TEXTURE_TARGETS, 'raw'] as const;

/** The blocks of a target, or plain texels. */
export type ReencodeTarget = (typeof REENCODE_TARGETS)[number];
