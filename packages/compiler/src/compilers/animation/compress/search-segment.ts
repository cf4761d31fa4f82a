// Finds the fewest bits for the tracks of one segment that keep every joint within its limit. First each track alone; then, while a joint
// is too far off, the track of its chain that helps most per bit gets a finer grid; last, what turned out finer than needed becomes coarser.

import type { SegmentTrack } from '@assetc/formats';
import { type CodedTrack, GridCoder, type SegmentValues } from './grid-track.js';
import type { JointChain } from './joint-chain.js';

/** One animated property of a joint in a segment. */
interface MovingTrack extends SegmentValues {
  readonly joint: number;
  /** Of its first float among the ten of a joint. */
  readonly place: number;
}

/** The share of a limit that one track may use up alone at the start. */
const ALONE = 0.7;
const COARSEN_ROUNDS = 3;
/** The coarsest grid, relative to the limit: a step of 16 limits. */
const COARSEST = 16;
const MAX_EXPONENT = { rotation: 24, other: 40 };
const MIN_ROTATION_EXPONENT = 2;
/** Of a raw rotation; others have one. */
const RAW_HEAD_BITS = 3;

interface State {
  readonly track: MovingTrack;
  readonly coder: GridCoder;
  /** By exponent: the search comes back to the same grids often. */
  readonly codes: Map<number, CodedTrack>;
  readonly min: number;
  /** One above this stands for raw floats. */
  readonly max: number;
  exponent: number;
  bits: number;
  coded: SegmentTrack;
}

interface FoundSegment {
  readonly tracks: readonly SegmentTrack[];
  readonly bits: number;
}

/** `locals`: constant properties as a reader gets them, and animated ones as in the source; what is found replaces these. */
export function searchSegment(
  tracks: readonly MovingTrack[],
  chain: JointChain,
  locals: Float64Array,
  limit: number,
  parents: Int32Array,
): FoundSegment {
  const search = new SegmentSearch(tracks, chain, locals, limit, parents);
  search.startAlone();
  search.refine();
  search.coarsen();
  return search.found();
}

class SegmentSearch {
  readonly #chain: JointChain;
  readonly #locals: Float64Array;
  readonly #parents: Int32Array;
  readonly #states: readonly State[];
  /** By joint. */
  readonly #ofJoint: readonly (readonly State[])[];

  constructor(
    tracks: readonly MovingTrack[],
    chain: JointChain,
    locals: Float64Array,
    limit: number,
    parents: Int32Array,
  ) {
    this.#chain = chain;
    this.#locals = locals;
    this.#parents = parents;
    this.#states = tracks.map((track) => {
      const isRotation = track.components === 4;
      let min = MIN_ROTATION_EXPONENT;
      if (!isRotation) for (min = -20; min < MAX_EXPONENT.other && 2 ** -min > limit * COARSEST; ) min++;
      const max = isRotation ? MAX_EXPONENT.rotation : MAX_EXPONENT.other;
      const coded: SegmentTrack = { form: 'raw', values: Float32Array.from(track.values) };
      return { track, coder: new GridCoder(track), codes: new Map(), min, max, exponent: max + 1, bits: 0, coded };
    });
    const ofJoint: State[][] = Array.from(parents, () => []);
    for (const state of this.#states) ofJoint[state.track.joint]?.push(state);
    this.#ofJoint = ofJoint;
  }

  found(): FoundSegment {
    return {
      tracks: this.#states.map(({ coded }) => coded),
      bits: this.#states.reduce((sum, { bits }) => sum + bits, 0),
    };
  }

  startAlone(): void {
    for (const state of this.#states) {
      const { joint } = state.track;
      for (let exponent = state.min; exponent <= state.max + 1; exponent++) {
        this.#set(state, exponent);
        if (this.#chain.update(joint, this.#locals) <= ALONE) break;
      }
      this.#write(state, state.track.values);
      this.#chain.update(joint, this.#locals);
    }
    for (const state of this.#states) this.#set(state, state.exponent);
    this.#updateAll();
  }

  refine(): void {
    for (;;) {
      const worst = this.#worstJoint();
      if (worst < 0) return;
      const states: State[] = [];
      for (let joint = worst; joint >= 0; joint = this.#parents[joint] ?? -1)
        states.push(...(this.#ofJoint[joint] ?? []));
      const finer = states.filter(({ exponent, max }) => exponent <= max);
      if (finer.length === 0) return;
      const best = this.#bestOf(finer, worst);
      // If no single track helps, all of the chain become finer.
      for (const state of best === undefined ? finer : [best]) {
        this.#set(state, state.exponent + 1);
        this.#chain.update(state.track.joint, this.#locals);
      }
    }
  }

  coarsen(): void {
    for (let round = 0, isChanged = true; round < COARSEN_ROUNDS && isChanged; round++) {
      isChanged = false;
      for (const state of [...this.#states].sort((a, b) => b.bits - a.bits)) {
        if (state.exponent <= state.min) continue;
        const { exponent, bits } = state;
        this.#set(state, exponent - 1);
        if (this.#chain.update(state.track.joint, this.#locals) <= 1 && state.bits < bits) {
          isChanged = true;
          continue;
        }
        this.#set(state, exponent);
        this.#chain.update(state.track.joint, this.#locals);
      }
    }
  }

  /** The joint that is farthest beyond its limit; −1 if none is. */
  #worstJoint(): number {
    let worst = -1;
    let largest = 1;
    for (const [joint, error] of this.#chain.errors.entries()) {
      if (error <= largest) continue;
      largest = error;
      worst = joint;
    }
    return worst;
  }

  /** The track whose next finer grid lowers the error of a joint most per bit. */
  #bestOf(states: readonly State[], worst: number): State | undefined {
    const now = this.#chain.errors[worst] ?? 0;
    let best: State | undefined;
    let most = 0;
    for (const state of states) {
      const { exponent, bits } = state;
      const path: number[] = [];
      for (let joint = worst; joint !== state.track.joint; joint = this.#parents[joint] ?? -1) path.unshift(joint);
      path.unshift(state.track.joint);
      this.#set(state, exponent + 1);
      const gain = (now - this.#chain.errorAlong(path, this.#locals)) / Math.max(1, state.bits - bits);
      this.#set(state, exponent);
      this.#chain.errorAlong(path, this.#locals);
      if (gain <= most) continue;
      most = gain;
      best = state;
    }
    return best;
  }

  #updateAll(): void {
    for (const [joint, parent] of this.#parents.entries()) if (parent < 0) this.#chain.update(joint, this.#locals);
  }

  #set(state: State, exponent: number): void {
    const coded = state.codes.get(exponent) ?? codeTrack(state, exponent);
    state.codes.set(exponent, coded);
    state.exponent = exponent;
    state.bits = coded.bits;
    state.coded = coded.track;
    this.#write(state, coded.decoded);
  }

  #write({ track: { joint, place, components, count } }: State, values: Float64Array): void {
    for (let i = 0; i < count; i++)
      for (let c = 0; c < components; c++)
        this.#locals[(joint * count + i) * 10 + place + c] = values[i * components + c] ?? 0;
  }
}

/** With a grid, or raw if the grid is too fine for the format. */
function codeTrack({ track, coder, max }: State, exponent: number): CodedTrack {
  const coded = exponent > max ? undefined : coder.code(exponent);
  if (coded !== undefined) return coded;
  const values = Float32Array.from(track.values);
  return {
    track: { form: 'raw', values },
    bits: values.length * 32 + RAW_HEAD_BITS,
    decoded: Float64Array.from(values),
  };
}
