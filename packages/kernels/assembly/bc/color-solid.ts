// For every 8-bit value, the two endpoints of 5 or 6 bits whose mix of two thirds and one third is nearest to it.

/** First endpoint << 8 | second one, by value; for 5 bits, then for 6. */
const MATCHES: usize = memory.data(2 * 256 * 2, 16);
let built: bool = false;

function build(bits: i32, to: usize): void {
  const count = 1 << bits;
  for (let value = 0; value < 256; value++) {
    let minimum = i32.MAX_VALUE;
    for (let a = 0; a < count; a++)
      for (let b = 0; b < count; b++) {
        const wideA = bits === 5 ? (a << 3) | (a >> 2) : (a << 2) | (a >> 4);
        const wideB = bits === 5 ? (b << 3) | (b >> 2) : (b << 2) | (b >> 4);
        // Of equally near pairs, the two closest to each other: GPUs mix with different precision.
        const cost = (abs((2 * wideA + wideB + 1) / 3 - value) << 8) + abs(wideA - wideB);
        if (cost >= minimum) continue;
        minimum = cost;
        store<u16>(to + (value << 1), u16((a << 8) | b));
      }
  }
}

/** Called for solid blocks. Builds the table once, which takes some milliseconds. */
export function buildMatches(): void {
  if (built) return;
  build(5, MATCHES);
  build(6, MATCHES + 512);
  built = true;
}

/* @inline */ export function matchOf(value: i32, isGreen: bool): i32 {
  return load<u16>(MATCHES + (isGreen ? 512 : 0) + (value << 1));
}
