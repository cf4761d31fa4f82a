// Compresses a pack for transport. Large entries have frames of their own, small ones share frames by type, equal ones are stored once.
// Every frame is compressed by itself, so the bytes depend on the pack alone.

import { createHash } from 'node:crypto';
import {
  applyFilter,
  encodeHpackzHead,
  FILTER_DIFFERENCES,
  FILTER_NONE,
  FILTER_PLANES,
  FormatError,
  HPACKZ_FRAME_BYTES,
  type PackEntry,
  validatePack,
} from '@assetc/formats';
import { loadZstd, type Zstd } from '../encoding/zstd.js';
import { readerSource } from '../inspect/asset-tree.js';
import { readFully } from '../model/read-fully.js';
import { writeAtomically } from '../pipeline/commit/atomic-write.js';
import type { Host } from '../pipeline/host/host.js';
import { type OpenedPack, openPackAt } from './open-pack.js';

/** What `compressPack` and `decompressPack` read and write. */
export interface TransportRequest {
  /** Absolute: the file to read. */
  readonly path: string;
  /** Absolute: the file to write. */
  readonly output: string;
  readonly signal?: AbortSignal | undefined;
}

/** A file that was written, and the size of the one that it was made from. */
export interface TransportedPack {
  readonly path: string;
  readonly sizeBytes: number;
  readonly fromBytes: number;
}

const LEVEL = 19;
const TRIAL_LEVEL = 3;
/** Smaller entries share frames. */
const SMALL_BYTES = 1 << 16;
/** A shared frame is not larger, so that one small entry does not cost much over HTTP. */
const GROUP_BYTES = 1 << 18;
/** Filters are tried on bytes that are worth it, and used if they gain this much. */
const MIN_FILTER_BYTES = 1 << 12;
const CLEARLY = 0.985;
const INCOMPRESSIBLE = 0.995;

/** Strides of what assetc writes: blocks of 8 and 16 bytes, vertices of 12 to 48, indices and floats of 4. */
const FILTERS: readonly (readonly [filter: number, stride: number])[] = [
  ...[8, 16].map((stride) => [FILTER_PLANES, stride] as const),
  ...[2, 4, 8, 12, 16, 24, 28, 32, 48].map((stride) => [FILTER_DIFFERENCES, stride] as const),
];

interface Frame {
  readonly frameBytes: number;
  readonly filter: number;
  readonly stride: number;
  readonly bytes: Uint8Array;
}

/** Throws AssetError if there is no such file, FormatError if it is malformed. */
export async function compressPack(host: Host, { path, output, signal }: TransportRequest): Promise<TransportedPack> {
  const zstd = await loadZstd();
  const opened = await openPackAt(host, path);
  try {
    const [problem] = await validatePack(readerSource(opened.reader));
    if (problem !== undefined)
      throw new FormatError(problem.code, problem.offset, `${problem.field} ${problem.message}`);
    const { digests, packSha256 } = hashAll(opened, signal);
    const frames: Frame[] = [];
    const places = new Map<string, { frame: number; at: number }>();
    const add = (bytes: Uint8Array): void => {
      signal?.throwIfAborted();
      frames.push(compressFrame(zstd, bytes));
    };
    const unique = uniqueEntries(opened.entries, digests);
    for (const entry of unique.filter(({ size }) => size >= SMALL_BYTES)) {
      places.set(digests.get(entry.path) ?? '', { frame: frames.length, at: 0 });
      for (let at = 0; at < entry.size; at += HPACKZ_FRAME_BYTES)
        add(rangeOf(opened, entry.offset + at, Math.min(HPACKZ_FRAME_BYTES, entry.size - at)));
    }
    for (const group of groupsOf(unique.filter(({ size }) => size < SMALL_BYTES))) {
      let at = 0;
      for (const entry of group) {
        places.set(digests.get(entry.path) ?? '', { frame: frames.length, at });
        at += entry.size;
      }
      add(new Uint8Array(Buffer.concat(group.map((entry) => rangeOf(opened, entry.offset, entry.size)))));
    }
    const model = {
      packBytes: opened.reader.sizeBytes,
      packSha256,
      head: rangeOf(opened, 0, headBytesOf(opened.entries)),
      frames: frames.map(({ bytes, ...frame }) => ({ ...frame, stored: bytes.length })),
      entries: opened.entries.map(({ path: name }) => places.get(digests.get(name) ?? '') ?? { frame: 0, at: 0 }),
    };
    const head = encodeHpackzHead(model, (bytes) => smaller(zstd, bytes));
    const parts = [head, ...frames.map(({ bytes }) => bytes)];
    await writeAtomically(host, output, parts);
    const sizeBytes = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return { path: output, sizeBytes, fromBytes: opened.reader.sizeBytes };
  } finally {
    opened.close();
  }
}

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

/** The smaller of a frame and the bytes themselves. */
function smaller(zstd: Zstd, bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return bytes;
  const frame = zstd.compress(bytes, LEVEL);
  return frame.length < bytes.length ? frame : bytes;
}

function compressFrame(zstd: Zstd, bytes: Uint8Array): Frame {
  const plain = zstd.compress(bytes, TRIAL_LEVEL).length;
  let best = { size: plain * CLEARLY, filter: FILTER_NONE, stride: 0 };
  if (bytes.length >= MIN_FILTER_BYTES)
    for (const [filter, stride] of FILTERS) {
      const size = zstd.compress(applyFilter(bytes, filter, stride), TRIAL_LEVEL).length;
      if (size < best.size) best = { size, filter, stride };
    }
  const { filter, stride } = best;
  const filtered = applyFilter(bytes, filter, stride);
  if (filter === FILTER_NONE && plain > bytes.length * INCOMPRESSIBLE)
    return { frameBytes: bytes.length, filter, stride, bytes };
  const packed = smaller(zstd, filtered);
  // Filters win at the trial's level more often than at the final one.
  const unfiltered = filter === FILTER_NONE ? packed : smaller(zstd, bytes);
  if (unfiltered.length <= packed.length)
    return { frameBytes: bytes.length, filter: FILTER_NONE, stride: 0, bytes: unfiltered };
  return { frameBytes: bytes.length, filter, stride, bytes: packed };
}
