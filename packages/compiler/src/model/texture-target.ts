// What a build's textures are for, as `texture.target` says it. Which blocks that means is said in encoding/texture-blocks.ts.

export const TEXTURE_TARGETS = ['universal', 'bc', 'astc', 'etc2'] as const;

/** Any GPU by way of a loader, or the GPUs that take what is written as it is. */
export type TextureTarget = (typeof TEXTURE_TARGETS)[number];

export const BC_CHOICES = ['bc7', 'small'] as const;

/** Of the target bc: the better blocks, or those of half the memory. */
export type BcChoice = (typeof BC_CHOICES)[number];

/** What `convert --target` takes. */
export const REENCODE_TARGETS = [...TEXTURE_TARGETS, 'raw'] as const;

/** The blocks of a target, or plain texels. */
export type ReencodeTarget = (typeof REENCODE_TARGETS)[number];
