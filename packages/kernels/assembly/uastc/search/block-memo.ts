// What blocks of few colours became, be they nearly alike or not: art repeats them, and a block's bytes depend on its texels, the level and the metric alone. Kept from
// strip to strip, and forgotten where one of those changes.

import { ROWS4 } from '../load';

/** Texels and bytes; a slot whose bytes are zero is empty, since no block encodes to that. With 1024 slots instead of 256 text is
 *  twice as quick, areas of few greys up to 1.5 times. */
const SLOT_BITS: i32 = 10;
const SLOT_BYTES: usize = 80;
const MEMO: usize = memory.data(1024 * 80, 16);

let slot: usize = 0;
let rememberedLevel: i32 = -1;
let rememberedMetric: bool = false;

/** Before blocks of a level and a metric. */
export function beginMemo(level: i32, perceptual: bool): void {
  if (level === rememberedLevel && perceptual === rememberedMetric) return;
  rememberedLevel = level;
  rememberedMetric = perceptual;
  memory.fill(MEMO, 0, SLOT_BYTES << SLOT_BITS);
}

/** Writes what the loaded block became before, if it did. */
export function recallBlock(out: usize): bool {
  let mixed: u64 = 0;
  for (let i: usize = 0; i < 64; i += 8) mixed = (mixed ^ load<u64>(ROWS4 + i)) * 0x9e3779b97f4a7c15;
  slot = MEMO + usize(mixed >> (64 - SLOT_BITS)) * SLOT_BYTES;
  const differs = v128.or(
    v128.or(v128.xor(v128.load(slot), v128.load(ROWS4)), v128.xor(v128.load(slot, 16), v128.load(ROWS4, 16))),
    v128.or(v128.xor(v128.load(slot, 32), v128.load(ROWS4, 32)), v128.xor(v128.load(slot, 48), v128.load(ROWS4, 48))),
  );
  if (v128.any_true(differs) || !v128.any_true(v128.load(slot, 64))) return false;
  v128.store(out, v128.load(slot, 64));
  return true;
}

/** Remembers what the block last asked for became. */
export function rememberBlock(out: usize): void {
  v128.store(slot, v128.load(ROWS4));
  v128.store(slot, v128.load(ROWS4, 16), 16);
  v128.store(slot, v128.load(ROWS4, 32), 32);
  v128.store(slot, v128.load(ROWS4, 48), 48);
  v128.store(slot, v128.load(out), 64);
}
