// NAMS: one table of names for submeshes, materials, joints and morph targets, in that order.

import type { ChunkReader } from '../chunked/chunk-reader.js';
import { readNameTable } from '../core/name-table.js';
import type { ChunkName } from './layout.js';
import { NamesHeader } from './optional-layout.js';
import type { MeshNames } from './optional-model.js';

/** The number of named objects of each kind. */
interface NamedCounts {
  readonly submeshCount: number;
  readonly materialCount: number;
  readonly jointCount: number;
  readonly targetCount: number;
}

const OWNERS = { submeshCount: 'DESC', materialCount: 'DESC', jointCount: 'SKEL', targetCount: 'MRPH' } as const;

export function readNames(reader: ChunkReader<ChunkName>, counts: NamedCounts): MeshNames | undefined {
  const chunk = reader.get('NAMS');
  const head = chunk && reader.head(chunk, NamesHeader);
  if (chunk === undefined || head === undefined) return undefined;
  for (const field of ['submeshCount', 'materialCount', 'jointCount', 'targetCount'] as const)
    if (head[field] !== counts[field]) {
      const message = `must be ${counts[field]} as in ${OWNERS[field]}`;
      reader.problems.add('bad-value', chunk.offset + NamesHeader.offsetOf(field), `NAMS.${field}`, message);
    }
  const { submeshCount, materialCount, jointCount, targetCount } = head;
  const total = submeshCount + materialCount + jointCount + targetCount;
  const names = readNameTable(
    reader.bytes,
    chunk.offset + NamesHeader.size,
    chunk.size - NamesHeader.size,
    total,
    'NAMS',
    reader.problems,
  );
  if (names === undefined) return undefined;
  const materialsEnd = submeshCount + materialCount;
  return {
    submeshes: names.slice(0, submeshCount),
    materials: names.slice(submeshCount, materialsEnd),
    joints: names.slice(materialsEnd, materialsEnd + jointCount),
    targets: names.slice(materialsEnd + jointCount),
  };
}
