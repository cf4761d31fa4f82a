// Orders the triangles and vertices of a compiled mesh for compression.

import type { HmeshModel } from '@assetc/formats';
import { GpuVertex } from '@assetc/formats/layouts';
import { orderTriangles } from '@assetc/kernels';
import { reorderVertices } from '../clusters/reorder-vertices.js';
import { narrowIndices } from './stored-forms.js';

const UNUSED = 0xffffffff;

/** As the compiler orders for compression, except what must keep its order: pages of clusters, and micromaps. */
export function orderForSize(model: HmeshModel): HmeshModel {
  const { clusters, micromaps, materials, submeshes } = model;
  if (clusters !== undefined || micromaps !== undefined) return model;
  const indices = Uint32Array.from(model.indices);
  const count = model.vertices.length / GpuVertex.size;
  for (const { firstIndex, indexCount } of submeshes)
    orderTriangles(indices.subarray(firstIndex, firstIndex + indexCount), count, 'size');
  const numbers = new Uint32Array(count).fill(UNUSED);
  let used = 0;
  for (const vertex of indices) if (numbers[vertex] === UNUSED) numbers[vertex] = used++;
  for (let i = 0; i < count; i++) if (numbers[i] === UNUSED) numbers[i] = used++;
  const ordered = { ...reorderVertices({ ...model, indices }, numbers), materials };
  return model.meshletVertices instanceof Uint16Array ? { ...ordered, ...narrowIndices(ordered) } : ordered;
}
