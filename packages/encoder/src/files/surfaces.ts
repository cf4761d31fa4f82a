// The images of one texture: one, six faces of a cube, or the layers of an array, each with its mip levels.

import type { MipLevel } from '../mips/mip-chain.js';
import { sharedBytes } from '../shared-memory.js';

/** All images of a texture. */
export interface Surfaces {
  /** Layer by layer, and in each layer face by face. Each chain has its largest level first; all have the same size. */
  readonly chains: readonly (readonly MipLevel[])[];
  readonly faceCount: 1 | 6;
  /** 0 if it is not an array. */
  readonly layerCount: number;
}

export function baseLevel(surfaces: Surfaces): MipLevel {
  const level = surfaces.chains[0]?.[0];
  if (level === undefined) throw new Error('a texture needs at least one image');
  return level;
}

/** Joins the parts of one level in the order of a KTX2 level. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const out = sharedBytes(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
