// BC7's partitions. A slot is one way to divide the sixteen texels: 0 does not, 1–64 make two subsets, 65–128 three.

export const WHOLE: i32 = 0;
export const TWO: i32 = 1;
export const THREE: i32 = 65;
const SLOTS: i32 = 129;

/** The texels of subset 1, a bit each. */
const TWO_SUBSETS: usize = memory.data<u16>([
  0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8, 0xff00,
  0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c,
  0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa, 0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8,
  0x324c, 0x3bdc, 0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6, 0x639c,
  0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
]);
/** Each texel's subset, two bits a texel. */
const THREE_SUBSETS: usize = memory.data<u32>([
  0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0, 0x5a5a5050, 0xaa550000,
  0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4, 0xa9a59450, 0x2a0a4250, 0xa5945040, 0x0a425054,
  0xa5a5a500, 0x55a0a0a0, 0xa8a85454, 0x6a6a4040, 0xa4a45000, 0x1a1a0500, 0x0050a4a4, 0xaaa59090, 0x14696914,
  0x69691400, 0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200, 0xa9a58000, 0x5090a0a8, 0xa8a09050, 0x24242424,
  0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50, 0x500aa550, 0xaaaa4444, 0x66660000, 0xa5a0a5a0, 0x50a050a0,
  0x69286928, 0x44aaaa44, 0x66666600, 0xaa444444, 0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580,
  0xaa141414, 0x96960000, 0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44,
  0x2a4a5254,
]);
/** The texel of subsets 1 and 2 whose index lacks its first bit; in subset 0 it is always the first. */
const ANCHORS_TWO: usize = memory.data<u8>([
  15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2, 15,
  15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6, 6, 2, 6, 8, 15, 15, 2, 2, 15, 15, 15, 15, 15, 2, 2, 15,
]);
const ANCHORS_THREE_1: usize = memory.data<u8>([
  3, 3, 15, 15, 8, 3, 15, 15, 8, 8, 6, 6, 6, 5, 3, 3, 3, 3, 8, 15, 3, 3, 6, 10, 5, 8, 8, 6, 8, 5, 15, 15, 8, 15, 3, 5,
  6, 10, 8, 15, 15, 3, 15, 5, 15, 15, 15, 15, 3, 15, 5, 5, 5, 8, 5, 10, 5, 10, 8, 13, 15, 12, 3, 3,
]);
const ANCHORS_THREE_2: usize = memory.data<u8>([
  15, 8, 8, 3, 15, 15, 3, 8, 15, 15, 15, 15, 15, 15, 15, 8, 15, 8, 15, 3, 15, 8, 15, 8, 3, 15, 6, 10, 15, 15, 10, 8, 15,
  3, 15, 10, 10, 8, 9, 10, 6, 15, 8, 15, 3, 6, 6, 8, 15, 3, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3, 15, 15, 8,
]);

/** Per slot and row: what picks R and G of each texel's subset out of the RGBA bytes of three colours, as i16 pairs. */
const PICKS: usize = memory.data(129 * 64, 16);
/** Per slot and row: what picks one of three floats for each texel. */
const FLOAT_PICKS: usize = memory.data(129 * 64, 16);
/** Per slot and subset: a byte mask of its texels. */
const MASKS: usize = memory.data(129 * 48, 16);
/** Per slot and subset: a bit a texel. */
const BITS: usize = memory.data(129 * 8, 16);

/** Per slot and subset: where the sums of its four rows lie in the table of moments. */
const ROW_SUMS: usize = memory.data(129 * 24, 16);
/** Per subset, a float a slot: 1 / its number of texels. */
const INVERSES: usize = memory.data(3 * 132 * 4, 16);

/* @inline */ export function rowSums(slot: i32, subset: i32): usize {
  return ROW_SUMS + usize(slot) * 24 + (usize(subset) << 3);
}
/* @inline */ export function inverses(slot: i32, subset: i32): usize {
  return INVERSES + usize(subset * 132 + slot) * 4;
}

/* @inline */ export function picks(slot: i32): usize {
  return PICKS + (usize(slot) << 6);
}
/* @inline */ export function floatPicks(slot: i32): usize {
  return FLOAT_PICKS + (usize(slot) << 6);
}
/* @inline */ export function subsetMask(slot: i32, subset: i32): v128 {
  return v128.load(MASKS + usize(slot) * 48 + (usize(subset) << 4));
}
/* @inline */ export function subsetBits(slot: i32, subset: i32): i32 {
  return load<u16>(BITS + (usize(slot) << 3) + (usize(subset) << 1));
}

/* @inline */ export function anchorOf(slot: i32, subset: i32): i32 {
  if (subset === 0) return 0;
  if (slot < THREE) return load<u8>(ANCHORS_TWO + slot - TWO);
  return subset === 1 ? load<u8>(ANCHORS_THREE_1 + slot - THREE) : load<u8>(ANCHORS_THREE_2 + slot - THREE);
}

function subsetOf(slot: i32, texel: i32): i32 {
  if (slot === WHOLE) return 0;
  if (slot < THREE) return (load<u16>(TWO_SUBSETS + (usize(slot - TWO) << 1)) >> texel) & 1;
  return (load<u32>(THREE_SUBSETS + (usize(slot - THREE) << 2)) >> (texel << 1)) & 3;
}

export function buildPartitions(): void {
  for (let slot = 0; slot < SLOTS; slot++) {
    for (let texel = 0; texel < 16; texel++) {
      const subset = subsetOf(slot, texel);
      const at = usize(texel) << 2;
      store<u32>(picks(slot) + at, 0xff01ff00 + subset * 0x00040004);
      store<u32>(floatPicks(slot) + at, 0x03020100 + subset * 0x04040404);
      store<u8>(MASKS + usize(slot) * 48 + (usize(subset) << 4) + texel, 0xff);
      const bits = BITS + (usize(slot) << 3) + (usize(subset) << 1);
      store<u16>(bits, u16(i32(load<u16>(bits)) | (1 << texel)));
    }
    for (let subset = 0; subset < 3; subset++) {
      const bits = subsetBits(slot, subset);
      if (bits !== 0) store<f32>(inverses(slot, subset), f32(1) / f32(popcnt(bits)));
      for (let row = 0; row < 4; row++)
        store<u16>(rowSums(slot, subset) + (usize(row) << 1), u16((row << 10) | (((bits >> (row << 2)) & 15) << 6)));
    }
  }
}
