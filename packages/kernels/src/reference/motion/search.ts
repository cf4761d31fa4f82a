// The twin of assembly/motion/search.ts. Finds few bits for the tracks of one segment that keep every joint within its limit. First each
// track alone; then, while a joint is too far off, the track of its chain that helps most per bit gets a finer grid; last, what turned out
// finer than needed becomes coarser.

import {
  coarsestExponent,
  endsOf,
  type FoundSegment,
  LOCAL_ROWS,
  type MovingSegment,
  type MovingTrack,
  type PreparedTrack,
  prepareTrack,
} from '../../motion/segment.js';
import { codeTrackReference } from './grid-code.js';
import { composeReference, distanceReference, type Matrices, multiplyReference } from './joint-chain.js';

/** The share of a limit that one track may use up alone at the start. */
const ALONE = 0.8;
const COARSEN_ROUNDS = 8;

interface State {
  readonly index: number;
  readonly track: MovingTrack;
  readonly prepared: PreparedTrack;
  readonly min: number;
  exponent: number;
  bits: number;
  /** The joint that was too far off in the last trial that failed. */
  suspect: number;
  /** When making it coarser failed. */
  failedAt: number;
}

export function searchSegmentReference(segment: MovingSegment): FoundSegment {
  const search = new Search(segment);
  search.startAlone();
  search.refine();
  search.coarsen();
  return search.found();
}

class Search {
  readonly #segment: MovingSegment;
  readonly #ends: Int32Array;
  readonly #locals: Float64Array;
  readonly #states: readonly State[];
  readonly #source: Matrices[] = [];
  #lossy: Matrices[] = [];
  #errors: number[] = [];
  /** By joint: when a track of it last changed. */
  readonly #changed: number[];
  #clock = 0;

  constructor(segment: MovingSegment) {
    this.#segment = segment;
    this.#ends = endsOf(segment.parents);
    this.#locals = segment.kept.slice();
    this.#changed = [...segment.parents].map(() => 0);
    this.#states = segment.tracks.map((track, index) => {
      const prepared = prepareTrack(track);
      const min = coarsestExponent(track.components, segment.limits);
      return { index, track, prepared, min, exponent: prepared.max + 1, bits: 0, suspect: track.joint, failedAt: -1 };
    });
    for (const joint of segment.parents.keys()) {
      const own = composeReference(segment.source, joint, segment.count);
      const above = this.#source[segment.parents[joint] ?? -1];
      this.#source.push(above === undefined ? own : multiplyReference(above, own));
    }
    this.#placeAll();
  }

  found(): FoundSegment {
    return {
      codes: this.#states.map((state) => this.#code(state, state.exponent).code),
      bits: this.#states.reduce((sum, { bits }) => sum + bits, 0),
    };
  }

  startAlone(): void {
    for (const state of this.#states) {
      for (let exponent = state.min; exponent <= state.prepared.max + 1; exponent++) {
        this.#set(state, exponent);
        if (this.#try(state, ALONE) !== undefined) break;
      }
      const { values, components } = state.track;
      this.#write(
        state.track,
        Array.from({ length: components }, (_, c) => values.filter((_, i) => i % components === c)),
      );
    }
    for (const state of this.#states) this.#set(state, state.exponent);
    this.#placeAll();
  }

  refine(): void {
    const isHopeless = new Set<number>();
    for (;;) {
      const worst = this.#worstJoint(isHopeless);
      if (worst < 0) return;
      const finer = this.#chainOf(worst).filter(({ exponent, prepared }) => exponent <= prepared.max);
      if (finer.length === 0) isHopeless.add(worst);
      const best = this.#bestOf(finer, worst);
      // If no single track helps, all of the chain become finer.
      for (const state of best === undefined ? finer : [best]) {
        this.#set(state, state.exponent + 1);
        this.#commit(state, this.#try(state, Number.POSITIVE_INFINITY) ?? []);
      }
    }
  }

  coarsen(): void {
    for (let round = 0, isChanged = true; round < COARSEN_ROUNDS && isChanged; round++) {
      isChanged = false;
      for (const state of [...this.#states].sort((a, b) => b.bits - a.bits || a.index - b.index)) {
        const { exponent, bits } = state;
        if (exponent <= state.min || this.#isSameAsFailed(state)) continue;
        this.#set(state, exponent - 1);
        const placed = state.bits < bits ? this.#try(state, 1) : undefined;
        if (placed === undefined) {
          this.#set(state, exponent);
          state.failedAt = this.#clock;
          continue;
        }
        this.#commit(state, placed);
        isChanged = true;
      }
    }
  }

  /** Whether nothing has changed above or below since the last failure. */
  #isSameAsFailed({ track: { joint }, failedAt }: State): boolean {
    if (failedAt < 0) return false;
    for (let at = joint; at >= 0; at = this.#segment.parents[at] ?? -1)
      if ((this.#changed[at] ?? 0) > failedAt) return false;
    for (let at = joint; at < (this.#ends[joint] ?? 0); at++) if ((this.#changed[at] ?? 0) > failedAt) return false;
    return true;
  }

  #worstJoint(isHopeless: ReadonlySet<number>): number {
    let worst = -1;
    let largest = 1;
    for (const [joint, error] of this.#errors.entries()) {
      if (!(error > largest) || isHopeless.has(joint)) continue;
      largest = error;
      worst = joint;
    }
    return worst;
  }

  /** The tracks of a joint and of all above it, from below. */
  #chainOf(joint: number): readonly State[] {
    const chain: State[] = [];
    for (let at = joint; at >= 0; at = this.#segment.parents[at] ?? -1)
      chain.push(...this.#states.filter(({ track }) => track.joint === at));
    return chain;
  }

  /** The track whose next finer grid lowers the error of a joint most per bit. */
  #bestOf(states: readonly State[], worst: number): State | undefined {
    const now = this.#errors[worst] ?? 0;
    let best: State | undefined;
    let most = 0;
    let below: Matrices | undefined;
    for (let joint = worst; joint >= 0; joint = this.#segment.parents[joint] ?? -1) {
      for (const state of states.filter(({ track }) => track.joint === joint)) {
        const { exponent, bits } = state;
        this.#set(state, exponent + 1);
        const own = this.#place(joint, this.#lossy);
        const moved = below === undefined ? own : multiplyReference(own, below);
        const gain = (now - this.#errorOf(worst, moved)) / Math.max(1, state.bits - bits);
        this.#set(state, exponent);
        if (!(gain > most)) continue;
        most = gain;
        best = state;
      }
      const own = composeReference(this.#locals, joint, this.#segment.count);
      below = below === undefined ? own : multiplyReference(own, below);
    }
    return best;
  }

  /** Moves the joint of a track and all below it. Returns undefined as soon as one is farther off than `bound`, relative to its limit. */
  #try(state: State, bound: number): readonly Matrices[] | undefined {
    const { joint } = state.track;
    const placed: Matrices[] = [];
    const path: number[] = [];
    for (let at = state.suspect; at > joint; at = this.#segment.parents[at] ?? -1) path.unshift(at);
    const all = [...this.#lossy];
    for (const at of [joint, ...path]) all[at] = this.#place(at, all);
    if (!(this.#errorOf(state.suspect, all[state.suspect] ?? []) <= bound)) return undefined;
    for (let at = joint; at < (this.#ends[joint] ?? 0); at++) {
      const own = this.#place(at, all);
      all[at] = own;
      placed.push(own);
      if (this.#errorOf(at, own) <= bound) continue;
      state.suspect = at;
      return undefined;
    }
    return placed;
  }

  #commit({ track: { joint } }: State, placed: readonly Matrices[]): void {
    for (const [i, own] of placed.entries()) {
      this.#lossy[joint + i] = own;
      this.#errors[joint + i] = this.#errorOf(joint + i, own);
    }
    this.#changed[joint] = ++this.#clock;
  }

  #placeAll(): void {
    this.#lossy = [];
    for (const joint of this.#segment.parents.keys()) this.#lossy.push(this.#place(joint, this.#lossy));
    this.#errors = this.#lossy.map((own, joint) => this.#errorOf(joint, own));
  }

  #place(joint: number, among: readonly Matrices[]): Matrices {
    const own = composeReference(this.#locals, joint, this.#segment.count);
    const above = among[this.#segment.parents[joint] ?? -1];
    return above === undefined ? own : multiplyReference(above, own);
  }

  #errorOf(joint: number, matrices: Matrices): number {
    const { shells, limits } = this.#segment;
    return distanceReference(this.#source[joint] ?? [], matrices, shells[joint] ?? 0) / (limits[joint] ?? 1);
  }

  #code({ prepared, track }: State, exponent: number) {
    return codeTrackReference(prepared, track.values, exponent);
  }

  #set(state: State, exponent: number): void {
    const { bits, decoded } = this.#code(state, exponent);
    state.exponent = exponent;
    state.bits = bits;
    this.#write(state.track, decoded);
  }

  #write({ joint, place, reference }: MovingTrack, rows: readonly Float64Array[]): void {
    const { count } = this.#segment;
    const applied = reference === undefined ? rows : applyReference(reference, rows);
    for (const [c, row] of applied.entries()) this.#locals.set(row, (joint * LOCAL_ROWS + place + c) * count);
  }
}

/** What differences from a reference pose give. */
function applyReference(reference: Float64Array, rows: readonly Float64Array[]): readonly Float64Array[] {
  const [ax = 0, ay = 0, az = 0, aw = 0] = reference;
  const [x, y, z, w] = rows;
  if (x === undefined || y === undefined || z === undefined || w === undefined)
    return rows.map((row, c) => row.map((value) => value + (reference[c] ?? 0)));
  const at = (row: Float64Array, i: number): number => row[i] ?? 0;
  return [
    x.map((_, i) => aw * at(x, i) + ax * at(w, i) + ay * at(z, i) - az * at(y, i)),
    x.map((_, i) => aw * at(y, i) + ay * at(w, i) + az * at(x, i) - ax * at(z, i)),
    x.map((_, i) => aw * at(z, i) + az * at(w, i) + ax * at(y, i) - ay * at(x, i)),
    x.map((_, i) => aw * at(w, i) - ax * at(x, i) - ay * at(y, i) - az * at(z, i)),
  ];
}
