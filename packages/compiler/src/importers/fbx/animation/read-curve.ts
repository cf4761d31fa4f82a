// Reads an AnimationCurve of version 7: parallel arrays of times and values, and runs of keys that share their attributes.

import { childOf, type FbxArray, type FbxNode, numberIn, numberOf, numbersOf } from '../file/fbx-node.js';
import { buildCurve, GIVEN, type StoredKey, type Tangent } from './build-curve.js';
import {
  CONSTANT,
  CUBIC,
  type Curve,
  DEFAULT_WEIGHT,
  type Extrapolation,
  type ExtrapolationMode,
  HOLD,
  HOLD_NEXT,
  LINEAR,
} from './curve.js';

/** Ticks per second of every time in a file. */
export const TICKS_PER_SECOND = 46_186_158_000;

/** Bits of KeyAttrFlags. */
const IS_CONSTANT = 0x2;
const IS_LINEAR = 0x4;
const IS_CUBIC = 0x8;
/** Auto for cubic keys; for constant ones, the value of the next key. */
const IS_AUTO_OR_NEXT = 0x100;
const IS_TCB = 0x200;
const IS_USER = 0x400;
const CLAMPS = 0x1000;
const IS_TIME_INDEPENDENT = 0x2000;
const CLAMPS_PROGRESSIVELY = 0x4000;
const IS_RIGHT_WEIGHTED = 0x01000000;
const IS_NEXT_LEFT_WEIGHTED = 0x02000000;
/** Velocities before and after a key: they speed a motion up or down along its path. */
const HAS_VELOCITY = 0x30000000;
/** Weights are stored as 16-bit integers. */
const WEIGHT_UNIT = 9999;

/** Four words for each run: two slopes, two packed weights, two packed velocities. */
const WORDS = 4;

/** Undefined if the curve has no keys. `isText`: whether the file is text, which writes floats as the integers of their bits. */
export function readCurve(node: FbxNode, isText: boolean): Curve | undefined {
  const times = numbersOf(childOf(node, 'KeyTime'));
  const values = numbersOf(childOf(node, 'KeyValueFloat'));
  const flags = numbersOf(childOf(node, 'KeyAttrFlags'));
  const data = numbersOf(childOf(node, 'KeyAttrDataFloat'));
  const counts = numbersOf(childOf(node, 'KeyAttrRefCount'));
  const words = isText ? wordsOfText(data) : wordsOfFloats(data);
  const count = Math.min(times.length, values.length);
  const keys: StoredKey[] = [];
  let run = 0;
  let left = counts[0] ?? count;
  for (let i = 0; i < count; i++) {
    while (left <= 0 && run + 1 < counts.length) {
      run++;
      left = counts[run] ?? 0;
    }
    left--;
    keys.push(readKey((times[i] ?? 0) / TICKS_PER_SECOND, values[i] ?? 0, flags[run] ?? IS_LINEAR, words, run * WORDS));
  }
  return buildCurve(keys, readExtrapolation(node, 'Pre-Extrapolation'), readExtrapolation(node, 'Post-Extrapolation'));
}

/** Whether keys have velocities, which no other reader follows either. */
export const hasVelocities = (node: FbxNode): boolean =>
  numbersOf(childOf(node, 'KeyAttrFlags')).some((flags) => (flags & HAS_VELOCITY) !== 0);

/** The same bits as floats and as integers. */
interface Words {
  readonly floats: Float32Array;
  readonly bits: Uint32Array;
}

function readKey(time: number, value: number, flags: number, { floats, bits }: Words, at: number): StoredKey {
  const packed = bits[at + 2] ?? 0;
  return {
    time,
    value,
    segment: segmentOf(flags),
    tangent: tangentOf(flags, floats, at),
    right: floats[at] ?? 0,
    nextLeft: floats[at + 1] ?? 0,
    rightWeight: (flags & IS_RIGHT_WEIGHTED) !== 0 ? weightOf(packed & 0xffff) : DEFAULT_WEIGHT,
    nextLeftWeight: (flags & IS_NEXT_LEFT_WEIGHTED) !== 0 ? weightOf(packed >>> 16) : DEFAULT_WEIGHT,
  };
}

const weightOf = (packed: number): number => packed / WEIGHT_UNIT;

function segmentOf(flags: number): number {
  if ((flags & IS_CONSTANT) !== 0) return (flags & IS_AUTO_OR_NEXT) !== 0 ? HOLD_NEXT : HOLD;
  if ((flags & IS_LINEAR) !== 0) return LINEAR;
  return (flags & IS_CUBIC) !== 0 ? CUBIC : LINEAR;
}

function tangentOf(flags: number, floats: Float32Array, at: number): Tangent {
  if ((flags & IS_CUBIC) === 0) return GIVEN;
  if ((flags & IS_TCB) !== 0)
    return { is: 'tcb', tension: floats[at] ?? 0, continuity: floats[at + 1] ?? 0, bias: floats[at + 2] ?? 0 };
  if ((flags & IS_USER) !== 0 || (flags & IS_AUTO_OR_NEXT) === 0) return GIVEN;
  return {
    is: 'auto',
    isTimeIndependent: (flags & IS_TIME_INDEPENDENT) !== 0,
    clamps: (flags & CLAMPS) !== 0,
    clampsProgressively: (flags & CLAMPS_PROGRESSIVELY) !== 0,
  };
}

/** The words keep their bits even if a float of these bits would be no number. */
function wordsOfFloats(data: FbxArray): Words {
  const floats = data instanceof Float32Array ? data.slice() : Float32Array.from(data);
  return { floats, bits: new Uint32Array(floats.buffer, floats.byteOffset, floats.length) };
}

/** The bits of the smallest normal float: no slope is an integer this large. */
const SMALLEST_NORMAL = 0x00800000;

/** Most programs write every word as an integer; some write slopes as decimals. */
function wordsOfText(data: FbxArray): Words {
  const bits = new Uint32Array(data.length);
  const floats = new Float32Array(bits.buffer);
  for (let i = 0; i < data.length; i++) {
    const value = data[i] ?? 0;
    const isPacked = i % WORDS >= 2;
    if (Number.isInteger(value) && (isPacked || Math.abs(value) >= SMALLEST_NORMAL)) bits[i] = value;
    else floats[i] = value;
  }
  return { floats, bits };
}

const MODES: ReadonlyMap<string, ExtrapolationMode> = new Map([
  ['C', 'constant'],
  ['R', 'repeat'],
  ['M', 'mirror'],
  ['K', 'slope'],
  ['A', 'repeat-relative'],
]);

/** Also of version 6. Binary files store the letter as a number or a text. */
export function readExtrapolation(curve: FbxNode, name: string): Extrapolation {
  const node = childOf(curve, name);
  const type = childOf(node, 'Type')?.values[0];
  const letter = typeof type === 'string' ? type : String.fromCharCode(numberIn(type) ?? 0);
  const mode = MODES.get(letter);
  return mode === undefined ? CONSTANT : { mode, count: numberOf(node, 'Repetition') ?? -1 };
}
