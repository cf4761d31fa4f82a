// Runs a compute shader on the CPU, one thread after the other: as much of SPIR-V as the selection of clusters needs. Floats are rounded to
// 32 bits after each operation. Throws on unknown instructions.

import { entryPointsOf, parseSpirv } from '@assetc/formats/spirv';

type Value = number | boolean | readonly Value[];

/** A pointer into a buffer, or to a local variable of a function. */
interface Pointer {
  readonly type: number;
  readonly view?: DataView;
  readonly at: number;
  readonly cell?: { value: Value };
}

interface Instruction {
  readonly op: number;
  readonly words: readonly number[];
}

/** The numbers of instructions, as the specification lists them. */
const Op = {
  ExtInst: 12,
  TypeBool: 20,
  TypeInt: 21,
  TypeFloat: 22,
  TypeVector: 23,
  TypeRuntimeArray: 29,
  TypeStruct: 30,
  TypePointer: 32,
  ConstantTrue: 41,
  ConstantFalse: 42,
  Constant: 43,
  ConstantNull: 46,
  Function: 54,
  FunctionParameter: 55,
  FunctionCall: 57,
  Variable: 59,
  Load: 61,
  Store: 62,
  AccessChain: 65,
  InBoundsAccessChain: 66,
  ArrayLength: 68,
  Decorate: 71,
  MemberDecorate: 72,
  CompositeConstruct: 80,
  CompositeExtract: 81,
  AtomicIAdd: 234,
  SelectionMerge: 247,
  Label: 248,
  Branch: 249,
  BranchConditional: 250,
  Return: 253,
  ReturnValue: 254,
} as const;
const ARRAY_STRIDE = 6;
const BUILT_IN = 11;
const BINDING = 33;
const OFFSET = 35;
const GLSL_FMAX = 40;
const GLSL_DISTANCE = 67;

const number = (value: Value | undefined): number => {
  if (typeof value !== 'number') throw new Error('no number');
  return value;
};
const list = (value: Value | undefined): readonly Value[] => {
  if (typeof value !== 'object') throw new Error('no composite');
  return value;
};

const ARITHMETIC: { readonly [op: number]: (a: Value, b: Value) => Value } = {
  131: (a, b) => Math.fround(number(a) - number(b)),
  133: (a, b) => Math.fround(number(a) * number(b)),
  170: (a, b) => a === b,
  171: (a, b) => a !== b,
  174: (a, b) => number(a) >= number(b),
  178: (a, b) => number(a) <= number(b),
  186: (a, b) => number(a) > number(b),
};

export class ComputeShader {
  readonly #types = new Map<number, Instruction>();
  readonly #constants = new Map<number, Value>();
  readonly #globals = new Map<number, Pointer | Value>();
  readonly #strides = new Map<number, number>();
  readonly #offsets = new Map<string, number>();
  readonly #functions = new Map<number, Instruction[]>();
  readonly #variables: Instruction[] = [];
  readonly #bindings = new Map<number, number>();
  #idVariable = 0;
  readonly #entry: number;

  constructor(bytes: Uint8Array) {
    const module = parseSpirv(bytes);
    this.#entry = entryPointsOf(module)[0]?.functionId ?? 0;
    let body: Instruction[] | undefined;
    for (const start of module.starts) {
      const head = module.words[start] ?? 0;
      const instruction = { op: head & 0xffff, words: [...module.words.subarray(start + 1, start + (head >>> 16))] };
      if (instruction.op === Op.Function) {
        body = [];
        this.#functions.set(instruction.words[1] ?? 0, body);
      } else if (body !== undefined) body.push(instruction);
      else this.#declare(instruction);
    }
  }

  #declare({ op, words }: Instruction): void {
    const [a = 0, b = 0, c = 0, d = 0] = words;
    if (op >= Op.TypeBool && op <= Op.TypePointer) this.#types.set(a, { op, words: words.slice(1) });
    else if (op === Op.ConstantTrue || op === Op.ConstantFalse) this.#constants.set(b, op === Op.ConstantTrue);
    else if (op === Op.Constant) this.#constants.set(b, this.#read(new DataView(Uint32Array.of(c).buffer), 0, a));
    else if (op === Op.ConstantNull) this.#constants.set(b, 0);
    else if (op === Op.Variable) this.#variables.push({ op, words });
    else if (op === Op.Decorate && b === ARRAY_STRIDE) this.#strides.set(a, c);
    else if (op === Op.Decorate && b === BINDING) this.#bindings.set(a, c);
    else if (op === Op.Decorate && b === BUILT_IN) this.#idVariable = a;
    else if (op === Op.MemberDecorate && c === OFFSET) this.#offsets.set(`${a} ${b}`, d);
  }

  /** Buffers by binding; `count` threads. */
  run(buffers: readonly Uint8Array[], count: number): void {
    for (const { words } of this.#variables) {
      const [pointerType = 0, id = 0] = words;
      const type = this.#types.get(pointerType)?.words[1] ?? 0;
      const buffer = buffers[this.#bindings.get(id) ?? -1];
      const view = buffer && new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
      this.#globals.set(id, view ? { type, view, at: 0 } : { type, at: 0, cell: { value: 0 } });
    }
    for (let thread = 0; thread < count; thread++) {
      this.#globals.set(this.#idVariable, { type: 0, at: 0, cell: { value: [thread, 0, 0] } });
      this.#call(this.#entry, []);
    }
  }

  #call(id: number, given: readonly (Pointer | Value)[]): Value {
    const body = this.#functions.get(id) ?? [];
    const values = new Map<number, Pointer | Value>();
    const labels = new Map(body.flatMap(({ op, words }, i) => (op === Op.Label ? [[words[0] ?? 0, i] as const] : [])));
    const of = (id: number | undefined): Pointer | Value => {
      const found = values.get(id ?? 0) ?? this.#constants.get(id ?? 0) ?? this.#globals.get(id ?? 0);
      if (found === undefined) throw new Error(`%${id} is not known`);
      return found;
    };
    const value = (id: number | undefined): Value => {
      const found = of(id);
      if (isPointer(found)) throw new Error(`%${id} is a pointer`);
      return found;
    };
    const pointer = (id: number | undefined): Pointer => {
      const found = of(id);
      if (!isPointer(found)) throw new Error(`%${id} is no pointer`);
      return found;
    };
    let parameter = 0;
    for (let i = 0; i < body.length; i++) {
      const { op, words } = body[i] ?? { op: 0, words: [] };
      const [type = 0, result = 0, a, b] = words;
      if (op === Op.Return) return 0;
      if (op === Op.ReturnValue) return value(type);
      if (op === Op.Label || op === Op.SelectionMerge) continue;
      if (op === Op.Branch) i = labels.get(type) ?? body.length;
      else if (op === Op.BranchConditional) i = labels.get((value(type) === true ? result : a) ?? 0) ?? body.length;
      else if (op === Op.FunctionParameter) values.set(result, given[parameter++] ?? 0);
      else if (op === Op.FunctionCall) values.set(result, this.#call(a ?? 0, words.slice(3).map(of)));
      else if (op === Op.Variable)
        values.set(result, { type: this.#types.get(type)?.words[1] ?? 0, at: 0, cell: { value: 0 } });
      else if (op === Op.Load) values.set(result, this.#load(pointer(a)));
      else if (op === Op.Store) this.#store(pointer(type), value(result));
      else if (op === Op.AccessChain || op === Op.InBoundsAccessChain)
        values.set(
          result,
          this.#chain(
            pointer(a),
            words.slice(3).map((id) => number(value(id))),
          ),
        );
      else if (op === Op.ArrayLength) values.set(result, this.#lengthOf(pointer(a), b ?? 0));
      else if (op === Op.AtomicIAdd) {
        const before = number(this.#load(pointer(a)));
        this.#store(pointer(a), before + number(value(words[5])));
        values.set(result, before);
      } else values.set(result, compute(op, words, value));
    }
    throw new Error('a function without an end');
  }

  #load({ cell, view, at, type }: Pointer): Value {
    return cell ? cell.value : this.#read(view, at, type);
  }

  #store({ cell, view, at }: Pointer, value: Value): void {
    if (cell) cell.value = value;
    else view?.setUint32(at, number(value), true);
  }

  #read(view: DataView | undefined, at: number, type: number): Value {
    const { op, words } = this.#types.get(type) ?? { op: 0, words: [] };
    if (view === undefined) throw new Error('no buffer');
    if (op === Op.TypeInt) return view.getUint32(at, true);
    if (op === Op.TypeFloat) return view.getFloat32(at, true);
    if (op === Op.TypeVector)
      return Array.from({ length: words[1] ?? 0 }, (_, i) => this.#read(view, at + i * 4, words[0] ?? 0));
    if (op === Op.TypeStruct) return words.map((member, i) => this.#read(view, at + this.#offsetOf(type, i), member));
    throw new Error(`type ${op} cannot be loaded`);
  }

  #offsetOf(struct: number, member: number): number {
    const offset = this.#offsets.get(`${struct} ${member}`);
    if (offset === undefined) throw new Error('a member without an offset');
    return offset;
  }

  #chain({ view, at, type, cell }: Pointer, steps: readonly number[]): Pointer {
    // Local variables are only read in parts.
    if (cell)
      return { type, at, cell: { value: steps.reduce<Value>((value, step) => list(value)[step] ?? 0, cell.value) } };
    let [to, inside] = [at, type];
    for (const step of steps) {
      const { op, words } = this.#types.get(inside) ?? { op: 0, words: [] };
      const stride = op === Op.TypeVector ? 4 : this.#strides.get(inside);
      if (op !== Op.TypeStruct && stride === undefined) throw new Error('an array without a stride');
      to += op === Op.TypeStruct ? this.#offsetOf(inside, step) : step * (stride ?? 0);
      inside = words[op === Op.TypeStruct ? step : 0] ?? 0;
    }
    return { type: inside, at: to, ...(view && { view }) };
  }

  #lengthOf({ view, type, at }: Pointer, member: number): number {
    const array = this.#types.get(type)?.words[member] ?? 0;
    return Math.floor(((view?.byteLength ?? 0) - at) / (this.#strides.get(array) ?? 1));
  }
}

const isPointer = (value: Pointer | Value): value is Pointer =>
  typeof value === 'object' && !Array.isArray(value) && 'type' in value;

function compute(op: number, words: readonly number[], value: (id: number | undefined) => Value): Value {
  const operands = words.slice(2);
  if (op === Op.CompositeConstruct) return operands.map(value);
  if (op === Op.CompositeExtract)
    return operands.slice(1).reduce<Value>((from, step) => list(from)[step] ?? 0, value(operands[0]));
  if (op === 168) return value(operands[0]) !== true;
  if (op === Op.ExtInst) {
    const [, which, a, b] = operands;
    if (which === GLSL_FMAX) return Math.max(number(value(a)), number(value(b)));
    if (which === GLSL_DISTANCE) return distance(list(value(a)).map(number), list(value(b)).map(number));
    throw new Error(`extended instruction ${which}`);
  }
  const does = ARITHMETIC[op];
  if (does === undefined) throw new Error(`instruction ${op}`);
  return does(value(operands[0]), value(operands[1]));
}

function distance(a: readonly number[], b: readonly number[]): number {
  const f = Math.fround;
  const squares = a.map((value, i) => f(f(value - (b[i] ?? 0)) ** 2));
  return f(Math.sqrt(squares.reduce((sum, square) => f(sum + square), 0)));
}
