// Writes a block in reversed bit order.

import { high, low } from '../block/bit-writer';

/* @inline */ function reversed(v: u64): u64 {
  let r = ((v >> 1) & 0x5555555555555555) | ((v & 0x5555555555555555) << 1);
  r = ((r >> 2) & 0x3333333333333333) | ((r & 0x3333333333333333) << 2);
  r = ((r >> 4) & 0x0f0f0f0f0f0f0f0f) | ((r & 0x0f0f0f0f0f0f0f0f) << 4);
  return bswap(r);
}

/** Stores the written bits in reverse, from the last bit of a block downward. */
export function storeReversed(out: usize): void {
  store<u64>(out, reversed(high));
  store<u64>(out, reversed(low), 8);
}
