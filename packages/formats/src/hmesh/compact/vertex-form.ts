// The four forms of vertices, and the chunks of each. A file has the chunks of exactly one form.

import type { ChunkReader } from '../../chunked/chunk-reader.js';
import type { Chunk, ChunkTable } from '../../chunked/chunk-table.js';
import { type ChunkName, GpuVertex } from '../layout.js';
import { CompactAttributes, CompactPosition, CompactVertex, SplitAttributes, SplitPosition } from './compact-layout.js';

/** A form of vertices. */
export interface VertexForm {
  readonly isCompact: boolean;
  /** The chunk of each stream, and its bytes per vertex. */
  readonly streams: readonly (readonly [name: ChunkName, size: number])[];
}

const FULL: VertexForm = { isCompact: false, streams: [['VTXS', GpuVertex.size]] };
const FULL_SPLIT: VertexForm = {
  isCompact: false,
  streams: [
    ['VPOS', SplitPosition.size],
    ['VATR', SplitAttributes.size],
  ],
};
const COMPACT: VertexForm = { isCompact: true, streams: [['VTXC', CompactVertex.size]] };
const COMPACT_SPLIT: VertexForm = {
  isCompact: true,
  streams: [
    ['VPSC', CompactPosition.size],
    ['VATC', CompactAttributes.size],
  ],
};

export const formOf = (isCompact: boolean, isSplit: boolean): VertexForm =>
  isCompact ? (isSplit ? COMPACT_SPLIT : COMPACT) : isSplit ? FULL_SPLIT : FULL;

/** Bytes of a vertex in all streams of a form: the stride in DESC. */
export const strideOf = ({ streams }: VertexForm): number => streams.reduce((sum, [, size]) => sum + size, 0);

/** Chunks that belong to some forms only, in the order of the writer. */
const FORM_CHUNKS = [
  'VTXS',
  'VPOS',
  'VATR',
  'VTXC',
  'VPSC',
  'VATC',
  'SKIN',
  'SKNC',
  'UVS1',
  'UV1C',
  'MRPH',
  'MRPC',
] as const;
const FULL_ONLY: readonly ChunkName[] = ['SKIN', 'UVS1', 'MRPH'];
const COMPACT_ONLY: readonly ChunkName[] = ['SKNC', 'UV1C', 'MRPC'];

/** The chunk with 16-bit indices that may replace another. */
export const NARROW_CHUNKS = { MLVR: 'MLV2', LODI: 'LDI2', CLVR: 'CLV2' } as const;
export type IndexChunk = keyof typeof NARROW_CHUNKS;

/** The form of the file, by the chunks that are there. Reports chunks of another form, and indices of both widths. */
export function readForm(reader: ChunkReader<ChunkName>): VertexForm {
  const has = (...names: readonly ChunkName[]): boolean => names.some((name) => reader.get(name) !== undefined);
  const isCompact = has('GRID', 'VTXC', 'VPSC', 'VATC');
  const form = formOf(isCompact, isCompact ? has('VPSC', 'VATC') : has('VPOS', 'VATR'));
  const allowed = [...form.streams.map(([name]) => name), ...(isCompact ? COMPACT_ONLY : FULL_ONLY)];
  for (const name of FORM_CHUNKS) {
    const chunk = reader.get(name);
    if (chunk && !allowed.includes(name))
      reader.problems.add('bad-value', chunk.entryOffset, name, 'must not be in a file with vertices of another form');
  }
  for (const [wide, name] of Object.entries(NARROW_CHUNKS) as [IndexChunk, ChunkName][]) {
    const chunk = reader.get(name);
    if (chunk && has(wide))
      reader.problems.add('duplicate', chunk.entryOffset, name, `must not be in a file with ${wide}`);
  }
  return form;
}

/** The name under which a file has these indices. */
export const nameOfIndices = (table: ChunkTable<ChunkName>, wide: IndexChunk): ChunkName =>
  table.known.has(NARROW_CHUNKS[wide]) ? NARROW_CHUNKS[wide] : wide;

/** The chunk of these indices, with either width. */
export const chunkOfIndices = (
  reader: ChunkReader<ChunkName>,
  wide: IndexChunk,
  isRequired: boolean,
): Chunk | undefined => {
  const name = nameOfIndices(reader.table, wide);
  return isRequired ? reader.required(name) : reader.get(name);
};

/** The indices of a chunk that `chunkOfIndices` found. */
export function readIndices(
  reader: ChunkReader<ChunkName>,
  chunk: Chunk | undefined,
  wide: IndexChunk,
): Uint16Array | Uint32Array {
  if (chunk === undefined) return new Uint32Array(0);
  return chunk.name === wide ? reader.elements(chunk, Uint32Array) : reader.elements(chunk, Uint16Array);
}
