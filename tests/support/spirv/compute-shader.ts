// Runs a compute shader on the CPU, one thread after the other: as much of SPIR-V as our shaders need. Throws on unknown instructions.

import { entryPointsOf, parseSpirv } from '@assetc/formats/spirv';
import { EXTENDED, listIn, numberIn, OPERATIONS, type Value } from './arithmetic.js';
import { type Instruction, instructionsOf, isPointer, Memory, type Pointer } from './memory.js';

const BUILT_IN = 11;
const GLOBAL_INVOCATION_ID = 28;
const BINDING = 33;
const IGNORED: ReadonlySet<number> = new Set([8, 246, 247, 248, 317]);

/** A function: its instructions, and where each label is. */
interface Body {
  readonly instructions: Instruction[];
  readonly labels: Map<number, number>;
}

const NOTHING: Instruction = { op: 0, words: [], operands: [] };

interface Frame {
  /** Parameters that are still to come, the next one last. */
  readonly given: (Pointer | Value)[];
  block: number;
  previous: number;
}

export class ComputeShader {
  readonly #constants = new Map<number, Value>();
  readonly #memory = new Memory(this.#constants);
  /** By id. One for all functions: SPIR-V has no recursion. */
  readonly #values: (Pointer | Value | undefined)[];
  readonly #functions = new Map<number, Body>();
  readonly #variables: Instruction[] = [];
  readonly #bindings = new Map<number, number>();
  #idVariable = 0;
  readonly #entry: number;

  constructor(bytes: Uint8Array) {
    const module = parseSpirv(bytes);
    this.#entry = entryPointsOf(module)[0]?.functionId ?? 0;
    this.#values = Array.from({ length: module.bound }, () => undefined);
    let body: Body | undefined;
    for (const instruction of instructionsOf(module)) {
      const { op, words } = instruction;
      if (op === 54) {
        body = { instructions: [], labels: new Map() };
        this.#functions.set(words[1] ?? 0, body);
      } else if (body === undefined) this.#declare(instruction);
      else if (op !== 56) {
        if (op === 248) body.labels.set(words[0] ?? 0, body.instructions.length);
        body.instructions.push(instruction);
      }
    }
    for (const [id, value] of this.#constants) this.#values[id] = value;
  }

  #declare(instruction: Instruction): void {
    const { op, words } = instruction;
    const [a = 0, b = 0, c = 0] = words;
    this.#memory.declare(instruction);
    if (op === 41 || op === 42) this.#constants.set(b, op === 41);
    else if (op === 43) this.#constants.set(b, this.#scalar(a, c));
    else if (op === 44)
      this.#constants.set(
        b,
        words.slice(2).map((id) => this.#constants.get(id) ?? 0),
      );
    else if (op === 46 || op === 1) this.#constants.set(b, this.#memory.zero(a));
    else if (op === 59) this.#variables.push(instruction);
    else if (op === 71 && b === BINDING) this.#bindings.set(a, c);
    else if (op === 71 && b === BUILT_IN && c === GLOBAL_INVOCATION_ID) this.#idVariable = a;
  }

  /** A word as a value of a type. */
  #scalar(type: number, word: number): Value {
    if (!this.#memory.isFloat(type)) return this.#memory.isSigned(type) ? word | 0 : word;
    return new Float32Array(Uint32Array.of(word).buffer)[0] ?? 0;
  }

  /** Buffers by binding; `count` threads. */
  run(buffers: readonly Uint8Array[], count: number): void {
    for (let thread = 0; thread < count; thread++) {
      for (const { words } of this.#variables) {
        const [pointerType = 0, id = 0, , initial = 0] = words;
        const type = this.#memory.pointee(pointerType);
        const buffer = buffers[this.#bindings.get(id) ?? -1];
        const view = buffer && new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
        const value =
          id === this.#idVariable ? [thread, 0, 0] : (this.#constants.get(initial) ?? this.#memory.zero(type));
        this.#values[id] = view ? { type, view, at: 0 } : { type, at: 0, cell: { value } };
      }
      this.#call(this.#entry, []);
    }
  }

  #call(id: number, given: readonly (Pointer | Value)[]): Value {
    const { instructions, labels } = this.#functions.get(id) ?? { instructions: [], labels: new Map<number, number>() };
    const frame: Frame = { given: [...given].reverse(), block: 0, previous: 0 };
    for (let i = 0; i < instructions.length; i++) {
      const instruction = instructions[i] ?? NOTHING;
      const { op, words } = instruction;
      const [a = 0, b = 0, c = 0] = words;
      if (op === 253) return 0;
      if (op === 254) return this.#value(a);
      if (op === 248) [frame.previous, frame.block] = [frame.block, a];
      if (IGNORED.has(op)) continue;
      const target =
        op === 249 ? a : op === 250 ? (this.#value(a) === true ? b : c) : op === 251 ? this.#case(words) : 0;
      // The label itself is executed next.
      if (target !== 0) i = (labels.get(target) ?? instructions.length) - 1;
      else if (op === 62) this.#memory.store(this.#pointer(a), this.#value(b));
      else this.#values[b] = this.#result(frame, instruction);
    }
    throw new Error('a function without an end');
  }

  readonly #variable = (type: number, initial: Value | undefined): Pointer => ({
    type,
    at: 0,
    cell: { value: initial ?? this.#memory.zero(type) },
  });

  #case([selector = 0, fallback = 0, ...cases]: readonly number[]): number {
    const value = numberIn(this.#value(selector)) >>> 0;
    for (let i = 0; i < cases.length; i += 2) if (cases[i] === value) return cases[i + 1] ?? 0;
    return fallback;
  }

  #result(frame: Frame, { op, words, operands }: Instruction): Pointer | Value {
    const [type = 0, , a = 0, b = 0] = words;
    const value = (id: number): Value => this.#value(id);
    switch (op) {
      case 55:
        return frame.given.pop() ?? 0;
      case 57:
        return this.#call(
          a,
          operands.slice(1).map((id) => this.#of(id)),
        );
      case 59:
        return this.#variable(this.#memory.pointee(type), b === 0 ? undefined : value(b));
      case 61:
        return this.#memory.load(this.#pointer(a));
      case 65:
      case 66:
        return this.#memory.chain(
          this.#pointer(a),
          operands.slice(1).map((id) => numberIn(value(id))),
        );
      case 68:
        return this.#memory.lengthOf(this.#pointer(a), b);
      case 234: {
        const before = numberIn(this.#memory.load(this.#pointer(a)));
        this.#memory.store(this.#pointer(a), before + numberIn(value(operands[3] ?? 0)));
        return before;
      }
      case 245:
        return this.#of(operands[operands.findIndex((id, i) => i % 2 === 1 && id === frame.previous) - 1] ?? 0);
      default:
        return this.#compute(op, type, operands, value);
    }
  }

  #compute(op: number, type: number, operands: readonly number[], value: (id: number) => Value): Value {
    const [a = 0, b = 0] = operands;
    if (op === 79) {
      const parts = [...listIn(value(a)), ...listIn(value(b))];
      return operands.slice(2).map((i) => parts[i] ?? 0);
    }
    if (op === 80) return operands.flatMap((id) => this.#parts(type, value(id)));
    if (op === 81) return operands.slice(1).reduce<Value>((from, step) => listIn(from)[step] ?? 0, value(a));
    if (op === 124) return this.#bitcast(type, value(a));
    const does = op === 12 ? EXTENDED[b] : OPERATIONS[op];
    if (does === undefined) throw new Error(`instruction ${op} ${op === 12 ? b : ''}`);
    const result = does(...(op === 12 ? operands.slice(2) : operands).map(value));
    return typeof result === 'number' && this.#memory.isSigned(type) ? result | 0 : result;
  }

  /** A vector may be made of scalars and shorter vectors. Other composites have one operand per part. */
  #parts = (type: number, value: Value): readonly Value[] =>
    this.#memory.isVector(type) && typeof value === 'object' ? value : [value];

  /** Of an integer. Our shaders never take the bits of a float. */
  #bitcast(type: number, value: Value): Value {
    if (typeof value === 'object') return value.map((part) => this.#bitcast(type, part));
    return this.#scalar(type, numberIn(value) >>> 0);
  }

  #of(id: number): Pointer | Value {
    const found = this.#values[id];
    if (found === undefined) throw new Error(`%${id} is not known`);
    return found;
  }

  #value(id: number): Value {
    const found = this.#of(id);
    if (isPointer(found)) throw new Error(`%${id} is a pointer`);
    return found;
  }

  #pointer(id: number): Pointer {
    const found = this.#of(id);
    if (!isPointer(found)) throw new Error(`%${id} is no pointer`);
    return found;
  }
}
