// What a texture is for. Which blocks that means is said in blocks/texture-blocks.ts.

/** Any GPU by way of a loader (UASTC), or the GPUs that take what is written as it is. */
export type TextureTarget = 'universal' | 'bc' | 'astc' | 'etc2';

/** Of the target bc: the better blocks, or those of half the memory. */
export type BcChoice = 'bc7' | 'small';
