// Decodes ETC1 blocks and the EAC alpha of ETC2, as a GPU does. Only tests and benchmarks use it.

const SMALL = [2, 5, 9, 13, 18, 24, 33, 47];
const LARGE = [8, 17, 29, 42, 60, 80, 106, 183];
const clamp = (v: number): number => Math.max(0, Math.min(255, v));

/** Writes R, G, B of sixteen RGBA texels (alpha 255) of the eight bytes at `at`. */
export function decodeEtc1Block(data: Uint8Array, at: number, out: Uint8Array): void {
  const byte = (i: number): number => data[at + i] ?? 0;
  const flags = byte(3);
  const flip = flags & 1;
  const tables = [flags >> 5, (flags >> 2) & 7];
  const bases: number[][] = [[], []];
  for (let c = 0; c < 3; c++) {
    const v = byte(c);
    if (flags & 2) {
      const first = v >> 3;
      const second = first + (((v & 7) ^ 4) - 4);
      bases[0]?.push((first << 3) | (first >> 2));
      bases[1]?.push((second << 3) | (second >> 2));
    } else {
      bases[0]?.push((v >> 4) * 17);
      bases[1]?.push((v & 15) * 17);
    }
  }
  const high = (byte(4) << 8) | byte(5);
  const low = (byte(6) << 8) | byte(7);
  for (let y = 0; y < 4; y++)
    for (let x = 0; x < 4; x++) {
      const half = (flip ? y : x) >> 1;
      const bit = x * 4 + y;
      const table = tables[half] ?? 0;
      const size = ((low >> bit) & 1 ? LARGE[table] : SMALL[table]) ?? 0;
      const shade = (high >> bit) & 1 ? -size : size;
      for (let c = 0; c < 3; c++) out[(y * 4 + x) * 4 + c] = clamp((bases[half]?.[c] ?? 0) + shade);
      out[(y * 4 + x) * 4 + 3] = 255;
    }
}

const EAC = [
  [-3, -6, -9, -15, 2, 5, 8, 14],
  [-3, -7, -10, -13, 2, 6, 9, 12],
  [-2, -5, -8, -13, 1, 4, 7, 12],
  [-2, -4, -6, -13, 1, 3, 5, 12],
  [-3, -6, -8, -12, 2, 5, 7, 11],
  [-3, -7, -9, -11, 2, 6, 8, 10],
  [-4, -7, -8, -11, 3, 6, 7, 10],
  [-3, -5, -8, -11, 2, 4, 7, 10],
  [-2, -6, -8, -10, 1, 5, 7, 9],
  [-2, -5, -8, -10, 1, 4, 7, 9],
  [-2, -4, -8, -10, 1, 3, 7, 9],
  [-2, -5, -7, -10, 1, 4, 6, 9],
  [-3, -4, -7, -10, 2, 3, 6, 9],
  [-1, -2, -3, -10, 0, 1, 2, 9],
  [-4, -6, -8, -9, 3, 5, 7, 8],
  [-3, -5, -7, -9, 2, 4, 6, 8],
];

/** Writes the alpha of sixteen RGBA texels from the eight EAC bytes at `at`. */
export function decodeEacAlpha(data: Uint8Array, at: number, out: Uint8Array): void {
  const byte = (i: number): number => data[at + i] ?? 0;
  const multiplier = byte(1) >> 4;
  const modifiers = EAC[byte(1) & 15] ?? [];
  for (let n = 0; n < 16; n++) {
    const bit = 45 - n * 3;
    let index = 0;
    for (let i = 2; i >= 0; i--) index = (index << 1) | ((byte(7 - ((bit + i) >> 3)) >> ((bit + i) & 7)) & 1);
    const value = clamp(byte(0) + multiplier * (modifiers[index] ?? 0));
    out[((n & 3) * 4 + (n >> 2)) * 4 + 3] = value;
  }
}
