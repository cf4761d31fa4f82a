// The readable twin of the ASTC encoder, LDR and HDR, without rate-distortion: one block at a time.

import type { BlockLevel } from '../../blocks/block-options.js';
import { bytesOfBits } from '../hdr/astc.js';
import { endCode, runBits, weightCode } from '../hdr/astc-ranges.js';
import { at } from '../uastc/lanes.js';
import { type LoadOptions, loadBlock, loadHdrBlock } from './block.js';
import type { Fitted } from './fit.js';
import { LEVELS } from './ranges.js';
import { searchBlock } from './search.js';
import { tablesOf } from './tables.js';

/** The lowest bit first. */
const bitsOf = (value: number, count: number): string =>
  [...value.toString(2).padStart(count, '0')].reverse().slice(0, count).join('');

/** The endpoint modes: one for all; or the lower of two classes, which of both each subset has, and the mode in it. */
function modeBits(modes: readonly number[], isMixed: boolean): string {
  if (modes.length === 1) return bitsOf(at(modes, 0), 4);
  if (!isMixed) return bitsOf(0, 2) + bitsOf(at(modes, 0), 4);
  const first = Math.min(2, ...modes.map((mode) => mode >> 2));
  const classes = modes.map((mode) => bitsOf((mode >> 2) - first, 1)).join('');
  return bitsOf(first + 1, 2) + classes + modes.map((mode) => bitsOf(mode & 3, 2)).join('');
}

function pack({ plan, scheme, ends, ranks }: Fitted): Uint8Array {
  const levels = at(LEVELS, plan.mode.range);
  const codes = at(ranks, 0).flatMap((_, i) => ranks.map((plane) => weightCode(levels, at(plane, i))));
  const weights = runBits(levels, codes);
  const modes = modeBits(
    ends.map(({ mode }) => mode),
    plan.choice.isMixed,
  );
  const seed =
    scheme.count === 1 ? '' : bitsOf(at(scheme.block.tables.partitions(scheme.count), scheme.partition).seed, 10);
  const colors = at(LEVELS, plan.range);
  const values = ends.flatMap((own) => own.values.map((byte) => endCode(colors, byte)));
  // What does not fit into six bits of modes is next to the weights, after the channel of the second plane.
  const above = (scheme.second < 0 ? '' : bitsOf(scheme.second, 2)) + modes.slice(6);
  const head =
    bitsOf(plan.mode.code, 11) + bitsOf(scheme.count - 1, 2) + seed + modes.slice(0, 6) + runBits(colors, values);
  return bytesOfBits(head.padEnd(128 - weights.length - above.length, '0') + above + [...weights].reverse().join(''));
}

const isSolid = (texels: ArrayLike<number>, channels: number): boolean => {
  for (let i = 4; i < texels.length; i++) if ((i & 3) < channels && texels[i] !== texels[i & 3]) return false;
  return true;
};

/** The texels of one block, RGBA → sixteen bytes. */
export function encodeAstcBlock(
  width: number,
  height: number,
  rgba: Uint8Array,
  level: BlockLevel,
  options: LoadOptions,
): Uint8Array {
  const wide = [0, 1, 2, 3].map((c) => bitsOf(at(rgba, c) * 257, 16)).join('');
  if (isSolid(rgba, 4)) return bytesOfBits(bitsOf(0xdfc, 12) + '1'.repeat(52) + wide);
  return pack(searchBlock(loadBlock(tablesOf(width, height), rgba, options), level));
}

/** The same for half floats, whose alpha is ignored. */
export function encodeAstcHdrBlock(width: number, height: number, halfs: Uint16Array, level: BlockLevel): Uint8Array {
  const wide = [0, 1, 2].map((c) => bitsOf(at(halfs, c), 16)).join('') + bitsOf(0x3c00, 16);
  if (isSolid(halfs, 3)) return bytesOfBits(bitsOf(0xffc, 12) + '1'.repeat(52) + wide);
  return pack(searchBlock(loadHdrBlock(tablesOf(width, height), halfs), level));
}
