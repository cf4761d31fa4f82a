// Golden files are in packages/*/goldens as <name>.<ext>, each with a JSON twin <name>.json that states its content.
// In a twin a bigint is "0x…", a typed array is its plain list, and bytes are hex; `toTwin` turns a decoded value into that.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Twin = null | boolean | number | string | readonly Twin[] | { readonly [key: string]: Twin };

/** Golden bytes stay small enough to be read in a diff. */
export const GOLDEN_LIMIT_BYTES = 8 * 1024;

/** The golden files of a package. */
export const goldensIn = (folder: string) => ({
  readGolden: (file: string): Uint8Array => new Uint8Array(readFileSync(join(folder, file))),

  readTwin: (file: string): Twin => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Twin,

  /** With ASSETC_WRITE_GOLDENS set, writes a golden file. Otherwise it must exist. */
  writeGoldenIfAsked(file: string, bytes: Uint8Array | string): void {
    const path = join(folder, file);
    if (process.env.ASSETC_WRITE_GOLDENS === undefined || process.env.ASSETC_WRITE_GOLDENS === '') {
      if (!existsSync(path)) throw new Error(`${path} is missing: run the test once with ASSETC_WRITE_GOLDENS=1`);
      return;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  },
});

export const { readGolden, readTwin, writeGoldenIfAsked } = goldensIn(join(import.meta.dirname, '../../goldens'));

export function toTwin(value: unknown): Twin {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return `0x${value.toString(16)}`;
  if (value instanceof Uint8Array) return [...value].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (value instanceof BigUint64Array) return [...value].map(toTwin);
  if (ArrayBuffer.isView(value)) {
    if (value instanceof DataView) throw new Error('a DataView has no twin');
    return Array.from(value as Float32Array, toTwin);
  }
  if (Array.isArray(value)) return value.map(toTwin);
  if (value instanceof Map) return [...value].map(([key, item]) => [toTwin(key), toTwin(item)]);
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, item]) => item !== undefined && typeof item !== 'function')
        .map(([key, item]) => [key, toTwin(item)]),
    );
  throw new Error(`a ${typeof value} has no twin`);
}
