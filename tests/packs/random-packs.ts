// Pairs of packs as an update makes them: entries that stay, move, change in many ways, come and go. Deterministic.

import { encodeHpack } from '../../packages/formats/src/index.js';

export interface PackedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Numbers from 0 to 2^32 - 1 (xorshift32). */
export function randomNumbers(seed: number): () => number {
  let state = seed * 2654435761 + 1 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function content(next: () => number): Uint8Array {
  const size = [0, 1, 15, 16, 17, 300, 4096, 20_000][next() % 8] ?? 0;
  const words = next() % 2 === 0 ? 256 : 7;
  return Uint8Array.from({ length: size + (next() % 16) }, () => next() % words);
}

/** One of: nothing, a byte, a range replaced, inserted, removed, all bytes a little different, all new. */
function edited(bytes: Uint8Array, next: () => number): Uint8Array {
  const at = bytes.length === 0 ? 0 : next() % bytes.length;
  const length = Math.min(bytes.length - at, next() % 700);
  const fresh = () => Uint8Array.from({ length }, () => next());
  switch (next() % 7) {
    case 0:
      return bytes;
    case 1:
      return bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
    case 2:
      return Uint8Array.of(...bytes.subarray(0, at), ...fresh(), ...bytes.subarray(at + length));
    case 3:
      return Uint8Array.of(...bytes.subarray(0, at), ...fresh(), ...bytes.subarray(at));
    case 4:
      return Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(at + length));
    case 5:
      return bytes.map((byte) => byte + (next() % 3));
    default:
      return content(next);
  }
}

export interface PackPair {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export function packPair(seed: number): PackPair {
  const next = randomNumbers(seed);
  const count = next() % 12;
  const files = Array.from({ length: count }, (_, i) => ({ path: `${next() % 3}/${i}.bin`, bytes: content(next) }));
  const after = new Map<string, Uint8Array>();
  for (const { path, bytes } of files) {
    const fate = next() % 6;
    if (fate === 0) continue;
    after.set(fate === 1 ? `moved/${path}` : path, fate < 3 ? bytes : edited(bytes, next));
  }
  for (let i = next() % 3; i > 0; i--) after.set(`new/${i}.bin`, content(next));
  // Payloads in another order than the table, as with packOrder.
  const packed = (list: Iterable<readonly [string, Uint8Array]>) => {
    const packedFiles = [...list].map(([path, bytes]) => ({ path, bytes }));
    const order = packedFiles.map(({ path }) => path).reverse();
    return encodeHpack(packedFiles, next() % 3 === 0 ? order.slice(0, next() % (order.length + 1)) : []);
  };
  return { before: packed(files.map(({ path, bytes }) => [path, bytes] as const)), after: packed(after) };
}
