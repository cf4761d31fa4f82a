// Reads the keys of a channel of versions 5 and 6: one list of times, values and letters, in which each key has its own length.

import { childOf, type FbxNode, type FbxValue, numberIn } from '../file/fbx-node.js';
import { buildCurve, GIVEN, type StoredKey, type Tangent } from './build-curve.js';
import { CUBIC, type Curve, DEFAULT_WEIGHT, HOLD, HOLD_NEXT, LINEAR } from './curve.js';
import { readExtrapolation, TICKS_PER_SECOND } from './read-curve.js';

/** Undefined if the channel has no keys. */
export function readTakeCurve(channel: FbxNode): Curve | undefined {
  const keys = readKeys(childOf(channel, 'Key')?.values ?? []);
  return buildCurve(
    keys,
    readExtrapolation(channel, 'Pre-Extrapolation'),
    readExtrapolation(channel, 'Post-Extrapolation'),
  );
}

const AUTO: Tangent = { is: 'auto', isTimeIndependent: false, clamps: false, clampsProgressively: false };

/** Reads until the list no longer has the form of keys; what was read before counts. */
function readKeys(values: readonly FbxValue[]): readonly StoredKey[] {
  const list = new ValueList(values);
  const keys: StoredKey[] = [];
  while (list.hasMore) {
    const time = list.number();
    const value = list.number();
    const mode = list.letter();
    if (time === undefined || value === undefined || mode === undefined) break;
    const segment = readSegment(list, mode);
    if (segment === undefined) break;
    keys.push({ time: time / TICKS_PER_SECOND, value, ...segment });
  }
  return keys;
}

type Segment = Omit<StoredKey, 'time' | 'value'>;

const PLAIN: Segment = {
  segment: LINEAR,
  tangent: GIVEN,
  right: 0,
  nextLeft: 0,
  rightWeight: DEFAULT_WEIGHT,
  nextLeftWeight: DEFAULT_WEIGHT,
};

function readSegment(list: ValueList, mode: string): Segment | undefined {
  if (mode === 'C') return { ...PLAIN, segment: list.letter() === 'n' ? HOLD_NEXT : HOLD };
  // Linear keys have no letters of their segment; a writer may add some, which do not matter.
  if (mode !== 'U' && mode !== 'A' && mode !== 'S') {
    while (list.letter() !== undefined);
    return PLAIN;
  }
  const tangent = readTangent(list);
  if (tangent === undefined) return undefined;
  const weights = readPair(list, DEFAULT_WEIGHT);
  // Velocities change nothing in space; they follow the weights in later revisions.
  if (list.nextIsLetter) readPair(list, 0);
  const [rightWeight, nextLeftWeight] = weights;
  return { ...PLAIN, segment: CUBIC, ...tangent, rightWeight, nextLeftWeight };
}

/** `s`, `b`: both slopes. `a`, `p`: automatic. `t`: tension, continuity, bias. */
function readTangent(list: ValueList): Pick<Segment, 'tangent' | 'right' | 'nextLeft'> | undefined {
  const kind = list.letter();
  if (kind === 'a') return { tangent: AUTO, right: 0, nextLeft: 0 };
  if (kind === 't') {
    const [tension = 0, continuity = 0, bias = 0] = [list.number(), list.number(), list.number()];
    return { tangent: { is: 'tcb', tension, continuity, bias }, right: 0, nextLeft: 0 };
  }
  const right = list.number();
  const nextLeft = list.number();
  if (right === undefined || nextLeft === undefined) return undefined;
  return kind === 'p' ? { tangent: AUTO, right: 0, nextLeft: 0 } : { tangent: GIVEN, right, nextLeft };
}

/** A letter, and what it announces: `n` nothing, `r` the right value, `l` the next left one, others both. */
function readPair(list: ValueList, absent: number): readonly [number, number] {
  const kind = list.letter();
  if (kind === undefined || kind === 'n') return [absent, absent];
  if (kind === 'r') return [list.number() ?? absent, absent];
  if (kind === 'l') return [absent, list.number() ?? absent];
  return [list.number() ?? absent, list.number() ?? absent];
}

class ValueList {
  readonly #values: readonly FbxValue[];
  #at = 0;

  constructor(values: readonly FbxValue[]) {
    this.#values = values;
  }

  get hasMore(): boolean {
    return this.#at < this.#values.length;
  }

  get nextIsLetter(): boolean {
    const next = this.#values[this.#at];
    return typeof next === 'string' && /^[a-z]$/.test(next);
  }

  /** The next value if it is a number. */
  number(): number | undefined {
    const value = numberIn(this.#values[this.#at]);
    if (value !== undefined) this.#at++;
    return value;
  }

  /** The next value if it is a text. */
  letter(): string | undefined {
    const value = this.#values[this.#at];
    if (typeof value !== 'string') return undefined;
    this.#at++;
    return value;
  }
}
