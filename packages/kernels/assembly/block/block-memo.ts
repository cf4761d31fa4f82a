// Remembers what blocks of few colors were encoded to. Art repeats blocks, and a block's bytes depend only on its texels and the options.
// Kept from strip to strip, and cleared if the options change.

import { ROWS } from './texels';

/** Texels and bytes. A slot whose bytes are zero is empty: no block encodes to that. */
export const SLOT_BYTES: usize = 80;

let slots: usize = 0;
let slotBits: i32 = 0;
let slot: usize = 0;
let rememberedOptions: i32 = -1;

/** `at` has room for 2^bits slots. */
export function setMemoRoom(at: usize, bits: i32): void {
  slots = at;
  slotBits = bits;
}

/** Prepares for blocks that are encoded with the options that `options` encodes. */
export function beginMemo(options: i32): void {
  if (options === rememberedOptions) return;
  rememberedOptions = options;
  memory.fill(slots, 0, SLOT_BYTES << slotBits);
}

/** Writes the remembered bytes of the loaded block. False if there are none. */
export function recallBlock(out: usize): bool {
  let hash: u64 = 0;
  for (let i: usize = 0; i < 64; i += 8) hash = (hash ^ load<u64>(ROWS + i)) * 0x9e3779b97f4a7c15;
  slot = slots + usize(hash >> (64 - slotBits)) * SLOT_BYTES;
  const differs = v128.or(
    v128.or(v128.xor(v128.load(slot), v128.load(ROWS)), v128.xor(v128.load(slot, 16), v128.load(ROWS, 16))),
    v128.or(v128.xor(v128.load(slot, 32), v128.load(ROWS, 32)), v128.xor(v128.load(slot, 48), v128.load(ROWS, 48))),
  );
  if (v128.any_true(differs) || !v128.any_true(v128.load(slot, 64))) return false;
  v128.store(out, v128.load(slot, 64));
  return true;
}

/** Remembers the bytes of the block that `recallBlock` was last called for. */
export function rememberBlock(out: usize): void {
  v128.store(slot, v128.load(ROWS));
  v128.store(slot, v128.load(ROWS, 16), 16);
  v128.store(slot, v128.load(ROWS, 32), 32);
  v128.store(slot, v128.load(ROWS, 48), 48);
  v128.store(slot, v128.load(out), 64);
}
