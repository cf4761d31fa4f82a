// Lists the mode of each block of a texture: what the encoder chose, for tools.

import { ASTC_FOOTPRINTS, type AstcFootprint } from '../ktx2/vk-format.js';
import { astcModeOf } from './astc.js';
import { astcTables } from './astc-footprint.js';
import { bc7ModeOf } from './bc7.js';
import { uastcModeOf } from './uastc.js';

/** A format whose blocks have modes. */
export type ModalFormat = 'uastc' | 'bc7' | `astc-${AstcFootprint}`;

const BLOCK_BYTES = 16;

function modeReader(format: ModalFormat): (data: Uint8Array, at: number) => number {
  if (format === 'uastc') return uastcModeOf;
  const footprint = ASTC_FOOTPRINTS.find((each) => format === `astc-${each}`);
  if (footprint === undefined) return bc7ModeOf;
  const tables = astcTables(footprint);
  return (data, at) => astcModeOf(data, at, tables);
}

/**
 * The mode of each block, in order: 0 to 18 for UASTC, 0 to 7 for BC7, −1 for invalid blocks. For ASTC, which has thousands of modes, 1 to 4
 * for as many pairs of endpoints, 5 to 7 for one to three pairs with two planes of weights, and 0 for one color.
 *
 * @example
 * const modes = blockModes('bc7', readLevel(level, decompress));
 */
export function blockModes(format: ModalFormat, blocks: Uint8Array): Int8Array {
  const modeOf = modeReader(format);
  const modes = new Int8Array(Math.floor(blocks.byteLength / BLOCK_BYTES));
  for (let i = 0; i < modes.length; i++) modes[i] = modeOf(blocks, i * BLOCK_BYTES);
  return modes;
}
