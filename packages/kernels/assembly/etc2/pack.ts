// The eight bytes of a block, the first lowest. Modes T, H and planar are marked by a differential base that overflows in R, G or B: unused
// bits are set so that it does, and no earlier one does.

import { codesOfHalf, placeCodes } from './block';
import { BEST_FIRST, BEST_SECOND, bestDiff, bestFlip, expand, setShades } from './halves';
import { PLANE } from './planar';
import { MODE_T, setTwoColors, TWO_COLORS, twoColorDistance, twoColorMode } from './two-colors';

/* @inline */ function bigEndian(high: u32, low: u32): u64 {
  return u64(bswap(high)) | (u64(bswap(low)) << 32);
}

export function packHalves(): u64 {
  let head: u32 = 0;
  for (let c = 0; c < 3; c++) {
    const a = load<i32>(BEST_FIRST + (c << 2));
    const b = load<i32>(BEST_SECOND + (c << 2));
    head |= (bestDiff ? (a << 3) | ((b - a) & 7) : (a << 4) | b) << (24 - (c << 3));
  }
  head |= (load<i32>(BEST_FIRST, 12) << 5) | (load<i32>(BEST_SECOND, 12) << 2) | (bestDiff << 1) | bestFlip;
  setBase(BEST_FIRST);
  const first = codesOfHalf(bestFlip << 1);
  setBase(BEST_SECOND);
  return bigEndian(head, placeCodes(first, codesOfHalf((bestFlip << 1) + 1), bestFlip));
}

/* @inline */ function setBase(c: usize): void {
  setShades(
    expand(load<i32>(c), bestDiff),
    expand(load<i32>(c, 4), bestDiff),
    expand(load<i32>(c, 8), bestDiff),
    load<i32>(c, 12),
  );
}

/** Whether a byte's base and difference overflow the range of a base. */
/* @inline */ function overflows(byte: u32): bool {
  const next = i32(byte >> 3) + i32(((byte & 7) ^ 4) - 4);
  return u32(next) > 31;
}

/** Sets bits of `free` in a byte so that it overflows, or does not. */
function setOverflow(byte: u32, free: u32, wanted: bool): u32 {
  let set: u32 = 0;
  do {
    if (overflows(byte | set) === wanted) return byte | set;
    set = (set - free) & free;
  } while (set !== 0);
  return byte;
}

export function packTwoColors(): u64 {
  const isT = twoColorMode === MODE_T;
  let swaps = false;
  if (!isT) {
    const first = (load<i32>(TWO_COLORS) << 8) | (load<i32>(TWO_COLORS, 4) << 4) | load<i32>(TWO_COLORS, 8);
    const second = (load<i32>(TWO_COLORS, 12) << 8) | (load<i32>(TWO_COLORS, 16) << 4) | load<i32>(TWO_COLORS, 20);
    swaps = first >= second !== ((twoColorDistance & 1) === 1);
  }
  const a = TWO_COLORS + (swaps ? 12 : 0);
  const b = TWO_COLORS + (swaps ? 0 : 12);
  const r1: u32 = load<i32>(a);
  const g1: u32 = load<i32>(a, 4);
  const b1: u32 = load<i32>(a, 8);
  const r2: u32 = load<i32>(b);
  const g2: u32 = load<i32>(b, 4);
  const b2: u32 = load<i32>(b, 8);
  setTwoColors(TWO_COLORS, twoColorMode, twoColorDistance);
  let low = placeCodes(codesOfHalf(2), codesOfHalf(3), 1);
  if (swaps) low ^= 0xffff0000;
  const d: u32 = twoColorDistance;
  let head: u32;
  if (isT) {
    head = setOverflow(((r1 >> 2) << 3) | (r1 & 3), 0xe4, true) << 24;
    head |= (((g1 << 4) | b1) << 16) | (((r2 << 4) | g2) << 8) | (b2 << 4) | ((d >> 1) << 2) | 2 | (d & 1);
  } else {
    head = setOverflow((r1 << 3) | (g1 >> 1), 0x80, false) << 24;
    head |= setOverflow(((g1 & 1) << 4) | (b1 & 8) | ((b1 >> 1) & 3), 0xe4, true) << 16;
    head |= (((b1 & 1) << 7) | (r2 << 3) | (g2 >> 1)) << 8;
    head |= ((g2 & 1) << 7) | (b2 << 3) | (d & 4) | 2 | ((d >> 1) & 1);
  }
  return bigEndian(head, low);
}

export function packPlane(): u64 {
  const ro: u32 = load<i32>(PLANE);
  const rh: u32 = load<i32>(PLANE, 4);
  const rv: u32 = load<i32>(PLANE, 8);
  const go: u32 = load<i32>(PLANE, 12);
  const gh: u32 = load<i32>(PLANE, 16);
  const gv: u32 = load<i32>(PLANE, 20);
  const bo: u32 = load<i32>(PLANE, 24);
  const bh: u32 = load<i32>(PLANE, 28);
  const bv: u32 = load<i32>(PLANE, 32);
  let head = setOverflow((ro << 1) | (go >> 6), 0x80, false) << 24;
  head |= setOverflow(((go & 63) << 1) | (bo >> 5), 0x80, false) << 16;
  head |= setOverflow((bo & 24) | ((bo >> 1) & 3), 0xe4, true) << 8;
  head |= ((bo & 1) << 7) | ((rh >> 1) << 2) | 2 | (rh & 1);
  const low = (gh << 25) | (bh << 19) | (rv << 13) | (gv << 6) | bv;
  return bigEndian(head, low);
}
