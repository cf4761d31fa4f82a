// The line through a set of texels: their principal axis, and their extent along it.

import { extentMax, extentMin, measureExtent, principalDirection, wholeAxis } from '../../block/axis';
import { ENDPOINTS } from '../../block/candidate';
import { floatSum } from '../../block/lanes';
import { PAIRS } from '../../block/texels';
import { weighA, weighB, weighG, weighR, weighted } from '../state';

/** Columns of the scatter matrix (R G B A), f32x4 each, and the mean. Filled by `gather`. */
const COLUMNS: usize = memory.data(64, 16);
const MEAN: usize = memory.data(16, 16);
const NOISE: f32 = 0.03125;

/** Sets COLUMNS and MEAN from the moments of `count` texels: sums, squares, RG GB BA AR and RB GA RB GA, all f32x4. */
/* @inline */ export function gather(count: f32, first: v128, squares: v128, ring: v128, cross: v128): void {
  const inverse = f32x4.splat(1.0 / count);
  const mean = f32x4.mul(first, inverse);
  v128.store(MEAN, mean);
  let d = f32x4.sub(squares, f32x4.mul(mean, first));
  let o = f32x4.sub(ring, f32x4.mul(mean, f32x4.shuffle(first, first, 1, 2, 3, 0)));
  let x = f32x4.sub(cross, f32x4.mul(mean, f32x4.shuffle(first, first, 2, 3, 0, 1)));
  // d: rr gg bb aa, o: rg gb ba ar, x: rb ga br ag
  if (weighted) {
    const w = f32x4(f32(weighR), f32(weighG), f32(weighB), f32(weighA));
    d = f32x4.mul(d, w);
    o = f32x4.mul(o, f32x4.sqrt(f32x4.mul(w, f32x4.shuffle(w, w, 1, 2, 3, 0))));
    x = f32x4.mul(x, f32x4.sqrt(f32x4.mul(w, f32x4.shuffle(w, w, 2, 3, 0, 1))));
  }
  const dx = f32x4.shuffle(d, x, 0, 4, 1, 5); // rr rb gg ga
  const dy = f32x4.shuffle(d, x, 2, 4, 3, 5); // bb rb aa ga
  v128.store(COLUMNS, f32x4.shuffle(dx, o, 0, 4, 1, 7)); // rr rg rb ra
  v128.store(COLUMNS, f32x4.shuffle(o, dx, 0, 6, 1, 7), 16); // rg gg gb ga
  v128.store(COLUMNS, f32x4.shuffle(dy, o, 1, 5, 0, 6), 32); // rb gb bb ba
  v128.store(COLUMNS, f32x4.shuffle(o, dy, 3, 7, 2, 6), 48); // ra ga ba aa
}

/** Removes a channel from the gathered scatter: a two-plane mode codes it separately. */
export function dropChannel(channel: i32): void {
  v128.store(COLUMNS + (channel << 4), f32x4.splat(0));
  for (let i = 0; i < 4; i++) store<f32>(COLUMNS + (i << 4) + (channel << 2), 0);
}

/** Principal axis scaled to integers of at most 4096; zero if the texels do not differ. */
function principalAxis(rounds: i32): v128 {
  const direction = principalDirection(
    v128.load(COLUMNS),
    v128.load(COLUMNS, 16),
    v128.load(COLUMNS, 32),
    v128.load(COLUMNS, 48),
    rounds,
    NOISE,
  );
  if (!v128.any_true(direction)) return direction;
  if (!weighted) return wholeAxis(direction);
  return wholeAxis(f32x4.mul(direction, f32x4.sqrt(f32x4(f32(weighR), f32(weighG), f32(weighB), f32(weighA)))));
}

/** Sets ENDPOINTS of a subset for the gathered texels. `masks` (four i32 row masks) selects texels, 0 selects all; `invert` selects those
 *  outside the masks. */
export function setLineEndpoints(subset: i32, masks: usize, invert: bool, rounds: i32): void {
  const mean = v128.load(MEAN);
  const to = ENDPOINTS + (subset << 5);
  const axis = principalAxis(rounds);
  if (!v128.any_true(axis)) {
    v128.store(to, mean);
    v128.store(to, mean, 16);
    return;
  }
  if (masks === 0) {
    const all = i32x4.splat(-1);
    measureExtent(PAIRS, axis, all, all, all, all);
  } else {
    const flip = i32x4.splat(invert ? -1 : 0);
    measureExtent(
      PAIRS,
      axis,
      v128.xor(v128.load(masks), flip),
      v128.xor(v128.load(masks, 16), flip),
      v128.xor(v128.load(masks, 32), flip),
      v128.xor(v128.load(masks, 48), flip),
    );
  }
  let direction = axis;
  if (weighted) direction = f32x4.div(axis, f32x4(f32(weighR), f32(weighG), f32(weighB), f32(weighA)));
  const inverse: f32 = f32(1) / floatSum(f32x4.mul(axis, direction));
  const tMean = floatSum(f32x4.mul(axis, mean));
  v128.store(to, f32x4.add(mean, f32x4.mul(direction, f32x4.splat((f32(extentMin) - tMean) * inverse))));
  v128.store(to, f32x4.add(mean, f32x4.mul(direction, f32x4.splat((f32(extentMax) - tMean) * inverse))), 16);
}
