// The container of .hmesh, .hmatx and .hscene: a header of 32 bytes, a table of chunks, payloads on 16-byte boundaries. A format
// declares its magic, its versions and its chunks. Unknown chunks are skipped.

import { u32, u64 } from '../core/scalar.js';
import { field, type Infer, is, isBig, oneOf, type Struct, struct } from '../core/struct.js';

/** Every payload of a chunked file starts on a multiple of this. */
export const CHUNK_ALIGNMENT = 16;

/** One row of the chunk table. Named after the first format that had it: the name is part of the C header. */
export const HmeshChunkEntry = struct('HmeshChunkEntry', 24, 'One row of the chunk table.', {
  fourcc: field(u32, 'Four ASCII bytes in file order.'),
  flags: field(u32, 'Zero for the chunks on this page. Readers ignore it for unknown chunks.'),
  offset: field(u64, 'From the start of the file; a multiple of 16.'),
  size: field(u64, 'Payload bytes without padding.'),
});

export type ChunkEntry = Infer<typeof HmeshChunkEntry>;

/** The header fields of every chunked file. */
interface ChunkedHeader {
  readonly magic: number;
  readonly version: number;
  readonly chunkCount: number;
  readonly flags: number;
  readonly reserved0: bigint;
  readonly reserved1: bigint;
}

/** What readers and writers of chunked files need to know about a format. */
export interface ChunkedFormat<Name extends string> {
  readonly header: Struct<ChunkedHeader>;
  readonly magic: number;
  /** All versions. A reader supports one of them. */
  readonly versions: readonly number[];
  /** In the order of the writer. */
  readonly chunks: readonly Name[];
}

/** The header of one format; `versionDoc` documents its versions. */
export function chunkedHeader(
  name: string,
  magicText: string,
  magic: number,
  versions: readonly number[],
  versionDoc: string,
): Struct<ChunkedHeader> {
  const [only, ...others] = versions;
  return struct(name, 32, 'Start of the file.', {
    magic: field(u32, `The bytes \`${magicText}\`.`, is(magic)),
    version: field(u32, versionDoc, only !== undefined && others.length === 0 ? is(only) : oneOf(...versions)),
    chunkCount: field(u32, 'Entries of the chunk table, which follows.'),
    flags: field(u32, 'Zero.', is(0)),
    reserved0: field(u64, 'Zero.', isBig(0n)),
    reserved1: field(u64, 'Zero.', isBig(0n)),
  });
}
