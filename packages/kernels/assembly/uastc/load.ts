// Reads one 4×4 block of RGBA8, classifies it (gray, one or two channels), and sums its first and second moments.

import { dot2, sums4 } from '../block/lanes';
import { isOpaque, isSolid, PLANAR, setRows } from '../block/texels';

export let isGray: bool = false;
/** Opaque, and one of R, G and B is constant. */
export let isTwoChannel: bool = false;
/** Opaque, and two of them are constant. */
export let isOneChannel: bool = false;

/** Sums over the block: R G B A, squares, RG GB BA AR, RB GA · · (as i32x4). */
export const SUMS: usize = memory.data(64, 16);

/** `twoChannels` reads the block as R G 0 255, ignoring blue and alpha. */
export function loadBlock(at: usize, stride: usize, twoChannels: bool): void {
  let r0 = v128.load(at);
  let r1 = v128.load(at + stride);
  let r2 = v128.load(at + stride * 2);
  let r3 = v128.load(at + stride * 3);
  if (twoChannels) {
    const keep = i32x4.splat(0xffff);
    const alpha = i32x4.splat(0xff000000);
    r0 = v128.or(v128.and(r0, keep), alpha);
    r1 = v128.or(v128.and(r1, keep), alpha);
    r2 = v128.or(v128.and(r2, keep), alpha);
    r3 = v128.or(v128.and(r3, keep), alpha);
  }
  setRows(r0, r1, r2, r3);
  if (!isSolid) measureBlock();
}

function measureBlock(): void {
  const red0 = v128.load(PLANAR);
  const red1 = v128.load(PLANAR, 16);
  const green0 = v128.load(PLANAR, 32);
  const green1 = v128.load(PLANAR, 48);
  const blue0 = v128.load(PLANAR, 64);
  const blue1 = v128.load(PLANAR, 80);
  const alpha0 = v128.load(PLANAR, 96);
  const alpha1 = v128.load(PLANAR, 112);
  const color = v128.or(
    v128.or(v128.xor(red0, green0), v128.xor(red1, green1)),
    v128.or(v128.xor(red0, blue0), v128.xor(red1, blue1)),
  );
  isGray = !v128.any_true(color);
  const one = i16x8.splat(1);
  v128.store(
    SUMS,
    sums4(
      dot2(red0, red1, one, one),
      dot2(green0, green1, one, one),
      dot2(blue0, blue1, one, one),
      dot2(alpha0, alpha1, one, one),
    ),
  );
  v128.store(
    SUMS,
    sums4(
      dot2(red0, red1, red0, red1),
      dot2(green0, green1, green0, green1),
      dot2(blue0, blue1, blue0, blue1),
      dot2(alpha0, alpha1, alpha0, alpha1),
    ),
    16,
  );
  v128.store(
    SUMS,
    sums4(
      dot2(red0, red1, green0, green1),
      dot2(green0, green1, blue0, blue1),
      dot2(blue0, blue1, alpha0, alpha1),
      dot2(alpha0, alpha1, red0, red1),
    ),
    32,
  );
  const varying = varies(0) + varies(1) + varies(2);
  isTwoChannel = isOpaque && varying < 3;
  isOneChannel = isOpaque && varying < 2;
  const rb = dot2(red0, red1, blue0, blue1);
  const ga = dot2(green0, green1, alpha0, alpha1);
  v128.store(SUMS, sums4(rb, ga, rb, ga), 48);
}

/** 1 if a channel's texels differ: sixteen times the sum of squares is then more than the squared sum. */
/* @inline */ function varies(channel: usize): i32 {
  const total = load<i32>(SUMS + (channel << 2));
  return i32(load<i32>(SUMS + (channel << 2), 16) << 4 !== total * total);
}

/** Up to this variance (times 256) a channel is nearly constant: a deviation of six levels. */
const FLAT_SPREAD: i32 = 256 * 36;

/** Whether a channel of the loaded block is nearly constant. */
export function isFlat(channel: usize): bool {
  const total = load<i32>(SUMS + (channel << 2));
  return (load<i32>(SUMS + (channel << 2), 16) << 4) - total * total <= FLAT_SPREAD;
}
