// Sizes of types in buffers, by their decorations.

import { constantValue, type Tables } from './module-tables.js';
import { Decoration, Op } from './opcodes.js';
import { opcodeAt, wordCountAt } from './parse-spirv.js';

interface MatrixLayout {
  readonly stride: number;
  readonly isRowMajor: boolean;
}

/** Bytes of a type; 0 for what has no fixed size. Depth ends a malformed cycle. */
export function typeSize(tables: Tables, type: number, matrix?: MatrixLayout, depth = 0): number {
  const start = tables.definitions[type] ?? 0;
  const [, , a = 0, b = 0] = tables.words.subarray(start);
  if (depth > 8) return 0;
  switch (opcodeAt(tables.words, start)) {
    case Op.TypeInt:
    case Op.TypeFloat:
      return a / 8;
    case Op.TypeVector:
      return typeSize(tables, a, undefined, depth + 1) * b;
    case Op.TypeMatrix: {
      const rows = tables.words[(tables.definitions[a] ?? 0) + 3] ?? 0;
      return (matrix?.stride ?? 0) * (matrix?.isRowMajor === true ? rows : b);
    }
    case Op.TypeArray:
      return (tables.decorations.get(`${type} ${Decoration.ArrayStride}`) ?? 0) * constantValue(tables, b);
    case Op.TypePointer:
      return 8;
    case Op.TypeStruct:
      return structSize(tables, type, depth);
    default:
      return 0;
  }
}

/** The end of the last member; what follows it is padding. */
function structSize(tables: Tables, type: number, depth: number): number {
  const start = tables.definitions[type] ?? 0;
  const members = tables.words.subarray(start + 2, start + wordCountAt(tables.words, start));
  // No loop over a member that repeats itself: the number of members bounds the work, and depth the nesting.
  return members.reduce((end, member, index) => {
    const get = (decoration: number): number | undefined => tables.decorations.get(`${type}.${index} ${decoration}`);
    const matrix = { stride: get(Decoration.MatrixStride) ?? 0, isRowMajor: get(Decoration.RowMajor) !== undefined };
    return Math.max(end, (get(Decoration.Offset) ?? 0) + typeSize(tables, member, matrix, depth + 1));
  }, 0);
}
