// Encodes one channel of sixteen texels as a BC4 block. Twin of the kernel's channel: the same endpoints in the same order.

import { goodStarts, type Quarters } from './starts.js';

type Pair = readonly [low: number, high: number];

interface Search {
  readonly texels: readonly number[];
  error: number;
  best: Pair;
  isCapped: boolean;
}

const clamp = (v: number, low: number, high: number): number => Math.min(Math.max(v, low), high);

/** Eight shades from dark to bright, rounded as a decoder does. */
function shadesOf([low, high]: Pair, isCapped: boolean): readonly number[] {
  const steps = isCapped ? 5 : 7;
  const even = Array.from({ length: steps + 1 }, (_, i) =>
    Math.floor((low * (steps - i) + high * i + (steps - 1) / 2) / steps),
  );
  return isCapped ? [0, ...even, 255] : even;
}

/** The nearest shade of each texel, of two at the same distance the brighter. */
const ranksOf = (texels: readonly number[], shades: readonly number[]): readonly number[] =>
  texels.map((t) => {
    let rank = 0;
    while (rank < 7 && t >= ((shades[rank] ?? 0) + (shades[rank + 1] ?? 0) + 1) >> 1) rank++;
    return rank;
  });

/** By a texel's position between the endpoints. Precise enough for trials of even blocks. */
function roughRanks(texels: readonly number[], [low, high]: Pair): readonly number[] {
  const span = high - low;
  const scale = span === 0 ? 0 : Math.floor((7 * 8192 + span) / (2 * span));
  return texels.map((t) => (clamp(t - low, 0, span) * scale + 2048) >> 12);
}

const trialRanks = (texels: readonly number[], pair: Pair, isCapped: boolean): readonly number[] =>
  isCapped ? ranksOf(texels, shadesOf(pair, true)) : roughRanks(texels, pair);

function measure(search: Search, pairs: readonly Pair[], isCapped: boolean): void {
  for (const pair of pairs) {
    const shades = shadesOf(pair, isCapped);
    const ranks = trialRanks(search.texels, pair, isCapped);
    const error = search.texels.reduce((sum, t, i) => sum + (t - (shades[ranks[i] ?? 0] ?? 0)) ** 2, 0);
    if (error < search.error) Object.assign(search, { error, best: pair, isCapped });
  }
}

/** Moves a pair to the least-squares solution for the shades of its texels. */
function refit(texels: readonly number[], pair: Pair, isCapped: boolean): Pair {
  const places = trialRanks(texels, pair, isCapped).map((rank) => (isCapped ? rank - 1 : rank));
  const counted = places
    .map((place, i) => [place, texels[i] ?? 0] as const)
    .filter(([p]) => p >= 0 && (!isCapped || p < 6));
  const total = (of: (place: number, t: number) => number): number =>
    counted.reduce((sum, [p, t]) => sum + of(p, t), 0);
  const count = counted.length;
  const place = total((p) => p);
  const squares = total((p) => p * p);
  const value = total((_, t) => t);
  const product = total((p, t) => p * t);
  const spread = count * squares - place * place;
  if (spread === 0) return pair;
  const quotient = (a: number): number => (a <= 0 ? 0 : Math.min(Math.floor((2 * a + spread) / (2 * spread)), 255));
  const base = value * squares - place * product;
  const low = quotient(base);
  const high = quotient(base + (isCapped ? 5 : 7) * (count * product - place * value));
  return low < high ? [low, high] : pair;
}

function improve(search: Search, pairs: readonly Pair[], isCapped: boolean, refits: number): void {
  measure(search, pairs, isCapped);
  let moved = pairs;
  for (let i = 0; i < refits && search.error > 0; i++) {
    moved = moved.map((pair) => refit(search.texels, pair, isCapped));
    measure(search, moved, isCapped);
  }
}

const near = (low: number, high: number): Pair => {
  const l = clamp(low, 0, 255);
  return [l, Math.max(Math.min(high, 255), l)];
};

function climb(search: Search): void {
  let before = Number.POSITIVE_INFINITY;
  while (search.error < before && search.error > 0) {
    before = search.error;
    const [low, high] = search.best;
    const step = ([a, b]: Quarters): Pair => near(low + a, high + b);
    const straight: readonly Quarters[] = [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ];
    const diagonal: readonly Quarters[] = [
      [-1, -1],
      [1, 1],
      [1, -1],
      [-1, 1],
    ];
    measure(search, straight.map(step), search.isCapped);
    measure(search, diagonal.map(step), search.isCapped);
  }
}

function circle(search: Search): boolean {
  const before = search.error;
  const [low, high] = search.best;
  for (const i of [-2, -1, 0, 1])
    measure(
      search,
      [near(low + i, high - 2), near(low + 2, high + i), near(low - i, high + 2), near(low - 2, high - i)],
      search.isCapped,
    );
  return search.error < before;
}

function searchCapped(search: Search, refits: number): void {
  const pairs = [0, 5, 10, 15].map((margin): Pair => {
    const inner = search.texels.filter((t) => t > margin && t < 255 - margin);
    return inner.length > 0 ? [Math.min(...inner), Math.max(...inner)] : [0, 255];
  });
  improve(search, pairs, true, refits);
}

/** `max` starts from endpoints in steps of an eighth; capped blocks from all pairs in steps of eight. */
function scan(search: Search, low: number, high: number, touches: boolean): void {
  const unit = Math.max(1, Math.floor((high - low + 28) / 56));
  for (let a = -16; a <= 4; a++)
    for (let b = -16; b <= 4; b += 4)
      improve(
        search,
        [0, 1, 2, 3].map((i) => near(low + a * unit, high - (b + i) * unit)),
        false,
        1,
      );
  if (!touches) return;
  for (let l = 0; l < 256; l += 8)
    for (let h = l + 8; h < 280; h += 32)
      improve(
        search,
        [0, 8, 16, 24].map((i) => near(l, h + i)),
        true,
        1,
      );
}

/** Starts from the endpoints that give the smallest value one shade and the largest another, for all pairs of shades in range. */
function scanRanks(search: Search, low: number, high: number, isCapped: boolean): void {
  const last = isCapped ? 5 : 7;
  const pairs: Pair[] = [];
  for (let a = 0; a < last; a++)
    for (let b = a + 1; b <= last; b++) {
      const beyond = (shades: number): number => Math.floor(((high - low) * shades * 2 + b - a) / (2 * (b - a)));
      const pair: Pair = [low - beyond(a), high + beyond(last - b)];
      if (pair[0] >= 0 && pair[1] <= 255) pairs.push(pair);
    }
  for (let i = 0; i < pairs.length; i += 4) improve(search, pairs.slice(i, i + 4), isCapped, 1);
}

/** Up to this many values are few. */
const FEW = 5;

/** Above this error a block that contains 0 or 255 is searched like one of few values. */
const FAR = 64;

/** Blocks of few values are often exact if an endpoint is far beyond them. */
function searchRanks(search: Search, low: number, high: number): void {
  scanRanks(search, low, high, false);
  for (const margin of [0, 5]) {
    const inner = search.texels.filter((t) => t > margin && t < 255 - margin);
    if (inner.length > 0) scanRanks(search, Math.min(...inner), Math.max(...inner), true);
  }
}

function searchEnds(search: Search, low: number, high: number, level: number): void {
  const span = high - low;
  if (span <= 7) {
    const base = Math.min(low, 248);
    measure(search, [[base, base + 7]], false);
    return;
  }
  const quarters = (count: number): number => Math.floor((count * span + 14 + 28 * 128) / 28) - 128;
  const starts = goodStarts(search.texels, low, span, level === 0 ? 16 : level === 1 ? 32 : 48);
  improve(
    search,
    starts.map(([a, b]) => near(low + quarters(a), high - quarters(b))),
    false,
    1,
  );
  const touches = low < 20 || high > 235;
  if (touches) searchCapped(search, level === 0 ? 1 : 2);
  if (level === 0) return;
  const hasFewValues = new Set(search.texels).size <= FEW;
  if (
    level > 1 &&
    span >= 32 &&
    search.error > 0 &&
    (hasFewValues || ((low === 0 || high === 255) && search.error > FAR))
  )
    searchRanks(search, low, high);
  if (level === 3) scan(search, low, high, touches);
  climb(search);
  while (search.error > 0 && (span < 32 || level > 1) && circle(search)) climb(search);
}

const EVEN_CODES = [1, 7, 6, 5, 4, 3, 2, 0];
const CAPPED_CODES = [6, 0, 2, 3, 4, 5, 1, 7];

/** The eight bytes of sixteen values; levels from `draft`, −1, to `max`, 3. */
export function encodeChannel(texels: readonly number[], level: number): Uint8Array {
  const low = Math.min(...texels);
  const high = Math.max(...texels);
  if (low === high) return Uint8Array.of(low, low, 0, 0, 0, 0, 0, 0);
  const search: Search = { texels, error: Number.POSITIVE_INFINITY, best: [low, high], isCapped: false };
  if (level >= 0) searchEnds(search, low, high, level);
  const codes = search.isCapped ? CAPPED_CODES : EVEN_CODES;
  let bits = 0n;
  ranksOf(texels, shadesOf(search.best, search.isCapped)).forEach((rank, i) => {
    bits |= BigInt(codes[rank] ?? 0) << BigInt(3 * i);
  });
  const ends = search.isCapped ? search.best : [search.best[1], search.best[0]];
  return Uint8Array.from([...ends, ...Array.from({ length: 6 }, (_, i) => Number((bits >> BigInt(8 * i)) & 255n))]);
}
