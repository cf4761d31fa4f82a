// References between assets are 64-bit hashes of names. `hashRef` hashes exactly what it is given; whoever makes a ref out of
// a file name normalizes it first (see source-ref.ts).

import { fnv1a64 } from './fnv1a64.js';

const encoder = new TextEncoder();

/**
 * FNV-1a 64 over the UTF-8 bytes of `text`, ASCII letters lowercased.
 *
 * @example
 * hashRef('models/chair') === hashRef('Models/Chair'); // only ASCII case is ignored
 */
export function hashRef(text: string): bigint {
  const bytes = encoder.encode(text);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= 0x41 && byte <= 0x5a) bytes[i] = byte + 0x20;
  }
  return fnv1a64(bytes);
}

/** Sixteen lowercase hex digits, as in the names of shared textures. */
export const hashToHex = (hash: bigint): string => hash.toString(16).padStart(16, '0');
