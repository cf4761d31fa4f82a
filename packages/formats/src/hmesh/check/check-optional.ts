// Checks the bulk data of the chunks that follow NODE: colors, second texture coordinates, morph deltas, indices of lines.

import type { ChunkTable } from '../../chunked/chunk-table.js';
import type { Problems } from '../../core/problem.js';
import type { ChunkName } from '../layout.js';
import type { Hmesh } from '../model.js';
import { ColorHeader } from '../optional-layout.js';
import type { Morphs, VertexColors } from '../optional-model.js';
import { lineIndicesPlace } from '../read-lines.js';
import { morphPlaces } from '../read-morphs.js';
import { checkIndices, placed, sumIsFinite } from './check-bulk.js';

export function checkOptional(mesh: Hmesh, table: ChunkTable<ChunkName>, problems: Problems): void {
  const { colors, uvs1, morphs, lines, desc } = mesh;
  const at = (name: 'CLR0' | 'UVS1' | 'MRPH' | 'LNPT'): number => placed(table, name, undefined).offset;
  if (colors) checkHalfs(colors, at('CLR0') + ColorHeader.size, problems);
  if (uvs1) checkFinite(uvs1, at('UVS1'), 2, (vertex) => `UVS1[${vertex}]`, problems);
  if (morphs) checkMorphs(morphs, at('MRPH'), desc.vertexCount, problems);
  if (lines) {
    const place = { data: lines.indices, offset: at('LNPT') + lineIndicesPlace(lines), name: 'LNPT.index' };
    checkIndices(place, desc.vertexCount, problems);
  }
}

/** Infinities and NaN have all bits of the exponent set. */
const HALF_EXPONENT = 0x7c00;

function checkHalfs({ format, values }: VertexColors, at: number, problems: Problems): void {
  if (format !== 'float16') return;
  for (let i = 0; i < values.length; i++)
    if (((values[i] ?? 0) & HALF_EXPONENT) === HALF_EXPONENT)
      problems.add('bad-value', at + i * 2, `CLR0[${i >> 2}]`, 'must be finite');
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
  const places = morphPlaces(morphs);
  const { vertices, targets } = morphs;
  checkIndices({ data: vertices, offset: at + places.vertices, name: 'MRPH.vertex' }, vertexCount, problems);
  // Targets that extend past the entries have been reported already.
  for (const { firstEntry, entryCount } of targets)
    for (let i = firstEntry + 1; i < Math.min(firstEntry + entryCount, vertices.length); i++)
      if ((vertices[i] ?? 0) <= (vertices[i - 1] ?? 0))
        problems.add(
          'bad-order',
          at + places.vertices + i * 4,
          `MRPH.vertex[${i}]`,
          `is ${vertices[i]} after ${vertices[i - 1]}, must ascend inside a target`,
        );
  for (const list of ['positions', 'normals', 'tangents'] as const)
    checkFinite(morphs[list], at + places[list], 3, (row) => `MRPH.${list}[${row}]`, problems);
}
