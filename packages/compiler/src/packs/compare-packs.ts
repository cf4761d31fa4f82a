// What changed from one pack to another: entries added, removed, changed and renamed, by content.

import { createHash } from 'node:crypto';
import type { PackEntry } from '@assetc/formats';
import type { Host } from '../pipeline/host/host.js';
import { type OpenedPack, openAnyPackAt } from './open-pack.js';

/** One entry that differs between two packs. */
export interface PackChange {
  readonly is: 'added' | 'removed' | 'changed' | 'renamed';
  readonly path: string;
  /** The path in the first pack, if the same bytes had another. */
  readonly from: string | undefined;
  /** 0 if the entry was added. */
  readonly bytesBefore: number;
  /** 0 if the entry was removed. */
  readonly bytesAfter: number;
}

/** How two packs differ. */
export interface PackComparison {
  /** The largest first, then by path. */
  readonly changes: readonly PackChange[];
  /** Entries with the same path and bytes. */
  readonly unchanged: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** Throws AssetError if a file does not exist, FormatError if one is malformed. */
export async function comparePacks(
  host: Host,
  {
    before,
    after,
    signal,
  }: { readonly before: string; readonly after: string; readonly signal?: AbortSignal | undefined },
): Promise<PackComparison> {
  const a = await openAnyPackAt(host, before);
  try {
    const b = await openAnyPackAt(host, after);
    try {
      const { changes, unchanged } = await listChanges(a, b, signal);
      return { changes, unchanged, bytesBefore: a.reader.sizeBytes, bytesAfter: b.reader.sizeBytes };
    } finally {
      b.close();
    }
  } finally {
    a.close();
  }
}

async function listChanges(a: OpenedPack, b: OpenedPack, signal: AbortSignal | undefined) {
  const digest = (pack: OpenedPack, entry: PackEntry) => digestEntry(pack, entry, signal);
  const now = new Map(b.entries.map((entry) => [entry.path, entry]));
  const changes: PackChange[] = [];
  const gone: PackEntry[] = [];
  let unchanged = 0;
  for (const entry of a.entries) {
    const next = now.get(entry.path);
    if (next === undefined) gone.push(entry);
    else {
      now.delete(entry.path);
      if (next.size === entry.size && (await digest(a, entry)) === (await digest(b, next))) unchanged++;
      else changes.push(change('changed', entry, next));
    }
  }
  const sizes = new Set([...now.values()].map(({ size }) => size));
  const byContent = new Map<string, PackEntry>();
  for (const entry of gone) if (sizes.has(entry.size)) byContent.set(await digest(a, entry), entry);
  for (const entry of now.values()) {
    const key = byContent.size === 0 ? '' : await digest(b, entry);
    const from = byContent.get(key);
    byContent.delete(key);
    if (from !== undefined) gone.splice(gone.indexOf(from), 1);
    changes.push(from === undefined ? change('added', undefined, entry) : change('renamed', from, entry));
  }
  for (const entry of gone) changes.push(change('removed', entry, undefined));
  const weight = ({ bytesBefore, bytesAfter }: PackChange) => Math.max(bytesBefore, bytesAfter);
  changes.sort((x, y) => weight(y) - weight(x) || (x.path < y.path ? -1 : 1));
  return { changes, unchanged };
}

function change(is: PackChange['is'], before: PackEntry | undefined, after: PackEntry | undefined): PackChange {
  const path = (after ?? before)?.path ?? '';
  const from = is === 'renamed' ? before?.path : undefined;
  return { is, path, from, bytesBefore: before?.size ?? 0, bytesAfter: after?.size ?? 0 };
}

async function digestEntry(pack: OpenedPack, entry: PackEntry, signal: AbortSignal | undefined): Promise<string> {
  signal?.throwIfAborted();
  const hash = createHash('sha256');
  for await (const piece of pack.read(entry)) hash.update(piece);
  return hash.digest('hex');
}
