// A block of 128 bits under construction, the lowest bit first.

export let low: u64 = 0;
export let high: u64 = 0;
let position: i32 = 0;

/** Starts a block whose first `bits` bits are those of `value`. */
/* @inline */ export function beginBits(value: u64, bits: i32): void {
  low = value;
  high = 0;
  position = bits;
}

/** Continues at another position. Bits there must be zero. */
/* @inline */ export function seekBits(to: i32): void {
  position = to;
}

/* @inline */ export function putBits(value: u64, bits: i32): void {
  if (position < 64) {
    low |= value << position;
    if (position + bits > 64) high |= value >> (64 - position);
  } else high |= value << (position - 64);
  position += bits;
}

export function storeBits(out: usize): void {
  store<u64>(out, low);
  store<u64>(out, high, 8);
}
