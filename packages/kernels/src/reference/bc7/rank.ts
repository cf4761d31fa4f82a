// Estimates the error of every mode with every partition and rotation from moments only. Twin of the kernel's rank.

import { f32, type Lanes, lanes, multiply, subtract, total } from '../uastc/lanes.js';
import type { Block } from './block.js';
import { type Moments, momentsOf, scatterOf } from './line.js';
import { type Partition, THREE, TWO } from './modes.js';

/** The share of the variance along a line that indices of two and of three bits leave. */
const LEFT_2 = f32(0.11111111);
const LEFT_3 = f32(0.02040816);

interface DualTrial {
  readonly cost: number;
  readonly mode: 4 | 5;
  readonly rotation: number;
}

/** A mode that can be fitted, with its estimated error. */
export type Trial =
  | DualTrial
  | { readonly cost: number; readonly mode: 0 | 1 | 2 | 3 | 7; readonly partition: Partition };

interface Spread {
  readonly trace: number;
  readonly norm: number;
}

const sum3 = (a: number, b: number, c: number): number => f32(a + f32(b + c));

/** Trace and norm of a scatter matrix. */
function spreadOf(m: Moments, hasAlpha: boolean): Spread {
  const inverse = f32(1 / m.count);
  const mean = lanes((i) => m.first[i] * inverse);
  const { squares: d } = scatterOf(m);
  const [r, g, b] = m.first;
  const crossing = (sum: number, a: number, c: number): number => f32(sum - f32(a * c));
  const sq = (x: number): number => f32(x * x);
  const rg = crossing(m.ring[0], mean[0], g);
  const gb = crossing(m.ring[1], mean[1], b);
  const br = crossing(m.ring[2], mean[2], r);
  let cross = sum3(sq(rg), sq(gb), sq(br));
  let square = sum3(sq(d[0]), sq(d[1]), sq(d[2]));
  let trace = sum3(d[0], d[1], d[2]);
  if (hasAlpha) {
    const ra = crossing(m.alpha[0], mean[3], r);
    const ga = crossing(m.alpha[1], mean[3], g);
    const ba = crossing(m.alpha[2], mean[3], b);
    cross = f32(cross + sum3(sq(ra), sq(ga), sq(ba)));
    square = f32(square + sq(d[3]));
    trace = f32(trace + d[3]);
  }
  return { trace, norm: f32(Math.sqrt(f32(square + f32(cross + cross)))) };
}

/** How much of that share counts: texels along an edge are often close to a line's indices, and few colors can be exact. */
const leftOf = (block: Block, left: number): number =>
  f32(left * (block.hasFewColors ? 2 ** -10 : block.isOpaque ? 0.5 : 0.125));

const estimate = (block: Block, { trace, norm }: Spread, left: number, noise: number): number =>
  f32(f32(trace - f32(norm * f32(1 - leftOf(block, left)))) + noise);

/** The summed spreads of a partition's subsets, the first one last. */
function partitionSpread(block: Block, partition: Partition): Spread {
  const subsets = partition.anchors.map((_, s) => block.texels.filter((_texel, t) => partition.subsets[t] === s));
  const [first, ...others] = subsets.map((texels) => spreadOf(momentsOf(texels), !block.isOpaque));
  return [...others, ...(first === undefined ? [] : [first])].reduce(
    (sum, s) => ({ trace: f32(sum.trace + s.trace), norm: f32(sum.norm + s.norm) }),
    { trace: 0, norm: 0 },
  );
}

/** Modes 5 and 4, one rotation after another. Opaque blocks do not need separate indices for alpha. */
export function rankDual(block: Block): DualTrial[] {
  const { squares: d, ring, alpha } = scatterOf(momentsOf(block.texels));
  const o2: Lanes = [f32(ring[0] * ring[0]), f32(ring[1] * ring[1]), f32(ring[2] * ring[2]), 0];
  const x2: Lanes = [f32(alpha[0] * alpha[0]), f32(alpha[1] * alpha[1]), f32(alpha[2] * alpha[2]), 0];
  const apart: Lanes = [d[3], d[0], d[1], d[2]];
  const apart2 = multiply(apart, apart);
  const shared: Lanes = [
    f32(f32(x2[0] + x2[1]) + x2[2]),
    f32(f32(o2[0] + o2[2]) + x2[0]),
    f32(f32(o2[0] + o2[1]) + x2[1]),
    f32(f32(o2[1] + o2[2]) + x2[2]),
  ];
  const squares = f32(total(apart2) + f32(2 * f32(total(o2) + total(x2))));
  const rest = lanes((i) => squares - f32(apart2[i] + f32(shared[i] + shared[i])));
  const norms = lanes((i) => Math.sqrt(Math.max(rest[i], 0)));
  const traces = subtract(
    lanes(() => total(d)),
    apart,
  );
  const kinds = [
    { mode: 5, color: LEFT_2, alpha: LEFT_2, noise: 10, turn: 0 },
    { mode: 4, color: LEFT_2, alpha: LEFT_3, noise: 80, turn: 0 },
    { mode: 4, color: LEFT_3, alpha: LEFT_2, noise: 80, turn: 4 },
  ] as const;
  return kinds.flatMap(({ mode, color, alpha: left, noise, turn }) =>
    ([0, 1, 2, 3] as const).map((rotation): DualTrial => {
      const along = estimate(block, { trace: traces[rotation], norm: norms[rotation] }, color, noise);
      const cost = f32(along + f32(apart[rotation] * leftOf(block, left)));
      return { mode, rotation: rotation + turn, cost: block.isOpaque && rotation === 0 ? Number.MAX_VALUE : cost };
    }),
  );
}

/** All trials of a level. Of equally good ones the first is tried first. */
export function rankTrials(block: Block, partitions: number, withMode3: boolean, withThree: boolean): Trial[] {
  const trials: Trial[] = rankDual(block);
  const two = TWO.slice(0, partitions).map((partition) => ({ partition, spread: partitionSpread(block, partition) }));
  const put = (mode: 1 | 3 | 7, left: number, noise: number): void => {
    for (const { partition, spread } of two)
      trials.push({ mode, partition, cost: estimate(block, spread, left, noise) });
  };
  if (!block.isOpaque) {
    put(7, LEFT_2, 40);
    return trials;
  }
  put(1, LEFT_3, 12);
  if (withMode3) put(3, LEFT_2, 4);
  if (!withThree) return trials;
  const three = THREE.map((partition) => ({ partition, spread: partitionSpread(block, partition) }));
  for (const { partition, spread } of three)
    trials.push({ mode: 2, partition, cost: estimate(block, spread, LEFT_2, 100) });
  for (const { partition, spread } of three.slice(0, 16))
    trials.push({ mode: 0, partition, cost: estimate(block, spread, LEFT_3, 100) });
  return trials;
}
