// Reads the vertex streams of any form, and GRID. Checks sizes and the grid, not vertices.

import type { ChunkReader } from '../../chunked/chunk-reader.js';
import type { Chunk } from '../../chunked/chunk-table.js';
import type { ChunkName } from '../layout.js';
import { UV_FORMATS, VertexGrid } from './compact-layout.js';
import { readForm, type VertexForm } from './vertex-form.js';

/** The chunks of a file's vertices. */
export interface VertexChunks {
  readonly form: VertexForm;
  readonly streams: readonly Chunk[];
  /** Of compact vertices. */
  readonly grid: VertexGrid | undefined;
}

/** Returns undefined after reporting what is missing. */
export function findVertices(reader: ChunkReader<ChunkName>): VertexChunks | undefined {
  const form = readForm(reader);
  const grid = form.isCompact ? readGrid(reader) : undefined;
  const streams = form.streams.flatMap(([name]) => reader.required(name) ?? []);
  if (streams.length < form.streams.length || (form.isCompact && grid === undefined)) return undefined;
  return { form, streams, grid };
}

function readGrid(reader: ChunkReader<ChunkName>): VertexGrid | undefined {
  const chunk = reader.required('GRID');
  const grid = chunk && reader.head(chunk, VertexGrid);
  if (chunk === undefined || grid === undefined) return undefined;
  reader.expectSize(chunk, VertexGrid.size);
  const complain = (field: Parameters<typeof VertexGrid.offsetOf>[0], message: string): void =>
    reader.problems.add('bad-value', chunk.offset + VertexGrid.offsetOf(field), `GRID.${field}`, message);
  if (!isPowerOfTwo(grid.step)) complain('step', 'must be a power of two');
  else if (!grid.offset.every((value) => Number.isInteger(value / grid.step)))
    complain('offset', 'must be multiples of the step');
  for (const set of ['uv', 'uvs1'] as const) {
    const [min, extent] = [grid[`${set}Min`], grid[`${set}Extent`]];
    const isHalf = UV_FORMATS[grid[`${set}Format`]] === 'float16';
    if (isHalf && (min.some((value) => value !== 0) || extent.some((value) => value !== 1)))
      complain(`${set}Min`, 'must be 0 with an extent of 1, because texture coordinates are halfs');
    else if (extent.some((value) => value < 0)) complain(`${set}Extent`, 'must not be negative');
  }
  return grid;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** Among the normal floats. */
function isPowerOfTwo(value: number): boolean {
  float[0] = value;
  const exponent = (bits[0] ?? 0) >>> 23;
  return ((bits[0] ?? 0) & 0x7fffff) === 0 && exponent > 0 && exponent < 255;
}
