// How a texture's encoding was chosen by a number (texture.quality): an entry of the key/value data, as JSON. Nothing else depends on it.

import type { Ktx2 } from './model.js';
import { textValue } from './read-key-values.js';

/** The key of the entry. */
export const QUALITY_KEY = 'assetcQuality';

/** A way to encode the texture that was tried: its name, its quality, and the bytes of all levels if they were measured. */
type Tried = readonly [name: string, value: number, bytes?: number];

/** What was asked for, and what was chosen. */
export interface QualityNote {
  /** `psnr` in decibels, `ssim` from 0 to 1, or `bytes` of the file. */
  readonly asked: { readonly psnr: number } | { readonly ssim: number } | { readonly bytes: number };
  /** `ASTC 6x6`, `UASTC, RDO 2`. */
  readonly choice: string;
  /** PSNR or SSIM of level 0. PSNR if bytes were asked for. */
  readonly value: number;
  /** All levels as stored. */
  readonly bytes: number;
  /** False if no choice reaches what was asked. */
  readonly reached: boolean;
  /** Everything that was measured whole, the smallest first. */
  readonly tried: readonly Tried[];
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function askedOf(value: unknown): QualityNote['asked'] | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  const { psnr, ssim, bytes } = value;
  if (isNumber(psnr)) return { psnr };
  if (isNumber(ssim)) return { ssim };
  return isNumber(bytes) ? { bytes } : undefined;
}

function triedOf(value: unknown): Tried | undefined {
  if (!Array.isArray(value)) return undefined;
  const [name, quality, bytes]: readonly unknown[] = value;
  if (typeof name !== 'string' || !isNumber(quality)) return undefined;
  return isNumber(bytes) ? [name, quality, bytes] : [name, quality];
}

/**
 * The note of a texture whose encoding was chosen by a number; undefined for others, and if the entry is damaged.
 *
 * @example
 * const chosen = readQualityNote(decodeKtx2(bytes))?.choice; // 'ASTC 6x6'
 */
export function readQualityNote({ keyValues }: Pick<Ktx2, 'keyValues'>): QualityNote | undefined {
  const text = textValue(keyValues, QUALITY_KEY);
  if (text === undefined) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(json)) return undefined;
  const { choice, value, bytes, reached, tried } = json;
  const asked = askedOf(json.asked);
  if (asked === undefined || typeof choice !== 'string' || typeof reached !== 'boolean') return undefined;
  if (!isNumber(value) || !isNumber(bytes) || !Array.isArray(tried)) return undefined;
  const known = tried.map(triedOf).filter((each) => each !== undefined);
  return { asked, choice, value, bytes, reached, tried: known };
}
