// Changes single entries of a manifest without decoding the others.

import { encodeHman } from './encode.js';
import { HmanHeader } from './layout.js';
import type { ManifestEntry } from './model.js';
import { openHman } from './read.js';

/**
 * The manifest without the entries of some hashes and with others: the bytes that `encodeHman` would write. Throws a FormatError if it is
 * malformed, and an Error if an entry to be removed is missing or one to be added has the hash of another.
 */
export function editHman(
  bytes: Uint8Array,
  { removed, added }: { readonly removed: ReadonlySet<bigint>; readonly added: readonly ManifestEntry[] },
): Uint8Array {
  const manifest = openHman(bytes);
  for (const hash of removed) if (!manifest.has(hash)) throw new Error(`no entry has the hash ${hash.toString(16)}`);
  for (const { hash, path } of added)
    if (manifest.has(hash) && !removed.has(hash)) throw new Error(`another entry has the hash of ${path}`);
  const next = [...added].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  // Encoding them all also checks that no two of them share a hash.
  const sizeOf = encodeHman(next).byteLength - HmanHeader.size;
  const out = new Uint8Array(bytes.byteLength + sizeOf);
  const count = manifest.count - removed.size + next.length;
  let at = HmanHeader.size;
  const put = (piece: Uint8Array): void => {
    out.set(piece, at);
    at += piece.byteLength;
  };
  const putBefore = (hash: bigint | undefined): void => {
    while (next[0] !== undefined && (hash === undefined || next[0].hash < hash))
      put(encodeHman(next.splice(0, 1)).subarray(HmanHeader.size));
  };
  for (const { hash, start, end } of manifest.places()) {
    putBefore(hash);
    if (!removed.has(hash)) put(bytes.subarray(start, end));
  }
  putBefore(undefined);
  const header = HmanHeader.read(bytes);
  HmanHeader.write(out, 0, { ...header, count });
  return out.slice(0, at);
}
