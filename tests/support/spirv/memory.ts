// The types and the memory of a module: what a pointer points to, and how it is read and written.

import type { SpirvModule } from '@assetc/formats/spirv';
import { listIn, numberIn, type Value } from './arithmetic.js';

/** A place in a buffer, or in a variable. */
export interface Pointer {
  readonly type: number;
  readonly view?: DataView;
  readonly at: number;
  readonly cell?: { value: Value };
  /** Inside the variable. */
  readonly path?: readonly number[];
}

export interface Instruction {
  readonly op: number;
  readonly words: readonly number[];
  /** After the type and the result. */
  readonly operands: readonly number[];
}

type DeclaredType = Pick<Instruction, 'op' | 'words'>;
const NO_TYPE: DeclaredType = { op: 0, words: [] };
const TYPE_INT = 21;
const TYPE_FLOAT = 22;
const TYPE_VECTOR = 23;
const TYPE_ARRAY = 28;
const TYPE_RUNTIME_ARRAY = 29;
const TYPE_STRUCT = 30;
const ARRAY_STRIDE = 6;
const OFFSET = 35;

export const isPointer = (value: Pointer | Value): value is Pointer =>
  typeof value === 'object' && !Array.isArray(value) && 'type' in value;

/** The instructions of a module in order. */
export const instructionsOf = ({ words, starts }: SpirvModule): readonly Instruction[] =>
  [...starts].map((start) => {
    const head = words[start] ?? 0;
    const own = [...words.subarray(start + 1, start + (head >>> 16))];
    return { op: head & 0xffff, words: own, operands: own.slice(2) };
  });

export class Memory {
  readonly #types = new Map<number, DeclaredType>();
  readonly #strides = new Map<number, number>();
  readonly #offsets = new Map<string, number>();
  readonly #constants: ReadonlyMap<number, Value>;

  /** `constants` may be filled later. */
  constructor(constants: ReadonlyMap<number, Value>) {
    this.#constants = constants;
  }

  declare({ op, words }: Instruction): void {
    const [a = 0, b = 0, c = 0, d = 0] = words;
    if (op >= 19 && op <= 33) this.#types.set(a, { op, words: words.slice(1) });
    else if (op === 71 && b === ARRAY_STRIDE) this.#strides.set(a, c);
    else if (op === 72 && c === OFFSET) this.#offsets.set(`${a} ${b}`, d);
  }

  /** The type that a pointer type points to. */
  pointee = (type: number): number => this.#of(type).words[1] ?? 0;
  isVector = (type: number): boolean => this.#of(type).op === TYPE_VECTOR;
  isSigned = (type: number): boolean => {
    const { op, words } = this.#of(type);
    return op === TYPE_VECTOR ? this.isSigned(words[0] ?? 0) : op === TYPE_INT && words[1] === 1;
  };
  isFloat = (type: number): boolean => {
    const { op, words } = this.#of(type);
    return op === TYPE_VECTOR ? this.isFloat(words[0] ?? 0) : op === TYPE_FLOAT;
  };

  load({ cell, path = [], view, at, type }: Pointer): Value {
    if (!cell) return this.#read(view, at, type);
    return path.reduce<Value>((value, step) => listIn(value)[step] ?? 0, cell.value);
  }

  store({ cell, path = [], view, at, type }: Pointer, value: Value): void {
    if (cell) cell.value = replaced(cell.value, path, value);
    else if (view === undefined) throw new Error('no buffer');
    else if (this.isFloat(type)) view.setFloat32(at, numberIn(value), true);
    else view.setUint32(at, numberIn(value), true);
  }

  /** Zeros of a type. */
  zero(type: number): Value {
    const { op, words } = this.#of(type);
    if (op === 20) return false;
    if (op === TYPE_STRUCT) return words.map((member) => this.zero(member));
    if (op === TYPE_VECTOR || op === 24) return Array.from({ length: words[1] ?? 0 }, () => this.zero(words[0] ?? 0));
    if (op === TYPE_ARRAY) return Array.from({ length: this.#length(words[1]) }, () => this.zero(words[0] ?? 0));
    return 0;
  }

  chain({ view, at, type, cell, path = [] }: Pointer, steps: readonly number[]): Pointer {
    if (cell) return { type, at, cell, path: [...path, ...steps] };
    let [to, inside] = [at, type];
    for (const step of steps) {
      const { op, words } = this.#of(inside);
      to += op === TYPE_STRUCT ? this.#offsetOf(inside, step) : step * this.#strideOf(inside, op);
      inside = words[op === TYPE_STRUCT ? step : 0] ?? 0;
    }
    return { type: inside, at: to, ...(view && { view }) };
  }

  lengthOf({ view, type, at }: Pointer, member: number): number {
    const array = this.#of(type).words[member] ?? 0;
    return Math.floor(((view?.byteLength ?? 0) - at) / this.#strideOf(array, TYPE_RUNTIME_ARRAY));
  }

  #read(view: DataView | undefined, at: number, type: number): Value {
    const { op, words } = this.#of(type);
    if (view === undefined) throw new Error('no buffer');
    if (op === TYPE_INT) return words[1] === 1 ? view.getInt32(at, true) : view.getUint32(at, true);
    if (op === TYPE_FLOAT) return view.getFloat32(at, true);
    if (op === TYPE_STRUCT) return words.map((member, i) => this.#read(view, at + this.#offsetOf(type, i), member));
    if (op !== TYPE_VECTOR && op !== TYPE_ARRAY) throw new Error(`type ${op} cannot be loaded`);
    const length = op === TYPE_VECTOR ? (words[1] ?? 0) : this.#length(words[1]);
    const stride = this.#strideOf(type, op);
    return Array.from({ length }, (_, i) => this.#read(view, at + i * stride, words[0] ?? 0));
  }

  readonly #of = (type: number): DeclaredType => this.#types.get(type) ?? NO_TYPE;
  readonly #length = (id: number | undefined): number => numberIn(this.#constants.get(id ?? 0));

  #strideOf(type: number, op: number): number {
    const stride = op === TYPE_VECTOR ? 4 : this.#strides.get(type);
    if (stride === undefined) throw new Error('an array without a stride');
    return stride;
  }

  #offsetOf(struct: number, member: number): number {
    const offset = this.#offsets.get(`${struct} ${member}`);
    if (offset === undefined) throw new Error('a member without an offset');
    return offset;
  }
}

function replaced(into: Value, [step, ...rest]: readonly number[], value: Value): Value {
  if (step === undefined) return value;
  return listIn(into).map((part, i) => (i === step ? replaced(part, rest, value) : part));
}
