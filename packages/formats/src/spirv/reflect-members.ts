// The members of a buffer or of the push constants, with their offsets in bytes.

import { FormatError } from '../core/format-error.js';
import { isStruct, type Tables } from './module-tables.js';
import { Decoration, Op } from './opcodes.js';
import { opcodeAt, wordCountAt } from './parse-spirv.js';
import type { ReflectedMember } from './reflection.js';
import { storedMatrix, unwrapArray } from './storage-wrappers.js';
import { typeName } from './type-name.js';

/** Maximum members of a module, counted as often as they are listed: a few structs that contain each other can multiply without limit. */
const MAX_MEMBERS = 1 << 16;

/** Nested structs are listed within their member; eight levels are enough for any shader and end a malformed cycle. */
export function membersOf(tables: Tables, type: number, depth: number): ReflectedMember[] {
  const start = tables.definitions[type] ?? 0;
  if (!isStruct(tables, type) || depth > 8) return [];
  const types = tables.words.subarray(start + 2, start + wordCountAt(tables.words, start));
  tables.listed.members += types.length;
  if (tables.listed.members > MAX_MEMBERS)
    throw new FormatError('unsupported', start * 4, `its buffers have more than ${MAX_MEMBERS} members`);
  return [...types].map((memberType, index): ReflectedMember => {
    const get = (decoration: number): number | undefined => tables.decorations.get(`${type}.${index} ${decoration}`);
    const unwrapped = unwrapArray(tables, memberType);
    const elementStart = tables.definitions[unwrapped] ?? 0;
    const isArray = [Op.TypeArray, Op.TypeRuntimeArray].some((op) => op === opcodeAt(tables.words, elementStart));
    const inner = isArray ? unwrapArray(tables, tables.words[elementStart + 2] ?? 0) : unwrapped;
    const stored = storedMatrix(tables, inner);
    const matrixStride = stored?.matrixStride ?? get(Decoration.MatrixStride);
    const rowMajor = stored?.rowMajor ?? get(Decoration.RowMajor) !== undefined;
    const arrayStride = tables.decorations.get(`${unwrapped} ${Decoration.ArrayStride}`);
    return {
      name: tables.memberNames.get(`${type}.${index}`) ?? `member${index}`,
      type: typeName(tables, unwrapped),
      offset: get(Decoration.Offset) ?? 0,
      ...(matrixStride !== undefined && { matrixStride, rowMajor }),
      ...(arrayStride !== undefined && { arrayStride }),
      ...(stored === undefined && isStruct(tables, inner) && { members: membersOf(tables, inner, depth + 1) }),
    };
  });
}
