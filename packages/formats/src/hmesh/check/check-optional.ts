// Checks the bulk data of the chunks that follow NODE: colors, second texture coordinates, morph deltas, indices of lines.

import type { ChunkTable } from '../../chunked/chunk-table.js';
import { isFiniteHalf } from '../../codec/half-float.js';
import type { Problems } from '../../core/problem.js';
import { checkCompactUvs1 } from '../compact/check-compact.js';
import type { ChunkName } from '../layout.js';
import type { Hmesh } from '../model.js';
import { ColorHeader } from '../optional-layout.js';
import type { Morphs, VertexColors } from '../optional-model.js';
import { lineIndicesPlace } from '../read-lines.js';
import { morphPlaces } from '../read-morphs.js';
import { checkIndices, placed, sumIsFinite } from './check-bulk.js';

export function checkOptional(mesh: Hmesh, table: ChunkTable<ChunkName>, problems: Problems): void {
  const { colors, stored, morphs, lines, desc } = mesh;
  const compact = stored?.compact;
  const at = (name: 'CLR0' | 'UVS1' | 'UV1C' | 'MRPH' | 'MRPC' | 'LNPT'): number =>
    placed(table, name, undefined).offset;
  if (colors) checkHalfs(colors, at('CLR0') + ColorHeader.size, problems);
  if (compact) checkCompactUvs1(compact, at('UV1C'), problems);
  else if (mesh.uvs1) checkFinite(mesh.uvs1, at('UVS1'), 2, (vertex) => `UVS1[${vertex}]`, problems);
  if (morphs && compact)
    checkMorphVertices(morphs, 'MRPC', morphPlaces(morphs, true), at('MRPC'), desc.vertexCount, problems);
  else if (morphs) checkMorphs(morphs, at('MRPH'), desc.vertexCount, problems);
  if (lines) {
    const place = { data: lines.indices, offset: at('LNPT') + lineIndicesPlace(lines), name: 'LNPT.index' };
    checkIndices(place, desc.vertexCount, problems);
  }
}

function checkHalfs({ format, values }: VertexColors, at: number, problems: Problems): void {
  if (format !== 'float16') return;
  for (let i = 0; i < values.length; i++)
    if (!isFiniteHalf(values[i] ?? 0)) problems.add('bad-value', at + i * 2, `CLR0[${i >> 2}]`, 'must be finite');
}

function checkFinite(
  data: Float32Array,
  at: number,
  perRow: number,
  label: (row: number) => string,
  problems: Problems,
): void {
  if (sumIsFinite(data)) return;
  for (let i = 0; i < data.length; i++)
    if (!Number.isFinite(data[i]))
      problems.add('bad-value', at + i * 4, label(Math.floor(i / perRow)), 'must be finite');
}

function checkMorphs(morphs: Morphs, at: number, vertexCount: number, problems: Problems): void {
  const places = morphPlaces(morphs, false);
  checkMorphVertices(morphs, 'MRPH', places, at, vertexCount, problems);
  for (const list of ['positions', 'normals', 'tangents'] as const)
    checkFinite(morphs[list], at + places[list], 3, (row) => `MRPH.${list}[${row}]`, problems);
}

function checkMorphVertices(
  { vertices, targets }: Morphs,
  name: 'MRPH' | 'MRPC',
  places: { readonly vertices: number },
  at: number,
  vertexCount: number,
  problems: Problems,
): void {
  checkIndices({ data: vertices, offset: at + places.vertices, name: `${name}.vertex` }, vertexCount, problems);
  // Targets that extend past the entries have been reported already.
  for (const { firstEntry, entryCount } of targets)
    for (let i = firstEntry + 1; i < Math.min(firstEntry + entryCount, vertices.length); i++)
      if ((vertices[i] ?? 0) <= (vertices[i - 1] ?? 0))
        problems.add(
          'bad-order',
          at + places.vertices + i * 4,
          `${name}.vertex[${i}]`,
          `is ${vertices[i]} after ${vertices[i - 1]}, must ascend inside a target`,
        );
}
