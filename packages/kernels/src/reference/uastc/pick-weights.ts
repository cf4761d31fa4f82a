// Chooses the weights of a candidate of one subset again by the decoded error: each texel tries its weight and both neighbors. Twin of
// the kernel's pick-weights.

import { ALL_TEXELS, type Block, type Candidate, hasAlpha, modeOf } from './block.js';
import { at, CHANNELS, square } from './lanes.js';
import { WEIGHT_VALUES } from './ranges.js';
import { endValues, interpolate, usesSecondPlane } from './shapes.js';

/** The error of a texel in the channels of a plane. */
function texelError(block: Block, c: Candidate, t: number, plane: 0 | 1, weight: number): number {
  const { low, span } = endValues(c, 0);
  const value = at(at(WEIGHT_VALUES, modeOf(c.mode).weightBits), weight);
  return CHANNELS.filter((i) => (i < 3 || hasAlpha(c.mode)) && usesSecondPlane(c, i) === (plane === 1)).reduce<number>(
    (sum, i) => sum + block.metric[i] * square(interpolate(low[i], span[i], value) - at(block.texels, t)[i]),
    0,
  );
}

const planesOf = (c: Candidate): readonly (0 | 1)[] => (modeOf(c.mode).planes === 2 ? [0, 1] : [0]);

/** Sets the exact error of a candidate. */
export function measure(block: Block, c: Candidate): void {
  c.error = 0;
  for (const plane of planesOf(c))
    for (const t of ALL_TEXELS) c.error += texelError(block, c, t, plane, at(c.weights[plane], t));
}

export function repick(block: Block, c: Candidate): void {
  const top = 2 ** modeOf(c.mode).weightBits - 1;
  for (const plane of planesOf(c))
    for (const t of ALL_TEXELS) {
      const now = at(c.weights[plane], t);
      let best = now;
      let minimum = texelError(block, c, t, plane, now);
      for (const tried of [Math.max(now - 1, 0), Math.min(now + 1, top)]) {
        const error = texelError(block, c, t, plane, tried);
        if (error >= minimum) continue;
        minimum = error;
        best = tried;
      }
      c.weights[plane][t] = best;
    }
  measure(block, c);
}
