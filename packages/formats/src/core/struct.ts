// One declaration per on-disk struct; reader, writer, validator, docs table and C header derive from it.
// Structs are packed: a field may be misaligned, and then C gets offsets and memcpy readers instead of a type.

import { FormatError } from './format-error.js';
import type { Problems } from './problem.js';
import type { Scalar } from './scalar.js';

/** One field of a struct: its type, its meaning and its rule. */
export interface Field<T> {
  readonly type: Scalar<T>;
  readonly doc: string;
  /** Returns what the value must be, or undefined if it is valid. */
  readonly check: Check<T> | undefined;
}

/** Declares a field of a struct. `check`: the rule for its values. */
export function field<T>(type: Scalar<T>, doc: string, check?: Check<T>): Field<T> {
  return { type, doc, check };
}

/** A field and its offset. */
export interface LaidField {
  readonly name: string;
  readonly offset: number;
  readonly field: Field<unknown>;
}

/** The layout of a struct, as the documentation and the C header use it. */
export interface Layout {
  readonly name: string;
  readonly doc: string;
  readonly size: number;
  readonly fields: readonly LaidField[];
  /** True if every field and the size are naturally aligned, so that C may cast to it. */
  readonly castable: boolean;
}

/**
 * A declared struct: its layout, and how it is read, written and checked.
 *
 * @example
 * const { position, uv } = GpuVertex.read(mesh.vertices, i * GpuVertex.size);
 */
export interface Struct<V> extends Layout {
  /** Checks bounds and every field rule; throws FormatError. */
  read(bytes: Uint8Array, at?: number): V;
  write(bytes: Uint8Array, at: number, values: V): void;
  /** Reports every broken field rule; undefined if the struct does not fit into `bytes`. */
  inspect(bytes: Uint8Array, at: number, problems: Problems, label?: string): V | undefined;
  offsetOf(name: keyof V & string): number;
}

/** The values of a struct, as a type: `Infer<typeof GpuVertex>`. */
export type Infer<S> = S extends Struct<infer V> ? V : never;

type Fields<V> = { readonly [K in keyof V]: Field<V[K]> };

/** Declares a little-endian struct. `size` is stated so that a layout change cannot pass unnoticed. */
export function struct<V extends object>(name: string, size: number, doc: string, fields: Fields<V>): Struct<V> {
  const { laid, castable } = layOut(name, size, Object.entries(fields) as [string, Field<unknown>][]);
  const reject = (key: string, at: number, wanted: string): never => {
    throw new FormatError(codeOf(key), at, `${name}.${key} must be ${wanted}`);
  };
  return {
    name,
    doc,
    size,
    fields: laid,
    castable,
    read(bytes, at = 0) {
      if (at + size > bytes.byteLength) throw new FormatError('truncated', at, `${name} needs ${size} bytes`);
      return readFields(laid, bytes, at, reject) as V;
    },
    write(bytes, at, values) {
      const view = viewOf(bytes);
      for (const { name: key, offset, field: f } of laid) {
        const value = values[key as keyof V];
        const wanted = f.check?.(value);
        if (wanted !== undefined) throw new Error(`${name}.${key} must be ${wanted}`);
        f.type.write(view, at + offset, value);
      }
    },
    inspect(bytes, at, problems, label = name) {
      if (at + size > bytes.byteLength) {
        const left = Math.max(0, bytes.byteLength - at);
        problems.add('truncated', at, label, `${name} needs ${size} bytes, ${left} are left`);
        return undefined;
      }
      return readFields(laid, bytes, at, (key, offset, wanted) => {
        problems.add(codeOf(key), offset, `${label}.${key}`, `must be ${wanted}`);
      }) as V;
    },
    offsetOf(key) {
      const found = laid.find((f) => f.name === key);
      if (found === undefined) throw new Error(`${name} has no field ${key}`);
      return found.offset;
    },
  };
}

const codeOf = (key: string) => (key === 'magic' ? 'bad-magic' : key === 'version' ? 'bad-version' : 'bad-value');

/** Places fields one after another. Throws if they do not span exactly `size` bytes. */
function layOut(name: string, size: number, fields: readonly (readonly [string, Field<unknown>])[]) {
  let end = 0;
  let widest = 1;
  let castable = true;
  const laid = fields.map(([key, f]): LaidField => {
    const offset = end;
    if (offset % f.type.align !== 0) castable = false;
    widest = Math.max(widest, f.type.align);
    end += f.type.size;
    return { name: key, offset, field: f };
  });
  if (end !== size) throw new Error(`${name}: fields span ${end} bytes, declared ${size}`);
  return { laid, castable: castable && size % widest === 0 };
}

/** Reads all fields, and calls `reject` for each value that breaks its rule. */
function readFields(
  fields: readonly LaidField[],
  bytes: Uint8Array,
  at: number,
  reject: (key: string, at: number, wanted: string) => void,
): object {
  const view = viewOf(bytes);
  const out: Record<string, unknown> = {};
  for (const { name: key, offset, field: f } of fields) {
    const value = f.type.read(view, at + offset);
    const wanted = f.check?.(value);
    if (wanted !== undefined) reject(key, at + offset, wanted);
    out[key] = value;
  }
  return out;
}

/** A DataView over the same bytes. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Four ASCII characters as the u32 that a file stores. */
export function fourcc(text: string): number {
  if (!/^[ -~]{4}$/.test(text)) throw new Error(`fourcc "${text}" is not four ASCII characters`);
  return [...text].reduceRight((n, ch) => n * 256 + ch.charCodeAt(0), 0);
}

/** The four characters of a code, or undefined if one of them is not printable ASCII. */
export function fourccText(code: number): string | undefined {
  const text = String.fromCharCode(code & 0xff, (code >>> 8) & 0xff, (code >>> 16) & 0xff, code >>> 24);
  return /^[ -~]{4}$/.test(text) ? text : undefined;
}

/** A rule as a name and numbers, for checkers in other languages. */
export type Rule = readonly [
  name: 'is' | 'oneOf' | 'atLeast' | 'atMost' | 'multipleOf' | 'finite' | 'notNegative' | 'zero',
  ...numbers: readonly (number | bigint)[],
];

/** Returns what the value must be, or undefined if it is valid. Rules of a single field are functions without `rule`. */
interface Check<T> {
  (value: T): string | undefined;
  readonly rule?: Rule;
}

const named = <T>(rule: Rule, check: (value: T) => string | undefined): Check<T> => Object.assign(check, { rule });
/** A rule: exactly this number. */
export const is = (n: number): Check<number> => named(['is', n], (v) => (v === n ? undefined : `0x${n.toString(16)}`));
export const isBig = (n: bigint): Check<bigint> =>
  named(['is', n], (v) => (v === n ? undefined : `0x${n.toString(16)}`));
export const oneOf = (...ns: number[]): Check<number> =>
  named(['oneOf', ...ns], (v) => (ns.includes(v) ? undefined : `one of ${ns.join(', ')}`));
export const atLeast = (n: number): Check<number> =>
  named(['atLeast', n], (v) => (v >= n ? undefined : `at least ${n}`));
export const atMost = (n: number): Check<number> => named(['atMost', n], (v) => (v <= n ? undefined : `at most ${n}`));
/** A rule: a multiple of this number. */
export const multipleOf = (n: number): Check<number> =>
  named(['multipleOf', n], (v) => (v % n === 0 ? undefined : `a multiple of ${n}`));
export const finite: Check<number> = named(['finite'], (v) => (Number.isFinite(v) ? undefined : 'finite'));
/** A rule of arrays: no NaN, no infinity. */
export const allFinite: Check<readonly number[]> = named(['finite'], (vs) =>
  vs.every(Number.isFinite) ? undefined : 'finite',
);
export const notNegative: Check<number> = named(['notNegative'], (v) =>
  v >= 0 && Number.isFinite(v) ? undefined : 'finite and not negative',
);
export const allZero: Check<readonly number[]> = named(['zero'], (vs) =>
  vs.every((v) => v === 0) ? undefined : 'zero',
);

export const alignUp = (n: number, to: number): number => Math.ceil(n / to) * to;
