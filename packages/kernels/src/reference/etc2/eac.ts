// Encodes sixteen values as an EAC block. Twin of the kernel's EAC: the same blocks are tried in the same order.

import { EAC_MODIFIERS } from '../uastc/eac.js';

interface Trial {
  readonly table: number;
  readonly scale: number;
  readonly base: number;
}

interface Measured extends Trial {
  readonly error: number;
  /** The sum of the texels' differences from their shades. */
  readonly above: number;
}

interface Search {
  readonly texels: readonly number[];
  readonly isWide: boolean;
  best: Measured;
  top: Measured[];
}

/** Codes from the smallest to the largest modifier. */
const CODES = [3, 2, 1, 0, 4, 5, 6, 7];
const MODIFIERS = EAC_MODIFIERS.map((modifiers) => CODES.map((code) => modifiers[code] ?? 0));
const FLAT_TABLE = 13;
/** Pairs of shades for the outermost texels. */
const STARTS = [
  ...([
    [0, 7],
    [1, 7],
    [0, 6],
    [1, 6],
    [2, 7],
    [0, 5],
    [2, 6],
  ] as const),
  ...([
    [1, 5],
    [0, 4],
    [3, 7],
    [3, 6],
    [0, 3],
    [4, 7],
  ] as const),
];
const FOUR = [0, 1, 2, 3] as const;

const clamp = (v: number, low: number, high: number): number => Math.min(Math.max(v, low), high);

const trialOf = ({ isWide }: Search, table: number, scale: number, base: number): Trial => ({
  table,
  scale: clamp(scale, isWide ? 0 : 1, 15),
  base: clamp(base, 0, 255),
});

function shadesOf({ isWide }: Search, { table, scale, base }: Trial): readonly number[] {
  return (MODIFIERS[table] ?? []).map((modifier) => {
    if (!isWide) return clamp(base + modifier * scale, 0, 255);
    const wide = clamp(base * 8 + 4 + modifier * (scale === 0 ? 1 : scale * 8), 0, 2047);
    return (wide * 16 - ((wide * 1787 + 16384) >> 15) + 63) >> 7;
  });
}

/** The nearest shade of a texel, of two at the same distance the brighter. */
function rankOf(texel: number, shades: readonly number[]): number {
  let rank = 0;
  while (rank < 7 && texel >= ((shades[rank] ?? 0) + (shades[rank + 1] ?? 0) + 1) >> 1) rank++;
  return rank;
}

function measure(search: Search, trials: readonly Trial[]): readonly Measured[] {
  return trials.map((trial) => {
    const shades = shadesOf(search, trial);
    const differences = search.texels.map((t) => t - (shades[rankOf(t, shades)] ?? 0));
    const error = differences.reduce((sum, d) => sum + d * d, 0);
    const measured = { ...trial, error, above: differences.reduce((sum, d) => sum + d, 0) };
    if (error < search.best.error) search.best = measured;
    return measured;
  });
}

/** Moves the bases of trials by the mean difference of their texels. Returns undefined if none moves. */
function rebase(search: Search, trials: readonly Measured[]): readonly Trial[] | undefined {
  const steps = trials.map(({ above }) => (above + 8) >> 4);
  if (steps.every((step) => step === 0)) return undefined;
  return trials.map(({ table, scale, base }, i) => trialOf(search, table, scale, base + (steps[i] ?? 0)));
}

/** Measures trials, then moves their bases and measures again, up to `rounds` times. */
function settle(search: Search, trials: readonly Trial[], rounds: number): readonly (readonly Measured[])[] {
  const all = [measure(search, trials)];
  for (let i = 0; i < rounds; i++) {
    const moved = rebase(search, all.at(-1) ?? []);
    if (moved === undefined) break;
    all.push(measure(search, moved));
  }
  return all;
}

function enterTop(search: Search, measured: readonly Measured[]): void {
  // Trials with equal errors keep their order.
  for (const each of measured) search.top = [...search.top, each].sort((a, b) => a.error - b.error).slice(0, 4);
}

function climb(search: Search, withTables: boolean): void {
  let before = Number.POSITIVE_INFINITY;
  while (search.best.error < before && search.best.error > 0) {
    before = search.best.error;
    const { table, scale, base } = search.best;
    measure(
      search,
      [-1, 1, -2, 2].map((step) => trialOf(search, table, scale, base + step)),
    );
    if (!withTables) continue;
    for (let first = 0; first < 16; first += 4)
      settle(
        search,
        FOUR.map((i) => trialOf(search, first + i, scale, base)),
        1,
      );
    for (const step of [-1, 1])
      settle(
        search,
        FOUR.map((i) => trialOf(search, table, scale + step, base + i - 1)),
        1,
      );
  }
}

/** The tables that `draft` tries. */
const DRAFT_TABLES = [3, 9, 11, 15];

function startOf(search: Search, table: number, start: number, more: number): Trial {
  const [low, high] = STARTS[start] ?? [0, 7];
  const [from, to] = [MODIFIERS[table]?.[low] ?? 0, MODIFIERS[table]?.[high] ?? 0];
  const [minimum, maximum] = [Math.min(...search.texels), Math.max(...search.texels)];
  const fitting = Math.floor((2 * (maximum - minimum) + to - from) / (2 * (to - from))) + more;
  const scale = clamp(fitting, search.isWide ? 0 : 1, 15);
  return trialOf(search, table, scale, (minimum + maximum - (from + to) * scale + 1) >> 1);
}

function searchAll(search: Search, level: number): void {
  if (level < 0) {
    measure(
      search,
      DRAFT_TABLES.map((table) => startOf(search, table, 0, 0)),
    );
    return;
  }
  const starts = [1, 5, 8, 13][level] ?? 1;
  const reach = level > 2 ? [-1, 0, 1] : [0];
  for (let start = 0; start < starts && search.best.error > 0; start++)
    for (let first = 0; first < 16; first += 4)
      for (const more of reach) {
        const trials = FOUR.map((i) => startOf(search, first + i, start, more));
        for (const measured of settle(search, trials, level < 2 ? 0 : 1)) if (level > 0) enterTop(search, measured);
      }
  if (level === 0) return;
  settle(search, search.top, 2);
  climb(search, level > 1);
}

/** The eight bytes of sixteen values in columns from the left; `isWide` for R11 and RG11, levels from `draft`, −1, to `max`, 3. */
export function encodeEac(texels: readonly number[], isWide: boolean, level: number): Uint8Array {
  const none = { table: 0, scale: 0, base: 0, error: Number.POSITIVE_INFINITY, above: 0 };
  const search: Search = { texels, isWide, best: none, top: [] };
  const [first = 0] = texels;
  if (texels.every((t) => t === first))
    measure(
      search,
      [0, -1].map((step) => trialOf(search, FLAT_TABLE, 1, first + step)),
    );
  else searchAll(search, level);
  const { table, scale, base } = search.best;
  const shades = shadesOf(search, search.best);
  const bits = texels.reduce((sum, t) => (sum << 3n) | BigInt(CODES[rankOf(t, shades)] ?? 0), 0n);
  const codes = Array.from({ length: 6 }, (_, i) => Number((bits >> BigInt(40 - 8 * i)) & 255n));
  return Uint8Array.from([base, (scale << 4) | table, ...codes]);
}
