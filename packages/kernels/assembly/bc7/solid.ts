// Exact blocks of one color: mode 5 with every index 1, between two seven-bit endpoints whose mix is the color.

/** By value of a channel: its low endpoint, and its high one from bit 7. */
const SOLID_ENDS: usize = memory.data(512, 16);

/** The closest pair wins: a decoder of less precision then has the smallest error. */
export function buildSolid(): void {
  for (let distance = 127; distance >= 0; distance--)
    for (let low = 127 - distance; low >= 0; low--) {
      const high = low + distance;
      const decodedLow = (low << 1) | (low >> 6);
      const decodedHigh = (high << 1) | (high >> 6);
      const value = (decodedLow * 43 + decodedHigh * 21 + 32) >> 6;
      store<u16>(SOLID_ENDS + (value << 1), low | (high << 7));
    }
}

/* @inline */ function endsOf(value: u32): u64 {
  return u64(load<u16>(SOLID_ENDS + (value << 1)));
}

/** Mode 5 without a rotation. */
const HEADER: u64 = 1 << 5;
/** Colors of index 1, from bit 66. The indices of alpha are 0. */
const INDICES: u64 = 0x2aaaaaab << 2;

export function packSolid(color: u32, out: usize): void {
  const alpha = u64(color >> 24);
  const ends = endsOf(color & 255) | (endsOf((color >> 8) & 255) << 14) | (endsOf((color >> 16) & 255) << 28);
  store<u64>(out, HEADER | (ends << 8) | (alpha << 50) | (alpha << 58));
  store<u64>(out, (alpha >> 6) | INDICES, 8);
}
