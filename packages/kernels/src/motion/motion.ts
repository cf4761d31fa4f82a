// Finds the grids of compressed clips with the motion kernel, and measures motions. One instance per thread.

import { wasmBase64 } from '../generated/motion-wasm.js';
import { type Kernel, type KernelExports, kernelFactory } from '../wasm/kernel.js';
import {
  coarsestExponent,
  endsOf,
  type FoundSegment,
  type GridCode,
  type JointTree,
  LOCAL_ROWS,
  type MovingSegment,
  type MovingTrack,
  NONE_OMITTED,
  prepareTrack,
} from './segment.js';

interface MotionExports extends KernelExports {
  searchSegment(words: number): void;
  readFound(index: number, out: number): void;
  codeTrack(words: number, exponent: number, out: number): void;
  measure(words: number): void;
}

const createKernel = kernelFactory<MotionExports>(wasmBase64, ['searchSegment', 'readFound', 'codeTrack', 'measure']);

const MATRIX_ROWS = 12;
/** As in assembly/motion/memory.ts. */
const TRACK_BYTES = 128;
const SLOTS = 4;
const CODE_HEAD_WORDS = 11;
const RAW = 0;
const SLOPED = 2;

/** A grid and what a reader gets from it, sample by sample. */
export interface CodedValues {
  readonly code: GridCode;
  readonly bits: number;
  readonly decoded: Float64Array;
}

/** What a motion is compared with: rows as in MovingSegment. */
export interface ComparedMotion extends JointTree {
  readonly count: number;
  readonly source: Float64Array;
  readonly found: Float64Array;
}

interface PlacedTrack {
  readonly omitted: number;
  readonly stored: number;
  readonly components: number;
  /** What a reader gets, if coding used the first slot. */
  readonly slots: number;
}

interface Layout {
  readonly words: number;
  readonly errors: number;
  readonly code: number;
  readonly tracks: readonly PlacedTrack[];
}

export class MotionKernel {
  readonly #kernel = createKernel();

  /** The fewest bits that keep every joint within its limit. */
  search(segment: MovingSegment): FoundSegment {
    const mark = this.#kernel.mark();
    const { words, code, tracks } = lay(this.#kernel, { ...segment, found: segment.kept }, segment.tracks);
    this.#kernel.exports.searchSegment(words);
    let bits = 0;
    const codes = tracks.map((track, i) => {
      this.#kernel.exports.readFound(i, code);
      bits += this.#kernel.i32(code, 2)[1] ?? 0;
      return readCode(this.#kernel, code, track, segment.count);
    });
    this.#kernel.release(mark);
    return { codes, bits };
  }

  /** One track with a given grid; undefined if the numbers would be too large for the format. */
  code(values: Float64Array, components: number, exponent: number): CodedValues | undefined {
    const mark = this.#kernel.mark();
    const count = values.length / components;
    const none = new Float64Array(0);
    const tree = { parents: new Int32Array(0), shells: none, limits: none };
    const track = { joint: 0, place: 0, components, values };
    const { words, code, tracks } = lay(this.#kernel, { ...tree, count, source: none, found: none }, [track]);
    this.#kernel.exports.codeTrack(words, exponent, code);
    const [placed] = tracks;
    const found = placed && readCode(this.#kernel, code, placed, count);
    const bits = this.#kernel.i32(code, 2)[1] ?? 0;
    const decoded = new Float64Array(values.length);
    const rows = this.#kernel.f64(placed?.slots ?? 0, components * strideOf(count));
    for (let i = 0; i < values.length; i++)
      decoded[i] = rows[(i % components) * strideOf(count) + Math.floor(i / components)] ?? 0;
    this.#kernel.release(mark);
    return found === undefined ? undefined : { code: found, bits, decoded };
  }

  /** The largest distance of a point around each joint, divided by the limit of the joint. */
  measure(motion: ComparedMotion): Float64Array {
    const mark = this.#kernel.mark();
    const { words, errors } = lay(this.#kernel, motion, []);
    this.#kernel.exports.measure(words);
    const found = this.#kernel.f64(errors, motion.parents.length).slice();
    this.#kernel.release(mark);
    return found;
  }
}

type MotionMemory = Kernel<MotionExports>;

/** Numbers of a row: the kernel reads two at a time. */
const strideOf = (count: number): number => (count + 1) & ~1;

/** Lays out a segment as assembly/motion/memory.ts describes. */
function lay(kernel: MotionMemory, motion: ComparedMotion, tracks: readonly MovingTrack[]): Layout {
  const { parents, shells, limits, count, source, found } = motion;
  const joints = parents.length;
  const row = strideOf(count) * 8;
  const words = kernel.reserve(23 * 4);
  const reserve = (...sizes: readonly number[]) => sizes.map((bytes) => kernel.reserve(bytes));
  const tree = reserve(joints * 4, joints * 4, joints * 8, joints * 8);
  const locals = reserve(joints * LOCAL_ROWS * row, joints * LOCAL_ROWS * row);
  const matrices = reserve(...[0, 1, 2].map(() => joints * MATRIX_ROWS * row));
  const errors = reserve(joints * 8, joints * 8);
  const lists = reserve(joints * 4, joints * 4, joints * 4, joints * 4);
  const table = reserve(tracks.length * TRACK_BYTES, tracks.length * 8);
  const rest = reserve(4 * MATRIX_ROWS * row, 8 * row, 128);
  const code = kernel.reserve(CODE_HEAD_WORDS * 4 + count * 16);
  const rooms = tracks.map(({ components }) =>
    reserve(components * row, components * row, 32, SLOTS * components * row),
  );
  const all = [joints, tracks.length, count, ...tree, ...locals, ...matrices, ...errors, ...lists, ...table, ...rest];
  kernel.i32(words, all.length).set(all);
  kernel.i32(tree[0] ?? 0, joints).set(parents);
  kernel.i32(tree[1] ?? 0, joints).set(endsOf(parents));
  kernel.f64(tree[2] ?? 0, joints).set(shells);
  kernel.f64(tree[3] ?? 0, joints).set(limits);
  writeRows(kernel, locals[0] ?? 0, source, count);
  writeRows(kernel, locals[1] ?? 0, found, count);
  for (const list of [lists[1], lists[2]]) kernel.i32(list ?? 0, joints).fill(0);
  const first = kernel.i32(lists[3] ?? 0, joints).fill(-1);
  const next = new Int32Array(tracks.length).fill(-1);
  for (let i = tracks.length - 1; i >= 0; i--) {
    const joint = tracks[i]?.joint ?? 0;
    next[i] = first[joint] ?? -1;
    first[joint] = i;
  }
  const placed = tracks.map((track, i) => {
    const at = (table[0] ?? 0) + i * TRACK_BYTES;
    return writeTrack(kernel, at, track, rooms[i] ?? [], next[i] ?? -1, limits);
  });
  return { words, errors: errors[0] ?? 0, code, tracks: placed };
}

/** Rows without padding to rows whose last number is repeated. */
function writeRows(kernel: MotionMemory, at: number, rows: Float64Array, count: number): void {
  const stride = strideOf(count);
  const out = kernel.f64(at, (rows.length / Math.max(1, count)) * stride);
  if (stride === count) {
    out.set(rows);
    return;
  }
  for (let from = 0, to = 0; from < rows.length; from += count, to += stride) {
    for (let i = 0; i < count; i++) out[to + i] = rows[from + i] ?? 0;
    out[to + count] = rows[from + count - 1] ?? 0;
  }
}

function writeTrack(
  kernel: MotionMemory,
  at: number,
  { joint, place, components, values, reference }: MovingTrack,
  [series = 0, exact = 0, base = 0, slots = 0]: readonly number[],
  next: number,
  limits: Float64Array,
): PlacedTrack {
  const track = prepareTrack({ values, components });
  const { count, omitted, max } = track;
  for (const [c, own] of track.series.entries()) writeRows(kernel, series + c * strideOf(count) * 8, own, count);
  for (let c = 0; c < components; c++) {
    const own = new Float64Array(count);
    for (let i = 0; i < count; i++) own[i] = values[i * components + c] ?? 0;
    writeRows(kernel, exact + c * strideOf(count) * 8, own, count);
  }
  if (reference !== undefined) kernel.f64(base, reference.length).set(reference);
  const from = limits.length === 0 ? 0 : coarsestExponent(components, limits);
  const ownBase = reference === undefined ? 0 : base;
  const head = [joint, place, components, omitted, from, max, max + 1, 0, series, exact, ownBase, slots];
  kernel.i32(at, 16).set([...head, ...new Array<number>(SLOTS).fill(-128)]);
  kernel.f64(at + 80, 4).set(track.slopes);
  kernel.i32(at + 112, 3).set([joint, -1, next]);
  return { omitted, stored: track.series.length, components, slots };
}

/** Undefined if the values must be stored as floats. */
function readCode(kernel: MotionMemory, at: number, track: PlacedTrack, count: number): GridCode | undefined {
  const [form, , exponent = 0, ...numbers] = kernel.i32(at, CODE_HEAD_WORDS);
  if (form === RAW) return undefined;
  return {
    omitted: track.omitted === NONE_OMITTED ? undefined : track.omitted,
    exponent,
    bases: Int32Array.from(numbers.slice(0, track.stored)),
    slopes: form === SLOPED ? Int32Array.from(numbers.slice(4, 4 + track.stored)) : undefined,
    residuals: kernel.u32(at + CODE_HEAD_WORDS * 4, count * track.stored).slice(),
  };
}
