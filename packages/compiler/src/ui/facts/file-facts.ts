// What the overview needs to know about each file, computed once per version of it. Only the head of a file is read; files of equal size are
// compared by samples first, so that a pack of gigabytes is not read whole.

import { createHash } from 'node:crypto';
import type { AssetTree } from '../../inspect/asset-tree.js';
import { describeHead, type HeadDescription } from '../../inspect/describe-head.js';

interface Known<T> {
  readonly version: string;
  readonly value: T;
}

const PIECE_BYTES = 1 << 20;
/** Different files nearly always differ in one of these: headers contain sizes, the middle and end contain content. */
const SAMPLE_COUNT = 3;
const SAMPLE_BYTES = 4096;

export class KnownFacts {
  readonly #facts = new Map<string, Known<HeadDescription>>();
  readonly #samples = new Map<string, Known<string>>();
  readonly #digests = new Map<string, Known<string>>();

  of(tree: AssetTree, path: string, sizeBytes: number, version: string): Promise<HeadDescription> {
    return known(this.#facts, path, version, () => describeHead(tree, path, sizeBytes));
  }

  /** A digest of a few samples. Equal for equal files. */
  sample(tree: AssetTree, path: string, sizeBytes: number, version: string): Promise<string> {
    return known(this.#samples, path, version, () => digestSamples(tree, path, sizeBytes));
  }

  /** The digest of the whole file; undefined if it was not computed yet. */
  knownDigest(path: string, version: string): string | undefined {
    const before = this.#digests.get(path);
    return before?.version === version ? before.value : undefined;
  }

  digest(tree: AssetTree, path: string, sizeBytes: number, version: string): Promise<string> {
    return known(this.#digests, path, version, () => digestWhole(tree, path, sizeBytes));
  }
}

/** Reading blocks the thread; this lets other requests run. */
const yieldThread = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function known<T>(
  all: Map<string, Known<T>>,
  path: string,
  version: string,
  compute: () => Promise<T>,
): Promise<T> {
  const before = all.get(path);
  if (before?.version === version) return before.value;
  const value = await compute();
  all.set(path, { version, value });
  await yieldThread();
  return value;
}

async function digestSamples(tree: AssetTree, path: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256');
  const last = Math.max(0, sizeBytes - SAMPLE_BYTES);
  for (let i = 0; i < SAMPLE_COUNT; i++)
    hash.update(await tree.readRange(path, Math.floor((last * i) / (SAMPLE_COUNT - 1)), SAMPLE_BYTES));
  return hash.digest('hex');
}

async function digestWhole(tree: AssetTree, path: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < sizeBytes; at += PIECE_BYTES) {
    hash.update(await tree.readRange(path, at, PIECE_BYTES));
    await yieldThread();
  }
  return hash.digest('hex');
}
