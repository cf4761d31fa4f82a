// A block of 128 bits under construction, the lowest bit first.

export let low: u64 = 0;
export let high: u64 = 0;
let position: i32 = 0;

export function beginBits(): void {
  low = 0;
  high = 0;
  position = 0;
}

export function put(value: u64, count: i32): void {
  if (position < 64) {
    low |= value << position;
    if (position > 0 && position + count > 64) high |= value >> (64 - position);
  } else high |= value << (position - 64);
  position += count;
}

/* @inline */ function reversed(v: u64): u64 {
  let r = ((v >> 1) & 0x5555555555555555) | ((v & 0x5555555555555555) << 1);
  r = ((r >> 2) & 0x3333333333333333) | ((r & 0x3333333333333333) << 2);
  r = ((r >> 4) & 0x0f0f0f0f0f0f0f0f) | ((r & 0x0f0f0f0f0f0f0f0f) << 4);
  return bswap(r);
}

/** Stores what was put, the other way round, from the last bit of a block downwards. */
export function storeReversed(out: usize): void {
  store<u64>(out, reversed(high));
  store<u64>(out, reversed(low), 8);
}
