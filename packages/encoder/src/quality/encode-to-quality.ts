// Encodes a texture by a number: the smallest choice that reaches a quality, or the best that fits a size.

import type { BlockTextureOptions } from '../files/block-file.js';
import type { PackLevel } from '../files/pack-level.js';
import type { Surfaces } from '../files/surfaces.js';
import type { Parallel } from '../parallel.js';
import { choicesFor } from './choices.js';
import { bestWithin, type Found, smallestReaching } from './find-choice.js';
import { writeQualityNote } from './quality-note.js';
import { HEAD_BYTES, type QualityChoice, type QualityTarget } from './quality-target.js';
import { TextureTrials } from './trials.js';

/** How to encode by a number. */
export interface QualityOptions {
  readonly asked: QualityTarget;
  /** `bc` and `astc` are chosen, and `rdo` is, except for ASTC. Levels are packed as `packs` says. */
  readonly options: Omit<BlockTextureOptions, 'pack'>;
  /** Colors under alpha 0 are invisible. */
  readonly hidesColor: boolean;
  readonly packs: {
    readonly pack: PackLevel | undefined;
    /** Whether blocks made with an RDO strength are compressed, and others. */
    readonly withRdo: boolean;
    readonly without: boolean;
  };
}

/** The file, and what was chosen: the file contains that, too. `hasAlpha`: any alpha is below full. */
export async function encodeToQuality(
  surfaces: Surfaces,
  hasAlpha: boolean,
  { asked, options, hidesColor, packs }: QualityOptions,
  parallel: Parallel,
): Promise<{ readonly file: Uint8Array; readonly choice: QualityChoice }> {
  const families = choicesFor({ ...options, hasAlpha, packs });
  const how = { options, hasAlpha, hidesColor, pack: packs.pack, ...measureOf(asked) };
  const trials = new TextureTrials(families, surfaces, how, parallel);
  const { family, index, isReached } = await find(trials, asked);
  const picked = trials.choice(family, index);
  const value = await trials.quality(family, index);
  const bytes = await trials.bytes(family, index);
  const choice: QualityChoice = { asked, name: picked.name, value, bytes, isReached, tried: trials.tried() };
  const encoded = await trials.file(picked);
  return { file: await encoded.finish(hasAlpha, [writeQualityNote(choice)]), choice };
}

/** Steps between choices are larger than what neighbors are out of order by. */
function measureOf(asked: QualityTarget): { readonly measure: 'psnr' | 'ssim'; readonly margin: number } {
  return 'ssim' in asked
    ? { measure: 'ssim', margin: 0.0005 + (1 - asked.ssim) / 8 }
    : { measure: 'psnr', margin: 0.5 };
}

function find(trials: TextureTrials, asked: QualityTarget): Promise<Found> {
  if ('bytes' in asked) return bestWithin(trials, asked.bytes - HEAD_BYTES);
  return smallestReaching(trials, 'psnr' in asked ? asked.psnr : asked.ssim);
}
