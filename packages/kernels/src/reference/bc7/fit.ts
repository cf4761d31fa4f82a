// Fits one mode with one partition or rotation: line, quantize, evaluate, then least squares while it helps. Twin of the kernel's fit and
// dual.

import { at, type Lanes } from '../uastc/lanes.js';
import type { Block, Candidate, Ends, Plane } from './block.js';
import { chooseIndices, measure, refit } from './evaluate.js';
import { layFewColors } from './few.js';
import { lineEnds } from './line.js';
import { BC7_MODES, type Bc7ModeNumber, type Partition, WHOLE } from './modes.js';
import { type Grid, quantize } from './quantize.js';

/** Endpoints and indices of a plane, with their error. */
export interface Settled {
  readonly error: number;
  readonly ends: readonly Ends[];
  readonly indices: readonly number[];
}

type Line = { readonly low: Lanes; readonly high: Lanes };

/** The grid of a mode other than 4 and 5. An opaque block stays opaque: mode 6 then has p-bits of one. */
function gridOf(mode: Bc7ModeNumber, block: Block): Grid {
  const { width, alphaWidth, pBits } = BC7_MODES[mode];
  const { metric, isOpaque } = block;
  if (alphaWidth > 0 && !isOpaque) return { width, pBits, metric };
  return { width, pBits, metric, fixedAlpha: 255, ...(alphaWidth > 0 ? { forcedP: 1 } : {}) };
}

function settle(
  plane: Plane,
  partition: Partition,
  grid: Grid,
  start: readonly Line[],
  bits: number,
  refits: number,
): Settled {
  let best: Settled = { error: Number.POSITIVE_INFINITY, ends: [], indices: [] };
  let lines = start;
  for (let round = 0; ; round++) {
    const ends = lines.map(({ low, high }) => quantize(grid, low, high));
    const indices = chooseIndices(plane, partition, grid, ends, bits);
    const error = measure(plane, partition, grid, ends, indices, bits);
    if (error >= best.error) return best;
    best = { error, ends, indices };
    if (error === 0 || round === refits) return best;
    lines = lines.map((_, subset) => refit(plane, partition, subset, indices, bits));
  }
}

export function fitMode(block: Block, mode: Bc7ModeNumber, partition: Partition, refits: number): Candidate {
  const { subsets, indexBits } = BC7_MODES[mode];
  const grid = gridOf(mode, block);
  const start = Array.from({ length: subsets }, (_, subset) =>
    lineEnds(
      block.texels.filter((_texel, t) => partition.subsets[t] === subset),
      !block.isOpaque,
    ),
  );
  let found = settle(block, partition, grid, start, indexBits, refits);
  if (block.hasFewColors) found = layFewColors(block, partition, grid, found, indexBits);
  return { ...found, mode, partition, rotation: 0, alphaIndices: [] };
}

/** Swaps alpha with R, G or B. */
function rotate(v: Lanes, rotation: number): Lanes {
  const [r, g, b, a] = v;
  if (rotation === 1) return [a, g, b, r];
  if (rotation === 2) return [r, a, b, g];
  return rotation === 3 ? [r, g, a, b] : v;
}

/** Modes 4 and 5: one channel has separate indices. `rotation` + 4 gives color the three-bit indices of mode 4. */
export function fitDual(block: Block, mode: 4 | 5, rotation: number, refits: number): Candidate {
  const turn = rotation & 3;
  const longColor = rotation >= 4;
  const { width, alphaWidth } = BC7_MODES[mode];
  const turned: Plane = {
    ...block,
    texels: block.texels.map((t) => rotate(t, turn)),
    metric: rotate(block.metric, turn),
    metrics: block.metrics.map((m) => rotate(m, turn)),
  };
  const color: Plane = { ...turned, texels: turned.texels.map(([r, g, b]): Lanes => [r, g, b, 0]) };
  const alpha: Plane = { ...turned, texels: turned.texels.map((t): Lanes => [0, 0, 0, t[3]]) };
  const colorGrid: Grid = { width, pBits: 'none', fixedAlpha: 0, metric: block.metric };
  const line = lineEnds(color.texels, false);
  const first = settle(color, WHOLE, colorGrid, [line], longColor ? 3 : 2, refits);
  const values = alpha.texels.map((t) => t[3]);
  const apart: Line = { low: [0, 0, 0, Math.min(...values)], high: [0, 0, 0, Math.max(...values)] };
  const alphaGrid: Grid = { width: alphaWidth, pBits: 'none', metric: block.metric };
  const second = settle(alpha, WHOLE, alphaGrid, [apart], mode === 4 && !longColor ? 3 : 2, refits);
  const [c, a] = [at(first.ends, 0), at(second.ends, 0)];
  const merge = (x: Lanes, y: Lanes): Lanes => [x[0], x[1], x[2], y[3]];
  return {
    error: first.error + second.error,
    mode,
    partition: WHOLE,
    rotation,
    ends: [{ low: merge(c.low, a.low), high: merge(c.high, a.high) }],
    indices: first.indices,
    alphaIndices: second.indices,
  };
}
