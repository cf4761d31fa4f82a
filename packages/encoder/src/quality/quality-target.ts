// Quality by a number: what is asked for, and what was chosen for it.

/** A smallest similarity of the largest level to the image, or a largest size of the file in bytes. */
export type QualityTarget = { readonly psnr: number } | { readonly ssim: number } | { readonly bytes: number };

/** One way to encode a texture that was tried. */
export interface TriedChoice {
  /** `ASTC 6x6`, `BC7`, `UASTC, RDO 2`. */
  readonly name: string;
  /** PSNR in decibels, or SSIM, of level 0. For a target in bytes, PSNR. */
  readonly value: number;
  /** All levels as stored. Undefined if it did not have to be known. */
  readonly bytes?: number;
}

/** What was chosen, and why. */
export interface QualityChoice extends TriedChoice {
  readonly asked: QualityTarget;
  readonly bytes: number;
  /** False if no choice reaches the number: then this is the one that comes nearest. */
  readonly isReached: boolean;
  /** Everything that was encoded whole, the smallest first. */
  readonly tried: readonly TriedChoice[];
}

/** What a file takes besides its levels, at most: header, descriptor and the note about the choice. Counts for a target in bytes. */
export const HEAD_BYTES = 2048;

/** Values of images without any difference. */
export const IDENTICAL = { psnr: 100, ssim: 1 } as const;
