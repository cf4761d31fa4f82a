// Lists the mode of each block of a texture: what the encoder chose, for tools.

import { bc7ModeOf } from './bc7.js';
import { uastcModeOf } from './uastc.js';

/** A format whose blocks have modes. */
export type ModalFormat = 'uastc' | 'bc7';

const BLOCK_BYTES = 16;
const MODE_OF = { uastc: uastcModeOf, bc7: bc7ModeOf } as const;

/**
 * The mode of each block, in order: 0 to 18 for UASTC, 0 to 7 for BC7, −1 for invalid blocks.
 *
 * @example
 * const modes = blockModes('bc7', readLevel(level, decompress));
 */
export function blockModes(format: ModalFormat, blocks: Uint8Array): Int8Array {
  const modeOf = MODE_OF[format];
  const modes = new Int8Array(Math.floor(blocks.byteLength / BLOCK_BYTES));
  for (let i = 0; i < modes.length; i++) modes[i] = modeOf(blocks, i * BLOCK_BYTES);
  return modes;
}
