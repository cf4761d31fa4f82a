// What the overview needs to know of each file, looked up once for every version of it. Of a file only the head is read; two of equal size are
// compared by samples first. So a pack of gigabytes is not read for it.

import { createHash } from 'node:crypto';
import type { AssetTree } from '../inspect/asset-tree.js';
import { describeHead, type HeadDescription } from '../inspect/describe-head.js';

interface Known<T> {
  readonly version: string;
  readonly value: T;
}

const PIECE_BYTES = 1 << 20;
/** Files that differ do so in one of these nearly always: heads tell of sizes, ends and middles of content. */
const SAMPLES = 3;
const SAMPLE_BYTES = 4096;

export class KnownFacts {
  readonly #facts = new Map<string, Known<HeadDescription>>();
  readonly #samples = new Map<string, Known<string>>();
  readonly #digests = new Map<string, Known<string>>();

  of(tree: AssetTree, path: string, sizeBytes: number, version: string): Promise<HeadDescription> {
    return known(this.#facts, path, version, () => describeHead(tree, path, sizeBytes));
  }

  /** Equal for equal files. */
  sample(tree: AssetTree, path: string, sizeBytes: number, version: string): Promise<string> {
    return known(this.#samples, path, version, () => digestSamples(tree, path, sizeBytes));
  }

  /** Of the whole; undefined where it is not known yet. */
  knownDigest(path: string, version: string): string | undefined {
    const before = this.#digests.get(path);
    return before?.version === version ? before.value : undefined;
  }

  digest(tree: AssetTree, path: string, sizeBytes: number, version: string): Promise<string> {
    return known(this.#digests, path, version, () => digestWhole(tree, path, sizeBytes));
  }
}

/** Reading holds the thread: whoever waits for another answer goes first. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function known<T>(all: Map<string, Known<T>>, path: string, version: string, look: () => Promise<T>): Promise<T> {
  const before = all.get(path);
  if (before?.version === version) return before.value;
  const value = await look();
  all.set(path, { version, value });
  await breathe();
  return value;
}

async function digestSamples(tree: AssetTree, path: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256');
  const last = Math.max(0, sizeBytes - SAMPLE_BYTES);
  for (let i = 0; i < SAMPLES; i++)
    hash.update(await tree.readRange(path, Math.floor((last * i) / (SAMPLES - 1)), SAMPLE_BYTES));
  return hash.digest('hex');
}

async function digestWhole(tree: AssetTree, path: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < sizeBytes; at += PIECE_BYTES) {
    hash.update(await tree.readRange(path, at, PIECE_BYTES));
    await breathe();
  }
  return hash.digest('hex');
}
