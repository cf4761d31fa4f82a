// The colors of BC1 and BC3 at the draft level. Twin of the kernel's draft.

import type { Color } from './line.js';

/** An endpoint as it is stored, and as it is decoded. */
interface End {
  readonly packed: number;
  readonly color: Color;
}

const LIMITS: Color = [31, 63, 31];
const each = (of: (c: 0 | 1 | 2) => number): Color => [of(0), of(1), of(2)];

/** A color, moved `sixteenths` of the way to another and rounded. */
function endOf(from: Color, to: Color, sixteenths: number): End {
  const [r, g, b] = each((c) =>
    Math.floor(((from[c] * (16 - sixteenths) + to[c] * sixteenths) * LIMITS[c] + 2040) / 4080),
  );
  return {
    packed: (r << 11) | (g << 5) | b,
    color: [(r << 3) | (r >> 2), (g << 2) | (g >> 4), (b << 3) | (b >> 2)],
  };
}

/** Whether each channel falls along the line while the one with the largest range rises: the signs of covariances. */
function fallingChannels(texels: readonly Color[], low: Color, high: Color): readonly boolean[] {
  const range = each((c) => high[c] - low[c]);
  const product = (a: 0 | 1 | 2, b: 0 | 1 | 2): number =>
    texels.reduce((sum, t) => sum + (t[a] - low[a] - (range[a] >> 1)) * (t[b] - low[b] - (range[b] >> 1)), 0);
  const main = range[1] >= range[0] && range[1] >= range[2] ? 1 : range[0] >= range[2] ? 0 : 2;
  return ([0, 1, 2] as const).map((c) => c !== main && product(c, main) < 0);
}

/** The code of each of 0 to 3 borders passed, from the second endpoint to the first. */
const CODES = [1, 3, 2, 0];

function codesBetween(texels: readonly Color[], first: Color, second: Color): readonly number[] {
  const span = each((c) => first[c] - second[c]);
  const length = span[0] ** 2 + span[1] ** 2 + span[2] ** 2;
  return texels.map((t) => {
    const place = [0, 1, 2].reduce((sum, c) => sum + ((t[c] ?? 0) - (second[c] ?? 0)) * (span[c] ?? 0), 0);
    return CODES[[1, 3, 5].filter((border) => 6 * place > border * length).length] ?? 0;
  });
}

/** The endpoints as they are stored, and the codes of sixteen texels that are not all equal. */
export function draftColors(texels: readonly Color[]): {
  readonly ends: readonly [first: number, second: number];
  readonly codes: readonly number[];
} {
  const low = each((c) => Math.min(...texels.map((t) => t[c])));
  const high = each((c) => Math.max(...texels.map((t) => t[c])));
  const falls = fallingChannels(texels, low, high);
  const from = each((c) => (falls[c] ? low[c] : high[c]));
  const to = each((c) => (falls[c] ? high[c] : low[c]));
  const [first, second] = [endOf(from, to, 1), endOf(to, from, 1)];
  const codes = codesBetween(texels, first.color, second.color);
  // Two groups of texels: nothing is gained by endpoints inside of them.
  const isTwo = first.packed !== second.packed && codes.every((code) => code < 2);
  const ends = isTwo ? [endOf(from, to, 0), endOf(to, from, 0)] : [first, second];
  return { ends: [ends[0]?.packed ?? 0, ends[1]?.packed ?? 0], codes };
}
