// Slang stores a matrix or an array of a buffer as a struct with one member, and adds the layout to the names of structs. Reflection shows what
// the source declared.

import type { Tables } from './module-tables.js';
import { Decoration, Op } from './opcodes.js';
import { opcodeAt, wordCountAt } from './parse-spirv.js';

const MATRIX = /^_MatrixStorage_([a-z]+\d*\d*x\d)(_ColMajor)?(?:std140|std430|natural|scalar|default|logical)/;
const ARRAY = /^_Array_(?:std140|std430|natural|scalar|default|logical)_/;
const LAYOUT = /_(?:std140|std430|natural|scalar)(?:_\d+)?$/;

/** The name of a struct as the source has it. */
export const sourceName = (name: string): string => name.replace(LAYOUT, '');

/** The only member of a struct; undefined if there are others. */
function onlyMember({ words, definitions }: Tables, type: number): number | undefined {
  const start = definitions[type] ?? 0;
  const isWrapper = opcodeAt(words, start) === Op.TypeStruct && wordCountAt(words, start) === 3;
  return isWrapper ? words[start + 2] : undefined;
}

/** The array that a struct stands for, or the type itself. */
export function unwrapArray(tables: Tables, type: number): number {
  const inner = ARRAY.test(tables.names.get(type) ?? '') ? onlyMember(tables, type) : undefined;
  return inner ?? type;
}

/** A matrix that a struct stands for. */
interface StoredMatrix {
  readonly type: string;
  readonly matrixStride: number;
  readonly rowMajor: boolean;
}

export function storedMatrix(tables: Tables, type: number): StoredMatrix | undefined {
  const found = MATRIX.exec(tables.names.get(type) ?? '');
  const inner = found === null ? undefined : onlyMember(tables, type);
  if (inner === undefined) return undefined;
  const matrixStride = tables.decorations.get(`${inner} ${Decoration.ArrayStride}`) ?? 0;
  return { type: found?.[1] ?? '', matrixStride, rowMajor: found?.[2] === undefined };
}
