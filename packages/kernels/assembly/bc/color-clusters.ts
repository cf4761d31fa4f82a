// Tries every way to divide the texels, in their order along the axis, into four runs for the four colors. Least squares gives the
// endpoints of each way, and sums over the runs its error, without reading single texels.

import { ORDER } from './color-axis';
import { TEXEL_WEIGHTS, TEXELS } from './color-block';
import { setLine } from './color-endpoints';

/** Sums of the first n texels in order: R, G, B, and the weight in the last lane. */
const SUMS: usize = memory.data(17 * 16, 16);

const GRID: v128 = f32x4(31.0 / 255.0, 63.0 / 255.0, 31.0 / 255.0, 0);
const CODES: v128 = f32x4(255.0 / 31.0, 255.0 / 63.0, 255.0 / 31.0, 0);

function sumInOrder(): void {
  let sum = f32x4.splat(0);
  v128.store(SUMS, sum);
  for (let i = 0; i < 16; i++) {
    const texel = load<u8>(ORDER + i);
    const weight = load<f32>(TEXEL_WEIGHTS + (usize(texel) << 2));
    const weighted = f32x4.mul(v128.load(TEXELS + (usize(texel) << 4)), f32x4.splat(weight));
    sum = f32x4.add(sum, f32x4.replace_lane(weighted, 3, weight));
    v128.store(SUMS + ((i + 1) << 4), sum);
  }
}

/* @inline */ function snapped(color: v128): v128 {
  const clamped = f32x4.min(f32x4.max(color, f32x4.splat(0)), f32x4.splat(255));
  return f32x4.mul(f32x4.nearest(f32x4.mul(clamped, GRID)), CODES);
}

/** Sets the line to the endpoints with the least error. `weights` is the metric. Returns false if no way has endpoints. */
export function fitClusters(weights: v128): bool {
  sumInOrder();
  const all = v128.load(SUMS + 256);
  let minimum: f32 = f32.MAX_VALUE;
  let bestFirst = f32x4.splat(0);
  let bestSecond = f32x4.splat(0);
  for (let i = 0; i <= 16; i++) {
    const upToI = v128.load(SUMS + (i << 4));
    for (let j = i; j <= 16; j++) {
      const upToJ = v128.load(SUMS + (j << 4));
      for (let k = max(j, 1); k <= 16; k++) {
        if (i === 16 || (i === 0 && j === 0 && k === 16)) continue;
        const upToK = v128.load(SUMS + (k << 4));
        // The first endpoint counts 3, 2, 1 and 0 thirds in the four runs: the sum of the sums up to their borders.
        const ax = f32x4.add(f32x4.add(upToI, upToJ), upToK);
        const bx = f32x4.sub(f32x4.mul(all, f32x4.splat(3)), ax);
        const n0 = f32x4.extract_lane(upToI, 3);
        const n1 = f32x4.extract_lane(upToJ, 3) - n0;
        const n2 = f32x4.extract_lane(upToK, 3) - n0 - n1;
        const n3 = f32x4.extract_lane(all, 3) - n0 - n1 - n2;
        const aa: f32 = 9 * n0 + 4 * n1 + n2;
        const bb: f32 = n1 + 4 * n2 + 9 * n3;
        const ab: f32 = 2 * (n1 + n2);
        const determinant: f32 = aa * bb - ab * ab;
        if (determinant < 0.5) continue;
        const scale = f32x4.splat(3 / determinant);
        const a = snapped(f32x4.mul(f32x4.sub(f32x4.mul(ax, f32x4.splat(bb)), f32x4.mul(bx, f32x4.splat(ab))), scale));
        const b = snapped(f32x4.mul(f32x4.sub(f32x4.mul(bx, f32x4.splat(aa)), f32x4.mul(ax, f32x4.splat(ab))), scale));
        // Squared differences, times nine, without the texels' own squares.
        const squares = f32x4.add(
          f32x4.add(f32x4.mul(f32x4.mul(a, a), f32x4.splat(aa)), f32x4.mul(f32x4.mul(b, b), f32x4.splat(bb))),
          f32x4.mul(f32x4.mul(a, b), f32x4.splat(2 * ab)),
        );
        const mixed = f32x4.mul(f32x4.add(f32x4.mul(a, ax), f32x4.mul(b, bx)), f32x4.splat(6));
        const costs = f32x4.mul(f32x4.sub(squares, mixed), weights);
        const cost = f32x4.extract_lane(costs, 0) + f32x4.extract_lane(costs, 1) + f32x4.extract_lane(costs, 2);
        if (cost < minimum) {
          minimum = cost;
          bestFirst = a;
          bestSecond = b;
        }
      }
    }
  }
  if (minimum === f32.MAX_VALUE) return false;
  setLine(bestFirst, bestSecond);
  return true;
}
