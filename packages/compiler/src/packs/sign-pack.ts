// Signs a pack: adds the list of its entries if it has none, and the signature over the list. The other entries stay as they are.

import { createHash, sign } from 'node:crypto';
import {
  encodePackInfo,
  isPackInfoPath,
  PACK_INFO_PATH,
  PACK_SIGNATURE_PATH,
  type PackEntry,
  planHpack,
  readPackInfo,
  streamHpack,
} from '@assetc/formats';
import packageJson from '../../package.json' with { type: 'json' };
import { AssetError } from '../diagnostics/diagnostic.js';
import { listingProblems } from '../inspect/checks/pack-info.js';
import { digestText } from '../pipeline/cache/digest.js';
import { writeAtomically } from '../pipeline/commit/atomic-write.js';
import type { Host } from '../pipeline/host/host.js';
import { readPrivateKey } from './keys.js';
import { type OpenedPack, openPackAt } from './open-pack.js';
import { type WriteOptions, writingOutput } from './write-output.js';

/** What `signPack` signs, and with what. */
export interface SignRequest extends WriteOptions {
  /** Absolute. */
  readonly path: string;
  /** Absolute: the private key. */
  readonly key: string;
  /** Absolute: the signed pack. Default: the pack itself, which is replaced. */
  readonly output?: string | undefined;
}

/** A signed pack. */
export interface SignedPack {
  /** Absolute. */
  readonly path: string;
  readonly build: string;
  /** Entries that the list names. */
  readonly entries: number;
}

/** Throws AssetError if the key is none, or the pack differs from the list that it has. */
export async function signPack(host: Host, request: SignRequest): Promise<SignedPack> {
  const { path, key, output = path, signal, onWaiting } = request;
  const privateKey = readPrivateKey(host, key);
  const opened = await openPackAt(host, path);
  try {
    const bytes = await listOf(opened, signal);
    const listing = await readPackInfo({ read: async () => bytes });
    if (listing === undefined) throw new Error('a list was just made');
    const signature = new Uint8Array(sign(null, bytes, privateKey));
    const added = new Map([
      [PACK_INFO_PATH, bytes],
      [PACK_SIGNATURE_PATH, signature],
    ]);
    const kept = opened.entries.filter((entry) => !isPackInfoPath(entry.path));
    const plan = planHpack(
      [
        ...kept.map(({ path: name, size }) => ({ path: name, size })),
        ...[...added].map(([name, own]) => ({ path: name, size: own.length })),
      ],
      orderOf(opened.entries),
    );
    const before = new Map(kept.map((entry) => [entry.path, entry]));
    const payload = (entry: PackEntry) => {
      signal?.throwIfAborted();
      const own = added.get(entry.path);
      if (own !== undefined) return Promise.resolve(own);
      return opened.read(before.get(entry.path) ?? entry);
    };
    await writingOutput(host, { path: output, inputs: [], signal, onWaiting }, (check) =>
      writeAtomically(host, output, streamHpack(plan, payload), check),
    );
    return { path: output, build: listing.info.build, entries: listing.info.entries.length };
  } finally {
    opened.close();
  }
}

/** Of the payloads; empty if they are in the order of the paths. */
function orderOf(entries: readonly PackEntry[]): readonly string[] {
  const kept = entries.filter((entry) => !isPackInfoPath(entry.path));
  const ordered = kept.toSorted((a, b) => a.offset - b.offset || a.size - b.size);
  return ordered.every((entry, i) => entry === kept[i]) ? [] : ordered.map(({ path }) => path);
}

/** The list that the pack has, if all of it is true, or a new one. */
async function listOf(opened: OpenedPack, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const listing = await readPackInfo(opened.pack);
  if (listing === undefined) {
    const entries = [];
    for (const entry of opened.entries) {
      signal?.throwIfAborted();
      if (isPackInfoPath(entry.path)) continue;
      const hash = createHash('sha256');
      for await (const piece of opened.read(entry)) hash.update(piece);
      entries.push({ path: entry.path, sha256: hash.digest('hex') });
    }
    return encodePackInfo({ assetc: packageJson.version, dependencies: [], removed: [], entries }, digestText);
  }
  const [first, ...more] = await listingProblems(opened, listing.info, signal);
  if (first === undefined) return listing.bytes;
  const also = more.length === 0 ? '' : `, and ${more.length} more`;
  throw new AssetError({
    code: 'check/pack-info',
    file: opened.path,
    message: `${first.path}: ${first.message}${also}`,
    hint: 'Build the pack again. A pack that differs from its own list is not signed.',
  });
}
