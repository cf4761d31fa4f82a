// Chooses the block format of a texture by its role, the target and, if that halves the memory, whether any alpha is below full. The table
// in the guide lists the same choices.

import { type BlockFormat, blockFormatBytes } from '@assetc/formats';
import type { TextureMode } from '../texture-mode.js';
import type { BcChoice, TextureTarget } from '../texture-target.js';

export type TextureBlocks = 'uastc' | BlockFormat;

export interface BlockChoice {
  readonly target: TextureTarget;
  readonly bc: BcChoice;
}

interface Blocks {
  readonly opaque: TextureBlocks;
  readonly transparent: TextureBlocks;
}

const always = (blocks: TextureBlocks): Blocks => ({ opaque: blocks, transparent: blocks });

type ByMode = Readonly<Record<TextureMode, Blocks>>;

const TABLE: Readonly<Record<TextureTarget, ByMode>> = {
  universal: {
    color: always('uastc'),
    linear: always('uastc'),
    normal: always('uastc'),
    grayscale: always('uastc'),
  },
  bc: {
    color: always('bc7'),
    linear: always('bc7'),
    normal: always('bc5'),
    grayscale: always('bc4'),
  },
  astc: {
    color: always('astc-4x4'),
    linear: always('astc-4x4'),
    normal: always('astc-4x4'),
    grayscale: always('astc-4x4'),
  },
  etc2: {
    color: { opaque: 'etc2-rgb', transparent: 'etc2-rgba' },
    linear: { opaque: 'etc2-rgb', transparent: 'etc2-rgba' },
    normal: always('eac-rg11'),
    grayscale: always('eac-r11'),
  },
};

const SMALL_BC: ByMode = {
  ...TABLE.bc,
  color: { opaque: 'bc1', transparent: 'bc3' },
  linear: { opaque: 'bc1', transparent: 'bc3' },
};

/** `hasAlpha`: any alpha of the texture is below full. */
export function blocksFor(mode: TextureMode, { target, bc }: BlockChoice, hasAlpha: boolean): TextureBlocks {
  const table = target === 'bc' && bc === 'small' ? SMALL_BC : TABLE[target];
  return table[mode][hasAlpha ? 'transparent' : 'opaque'];
}

export const bytesOfBlock = (blocks: TextureBlocks): number => (blocks === 'uastc' ? 16 : blockFormatBytes(blocks));

/**
 * The KTXswizzle of blocks whose format does not store the channels as the role defines them. UASTC declares its channels in the
 * descriptor.
 */
export function swizzleOf(mode: TextureMode, blocks: TextureBlocks): string | undefined {
  if (mode === 'grayscale' && (blocks === 'bc4' || blocks === 'eac-r11' || blocks === 'astc-4x4')) return 'rrr1';
  return mode === 'normal' && blocks === 'astc-4x4' ? 'rg01' : undefined;
}
