// Encodes the blocks of several files from the same levels.

import { transcodeUastc } from '@assetc/kernels';
import type { MipLevel } from '../mips/mip-chain.js';
import type { Parallel } from '../parallel.js';
import type { BlockOptions } from './block-options.js';
import { encodeBlocks } from './encode-blocks.js';

/** The blocks of one file, for each level. */
interface WantedBlocks {
  readonly options: BlockOptions;
  readonly blocks: readonly Uint8Array[];
}

/** Like `encodeBlocks` for each file, but blocks that can be transcoded from another file's blocks are not searched again. */
export async function encodeSeveral(
  levels: readonly MipLevel[],
  wanted: readonly WantedBlocks[],
  parallel: Parallel,
): Promise<void> {
  const sourceOf = ({ options }: WantedBlocks) => wanted.find((other) => isSourceOf(other.options, options));
  for (const each of wanted)
    if (sourceOf(each) === undefined) await encodeBlocks(levels, each.blocks, each.options, parallel);
  for (const each of wanted)
    for (const [n, uastc] of sourceOf(each)?.blocks.entries() ?? [])
      transcodeUastc(uastc, 'astc', each.blocks[n] ?? new Uint8Array());
}

/** ASTC blocks are transcoded from UASTC, which another file may need too. */
const isSourceOf = (uastc: BlockOptions, astc: BlockOptions): boolean =>
  uastc.blocks === 'uastc' &&
  astc.blocks === 'astc-4x4' &&
  uastc.level === astc.level &&
  uastc.metric === astc.metric &&
  uastc.channels === astc.channels &&
  uastc.rdo === astc.rdo;
