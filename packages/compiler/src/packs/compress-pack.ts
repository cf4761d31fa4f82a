// Compresses a pack for transport. Large entries have frames of their own, small ones share frames by type, equal ones are stored once.
// Every frame is compressed by itself, so the bytes depend on the pack alone.

import { createHash } from 'node:crypto';
import {
  encodeHpackzHead,
  FormatError,
  HPACKZ_FRAME_BYTES,
  type PackEntry,
  type PackedFrame,
  validatePack,
} from '@assetc/formats';
import { type Frame, smaller } from '../encoding/transport/compress-frame.js';
import { loadZstd } from '../encoding/zstd.js';
import { readerSource } from '../inspect/reader-source.js';
import { readFully } from '../model/read-fully.js';
import type { Host } from '../pipeline/host/host.js';
import { compressFrames } from './compress-frames.js';
import { FileFormatError } from './file-format-error.js';
import { type OpenedPack, openPackAt } from './open-pack.js';
import { spooled } from './spool.js';
import type { WriteOptions } from './write-output.js';

/** What `compressPack` and `decompressPack` read and write. */
export interface TransportRequest extends WriteOptions {
  /** Absolute: the file to read. */
  readonly path: string;
  /** Absolute: the file to write. */
  readonly output: string;
}

/** A file that was written, and the size of the one that it was made from. */
export interface TransportedPack {
  readonly path: string;
  readonly sizeBytes: number;
  readonly fromBytes: number;
}

/** Smaller entries share frames. */
const SMALL_BYTES = 1 << 16;
/** A shared frame is not larger, so that one small entry does not cost much over HTTP. */
const GROUP_BYTES = 1 << 18;

/** Throws AssetError if there is no such file or it would be replaced, FormatError if it is malformed. `workerFile`: the JavaScript of threads; by default, this thread does all. */
export async function compressPack(
  host: Host,
  { path, output, signal, onWaiting }: TransportRequest,
  workerFile?: string,
): Promise<TransportedPack> {
  const zstd = await loadZstd();
  const opened = await openPackAt(host, path);
  try {
    const [problem] = await validatePack(readerSource(opened.reader));
    if (problem !== undefined)
      throw new FileFormatError(
        path,
        'pack',
        new FormatError(problem.code, problem.offset, `${problem.field} ${problem.message}`),
      );
    const { digests, packSha256 } = hashAll(opened, signal);
    const { pieces, places } = planFrames(opened.entries, digests);
    const read = (frame: readonly Piece[]) => frame.map(({ offset, size }) => rangeOf(opened, offset, size));
    const frames: Omit<PackedFrame, 'offset'>[] = [];
    return await spooled(host, { path: output, inputs: [path], signal, onWaiting }, async (spool) => {
      const emit = async ({ bytes, ...frame }: Frame): Promise<void> => {
        frames.push({ ...frame, stored: bytes.length });
        await spool.add(bytes);
      };
      await compressFrames(pieces, read, emit, { workerFile, signal });
      const model = {
        packBytes: opened.reader.sizeBytes,
        packSha256,
        head: rangeOf(opened, 0, headBytesOf(opened.entries)),
        frames,
        entries: opened.entries.map(({ path: name }) => places.get(digests.get(name) ?? '') ?? { frame: 0, at: 0 }),
      };
      const sizeBytes = await spool.finish(encodeHpackzHead(model, (bytes) => smaller(zstd, bytes)));
      return { path: output, sizeBytes, fromBytes: opened.reader.sizeBytes };
    });
  } finally {
    opened.close();
  }
}

interface FramePlan {
  /** What each frame holds. */
  readonly pieces: readonly (readonly Piece[])[];
  /** Where an entry begins, by its digest. */
  readonly places: ReadonlyMap<string, { readonly frame: number; readonly at: number }>;
}

function planFrames(entries: readonly PackEntry[], digests: ReadonlyMap<string, string>): FramePlan {
  const pieces: (readonly Piece[])[] = [];
  const places = new Map<string, { frame: number; at: number }>();
  const unique = uniqueEntries(entries, digests);
  for (const entry of unique.filter(({ size }) => size >= SMALL_BYTES)) {
    places.set(digests.get(entry.path) ?? '', { frame: pieces.length, at: 0 });
    for (let at = 0; at < entry.size; at += HPACKZ_FRAME_BYTES)
      pieces.push([{ offset: entry.offset + at, size: Math.min(HPACKZ_FRAME_BYTES, entry.size - at) }]);
  }
  for (const group of groupsOf(unique.filter(({ size }) => size < SMALL_BYTES))) {
    let at = 0;
    for (const entry of group) {
      places.set(digests.get(entry.path) ?? '', { frame: pieces.length, at });
      at += entry.size;
    }
    pieces.push(group);
  }
  return { pieces, places };
}

/** Bytes of the pack that follow each other in a frame. */
type Piece = Pick<PackEntry, 'offset' | 'size'>;

const headBytesOf = (entries: readonly PackEntry[]): number =>
  entries.reduce((sum, { path }) => sum + 19 + Buffer.byteLength(path), 24);

function rangeOf({ reader }: OpenedPack, offset: number, length: number): Uint8Array {
  const bytes = readFully(reader, offset, length);
  if (bytes === undefined) throw new Error(`the pack ends before ${offset + length}: it changed meanwhile`);
  return bytes;
}

/** Reads the pack once, for its hash; entries are hashed one by one. */
function hashAll(opened: OpenedPack, signal: AbortSignal | undefined) {
  const whole = createHash('sha256');
  const piece = 1 << 20;
  for (let at = 0; at < opened.reader.sizeBytes; at += piece) {
    signal?.throwIfAborted();
    whole.update(rangeOf(opened, at, Math.min(piece, opened.reader.sizeBytes - at)));
  }
  const digests = new Map<string, string>();
  for (const { path, offset, size } of opened.entries) {
    const own = createHash('sha256');
    for (let at = 0; at < size; at += piece) own.update(rangeOf(opened, offset + at, Math.min(piece, size - at)));
    digests.set(path, own.digest('hex'));
  }
  return { digests, packSha256: new Uint8Array(whole.digest()) };
}

/** One of each content, without empty entries. */
function uniqueEntries(entries: readonly PackEntry[], digests: ReadonlyMap<string, string>): readonly PackEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ path, size }) => {
    const digest = digests.get(path) ?? '';
    if (size === 0 || seen.has(digest)) return false;
    seen.add(digest);
    return true;
  });
}

/** Files of one type, in the order of the pack. */
function groupsOf(entries: readonly PackEntry[]): readonly (readonly PackEntry[])[] {
  const typeOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/^[^.]*/, '');
  const types = [...new Set(entries.map(({ path }) => typeOf(path)))].sort();
  const groups: PackEntry[][] = [];
  let room = 0;
  for (const type of types)
    for (const entry of entries)
      if (typeOf(entry.path) === type) {
        const last = groups.at(-1);
        if (last === undefined || room < entry.size) {
          groups.push([entry]);
          room = GROUP_BYTES - entry.size;
        } else {
          last.push(entry);
          room -= entry.size;
        }
      }
  return groups;
}
