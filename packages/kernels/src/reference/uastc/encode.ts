// Encodes one block at any level: the readable twin of the kernel's encoder, byte for byte. About a thousand times slower; used in tests.

import type { BlockLevel } from '../../blocks/block-options.js';
import {
  ALL_TEXELS,
  type Candidate,
  describeBlock,
  hasAlpha,
  modeOf,
  PERCEPTUAL_METRIC,
  PLAIN_METRIC,
} from './block.js';
import { chooseCandidate } from './choose-modes.js';
import { findEacHints } from './eac.js';
import { findEtc1Hints } from './etc1.js';
import { at, CHANNELS, type Lanes, lanes } from './lanes.js';
import { hasBias, hasEac } from './modes.js';
import { packUastcBlock } from './pack.js';
import { rangeOf, WEIGHT_VALUES } from './ranges.js';
import { endValues, interpolate, subsetsOf, usesSecondPlane } from './shapes.js';
import { findSolidHints } from './solid.js';

/** The decoded texels of a candidate. */
function decode(c: Candidate): Lanes[] {
  const values = at(WEIGHT_VALUES, modeOf(c.mode).weightBits);
  const ends = c.ends.map((_, subset) => endValues(c, subset));
  return ALL_TEXELS.map((t) => {
    const { low, span } = at(ends, at(subsetsOf(c), t));
    return lanes((i) =>
      i === 3 && !hasAlpha(c.mode)
        ? 255
        : interpolate(low[i], span[i], at(values, at(c.weights[usesSecondPlane(c, i) ? 1 : 0], t))),
    );
  });
}

/** Whether shades would leave 0…255 in green, or only green varies. */
const isNearLimits = (decoded: readonly Lanes[]): boolean =>
  decoded.some((t) => t[1] < 6 || t[1] > 249) || decoded.every((t) => t[0] < 6 && t[2] < 6);

/** Stored endpoint numbers in block order. */
function storedEnds(c: Candidate): number[] {
  const { components, levels } = modeOf(c.mode);
  const { stored } = rangeOf(levels);
  const channels = components === 2 ? ([0, 3] as const) : CHANNELS.slice(0, components);
  return c.ends.flatMap(({ low, high }) => channels.flatMap((i) => [at(stored, low[i]), at(stored, high[i])]));
}

/** Writes the sixteen bytes of a block of sixteen texels (64 bytes, row by row) at `to`. */
export function encodeUastcBlock(
  rgba: Uint8Array,
  out: Uint8Array,
  to: number,
  options: { readonly level: BlockLevel; readonly metric: 'rgb' | 'perceptual'; readonly channels: 'rgba' | 'rg' },
): void {
  const { level } = options;
  const texels = ALL_TEXELS.map((t): Lanes => {
    const [r, g] = [at(rgba, t * 4), at(rgba, t * 4 + 1)];
    return options.channels === 'rg' ? [r, g, 0, 255] : [r, g, at(rgba, t * 4 + 2), at(rgba, t * 4 + 3)];
  });
  const color = at(texels, 0);
  if (texels.every((t) => CHANNELS.every((i) => t[i] === color[i]))) {
    packUastcBlock({ mode: 8, color, etc1: findSolidHints(color) }, out, to);
    return;
  }
  const described = describeBlock(texels, options.metric === 'perceptual' ? PERCEPTUAL_METRIC : PLAIN_METRIC);
  const block = level === 'draft' ? { ...described, drawn: false, listed: [], colors: [] } : described;
  const best = chooseCandidate(block, level);
  if (best.mode === 8) throw new Error('a solid block was fitted');
  const decoded = decode(best);
  const few = block.colors.length > 0;
  const exact = few || (level === 'normal' && isNearLimits(decoded));
  // Errors of hints are visible in flat art, cut-outs and icons.
  const thorough = few || (exact && !block.opaque);
  const gray = level === 'normal' && block.gray;
  // Grays and blocks of two colors (text and masks) gain by the fixed order of biases.
  const picks = level === 'normal' && !block.gray && (!thorough || block.colors.length !== 2);
  const etc1 = findEtc1Hints(decoded, hasBias(best.mode), {
    picked: picks ? (block.drawn ? 6 : 4) : 0,
    first: { draft: 1, fast: few ? 8 : 1, normal: thorough || gray ? 8 : 1, high: 8, max: 32 }[level],
    all: { draft: 0, fast: few ? 20 : 0, normal: thorough && !picks ? 20 : 0, high: 32, max: 32 }[level],
    moves: few || (level !== 'fast' && level !== 'draft'),
    oneFlip: level === 'draft',
    bothCodings: { draft: false, fast: few, normal: thorough || gray, high: true, max: true }[level],
    exact,
    grayGood: few ? 16 : 500,
  });
  const alphas = decoded.map((t) => t[3]);
  const eac = hasEac(best.mode)
    ? findEacHints(
        alphas,
        { draft: 4, fast: few ? 16 : 4, normal: few ? 16 : 8, high: 16, max: 16 }[level],
        { draft: 0, fast: few ? 2 : 0, normal: few ? 2 : 1, high: few ? 2 : 1, max: 2 }[level],
      )
    : { table: 0, multiplier: 0 };
  packUastcBlock(
    {
      mode: best.mode,
      bc1: [0, 0],
      etc1,
      eac,
      pattern: best.pattern,
      channel: best.channel,
      endpoints: storedEnds(best),
      weights: best.weights,
    },
    out,
    to,
  );
}
