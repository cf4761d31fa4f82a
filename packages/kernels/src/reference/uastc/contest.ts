// The candidates for one block: each is fitted, may be polished, and is kept if it costs less than the best so far. Twin of the kernel's
// fit-mode, polish and cost.

import type { UastcModeNumber } from '../../uastc/block-fields.js';
import { fitLine, momentsOf } from './axis.js';
import { bc7Error } from './bc7-error.js';
import { type Block, type Candidate, type Ends, modeOf } from './block.js';
import { at, CHANNELS, type Channel, f32, type Lanes, lanes } from './lanes.js';
import { UASTC_PATTERNS } from './modes.js';
import { repick } from './pick-weights.js';
import { rangeOf } from './ranges.js';
import { subsetLines } from './rank-patterns.js';
import { settle } from './settle-endpoints.js';
import { evaluate, quantizeOdd, refine } from './shapes.js';

/** Above this error the loss in BC7 is estimated by mode. */
const ROUGH = 80;
const ROUGH_GRAY = 600;
const ADDED_IN_BC7 = [12, 8, 10, 95, 8, 12, 14, 95, 0, 10, 12, 14, 12, 14, 12, 12, 25, 14, 40];
/** Candidates further behind than this are not polished. */
const PROMISING = 1.5;

interface ContestOptions {
  /** Power iterations for the line through the whole block. */
  readonly rounds: number;
  /** Rounds of polishing for every promising candidate. */
  readonly polishEach: number;
  /** Quarters of the BC7 transcode's error that count. */
  readonly bc7Share: number;
  /** The weight of a candidate's own error, in quarters. */
  readonly ownShare: number;
  /** Whether the BC7 error of five-bit weights is always exact. */
  readonly exactFive: boolean;
}

const copy = (c: Candidate): Candidate => ({
  ...c,
  ends: c.ends.map((pair) => ({ ...pair })),
  weights: [[...c.weights[0]], [...c.weights[1]]],
});

export class Contest {
  best: Candidate | undefined;
  cost = Number.POSITIVE_INFINITY;

  constructor(
    readonly block: Block,
    readonly options: ContestOptions,
  ) {}

  get error(): number {
    return this.best?.error ?? Number.POSITIVE_INFINITY;
  }

  /** A multiple of the error, plus a share of the BC7 error, which is estimated for rough blocks of many colors. Two colors should be
   *  exact before BC7 matters. */
  #costOf(c: Candidate): number {
    const { bc7Share: share, ownShare, exactFive } = this.options;
    const { colors, gray } = this.block;
    const own = (colors.length === 2 ? 64 : ownShare) * c.error;
    if (share === 0) return own;
    if (colors.length === 0 && c.error > (gray ? ROUGH_GRAY : ROUGH) && !(exactFive && c.mode === 18))
      return own + share * (c.error + at(ADDED_IN_BC7, c.mode));
    const shown = bc7Error(this.block, c);
    const lost = exactFive && c.mode === 18 && !gray ? Math.max(shown - c.error, 0) : 0;
    return own + share * (shown + lost);
  }

  /** Keeps a measured candidate if it costs less than the best. */
  keep(c: Candidate): void {
    const { polishEach } = this.options;
    const entry = polishEach > 0 && c.error < f32(f32(this.error) * PROMISING) ? this.#polish(c, polishEach) : c;
    const cost = this.#costOf(entry);
    if (cost >= this.cost) return;
    this.cost = cost;
    this.best = entry;
  }

  /** One line for the whole block. */
  line(mode: UastcModeNumber, refits: number): void {
    this.keep(refine(this.block, { mode, pattern: 0, channel: 0 }, [this.#whole()], refits));
  }

  /** The same, settled, with weights chosen by the decoded error. For near colors. */
  smoothLine(mode: UastcModeNumber, rounds: number): void {
    let best = refine(this.block, { mode, pattern: 0, channel: 0 }, [this.#whole()], 1);
    repick(this.block, best);
    for (let round = 0; round < rounds && best.error > 0; round++) {
      const moved = copy(best);
      if (!settle(this.block, moved)) break;
      repick(this.block, moved);
      if (moved.error >= best.error) break;
      best = moved;
    }
    this.keep(best);
  }

  /** Opaque gray with odd endpoints only: BC7 then keeps an alpha of 255. */
  oddGray(refits: number): void {
    const odd = (_mode: number, lines: Parameters<typeof quantizeOdd>[0]): Ends[] => quantizeOdd(lines);
    this.keep(refine(this.block, { mode: 15, pattern: 0, channel: 0 }, [this.#whole()], refits, odd));
  }

  /** A separate plane for `channel`. */
  planes(mode: UastcModeNumber, channel: Channel, refits: number, rounds: number): void {
    const { texels, metric } = this.block;
    const others = fitLine(momentsOf(texels), texels, metric, rounds, channel);
    const own = texels.map((t) => t[channel]);
    const line = {
      low: lanes((i) => (i === channel ? Math.min(...own) : others.low[i])),
      high: lanes((i) => (i === channel ? Math.max(...own) : others.high[i])),
    };
    this.keep(refine(this.block, { mode, pattern: 0, channel }, [line], refits));
  }

  /** A line for each subset of each pattern. */
  subsets(mode: UastcModeNumber, patterns: readonly number[], alpha: boolean, refits: number, rounds: number): void {
    const { patterns: set, subsets } = modeOf(mode);
    for (const pattern of patterns) {
      const lines = subsetLines(this.block, at(UASTC_PATTERNS[set], pattern), subsets, alpha, rounds);
      this.keep(refine(this.block, { mode, pattern, channel: 0 }, lines, refits));
    }
  }

  polishBest(rounds: number): void {
    if (this.best === undefined) return;
    this.best = this.#polish(this.best, rounds);
    this.cost = this.#costOf(this.best);
  }

  /** Moves the best to the ranks that suit its weights, while that helps. */
  settleBest(rounds: number): void {
    for (let round = 0; round < rounds && this.cost > 0 && this.best !== undefined; round++) {
      const moved = copy(this.best);
      if (!settle(this.block, moved)) return;
      evaluate(this.block, moved);
      const cost = this.#costOf(moved);
      if (cost >= this.cost) return;
      this.cost = cost;
      this.best = moved;
    }
  }

  /** The same for a candidate of one subset that is good already; weights are chosen again by the decoded error. */
  smoothBest(rounds: number): void {
    for (let round = 0; round < rounds && this.cost > 0 && this.best !== undefined; round++) {
      const moved = copy(this.best);
      if (!settle(this.block, moved) && round > 0) return;
      repick(this.block, moved);
      const cost = this.#costOf(moved);
      if (cost >= this.cost) return;
      this.cost = cost;
      this.best = moved;
    }
  }

  #whole() {
    const { texels, metric } = this.block;
    return fitLine(momentsOf(texels), texels, metric, this.options.rounds);
  }

  /** Moves to neighboring ranks, one endpoint channel at a time, while a round of all of them helps. With more than two rounds, both
   *  endpoints of a channel are also moved together. */
  #polish(start: Candidate, rounds: number): Candidate {
    const { components, subsets, levels } = modeOf(start.mode);
    const top = rangeOf(levels).values.length - 1;
    const moving = CHANNELS.filter((i) =>
      components === 2 ? i === 0 || (i === 3 && !this.block.opaque) : i < components,
    );
    const steps = rounds > 2 ? [...SINGLE_STEPS, ...DOUBLE_STEPS] : SINGLE_STEPS;
    let best = start;
    let cost = this.#costOf(start);
    for (let round = 0; round < rounds && cost > 0; round++) {
      const before = cost;
      for (let subset = 0; subset < subsets; subset++)
        for (const channel of moving)
          for (const [low, high] of steps) {
            const moved = copy(best);
            const pair = at(moved.ends, subset);
            pair.low = shift(pair.low, channel, low, components === 2);
            pair.high = shift(pair.high, channel, high, components === 2);
            if ([pair.low[channel], pair.high[channel]].some((rank) => rank < 0 || rank > top)) continue;
            evaluate(this.block, moved);
            const movedCost = this.#costOf(moved);
            if (movedCost >= cost) continue;
            cost = movedCost;
            best = moved;
          }
      if (cost === before) break;
    }
    return best;
  }
}

type Step = readonly [low: number, high: number];
const SINGLE_STEPS: readonly Step[] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
];
const DOUBLE_STEPS: readonly Step[] = [
  [-1, -1],
  [1, 1],
  [-1, 1],
  [1, -1],
];

/** Moves the rank of a channel; gray moves R, G and B together. */
const shift = (ranks: Lanes, channel: Channel, by: number, gray: boolean): Lanes =>
  lanes((i) => (i === channel || (gray && channel === 0 && i < 3) ? ranks[i] + by : ranks[i]));
