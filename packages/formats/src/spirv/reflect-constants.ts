// The specialization constants of a module: an engine may set them when it creates a pipeline. They have defaults.

import { Decoration, Op } from './opcodes.js';
import { opcodeAt, type SpirvModule, wordCountAt } from './parse-spirv.js';

/** A specialization constant. */
export interface ReflectedConstant {
  readonly name: string;
  /** `constant_id`. */
  readonly id: number;
  readonly type: string;
  /** JSON has neither infinities nor NaN, nor 64-bit integers beyond 2^53: those are text. */
  readonly default: number | boolean | string;
}

interface ConstantTables {
  readonly names: ReadonlyMap<number, string>;
  /** For each id the word where its instruction starts. */
  readonly definitions: Uint32Array;
  /** `id decoration` → its first literal. */
  readonly decorations: ReadonlyMap<string, number>;
  readonly typeName: (type: number) => string;
}

export function reflectConstants({ words, starts }: SpirvModule, tables: ConstantTables): readonly ReflectedConstant[] {
  const found: ReflectedConstant[] = [];
  for (const start of starts) {
    const opcode = opcodeAt(words, start);
    if (opcode !== Op.SpecConstant && opcode !== Op.SpecConstantTrue && opcode !== Op.SpecConstantFalse) continue;
    const [, type = 0, result = 0] = words.subarray(start, start + wordCountAt(words, start));
    const id = tables.decorations.get(`${result} ${Decoration.SpecId}`);
    if (id === undefined) continue;
    const value =
      opcode === Op.SpecConstant
        ? scalarValue(words, tables.definitions[type] ?? 0, start + 3)
        : opcode === Op.SpecConstantTrue;
    found.push({ name: tables.names.get(result) ?? '', id, type: tables.typeName(type), default: value });
  }
  return found.sort((a, b) => a.id - b.id || (a.name < b.name ? -1 : 1));
}

const WORKGROUP_SIZE = 25;

/** The ids of the three parts of the constant decorated as the workgroup size, if there is one. */
export function workgroupSizeConstant(
  words: Uint32Array,
  definitions: Uint32Array,
  decorations: ReadonlyMap<string, number>,
): readonly number[] | undefined {
  for (const [id, start] of definitions.entries())
    if (
      start !== 0 &&
      decorations.get(`${id} ${Decoration.BuiltIn}`) === WORKGROUP_SIZE &&
      wordCountAt(words, start) === 6
    )
      return [...words.subarray(start + 3, start + 6)];
  return undefined;
}

/** The value of a constant's words, by the type whose instruction starts at `type`. Narrow integers are sign-extended already. */
function scalarValue(words: Uint32Array, type: number, at: number): number | string {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setUint32(0, words[at] ?? 0, true);
  bits.setUint32(4, words[at + 1] ?? 0, true);
  const width = words[type + 2] ?? 32;
  if (opcodeAt(words, type) === Op.TypeFloat) {
    const value =
      width === 64 ? bits.getFloat64(0, true) : width === 16 ? halfValue(words[at] ?? 0) : bits.getFloat32(0, true);
    return Number.isFinite(value) ? value : String(value);
  }
  const isSigned = words[type + 3] === 1;
  if (width !== 64) return isSigned ? bits.getInt32(0, true) : bits.getUint32(0, true);
  const value = isSigned ? bits.getBigInt64(0, true) : bits.getBigUint64(0, true);
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
