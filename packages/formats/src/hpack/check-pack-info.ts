// Compares a pack with its list: which entries are not listed, missing or changed.

import { FormatError } from '../core/format-error.js';
import type { PackEntry } from './model.js';
import { decodePackInfo, isPackInfoPath, PACK_INFO_PATH, type PackInfo } from './pack-info.js';
import type { Pack } from './read.js';

/** Why an entry of a pack cannot be trusted. */
export interface PackInfoProblem {
  readonly path: string;
  readonly is: 'unlisted' | 'missing' | 'changed';
}

/** Reads the list of a pack; undefined if it has none. Throws FormatError if the list is malformed. */
export async function readPackInfo(
  pack: Pick<Pack, 'read'>,
): Promise<{ readonly info: PackInfo; readonly bytes: Uint8Array } | undefined> {
  const bytes = await pack.read(PACK_INFO_PATH);
  return bytes === undefined ? undefined : { info: decodePackInfo(bytes), bytes };
}

/** Entries that are in the pack and not in the list, or the other way round. Reads no payload. */
export function compareWithPackInfo(entries: Iterable<PackEntry>, info: PackInfo): readonly PackInfoProblem[] {
  const listed = new Set(info.entries.map(({ path }) => path));
  const problems: PackInfoProblem[] = [];
  for (const { path } of entries)
    if (!isPackInfoPath(path) && !listed.delete(path)) problems.push({ path, is: 'unlisted' });
  for (const path of listed) problems.push({ path, is: 'missing' });
  return problems;
}

/**
 * Compares one payload with the list: for programs that verify each file when they load it. Throws FormatError if the list does not have
 * the path, or another SHA-256 for it. Needs WebCrypto, which browsers offer over HTTPS.
 *
 * @example
 * const bytes = await pack.read(path);
 * await verifyPackEntry(info, path, bytes);
 */
export async function verifyPackEntry(info: PackInfo, path: string, bytes: Uint8Array): Promise<void> {
  const listed = findListed(info, path);
  if (listed === undefined) throw new FormatError('missing', 0, `${PACK_INFO_PATH} does not list ${path}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex !== listed) throw new FormatError('bad-value', 0, `${path} is not the file that ${PACK_INFO_PATH} lists`);
}

const hashes = new WeakMap<PackInfo, ReadonlyMap<string, string>>();

function findListed(info: PackInfo, path: string): string | undefined {
  const known = hashes.get(info) ?? new Map(info.entries.map(({ path: name, sha256 }) => [name, sha256]));
  hashes.set(info, known);
  return known.get(path);
}
