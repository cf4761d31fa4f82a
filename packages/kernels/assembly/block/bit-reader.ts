// Reads a block of 128 bits from the lowest up.

let low: u64 = 0;
let high: u64 = 0;
let position: i32 = 0;

export function openBits(at: usize): void {
  low = load<u64>(at);
  high = load<u64>(at, 8);
  position = 0;
}

export function skipBits(bits: i32): void {
  position += bits;
}

/** The next bits, at most 32. */
export function takeBits(bits: i32): i32 {
  let value: u64;
  if (position >= 64) value = high >> (position - 64);
  else {
    value = low >> position;
    if (position + bits > 64) value |= high << (64 - position);
  }
  position += bits;
  return i32(value & ((u64(1) << bits) - 1));
}
