// Writes `.hman`: entries sorted by hash, equal ones collapsed, so that the order of the build does not show.

import { pathProblem } from '../core/relative-path.js';
import { writeText } from '../core/text.js';
import { ASSET_KINDS, HMAN_MAGIC, HMAN_VERSION, HmanEntryHead, HmanHeader } from './layout.js';
import type { ManifestEntry } from './model.js';

/** Encodes a manifest. Throws if two files have the same hash; callers report that to the user before. */
export function encodeHman(entries: readonly ManifestEntry[]): Uint8Array {
  const byHash = new Map<bigint, ManifestEntry>();
  for (const entry of entries) {
    const other = byHash.get(entry.hash);
    if (other === undefined) byHash.set(entry.hash, entry);
    else if (other.path !== entry.path) throw new Error(`${other.path} and ${entry.path} have the same hash`);
    else if (other.kind !== entry.kind || other.colorspace !== entry.colorspace) {
      throw new Error(`${entry.path} is listed twice, as ${other.kind} and ${entry.kind}`);
    }
  }
  const sorted = [...byHash.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const paths = sorted.map(({ path }) => {
    const wanted = pathProblem(path);
    if (wanted !== undefined) throw new Error(`${JSON.stringify(path)} must be ${wanted}`);
    const bytes = writeText(path);
    if (bytes.byteLength > 0xffff) throw new Error(`${path.slice(0, 60)}… is longer than 65535 bytes`);
    return bytes;
  });
  const size = paths.reduce((sum, path) => sum + HmanEntryHead.size + path.byteLength, HmanHeader.size);
  const out = new Uint8Array(size);
  HmanHeader.write(out, 0, { magic: HMAN_MAGIC, version: HMAN_VERSION, count: sorted.length, reserved: 0 });
  let at = HmanHeader.size;
  for (const [i, { hash, kind, kindNumber, colorspace }] of sorted.entries()) {
    const path = paths[i] ?? new Uint8Array(0);
    HmanEntryHead.write(out, at, {
      hash,
      kind: kind === 'unknown' ? unknownKind(kindNumber, sorted[i]?.path) : ASSET_KINDS.indexOf(kind),
      colorspace: colorspace === 'srgb' ? 1 : 0,
      pathLen: path.byteLength,
    });
    out.set(path, at + HmanEntryHead.size);
    at += HmanEntryHead.size + path.byteLength;
  }
  return out;
}

function unknownKind(kindNumber: number | undefined, path: string | undefined): number {
  if (kindNumber !== undefined && kindNumber >= ASSET_KINDS.length && kindNumber <= 0xff) return kindNumber;
  throw new Error(`${path} is of an unknown kind: give its kindNumber, from ${ASSET_KINDS.length} to 255`);
}
