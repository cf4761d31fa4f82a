// The ways to encode a texture for a target, in families: within one, each is larger and usually better than the one before it.

import { ASTC_FOOTPRINTS } from '@assetc/formats/ktx2';
import { type BlockChoice, blocksFor } from '../blocks/texture-blocks.js';
import type { TextureMode } from '../texture-mode.js';

export interface Choice {
  readonly name: string;
  readonly bc: BlockChoice['bc'];
  readonly astc: BlockChoice['astc'];
  readonly rdo: number;
  /** Whether levels are compressed with Zstandard. */
  readonly isPacked: boolean;
}

interface ChoiceContext {
  readonly mode: TextureMode;
  readonly target: BlockChoice['target'];
  /** Any alpha is below full. */
  readonly hasAlpha: boolean;
  /** For ASTC; the strength for UASTC and BC7 is chosen. */
  readonly rdo: number;
  /** Whether a strength above 0 makes files smaller, and whether files are compressed without it. */
  readonly packs: { readonly withRdo: boolean; readonly without: boolean };
}

/** Strengths of rate-distortion optimization, the strongest first. */
const STRENGTHS = [25, 15, 10, 6, 4, 2.5, 1.5, 1, 0.5, 0.25] as const;

const bitsOf = (footprint: string): number => {
  const [width = 1, height = 1] = footprint.split('x').map(Number);
  return 128 / (width * height);
};

/** The smallest blocks per texel first. */
const FOOTPRINTS = [...ASTC_FOOTPRINTS].sort((a, b) => bitsOf(a) - bitsOf(b));

export function choicesFor(context: ChoiceContext): readonly (readonly Choice[])[] {
  const { mode, target, hasAlpha, packs } = context;
  const plain = { bc: 'bc7', astc: '4x4', rdo: 0, isPacked: packs.without } as const;
  if (target === 'astc') {
    const { rdo } = context;
    const isPacked = rdo > 0 ? packs.withRdo : packs.without;
    return [FOOTPRINTS.map((astc) => ({ ...plain, name: `ASTC ${astc}${withRdo(rdo)}`, astc, rdo, isPacked }))];
  }
  const blocks = blocksFor(mode, { ...plain, target }, hasAlpha);
  if (blocks !== 'uastc' && blocks !== 'bc7') return [[{ ...plain, name: titleOf(blocks) }]];
  const title = titleOf(blocks);
  const strengths = packs.withRdo
    ? [STRENGTHS.map((rdo) => ({ ...plain, name: title + withRdo(rdo), rdo, isPacked: true }))]
    : [];
  // BC3 takes as much as BC7, and is worse.
  const half = blocks === 'bc7' && !hasAlpha ? [[{ ...plain, name: 'BC1', bc: 'small' } as const]] : [];
  return [...half, ...strengths, [{ ...plain, name: title }]];
}

const withRdo = (rdo: number): string => (rdo > 0 ? `, RDO ${rdo}` : '');

const titleOf = (blocks: string): string => blocks.toUpperCase().replace('-', ' ');
