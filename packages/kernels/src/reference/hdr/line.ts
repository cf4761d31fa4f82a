// Fits a line to texels, refines it, and measures the texels' distances from it. Twin of the kernel's line and refine.

import { at, clamp, f32 } from '../uastc/lanes.js';
import { type HdrBlock, type LineEnds, type Mask, sum, TEXELS } from './block.js';

const CHANNELS = [0, 1, 2] as const;

/** The line through the mean of a subset, along its principal axis, over the extent of its texels. */
export function fitLine({ texels }: HdrBlock, mask: Mask): LineEnds {
  const masked = (i: number, value: number): number => (at(mask, i) ? value : 0);
  const share = 1 / sum((i) => masked(i, 1));
  const mean = CHANNELS.map((c) => sum((i) => masked(i, at(texels[c], i))) * share);
  const offsets = CHANNELS.map((c) => TEXELS.map((i) => f32(at(texels[c], i) - f32(at(mean, c)))));
  const off = (c: number, i: number): number => at(at(offsets, c), i);
  const scatter = CHANNELS.map((a) => CHANNELS.map((b) => sum((i) => masked(i, f32(off(a, i) * off(b, i))))));
  const [rr = 0, gg = 0, bb = 0] = CHANNELS.map((c) => at(at(scatter, c), c));
  let axis = at(scatter, gg > rr && gg >= bb ? 1 : bb > rr && bb > gg ? 2 : 0);
  for (let step = 0; step < 4; step++) {
    const [x = 0, y = 0, z = 0] = axis;
    const next = scatter.map(([a = 0, b = 0, c = 0]) => a * x + b * y + c * z);
    const maximum = Math.max(...next.map(Math.abs));
    if (maximum === 0) break;
    axis = next.map((v) => v / maximum);
  }
  const [x = 0, y = 0, z = 0] = axis;
  const length = x * x + y * y + z * z;
  const scale = length > 0 ? 1 / length : 0;
  const [ax, ay, az] = [f32(x * scale), f32(y * scale), f32(z * scale)];
  const along = TEXELS.map((i) => masked(i, f32(f32(f32(off(0, i) * ax) + f32(off(1, i) * ay)) + f32(off(2, i) * az))));
  const [minimum, maximum] = [Math.min(0, ...along), Math.max(0, ...along)];
  return [minimum, maximum].flatMap((t) => CHANNELS.map((c) => at(mean, c) + at(axis, c) * t));
}

/** The nearest of `levels` indices of a texel, given its offset from the lower endpoint. */
function indexOf(
  { errorWeights }: HdrBlock,
  i: number,
  offset: readonly number[],
  line: readonly number[],
  levels: number,
): number {
  const share = CHANNELS.map((c) => f32(at(errorWeights[c], i) * at(line, c)));
  const dot = (v: readonly number[]): number =>
    f32(f32(f32(at(v, 0) * at(share, 0)) + f32(at(v, 1) * at(share, 1))) + f32(at(v, 2) * at(share, 2)));
  const t = f32(f32(dot(offset) / dot(line)) * (levels - 1));
  // On a line without length all texels are at the lower endpoint.
  return Number.isNaN(t) ? 0 : Math.floor(f32(clamp(t, 0, levels - 1) + 0.5));
}

/** Moves a line to the least weighted squared distance for the indices of its texels. */
export function refine(
  block: HdrBlock,
  mask: Mask,
  ends: LineEnds,
  weights: readonly number[],
  maximum: number,
): LineEnds {
  const line = CHANNELS.map((c) => f32(at(ends, c + 3) - at(ends, c)));
  if (CHANNELS.every((c) => at(ends, c + 3) === at(ends, c))) return ends;
  const offset = (c: 0 | 1 | 2, i: number): number => f32(at(block.texels[c], i) - f32(at(ends, c)));
  const placed = TEXELS.map((i) =>
    at(
      weights,
      indexOf(
        block,
        i,
        CHANNELS.map((c) => offset(c, i)),
        line,
        weights.length,
      ),
    ),
  );
  const moved = [...ends];
  for (const c of CHANNELS) {
    const counted = (i: number): number => (at(mask, i) ? at(block.errorWeights[c], i) : 0);
    const weighed = (i: number): number => f32(counted(i) * at(placed, i));
    const n = sum(counted);
    const w = sum(weighed);
    const ww = sum((i) => f32(weighed(i) * at(placed, i)));
    const offsets = sum((i) => f32(counted(i) * offset(c, i)));
    const products = sum((i) => f32(weighed(i) * offset(c, i)));
    const determinant = n * ww - w * w;
    if (determinant <= n * n * 1e-4) continue;
    const slope = (n * products - w * offsets) / determinant;
    const low = at(ends, c) + (offsets - slope * w) / n;
    moved[c] = clamp(low, 0, maximum);
    moved[c + 3] = clamp(low + 64 * slope, 0, maximum);
  }
  return moved;
}

/** Assigns the texels of `mask` to stored endpoints: writes their indices, and returns the sum of their weighted squared distances. */
export function evaluate(
  block: HdrBlock,
  mask: Mask,
  stored: LineEnds,
  weights: readonly number[],
  indices: number[],
): number {
  const line = CHANNELS.map((c) => f32(at(stored, c + 3) - at(stored, c)));
  return sum((i) => {
    if (!at(mask, i)) return 0;
    const offset = CHANNELS.map((c) => f32(at(block.texels[c], i) - at(stored, c)));
    const index = indexOf(block, i, offset, line, weights.length);
    indices[i] = index;
    const left = CHANNELS.map((c) => f32(at(offset, c) - f32((at(weights, index) / 64) * at(line, c))));
    const [r = 0, g = 0, b = 0] = CHANNELS.map((c) =>
      f32(at(block.errorWeights[c], i) * f32(at(left, c) * at(left, c))),
    );
    return f32(f32(r + g) + b);
  });
}
