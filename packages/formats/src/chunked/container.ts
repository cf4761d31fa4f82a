// The container of .hmesh, .hmatx and .hscene: a header of 32 bytes, a table of chunks, payloads on 16-byte boundaries. A format
// says its magic, its versions and the chunks that it knows; whatever else a table names is passed over.

import { u32, u64 } from '../core/scalar.js';
import { field, type Infer, is, isBig, oneOf, type Struct, struct } from '../core/struct.js';

/** Every payload of a chunked file starts on a multiple of this. */
export const CHUNK_ALIGNMENT = 16;

/** One row of the chunk table. Named after the format that had it first: its name is part of the C header. */
export const HmeshChunkEntry = struct('HmeshChunkEntry', 24, 'One row of the chunk table.', {
  fourcc: field(u32, 'Four ASCII bytes in file order.'),
  flags: field(u32, 'Zero for the chunks of this page; of others, whatever their writer means by it.'),
  offset: field(u64, 'From the start of the file; a multiple of 16.'),
  size: field(u64, 'Payload bytes without padding.'),
});

export type ChunkEntry = Infer<typeof HmeshChunkEntry>;

/** The fields that the header of every chunked file has. */
interface ChunkedHeader {
  readonly magic: number;
  readonly version: number;
  readonly chunkCount: number;
  readonly flags: number;
  readonly reserved0: bigint;
  readonly reserved1: bigint;
}

/** What reading and writing a chunked file has to know of its format. */
export interface ChunkedFormat<Name extends string> {
  readonly header: Struct<ChunkedHeader>;
  readonly magic: number;
  /** Those that there are; a reader asks for one of them. */
  readonly versions: readonly number[];
  /** In the order in which the writer lays them out. */
  readonly chunks: readonly Name[];
}

/** The header of one format; `versionDoc` says what its versions are. */
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
    chunkCount: field(u32, 'Entries of the chunk table, which follows at once.'),
    flags: field(u32, 'Zero.', is(0)),
    reserved0: field(u64, 'Zero.', isBig(0n)),
    reserved1: field(u64, 'Zero.', isBig(0n)),
  });
}
