// The values of `texture.target`. encoding/texture/texture-blocks.ts defines the block formats of each.

export const TEXTURE_TARGETS = ['universal', 'bc', 'astc', 'etc2'] as const;

/** Any GPU with a transcoding loader (uastc), or GPUs that load the blocks directly. */
export type TextureTarget = (typeof TEXTURE_TARGETS)[number];

export const ASTC_CHOICES = [
  ...(['4x4', '5x4', '5x5', '6x5', '6x6', '8x5', '8x6', '8x8'] as const),
  ...(['10x5', '10x6', '10x8', '10x10', '12x10', '12x12', 'auto'] as const),
] as const;

/** For the target astc: texels per block. */
export type AstcChoice = (typeof ASTC_CHOICES)[number];

export const BC_CHOICES = ['bc7', 'small'] as const;

/** For the target bc: the better blocks, or those with half the memory. */
export type BcChoice = (typeof BC_CHOICES)[number];

/** Values of `convert --target`. */
export const REENCODE_TARGETS = [...TEXTURE_TARGETS, 'raw'] as const;

/** The blocks of a target, or plain texels. */
export type ReencodeTarget = (typeof REENCODE_TARGETS)[number];
