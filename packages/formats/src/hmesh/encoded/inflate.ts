// A mesh with compressed chunks → the same mesh without: each is replaced by the chunks that it contains, at its place in the table.
// Everything else reads only plain meshes. Offsets of problems in decoded chunks are those of the plain mesh.

import { checkPadding } from '../../chunked/check-padding.js';
import { ChunkReader } from '../../chunked/chunk-reader.js';
import { type Chunk, type ChunkTable, readChunkTable } from '../../chunked/chunk-table.js';
import { CHUNK_ALIGNMENT, HmeshChunkEntry } from '../../chunked/container.js';
import { decoded, FirstProblem } from '../../core/first-problem.js';
import type { Problems } from '../../core/problem.js';
import { alignUp, fourcc, viewOf } from '../../core/struct.js';
import { HmeshFileHeader } from '../layout.js';
import { hmeshVersion } from '../peek.js';
import { decodeChunk, type Encoded, hashOf, readEncoded } from './encoded-chunk.js';
import { ENCODED_FORMAT, ENCODED_NAMES, EncodedChunk, type MeshCodec } from './encoded-layout.js';

const ENCODED_CODES: ReadonlySet<number> = new Set(ENCODED_NAMES.map(fourcc));

/** Whether a `.hmesh` has compressed chunks. */
export function isCompressedHmesh(bytes: Uint8Array): boolean {
  if (hmeshVersion(bytes) !== 2) return false;
  const view = viewOf(bytes);
  const count = view.getUint32(HmeshFileHeader.offsetOf('chunkCount'), true);
  for (let i = 0, at = HmeshFileHeader.size; i < count && at + HmeshChunkEntry.size <= bytes.length; i++) {
    if (ENCODED_CODES.has(view.getUint32(at, true))) return true;
    at += HmeshChunkEntry.size;
  }
  return false;
}

/** The mesh without compression; `bytes` themselves if it has none. Throws FormatError. */
export function inflateHmesh(bytes: Uint8Array): Uint8Array {
  return decoded(inflate(bytes, new FirstProblem()));
}

/** A compressed chunk of a mesh. */
export interface CompressedChunk {
  readonly name: string;
  readonly codec: MeshCodec;
  readonly sizeBytes: number;
  readonly rawBytes: number;
}

/** The compressed chunks of a mesh, in the order of its table. Throws FormatError. */
export function compressedChunks(bytes: Uint8Array): readonly CompressedChunk[] {
  if (!isCompressedHmesh(bytes)) return [];
  const read = decoded(readAll(bytes, new FirstProblem()));
  return [...read.encoded.values()].map(({ chunk, codec, head }) => ({
    name: chunk.name,
    codec,
    sizeBytes: chunk.size,
    rawBytes: Number(head.rawSize),
  }));
}

/** Returns undefined after reporting why it cannot be decoded. `checks`: also hashes and padding, as a validator does. */
export function inflate(bytes: Uint8Array, problems: Problems, checks = false): Uint8Array | undefined {
  if (!isCompressedHmesh(bytes)) return bytes;
  const read = readAll(bytes, problems);
  if (read === undefined) return undefined;
  if (checks) checkPadding(bytes, read.table, problems);
  const { plain, places } = layOutPlain(bytes, read);
  for (const { chunk, offset } of places.copied)
    plain.set(bytes.subarray(chunk.offset, chunk.offset + chunk.size), offset);
  for (const { encoded, offsets } of places.decoded) {
    const { chunk, parts, codec, head } = encoded;
    const targets = parts.map(({ size }, i) => plain.subarray(offsets[i] ?? 0, (offsets[i] ?? 0) + size));
    if (!decodeChunk(encoded, targets)) {
      problems.add('bad-value', chunk.offset + EncodedChunk.size, chunk.name, 'is damaged');
      return undefined;
    }
    if (checks && hashOf(codec, targets) !== head.hash)
      problems.add(
        'bad-value',
        chunk.offset + EncodedChunk.offsetOf('hash'),
        `${chunk.name}.hash`,
        'is not that of its data',
      );
  }
  return problems.list().length > 0 ? undefined : plain;
}

interface ReadChunks {
  readonly table: ChunkTable<string>;
  /** In the order of the table. */
  readonly chunks: readonly Chunk[];
  readonly encoded: ReadonlyMap<Chunk, Encoded>;
}

function readAll(bytes: Uint8Array, problems: Problems): ReadChunks | undefined {
  const table = readChunkTable(ENCODED_FORMAT, bytes, 2, problems);
  if (table === undefined || problems.list().length > 0) return undefined;
  const chunks = [...table.inFileOrder].sort((a, b) => a.entryOffset - b.entryOffset);
  const reader = new ChunkReader(bytes, table, problems);
  const encoded = new Map<Chunk, Encoded>();
  const seen = new Set<string>(table.known.keys());
  for (const chunk of chunks) {
    if (!ENCODED_NAMES.includes(chunk.name)) continue;
    const read = readEncoded(reader, chunk);
    if (read === undefined) return undefined;
    encoded.set(chunk, read);
    for (const { name } of read.parts) {
      if (seen.has(name)) problems.add('duplicate', chunk.entryOffset, chunk.name, `repeats ${name}`);
      seen.add(name);
    }
  }
  return problems.list().length > 0 ? undefined : { table, chunks, encoded };
}

interface Places {
  readonly copied: { readonly chunk: Chunk; readonly offset: number }[];
  readonly decoded: { readonly encoded: Encoded; readonly offsets: readonly number[] }[];
}

/** The header and the table of the plain mesh, in a file that is otherwise empty. */
function layOutPlain(bytes: Uint8Array, { chunks, encoded }: ReadChunks): { plain: Uint8Array; places: Places } {
  const rows = chunks.flatMap((chunk) => {
    const parts = encoded.get(chunk)?.parts ?? [{ name: chunk.name, size: chunk.size }];
    return parts.map(({ name, size }, part) => ({ chunk, name, size, part }));
  });
  let end = HmeshFileHeader.size + rows.length * HmeshChunkEntry.size;
  const placed = rows.map((row) => {
    const offset = alignUp(end, CHUNK_ALIGNMENT);
    end = offset + row.size;
    return { ...row, offset };
  });
  const plain = new Uint8Array(end);
  plain.set(bytes.subarray(0, HmeshFileHeader.size));
  viewOf(plain).setUint32(HmeshFileHeader.offsetOf('chunkCount'), rows.length, true);
  for (const [i, { chunk, name, size, offset }] of placed.entries()) {
    const row = HmeshFileHeader.size + i * HmeshChunkEntry.size;
    // Names and flags of unknown chunks stay.
    plain.set(bytes.subarray(chunk.entryOffset, chunk.entryOffset + HmeshChunkEntry.size), row);
    const view = viewOf(plain);
    if (encoded.has(chunk)) view.setUint32(row, fourcc(name), true);
    view.setBigUint64(row + HmeshChunkEntry.offsetOf('offset'), BigInt(offset), true);
    view.setBigUint64(row + HmeshChunkEntry.offsetOf('size'), BigInt(size), true);
  }
  const places: Places = { copied: [], decoded: [] };
  for (const chunk of chunks) {
    const own = placed.filter((row) => row.chunk === chunk);
    const read = encoded.get(chunk);
    if (read) places.decoded.push({ encoded: read, offsets: own.map(({ offset }) => offset) });
    else places.copied.push({ chunk, offset: own[0]?.offset ?? 0 });
  }
  return { plain, places };
}
