// Names of SPIR-V types: `float3`, `float4x4` (rows × columns), `uint[8]`, the name of a struct.

import { dimensionName } from './built-ins.js';
import { constantValue, type Tables } from './module-tables.js';
import { Op } from './opcodes.js';
import { opcodeAt } from './parse-spirv.js';
import { sourceName, storedMatrix, unwrapArray } from './storage-wrappers.js';

export function typeName(tables: Tables, type: number, depth = 0): string {
  const start = tables.definitions[type] ?? 0;
  const [, , a = 0, b = 0] = tables.words.subarray(start);
  if (depth > 8) return '…';
  const of = (inner: number): string => typeName(tables, inner, depth + 1);
  switch (opcodeAt(tables.words, start)) {
    case Op.TypeVoid:
      return 'void';
    case Op.TypeBool:
      return 'bool';
    case Op.TypeInt:
      return `${b === 1 ? 'int' : 'uint'}${a === 32 ? '' : a}`;
    case Op.TypeFloat:
      return a === 32 ? 'float' : a === 16 ? 'half' : 'double';
    case Op.TypeVector:
      return `${of(a)}${b}`;
    case Op.TypeMatrix:
      return `${of(a)}x${b}`;
    case Op.TypeArray:
      return `${of(a)}[${constantValue(tables, b)}]`;
    case Op.TypeRuntimeArray:
      return `${of(a)}[]`;
    case Op.TypeStruct:
      return structName(tables, type, of);
    case Op.TypePointer:
      return `${of(b)}*`;
    case Op.TypeImage:
      return `image${dimensionName(b)}<${of(a)}>`;
    case Op.TypeSampledImage:
      return `sampled ${of(a)}`;
    case Op.TypeSampler:
      return 'sampler';
    case Op.TypeAccelerationStructure:
      return 'accelerationStructure';
    default:
      return 'unknown';
  }
}

function structName(tables: Tables, type: number, of: (inner: number) => string): string {
  const inner = unwrapArray(tables, type);
  if (inner !== type) return of(inner);
  return storedMatrix(tables, type)?.type ?? sourceName(tables.names.get(type) ?? 'struct');
}
