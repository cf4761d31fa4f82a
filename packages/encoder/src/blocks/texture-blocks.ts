// Chooses the block format of a texture by its role, the target and, if that halves the memory, whether any alpha is below full. The table
// in the guide lists the same choices.

import { type BlockFormat, blockFormatBytes, blockFormatSize } from '@assetc/formats/ktx2';
import type { TextureMode } from '../texture-mode.js';
import type { AstcChoice, BcChoice, TextureTarget } from '../texture-target.js';

export type TextureBlocks = 'uastc' | BlockFormat;

export interface BlockChoice {
  readonly target: TextureTarget;
  readonly bc: BcChoice;
  readonly astc: AstcChoice;
}

interface Blocks {
  readonly opaque: TextureBlocks;
  readonly transparent: TextureBlocks;
}

const always = (blocks: TextureBlocks): Blocks => ({ opaque: blocks, transparent: blocks });

type ByMode = Readonly<Record<TextureMode, Blocks>>;

const TABLE: Readonly<Record<Exclude<TextureTarget, 'astc'>, ByMode>> = {
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

/** Errors of normals are visible in highlights. */
const AUTO_ASTC = {
  color: '6x6',
  linear: '6x6',
  normal: '5x5',
  grayscale: '6x6',
} as const satisfies Readonly<Record<TextureMode, AstcChoice>>;

/** `hasAlpha`: any alpha of the texture is below full. */
export function blocksFor(mode: TextureMode, { target, bc, astc }: BlockChoice, hasAlpha: boolean): TextureBlocks {
  if (target === 'astc') return `astc-${astc === 'auto' ? AUTO_ASTC[mode] : astc}`;
  const table = target === 'bc' && bc === 'small' ? SMALL_BC : TABLE[target];
  return table[mode][hasAlpha ? 'transparent' : 'opaque'];
}

export const bytesOfBlock = (blocks: TextureBlocks): number => (blocks === 'uastc' ? 16 : blockFormatBytes(blocks));

/** Texels of a block. */
export const sizeOfBlock = (blocks: TextureBlocks): { readonly width: number; readonly height: number } =>
  blockFormatSize(blocks === 'uastc' ? 'astc-4x4' : blocks);

type AstcBlocks = Extract<TextureBlocks, `astc-${string}`>;

export const isAstc = (blocks: TextureBlocks): blocks is AstcBlocks => blocks.startsWith('astc-');

/** ASTC blocks of more than 4×4 texels. 4×4 ones come from UASTC. */
export type LargeAstc = Exclude<AstcBlocks, 'astc-4x4'>;
export type SmallBlocks = Exclude<TextureBlocks, LargeAstc>;

export const isLargeAstc = (blocks: TextureBlocks): blocks is LargeAstc => isAstc(blocks) && blocks !== 'astc-4x4';

/**
 * The KTXswizzle of blocks whose format does not store the channels as the role defines them. UASTC declares its channels in the
 * descriptor.
 */
export function swizzleOf(mode: TextureMode, blocks: TextureBlocks): string | undefined {
  if (mode === 'grayscale' && (blocks === 'bc4' || blocks === 'eac-r11' || isAstc(blocks))) return 'rrr1';
  return mode === 'normal' && isAstc(blocks) ? 'rg01' : undefined;
}
