// `<output>.hpack`: the output folder in one file, streamed, so that memory does not grow with it.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type PackEntry, type PackPlan, planHpack, type RandomAccessSource, streamHpack } from '@assetc/formats';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { readFully } from '../../model/read-fully.js';
import { digestText } from '../cache/digest.js';
import { writeAtomically } from '../commit/atomic-write.js';
import type { Lock } from '../commit/lock.js';
import { LockLost } from '../commit/lock-lost.js';
import type { MadeOutput } from '../execute/made-output.js';
import { errorCode, type Host } from '../host/host.js';

/** A file that goes into a pack. */
export interface PackedFile extends Pick<MadeOutput, 'sizeBytes' | 'digest'> {
  readonly path: string;
  /** Of a file that exists only in packs. */
  readonly bytes?: Uint8Array;
}

const CHUNK_BYTES = 1 << 20;

/** A pack to be written. */
export interface PackPart {
  /** Absolute. */
  readonly path: string;
  /** Sorted by path. */
  readonly files: readonly PackedFile[];
  /** Paths of files whose payloads come first, in this order. */
  readonly order: readonly string[];
}

/** Changes whenever the pack would. */
export function packContents({ files, order }: Pick<PackPart, 'files' | 'order'>): string {
  const parts = files.map(({ path, digest }) => `${path}\0${digest}`);
  return digestText([...parts, ...(order.length === 0 ? [] : ['', ...order])].join('\0'));
}

interface WrittenPack {
  readonly sizeBytes: number;
  readonly digest: string;
  readonly entries: number;
}

/** Throws AssetError; then the previous pack stays. */
export async function streamPackFile(
  host: Host,
  output: string,
  { path, files, order }: PackPart,
  { check }: Pick<Lock, 'check'>,
): Promise<WrittenPack> {
  const packed = new Map(files.map((file) => [file.path, file]));
  const whole = createHash('sha256');
  try {
    // Files of others may have names that a pack cannot contain.
    const plan = planHpack(
      files.map(({ path: name, sizeBytes }) => ({ path: name, size: sizeBytes })),
      order,
    );
    await writeAtomically(host, path, hashed(streamPack(host, output, plan, packed), whole), check);
    return { sizeBytes: plan.totalBytes, digest: whole.digest('hex'), entries: plan.entries.length };
  } catch (error) {
    if (error instanceof LockLost) throw error;
    throw packFailed(path, error);
  }
}

/** `path`: of the pack. */
export function packFailed(path: string, error: unknown): AssetError {
  const cause = errorCode(error) ?? (error instanceof Error ? error.message : String(error));
  return new AssetError(
    {
      code: 'build/pack-failed',
      message: `${path} could not be written (${cause})`,
      hint: "Check the free space on the output folder's disk, and that nothing else writes into it, then build again.",
    },
    { cause: error },
  );
}

async function* hashed(
  chunks: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function streamPack(
  host: Host,
  output: string,
  plan: PackPlan,
  packed: ReadonlyMap<string, PackedFile>,
): AsyncGenerator<Uint8Array> {
  return streamHpack(plan, (entry) => {
    const file = packed.get(entry.path);
    return file?.bytes === undefined ? payload(host, output, entry, file?.digest) : Promise.resolve(file.bytes);
  });
}

async function* payload(
  host: Host,
  output: string,
  entry: PackEntry,
  digest: string | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = host.openRead(join(output, entry.path));
  try {
    const hash = createHash('sha256');
    for (let position = 0; position < entry.size; ) {
      const chunk = new Uint8Array(Math.min(CHUNK_BYTES, entry.size - position));
      const count = reader.read(chunk, position);
      if (count === 0) break;
      position += count;
      const part = chunk.subarray(0, count);
      hash.update(part);
      yield part;
    }
    if (hash.digest('hex') !== digest) throw new Error(`${entry.path} changed while it was being packed`);
  } finally {
    reader.close();
  }
}

/** A pack or any other file on the host, for validators that do not load it into memory. */
export function hostSource(host: Host, path: string): RandomAccessSource {
  return {
    size: async () => host.stat(path)?.sizeBytes ?? 0,
    async read(offset, length) {
      const reader = host.openRead(path);
      try {
        const bytes = readFully(reader, offset, length);
        if (bytes === undefined) throw new Error(`${path} ends before byte ${offset + length}`);
        return bytes;
      } finally {
        reader.close();
      }
    },
  };
}
