// What blocks of few colours became: art repeats them, and a block's bytes depend on its texels and the options alone. Kept from strip to
// strip, and forgotten where the options change.

import { ROWS } from './state';

/** Texels and bytes; a slot whose bytes are zero is empty, since no block encodes to that. */
const SLOT_BITS: i32 = 8;
const SLOT_BYTES: usize = 80;
const MEMO: usize = memory.data(256 * 80, 16);

let slot: usize = 0;
let remembered: i32 = -1;

/** Before blocks that are encoded with the options that a number stands for. */
export function beginMemo(options: i32): void {
  if (options === remembered) return;
  remembered = options;
  memory.fill(MEMO, 0, SLOT_BYTES << SLOT_BITS);
}

/** Writes what the loaded block became before, if it did. */
export function recallBlock(out: usize): bool {
  let mixed: u64 = 0;
  for (let i: usize = 0; i < 64; i += 8) mixed = (mixed ^ load<u64>(ROWS + i)) * 0x9e3779b97f4a7c15;
  slot = MEMO + usize(mixed >> (64 - SLOT_BITS)) * SLOT_BYTES;
  const differs = v128.or(
    v128.or(v128.xor(v128.load(slot), v128.load(ROWS)), v128.xor(v128.load(slot, 16), v128.load(ROWS, 16))),
    v128.or(v128.xor(v128.load(slot, 32), v128.load(ROWS, 32)), v128.xor(v128.load(slot, 48), v128.load(ROWS, 48))),
  );
  if (v128.any_true(differs) || !v128.any_true(v128.load(slot, 64))) return false;
  v128.store(out, v128.load(slot, 64));
  return true;
}

/** Remembers what the block last asked for became. */
export function rememberBlock(out: usize): void {
  v128.store(slot, v128.load(ROWS));
  v128.store(slot, v128.load(ROWS, 16), 16);
  v128.store(slot, v128.load(ROWS, 32), 32);
  v128.store(slot, v128.load(ROWS, 48), 48);
  v128.store(slot, v128.load(out), 64);
}
