// Tries every way to divide the texels, in their order along the axis, into four runs for the four colors. Least squares gives the
// endpoints of each way, and sums over the runs its error, without reading single texels.

import { ORDER } from './color-axis';
import { TEXEL_WEIGHTS, TEXELS, weightVaries } from './color-block';
import { setLine } from './color-endpoints';

/** Sums of the first n texels in order: R, G, B, and the weight in the last lane. */
const SUMS: usize = memory.data(17 * 16, 16);

const GRID: v128 = f32x4(31.0 / 255.0, 63.0 / 255.0, 31.0 / 255.0, 0);
const CODES: v128 = f32x4(255.0 / 31.0, 255.0 / 63.0, 255.0 / 31.0, 0);

/** Sums the texels, which must be sorted. Call it before the fits below. */
export function sumInOrder(): void {
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

/** By division into four runs, and then into three: aa, bb, 2 ab of its equations, then aa, bb and ab times the inverse of their
 *  determinant, for texels of equal weight. The first is −1 if there is no solution. */
const EQUATIONS: usize = memory.data(1122 * 24, 16);
const THREE_EQUATIONS: usize = EQUATIONS + 969 * 24;
let built: bool = false;

/** `whole`: 3 or 2, into which the endpoints' weights divide. */
/* @inline */ function setEquations(at: usize, aa: f32, bb: f32, ab: f32, whole: f32): void {
  const determinant: f32 = aa * bb - ab * ab;
  const scale: f32 = whole / determinant;
  store<f32>(at, determinant < 0.5 ? -1 : aa);
  store<f32>(at, bb, 4);
  store<f32>(at, 2 * ab, 8);
  store<f32>(at, aa * scale, 12);
  store<f32>(at, bb * scale, 16);
  store<f32>(at, ab * scale, 20);
}

/** Sets the equations of four runs of n0, n1, n2 and n3. */
/* @inline */ function setFour(at: usize, n0: f32, n1: f32, n2: f32, n3: f32): void {
  setEquations(at, 9 * n0 + 4 * n1 + n2, n1 + 4 * n2 + 9 * n3, 2 * (n1 + n2), 3);
}

/* @inline */ function setThree(at: usize, n0: f32, n1: f32, n2: f32): void {
  setEquations(at, 4 * n0 + n1, n1 + 4 * n2, n1, 2);
}

function buildEquations(): void {
  if (built) return;
  built = true;
  let at = EQUATIONS;
  for (let i = 0; i <= 16; i++)
    for (let j = i; j <= 16; j++)
      for (let k = j; k <= 16; k++) {
        setFour(at, f32(i), f32(j - i), f32(k - j), 16 - f32(k));
        at += 24;
      }
  for (let i = 0; i <= 16; i++)
    for (let j = i; j <= 16; j++) {
      setThree(at, f32(i), f32(j - i), 16 - f32(j));
      at += 24;
    }
}

/* @inline */ function snapped(color: v128): v128 {
  const clamped = f32x4.pmin(f32x4.pmax(color, f32x4.splat(0)), f32x4.splat(255));
  return f32x4.mul(f32x4.nearest(f32x4.mul(clamped, GRID)), CODES);
}

/** The least cost, and its endpoints. */
let minimum: f32 = 0;
let bestFirst: v128 = f32x4.splat(0);
let bestSecond: v128 = f32x4.splat(0);

/** Measures the endpoints of one way. `ax` and `bx`: sums of texels by the weights of the endpoints. `whole2`: twice their sum. */
/* @inline */ function measure(at: usize, ax: v128, bx: v128, whole2: v128, weights: v128): void {
  const aa = v128.load32_splat(at);
  const bb = v128.load32_splat(at, 4);
  const ab2 = v128.load32_splat(at, 8);
  const abScaled = v128.load32_splat(at, 20);
  const a = snapped(f32x4.sub(f32x4.mul(ax, v128.load32_splat(at, 16)), f32x4.mul(bx, abScaled)));
  const b = snapped(f32x4.sub(f32x4.mul(bx, v128.load32_splat(at, 12)), f32x4.mul(ax, abScaled)));
  // Squared differences, times nine or four, without the texels' own squares.
  const squares = f32x4.add(
    f32x4.add(f32x4.mul(f32x4.mul(a, a), aa), f32x4.mul(f32x4.mul(b, b), bb)),
    f32x4.mul(f32x4.mul(a, b), ab2),
  );
  const mixed = f32x4.mul(f32x4.add(f32x4.mul(a, ax), f32x4.mul(b, bx)), whole2);
  const costs = f32x4.mul(f32x4.sub(squares, mixed), weights);
  const cost = f32x4.extract_lane(costs, 0) + f32x4.extract_lane(costs, 1) + f32x4.extract_lane(costs, 2);
  if (cost >= minimum) return;
  minimum = cost;
  bestFirst = a;
  bestSecond = b;
}

/** The equations of one way, for texels of any weight. */
const WAY: usize = memory.data(24, 16);

/* @inline */ function weightOf(sum: v128): f32 {
  return f32x4.extract_lane(sum, 3);
}

/** Sets the line to the endpoints with the least error. `weights` is the metric. Returns false if no way has endpoints. */
export function fitClusters(weights: v128): bool {
  buildEquations();
  const all = v128.load(SUMS + 256);
  const all3 = f32x4.mul(all, f32x4.splat(3));
  const six = f32x4.splat(6);
  minimum = f32.MAX_VALUE;
  let at = EQUATIONS;
  for (let i = 0; i <= 16; i++) {
    const upToI = v128.load(SUMS + (i << 4));
    for (let j = i; j <= 16; j++) {
      const upToJ = v128.load(SUMS + (j << 4));
      const first = f32x4.add(upToI, upToJ);
      for (let k = j; k <= 16; k++, at += 24) {
        const upToK = v128.load(SUMS + (k << 4));
        let equations = at;
        if (weightVaries) {
          setFour(
            WAY,
            weightOf(upToI),
            weightOf(upToJ) - weightOf(upToI),
            weightOf(upToK) - weightOf(upToJ),
            weightOf(all) - weightOf(upToK),
          );
          equations = WAY;
        }
        if (load<f32>(equations) < 0) continue;
        // The first endpoint counts 3, 2, 1 and 0 thirds in the four runs: the sum of the sums up to their borders.
        const ax = f32x4.add(first, upToK);
        measure(equations, ax, f32x4.sub(all3, ax), six, weights);
      }
    }
  }
  return takeBest();
}

/** The same for three runs, of texels of equal weight: the endpoints and the color halfway between them. */
export function fitThreeClusters(weights: v128): bool {
  const all = v128.load(SUMS + 256);
  buildEquations();
  const all2 = f32x4.mul(all, f32x4.splat(2));
  minimum = f32.MAX_VALUE;
  let at = THREE_EQUATIONS;
  for (let i = 0; i <= 16; i++) {
    const upToI = v128.load(SUMS + (i << 4));
    for (let j = i; j <= 16; j++, at += 24) {
      if (load<f32>(at) < 0) continue;
      const ax = f32x4.add(upToI, v128.load(SUMS + (j << 4)));
      measure(at, ax, f32x4.sub(all2, ax), f32x4.splat(4), weights);
    }
  }
  return takeBest();
}

/* @inline */ function takeBest(): bool {
  if (minimum === f32.MAX_VALUE) return false;
  setLine(bestFirst, bestSecond);
  return true;
}
