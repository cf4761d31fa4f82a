// Compares the entries of a pack with the hashes in its `assetc/pack.json`.

import { createHash } from 'node:crypto';
import {
  compareWithPackInfo,
  FormatError,
  isPackInfoPath,
  PACK_INFO_PATH,
  type PackEntry,
  type PackInfo,
  readPackInfo,
} from '@assetc/formats';
import type { AssetTree } from '../asset-tree.js';
import type { CheckReport } from '../check-report.js';

/** A difference between a pack and its list. */
interface ListingProblem {
  readonly path: string;
  readonly message: string;
}

interface PackReader {
  readonly entries: readonly PackEntry[];
  /** In pieces, so that memory does not grow with the entry. */
  read(entry: PackEntry): AsyncIterable<Uint8Array>;
}

const WORDS = {
  unlisted: `the pack contains it, but ${PACK_INFO_PATH} does not list it`,
  missing: `${PACK_INFO_PATH} lists it, but the pack does not contain it`,
  changed: `its SHA-256 is not the one in ${PACK_INFO_PATH}`,
} as const;

/** Reads every listed entry once. */
export async function listingProblems(
  pack: PackReader,
  info: PackInfo,
  signal?: AbortSignal,
): Promise<readonly ListingProblem[]> {
  const problems = compareWithPackInfo(pack.entries, info).map(({ path, is }) => ({ path, message: WORDS[is] }));
  const listed = new Map(info.entries.map(({ path, sha256 }) => [path, sha256]));
  for (const entry of pack.entries) {
    signal?.throwIfAborted();
    const wanted = isPackInfoPath(entry.path) ? undefined : listed.get(entry.path);
    if (wanted === undefined) continue;
    const hash = createHash('sha256');
    for await (const piece of pack.read(entry)) hash.update(piece);
    if (hash.digest('hex') !== wanted) problems.push({ path: entry.path, message: WORDS.changed });
  }
  return problems;
}

const PIECE_BYTES = 1 << 20;

/** For `assetc check`: a pack without a list is fine. */
export async function checkPackInfo(
  tree: AssetTree & { readonly entries: readonly PackEntry[] },
  report: CheckReport,
  signal?: AbortSignal,
): Promise<void> {
  if (!tree.has(PACK_INFO_PATH)) return;
  try {
    const listing = await readPackInfo({ read: (path) => tree.read(path) });
    if (listing === undefined) return;
    if (listing.info.dependencies.length > 0) report.expectOthers();
    const problems = await listingProblems({ entries: tree.entries, read }, listing.info, signal);
    for (const { path, message } of problems) report.add('check/pack-info', path, message);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    report.add('check/pack-info', PACK_INFO_PATH, error.message);
  }

  async function* read({ path, size }: PackEntry): AsyncIterable<Uint8Array> {
    for (let at = 0; at < size; at += PIECE_BYTES)
      yield await tree.readRange(path, at, Math.min(PIECE_BYTES, size - at));
  }
}
