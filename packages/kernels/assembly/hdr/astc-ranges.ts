// ASTC's bounded integers: the ranges that this encoder uses, and for each byte the nearest that can be stored.

/** By number of levels: the weight of each index (0 to 64), and the code that stores it. */
const WEIGHTS_3: usize = memory.data<u8>([0, 32, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 16);
const WEIGHTS_4: usize = memory.data<u8>([0, 21, 43, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 16);
const WEIGHTS_6: usize = memory.data<u8>([0, 12, 25, 39, 52, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 16);
const WEIGHTS_8: usize = memory.data<u8>([0, 9, 18, 27, 37, 46, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0], 16);
const WEIGHTS_12: usize = memory.data<u8>([0, 5, 11, 17, 23, 28, 36, 41, 47, 53, 59, 64, 0, 0, 0, 0], 16);
const WEIGHTS_16: usize = memory.data<u8>([0, 4, 8, 12, 17, 21, 25, 29, 35, 39, 43, 47, 52, 56, 60, 64], 16);
const IDENTITY: usize = memory.data<u8>([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
const CODES_6: usize = memory.data<u8>([0, 2, 4, 5, 3, 1]);
const CODES_12: usize = memory.data<u8>([0, 4, 8, 2, 6, 10, 11, 7, 3, 9, 5, 1]);

/** The weights of indices on a line of `levels`. */
export function weightsOf(levels: i32): v128 {
  switch (levels) {
    case 3:
      return v128.load(WEIGHTS_3);
    case 4:
      return v128.load(WEIGHTS_4);
    case 6:
      return v128.load(WEIGHTS_6);
    case 8:
      return v128.load(WEIGHTS_8);
    case 12:
      return v128.load(WEIGHTS_12);
    default:
      return v128.load(WEIGHTS_16);
  }
}

/** The stored code of each index. */
export function codesOf(levels: i32): usize {
  return levels === 6 ? CODES_6 : levels === 12 ? CODES_12 : IDENTITY;
}

/** The digit base of a range: 1 for bits only, 3 for trits, 5 for quints. */
/* @inline */ export function digitOf(values: i32): i32 {
  return values % 3 === 0 ? 3 : values % 5 === 0 ? 5 : 1;
}
/* @inline */ export function bitsOf(values: i32): i32 {
  return ctz(values / digitOf(values));
}

/** Decodes a stored endpoint value to 8 bits. */
function expand(values: i32, code: i32): i32 {
  const bits = bitsOf(values);
  const low = code & ((1 << bits) - 1);
  if (digitOf(values) === 1)
    return bits === 8 ? code : bits === 7 ? (code << 1) | (code >> 6) : (code << 2) | (code >> 4);
  const digit = code >> bits;
  const x = low >> 1;
  let factor = 5;
  let spread = (x << 4) | (x >> 4);
  if (values === 80) {
    factor = 13;
    spread = (x << 6) | (x >> 1);
  } else if (values === 40) {
    factor = 26;
    spread = (x << 7) | (x << 1) | (x >> 1);
  }
  const mirror = low & 1 ? 0x1ff : 0;
  return (mirror & 0x80) | (((digit * factor + spread) ^ mirror) >> 2);
}

/** For 256, 192, 128, 80, 64 and 40 values: the code of each storable byte, then for each byte the nearest storable one with the same 0, 1, 2
 *  and 3 top bits. */
const TABLE_BYTES: usize = 256 * 5;
const TABLES: usize = memory.data(256 * 5 * 6);
const VALUES: usize = memory.data<u16>([256, 192, 128, 80, 64, 40]);

/* @inline */ export function tableOf(values: i32): usize {
  const number: usize =
    values === 256 ? 0 : values === 192 ? 1 : values === 128 ? 2 : values === 80 ? 3 : values === 64 ? 4 : 5;
  return TABLES + number * TABLE_BYTES;
}
/** The nearest storable byte with the same `fixed` top bits. */
/* @inline */ export function nearest(table: usize, byte: i32, fixed: i32): i32 {
  return load<u8>(table + 256 + usize(fixed << 8) + usize(byte));
}
/* @inline */ export function codeOf(table: usize, byte: i32): i32 {
  return load<u8>(table + usize(byte));
}

export function buildRanges(): void {
  const isStored = memory.data(256);
  for (let number = 0; number < 6; number++) {
    const values = i32(load<u16>(VALUES + (usize(number) << 1)));
    const table = tableOf(values);
    memory.fill(isStored, 0, 256);
    for (let code = 0; code < values; code++) {
      const byte = expand(values, code);
      store<u8>(isStored + byte, 1);
      store<u8>(table + byte, code);
    }
    for (let fixed = 0; fixed < 4; fixed++)
      for (let byte = 0; byte < 256; byte++) {
        const top = byte >> (8 - fixed);
        let found = -1;
        for (let away = 0; away < 256 && found < 0; away++) {
          // Of two at the same distance, the lower.
          const below = byte - away;
          const above = byte + away;
          if (below >= 0 && below >> (8 - fixed) === top && load<u8>(isStored + below) === 1) found = below;
          else if (above < 256 && above >> (8 - fixed) === top && load<u8>(isStored + above) === 1) found = above;
        }
        store<u8>(table + 256 + usize(fixed << 8) + usize(byte), found);
      }
  }
}
