// Writes the vertex streams of any form, and indices of either width.

import { type ChunkToWrite, rows } from '../../chunked/encode-chunks.js';
import { bytesOf } from '../../core/typed-section.js';
import type { ChunkName } from '../layout.js';
import type { HmeshModel } from '../model.js';
import { VertexGrid } from './compact-layout.js';
import { formOf, type IndexChunk, NARROW_CHUNKS, type VertexForm } from './vertex-form.js';

type Written = ChunkToWrite<ChunkName>;

export const formOfModel = ({ stored }: Pick<HmeshModel, 'stored'>): VertexForm =>
  formOf(stored?.compact !== undefined, (stored?.streams.length ?? 1) > 1);

/** May be a fraction, if the streams have no whole rows. */
export function vertexCountOf(model: Pick<HmeshModel, 'stored' | 'vertices'>): number {
  const [[, size] = ['VTXS', 1]] = formOfModel(model).streams;
  return (model.stored?.streams[0] ?? model.vertices).length / size;
}

export function vertexChunks(model: Pick<HmeshModel, 'stored' | 'vertices'>): Written[] {
  const { stored } = model;
  const streams = stored?.streams ?? [model.vertices];
  const chunks = formOfModel(model).streams.map(
    ([name], i): Written => ({ name, bytes: streams[i] ?? new Uint8Array(0) }),
  );
  const grid = stored?.compact?.grid;
  return grid === undefined ? chunks : [{ name: 'GRID', bytes: rows(VertexGrid, [grid]) }, ...chunks];
}

/** An empty list is written as a wide one: a file that has no other new chunk stays readable for older readers. */
export const indexChunk = (wide: IndexChunk, indices: Uint16Array | Uint32Array): Written => ({
  name: indices instanceof Uint16Array && indices.length > 0 ? NARROW_CHUNKS[wide] : wide,
  bytes: bytesOf(indices),
});
