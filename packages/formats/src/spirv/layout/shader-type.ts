// Types as reflection spells them: `float3x4[2][]` is an unbounded array of arrays of two matrices with 3 rows and 4 columns.

/** Numbers that structs have. */
export type Scalar = 'f16' | 'f32' | 'f64' | 'i8' | 'i16' | 'i32' | 'i64' | 'u8' | 'u16' | 'u32' | 'u64';

export const SCALAR_BYTES: Readonly<Record<Scalar, number>> = {
  f16: 2,
  f32: 4,
  f64: 8,
  i8: 1,
  i16: 2,
  i32: 4,
  i64: 8,
  u8: 1,
  u16: 2,
  u32: 4,
  u64: 8,
};

/** The types of these numbers in C, which has none for half floats. */
export const C_TYPES: Readonly<Record<Scalar, string>> = {
  f16: 'uint16_t',
  f32: 'float',
  f64: 'double',
  i8: 'int8_t',
  i16: 'int16_t',
  i32: 'int32_t',
  i64: 'int64_t',
  u8: 'uint8_t',
  u16: 'uint16_t',
  u32: 'uint32_t',
  u64: 'uint64_t',
};

const FLOATS: Readonly<Record<string, Scalar>> = { half: 'f16', float: 'f32', double: 'f64' };
const INTEGERS: Readonly<Record<string, Scalar>> = {
  int: 'i32',
  int8: 'i8',
  int16: 'i16',
  int64: 'i64',
  uint: 'u32',
  uint8: 'u8',
  uint16: 'u16',
  uint64: 'u64',
};

/** The element without its array dimensions, which are outermost first; 0: unbounded. */
interface ShaderType {
  readonly element: string;
  readonly dimensions: readonly number[];
}

/** `float3[2][]` → `float3` and [0, 2]. */
export function splitArray(type: string): ShaderType {
  const at = /(?:\[\d*\])+$/.exec(type)?.index ?? type.length;
  const sizes = [...type.slice(at).matchAll(/\[(\d*)\]/g)].map(([, size]) => (size === '' ? 0 : Number(size)));
  return { element: type.slice(0, at), dimensions: sizes.reverse() };
}

/** A scalar, a vector or a matrix of numbers; a pointer is a number of 64 bits. */
interface NumberType {
  readonly scalar: Scalar;
  /** 1 for a scalar. */
  readonly rows: number;
  /** Undefined unless it is a matrix. */
  readonly columns: number | undefined;
}

/** Undefined for structs and for what has no layout. */
export function numberType(element: string): NumberType | undefined {
  if (element.endsWith('*')) return { scalar: 'u64', rows: 1, columns: undefined };
  const found = /^(half|float|double|u?int(?:8|16|64)?)([234])?(?:x([234]))?$/.exec(element);
  const [, name = '', rows, columns] = found ?? [];
  const scalar = FLOATS[name] ?? INTEGERS[name];
  if (scalar === undefined || (columns !== undefined && rows === undefined)) return undefined;
  return { scalar, rows: Number(rows ?? 1), columns: columns === undefined ? undefined : Number(columns) };
}
