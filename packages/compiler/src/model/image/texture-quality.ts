// The values of `texture.quality`: how thoroughly blocks are searched, or a number that the texture must reach.

export const QUALITY_LEVELS = ['normal', 'draft', 'fast', 'high', 'max'] as const;

type QualityLevel = (typeof QUALITY_LEVELS)[number];

/** A smallest similarity of level 0 to the image, or a largest size of the file. */
export type QualityNumber = { readonly psnr: number } | { readonly ssim: number } | { readonly bytes: number };

export type TextureQuality = QualityLevel | QualityNumber;

/** How thoroughly blocks are searched if the quality is a number, and what applies where a number has no meaning. */
export const levelOf = (quality: TextureQuality): QualityLevel => (typeof quality === 'string' ? quality : 'normal');
