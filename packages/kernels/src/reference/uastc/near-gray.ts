// A few neighboring levels on a line of full range that is exact: grays, an alpha next to a constant color, or an alpha that equals its
// gray. Twin of the kernel's near-gray; searched again each time.

import { ALL_TEXELS, type Block, type Candidate } from './block.js';
import { at, type Channel, type Lanes } from './lanes.js';
import { levelSpan } from './near-colors.js';
import { WEIGHT_VALUES } from './ranges.js';
import { interpolate } from './shapes.js';

/** Maximum difference of levels; endpoints may be this much further apart. */
const MAX_SPAN = 15;
const LONGER = 4;
const FOUR_SPAN = 3;

const BC7_WEIGHTS: Readonly<Record<2 | 4, readonly number[]>> = {
  2: [0, 21, 43, 64],
  4: [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
};

/** The other channels decide the low bits of endpoints in BC7. */
type Kind = 'grays' | 'both' | 'next to even' | 'next to odd';

const mix = (low: number, high: number, w: number): number => (low * (64 - w) + high * w + 32) >> 6;

function bc7End(end: number, kind: Kind): number {
  if (kind === 'grays' || kind === 'both' || (end & 1) === (kind === 'next to odd' ? 1 : 0)) return end;
  return end === 255 ? 254 : end + 1;
}

interface Line {
  readonly low: number;
  readonly length: number;
  readonly bits: 2 | 4;
  /** The index of each level from the smallest. */
  readonly indices: readonly number[];
}

/** The indices of a line, and how many levels are exact in BC7. Returns undefined if the line lacks a level. */
function listIndices(low: number, length: number, bits: 2 | 4, kind: Kind, level: number, span: number) {
  const high = low + length;
  const indices: number[] = [];
  const exact = new Set<number>();
  at(WEIGHT_VALUES, bits).forEach((weight, index) => {
    const decoded = interpolate(low, length, weight);
    const place = decoded - level;
    if (place < 0 || place > span || exact.has(place)) return;
    const w = at(BC7_WEIGHTS[bits], index);
    const opaque = kind !== 'grays' || bits === 2 || mix(254 | (low & 1), 254 | (high & 1), w) === 255;
    const same = opaque && mix(bc7End(low, kind), bc7End(high, kind), w) === decoded;
    if (indices[place] !== undefined && !same) return;
    indices[place] = index;
    if (same) exact.add(place);
  });
  for (let place = 0; place <= span; place++) if (indices[place] === undefined) return undefined;
  return { indices, exact: exact.size };
}

/** Of the exact lines, the one whose BC7 is exact for most levels. */
function findLine(kind: Kind, level: number, span: number): Line | undefined {
  let found: Line | undefined;
  let maximum = -1;
  for (const bits of kind === 'grays' && span <= FOUR_SPAN ? ([2, 4] as const) : ([4] as const))
    for (let length = Math.max(span, 1); length <= span + LONGER; length++)
      for (let low = Math.max(level + span - length, 0); low <= Math.min(level, 255 - length); low++) {
        const laid = listIndices(low, length, bits, kind, level, span);
        if (laid === undefined || laid.exact <= maximum) continue;
        maximum = laid.exact;
        found = { low, length, bits, indices: laid.indices };
      }
  return found;
}

function lay(block: Block, line: Line, channel: Channel, level: number, endOf: (end: number) => Lanes): Candidate {
  return {
    mode: line.bits === 2 ? 1 : 15,
    pattern: 0,
    channel: 0,
    ends: [{ low: endOf(line.low), high: endOf(line.low + line.length) }],
    weights: [ALL_TEXELS.map((t) => at(line.indices, at(block.texels, t)[channel] - level)), []],
    error: 0,
  };
}

/** Fits an opaque gray block of a few levels exactly. */
export function nearGray(block: Block): Candidate | undefined {
  const level = Math.min(...block.texels.map((t) => t[0]));
  if (levelSpan(block, 0) > MAX_SPAN) return undefined;
  const line = findLine('grays', level, levelSpan(block, 0));
  return line && lay(block, line, 0, level, (end) => [end, end, end, 255]);
}

/** Fits a block exactly whose gray is constant and whose alpha has a few levels, or whose alpha equals its gray. */
export function nearAlpha(block: Block): Candidate | undefined {
  const gray = at(block.texels, 0)[0];
  const level = Math.min(...block.texels.map((t) => t[3]));
  if (levelSpan(block, 3) > MAX_SPAN) return undefined;
  if (levelSpan(block, 0) !== 0) {
    if (block.texels.some((t) => t[0] !== t[3])) return undefined;
    const both = findLine('both', level, levelSpan(block, 3));
    return both && lay(block, both, 3, level, (end) => [end, end, end, end]);
  }
  const line = findLine(gray & 1 ? 'next to odd' : 'next to even', level, levelSpan(block, 3));
  return line && lay(block, line, 3, level, (end) => [gray, gray, gray, end]);
}
