// Compressed chunks of a mesh: the name of the chunk in lower case replaces it, so that older readers refuse the file. One row of
// COMPRESSIBLE adds a chunk.

import type { ChunkedFormat } from '../../chunked/container.js';
import { u32, u64 } from '../../core/scalar.js';
import { field, type Infer, is, oneOf, struct } from '../../core/struct.js';
import { type ChunkName, HMESH_FORMAT } from '../layout.js';

/** How a compressed chunk is coded; the index is `EncodedChunk.codec`. */
export const MESH_CODECS = ['raw', 'vertices', 'triangles', 'sequence', 'meshlets'] as const;
/** How a compressed chunk is coded. */
export type MeshCodec = (typeof MESH_CODECS)[number];

export const EncodedChunk = struct('EncodedChunk', 32, 'Start of a compressed chunk; the coded bytes follow.', {
  codec: field(u32, '0 raw, 1 vertices, 2 triangles, 3 sequence, 4 meshlets.', oneOf(...MESH_CODECS.keys())),
  stride: field(u32, 'Bytes of an element; with codec 4 those of a vertex number.'),
  count: field(u32, 'Elements; with codec 4 meshlets.'),
  pad: field(u32, 'Zero.', is(0)),
  rawSize: field(u64, 'Bytes of the chunks that it replaces.'),
  hash: field(u64, 'XXH3-64 of the raw bytes; with codec 4 of the XXH3-64 of each chunk that it replaces, in order.'),
});
export type EncodedChunk = Infer<typeof EncodedChunk>;

/** How the writer codes a chunk. `stride` 'vertex': its size divided by the number of vertices. */
interface CompressibleChunk {
  readonly codec: 'vertices' | 'triangles';
  readonly stride: number | 'vertex' | 'index';
}

const perVertex: CompressibleChunk = { codec: 'vertices', stride: 'vertex' };
const rowsOf = (stride: number): CompressibleChunk => ({ codec: 'vertices', stride });

/** The chunks that can be compressed, one by one. */
export const COMPRESSIBLE = {
  VTXS: perVertex,
  VPOS: perVertex,
  VATR: perVertex,
  VTXC: perVertex,
  VPSC: perVertex,
  VATC: perVertex,
  IDXS: { codec: 'triangles', stride: 'index' },
  MLET: rowsOf(16),
  MLVR: rowsOf(4),
  MLV2: rowsOf(4),
  MLTR: rowsOf(4),
  MLBN: rowsOf(32),
  SKIN: perVertex,
  SKNC: perVertex,
  LODI: { codec: 'triangles', stride: 4 },
  LDI2: { codec: 'triangles', stride: 2 },
  CLR0: rowsOf(4),
  UVS1: perVertex,
  UV1C: perVertex,
  MRPH: rowsOf(4),
  MRPC: rowsOf(4),
  CLUS: rowsOf(64),
  CLVR: rowsOf(4),
  CLV2: rowsOf(4),
  CLTR: rowsOf(4),
  CLGR: rowsOf(32),
  CLPG: rowsOf(48),
  MLTW: rowsOf(4),
  CLTW: rowsOf(4),
} as const satisfies Partial<Record<ChunkName, CompressibleChunk>>;

type CompressibleName = keyof typeof COMPRESSIBLE;
export const isCompressible = (name: string): name is CompressibleName => Object.hasOwn(COMPRESSIBLE, name);

/** Coded together by the codec of meshlets: rows (if any), vertices (in 4 or 2 bytes) and triangles. */
export const MESHLET_CHUNKS = {
  mlts: { rows: 'MLET', vertices: { 4: 'MLVR', 2: 'MLV2' }, triangles: 'MLTR' },
  clts: { rows: undefined, vertices: { 4: 'CLVR', 2: 'CLV2' }, triangles: 'CLTR' },
} as const;
export type MeshletChunk = keyof typeof MESHLET_CHUNKS;
export const isMeshletChunk = (name: string): name is MeshletChunk => Object.hasOwn(MESHLET_CHUNKS, name);

export const ENCODED_NAMES: readonly string[] = [
  ...Object.keys(COMPRESSIBLE).map((name) => name.toLowerCase()),
  ...Object.keys(MESHLET_CHUNKS),
];

/** The chunks of a mesh and the compressed ones. */
export const ENCODED_FORMAT: ChunkedFormat<string> = {
  ...HMESH_FORMAT,
  chunks: [...HMESH_FORMAT.chunks, ...ENCODED_NAMES],
};
