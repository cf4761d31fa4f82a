// The vocabulary of on-disk fields: little-endian scalars and fixed arrays of them.

/** A number type on disk, or a fixed array of one. */
export interface Scalar<T> {
  /** C99 spelling of one element. */
  readonly c: string;
  readonly size: number;
  readonly align: number;
  readonly count: number;
  read(view: DataView, at: number): T;
  write(view: DataView, at: number, value: T): void;
}

const scalar = <T>(
  c: string,
  size: number,
  read: (v: DataView, at: number) => T,
  write: (v: DataView, at: number, x: T) => void,
): Scalar<T> => ({ c, size, align: size, count: 1, read, write });

/** An unsigned byte. */
export const u8: Scalar<number> = scalar(
  'uint8_t',
  1,
  (v, at) => v.getUint8(at),
  (v, at, x) => v.setUint8(at, x),
);
/** An unsigned integer of 16 bits. */
export const u16: Scalar<number> = scalar(
  'uint16_t',
  2,
  (v, at) => v.getUint16(at, true),
  (v, at, x) => v.setUint16(at, x, true),
);
export const i16: Scalar<number> = scalar(
  'int16_t',
  2,
  (v, at) => v.getInt16(at, true),
  (v, at, x) => v.setInt16(at, x, true),
);
/** An unsigned integer of 32 bits. */
export const u32: Scalar<number> = scalar(
  'uint32_t',
  4,
  (v, at) => v.getUint32(at, true),
  (v, at, x) => v.setUint32(at, x, true),
);
export const i32: Scalar<number> = scalar(
  'int32_t',
  4,
  (v, at) => v.getInt32(at, true),
  (v, at, x) => v.setInt32(at, x, true),
);
/** A float of 32 bits. */
export const f32: Scalar<number> = scalar(
  'float',
  4,
  (v, at) => v.getFloat32(at, true),
  (v, at, x) => v.setFloat32(at, x, true),
);
/** An unsigned integer of 64 bits, as a bigint. */
export const u64: Scalar<bigint> = scalar(
  'uint64_t',
  8,
  (v, at) => v.getBigUint64(at, true),
  (v, at, x) => v.setBigUint64(at, x, true),
);

/** A fixed array inside a struct. Bulk data never goes through this: it is viewed as a typed array. */
export function array(of: Scalar<number>, count: number): Scalar<readonly number[]> {
  return {
    c: of.c,
    size: of.size * count,
    align: of.align,
    count,
    read: (v, at) => Array.from({ length: count }, (_, i) => of.read(v, at + i * of.size)),
    write: (v, at, xs) => {
      if (xs.length !== count) throw new Error(`expected ${count} elements, got ${xs.length}`);
      for (let i = 0; i < count; i++) of.write(v, at + i * of.size, xs[i] ?? 0);
    },
  };
}
