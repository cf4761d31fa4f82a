// Levels a few apart on a line of full range that shows each of them exactly: grays, an alpha whose color is flat, or an alpha that is its gray. Twin of the
// kernel's near-gray; looked for anew each time.

import { ALL_TEXELS, type Block, type Candidate } from './block.js';
import { at, type Channel, type Lanes } from './lanes.js';
import { levelSpan } from './near-colors.js';
import { WEIGHT_VALUES } from './ranges.js';
import { interpolate } from './shapes.js';

/** Levels from the least to the greatest, at most; ends may lie this much further apart. */
const MOST_SPAN = 15;
const LONGER = 4;
const FOUR_SPAN = 3;

const BC7_WEIGHTS: Readonly<Record<2 | 4, readonly number[]>> = {
  2: [0, 21, 43, 64],
  4: [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
};

/** What stands beside the levels decides the low bits of the ends in BC7. */
type Kind = 'grays' | 'both' | 'beside even' | 'beside odd';

const mix = (low: number, high: number, w: number): number => (low * (64 - w) + high * w + 32) >> 6;

function bc7End(end: number, kind: Kind): number {
  if (kind === 'grays' || kind === 'both' || (end & 1) === (kind === 'beside odd' ? 1 : 0)) return end;
  return end === 255 ? 254 : end + 1;
}

interface Line {
  readonly low: number;
  readonly length: number;
  readonly bits: 2 | 4;
  /** The index of each level from the least on. */
  readonly indices: readonly number[];
}

/** The indices of a line and how many levels BC7 shows alike; undefined where some level is not shown. */
function layLine(low: number, length: number, bits: 2 | 4, kind: Kind, level: number, span: number) {
  const high = low + length;
  const indices: number[] = [];
  const alike = new Set<number>();
  at(WEIGHT_VALUES, bits).forEach((weight, index) => {
    const shown = interpolate(low, length, weight);
    const place = shown - level;
    if (place < 0 || place > span || alike.has(place)) return;
    const w = at(BC7_WEIGHTS[bits], index);
    const opaque = kind !== 'grays' || bits === 2 || mix(254 | (low & 1), 254 | (high & 1), w) === 255;
    const same = opaque && mix(bc7End(low, kind), bc7End(high, kind), w) === shown;
    if (indices[place] !== undefined && !same) return;
    indices[place] = index;
    if (same) alike.add(place);
  });
  for (let place = 0; place <= span; place++) if (indices[place] === undefined) return undefined;
  return { indices, alike: alike.size };
}

/** The line that shows most levels exactly in BC7 too, of those that show all. */
function findLine(kind: Kind, level: number, span: number): Line | undefined {
  let found: Line | undefined;
  let most = -1;
  for (const bits of kind === 'grays' && span <= FOUR_SPAN ? ([2, 4] as const) : ([4] as const))
    for (let length = Math.max(span, 1); length <= span + LONGER; length++)
      for (let low = Math.max(level + span - length, 0); low <= Math.min(level, 255 - length); low++) {
        const laid = layLine(low, length, bits, kind, level, span);
        if (laid === undefined || laid.alike <= most) continue;
        most = laid.alike;
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

/** An opaque gray block of few levels, exactly. */
export function nearGray(block: Block): Candidate | undefined {
  const level = Math.min(...block.texels.map((t) => t[0]));
  if (levelSpan(block, 0) > MOST_SPAN) return undefined;
  const line = findLine('grays', level, levelSpan(block, 0));
  return line && lay(block, line, 0, level, (end) => [end, end, end, 255]);
}

/** A block of flat gray whose alpha has few levels, or one whose alpha is its gray, exactly. */
export function nearAlpha(block: Block): Candidate | undefined {
  const gray = at(block.texels, 0)[0];
  const level = Math.min(...block.texels.map((t) => t[3]));
  if (levelSpan(block, 3) > MOST_SPAN) return undefined;
  if (levelSpan(block, 0) !== 0) {
    if (block.texels.some((t) => t[0] !== t[3])) return undefined;
    const both = findLine('both', level, levelSpan(block, 3));
    return both && lay(block, both, 3, level, (end) => [end, end, end, end]);
  }
  const line = findLine(gray & 1 ? 'beside odd' : 'beside even', level, levelSpan(block, 3));
  return line && lay(block, line, 3, level, (end) => [gray, gray, gray, end]);
}
