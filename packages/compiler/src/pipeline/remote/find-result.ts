// Asks a shared cache for the result of an asset: its trace, and the blobs that it names, all checked. Anything that does not fit is a
// RemoteError; nothing is written here.

import { areKnown } from '../../diagnostics/stored-diagnostics.js';
import type { Asset } from '../asset.js';
import { carriedBytes, checkTrace, type Trace, traceHolds } from '../cache/trace.js';
import { Damaged } from '../cache/untrusted.js';
import type { MemoryBudget, Release } from '../execute/memory-budget.js';
import type { Facts } from '../plan/staleness.js';
import type { ActionResult } from './action-result.js';
import type { RemoteCache } from './remote-cache.js';
import { RemoteError } from './remote-error.js';
import { type AskedQuestions, decodeAsked, decodeRecord, keyHere, questionsKey } from './result-keys.js';

interface RemoteResult {
  readonly trace: Trace;
  /** By digest: outputs that are neither in the trace nor on this machine. */
  readonly blobs: ReadonlyMap<string, Uint8Array>;
  /** Call it when the blobs are no longer needed. */
  readonly release: Release;
}

export interface Found {
  /** The questions for this content that the cache has. */
  readonly asked: readonly AskedQuestions[];
  readonly result: RemoteResult | undefined;
}

interface Search {
  readonly cache: RemoteCache;
  readonly facts: Facts;
  /** Limits the memory of all searches together. */
  readonly budget: MemoryBudget;
  /** Total size of the blobs of one result. All of them stay in memory until they are written. */
  readonly maxBytes: number;
  /** Whether the bytes are already in the store. */
  readonly hasBlob: (digest: string) => Promise<boolean>;
}

export async function findResult(asset: Asset, contentKey: string, search: Search): Promise<Found> {
  const { cache, facts } = search;
  const firstKey = questionsKey(contentKey);
  const first = await cache.getResult(firstKey, (value) => {
    const asked = decodeAsked(firstKey, value.record);
    return asked === undefined ? { asked: [], trace: traceIn(firstKey, value, asset, facts) } : { asked };
  });
  if (first === undefined) return { asked: [], result: undefined };
  const { asked, trace } = first;
  if (trace !== undefined) return { asked, result: await take(firstKey, trace, search) };
  const keys = new Set(asked.flatMap((one) => keyHere(contentKey, one, asset, facts) ?? []));
  for (const key of keys) {
    const found = await cache.getResult(key, (value) => traceIn(key, value, asset, facts));
    const result = found === undefined ? undefined : await take(key, found, search);
    if (result !== undefined) return { asked, result };
  }
  return { asked, result: undefined };
}

/** Undefined if only another version understands it, or if the cache has lost one of its blobs. */
async function take(key: string, trace: Trace, search: Search): Promise<RemoteResult | undefined> {
  return areKnown(trace.diagnostics) ? fetchBlobs(key, trace, search) : undefined;
}

/** A trace is only used if the value that contains it lists the same files. Throws Damaged, SyntaxError or RemoteError. */
function traceIn(key: string, { files, record }: ActionResult, asset: Asset, facts: Facts): Trace {
  const trace = checkTrace(decodeRecord(key, record));
  const sizes = new Map(files.map(({ digest, sizeBytes }) => [digest, sizeBytes]));
  for (const { digest, sizeBytes, copyOf } of trace.outputs)
    if (copyOf === undefined && sizes.get(digest) !== sizeBytes) throw new Damaged('a result that names its files');
  // It was stored under a wrong key. Values of other versions are not checked.
  if (areKnown(trace.diagnostics) && !traceHolds(trace, asset, facts))
    throw new RemoteError('wrong', `ac/${key} is the result of something else`);
  return trace;
}

/** Undefined if the cache has lost one of them. */
async function fetchBlobs(key: string, trace: Trace, search: Search): Promise<RemoteResult | undefined> {
  const { cache, budget, maxBytes, hasBlob } = search;
  const wanted = new Map<string, number>();
  for (const output of trace.outputs) {
    const { digest, sizeBytes, copyOf } = output;
    if (copyOf !== undefined || wanted.has(digest) || carriedBytes(output) !== undefined) continue;
    if (!(await hasBlob(digest))) wanted.set(digest, sizeBytes);
  }
  const bytes = [...wanted.values()].reduce((sum, size) => sum + size, 0);
  if (bytes > maxBytes) throw new RemoteError('oversized', `ac/${key} has ${bytes} bytes; the limit is ${maxBytes}`);
  const release = await budget.take(bytes);
  try {
    const fetched = await Promise.all(
      [...wanted].map(async ([digest, sizeBytes]) => [digest, await cache.getBlob({ digest, sizeBytes })] as const),
    );
    const blobs = new Map<string, Uint8Array>();
    for (const [digest, bytes] of fetched) if (bytes !== undefined) blobs.set(digest, bytes);
    if (blobs.size === wanted.size) return { trace, blobs, release };
  } catch (error) {
    release();
    throw error;
  }
  release();
  return undefined;
}
