// SKIN or SKNC, and SKEL. Checks sizes and joints, not weights.

import type { ChunkReader } from '../chunked/chunk-reader.js';
import { SIZE_FIELD } from '../chunked/chunk-table.js';
import { compactSkinSize } from './compact/compact-layout.js';
import { fullSkinRows } from './compact/full-rows.js';
import { withMade } from './compact/made-on-demand.js';
import { type ChunkName, GpuJoint, GpuSkinVertex } from './layout.js';
import type { Skin } from './model.js';

export function readSkin(reader: ChunkReader<ChunkName>, vertexCount: number, isCompact: boolean): Skin | undefined {
  const name = isCompact ? 'SKNC' : 'SKIN';
  if (!reader.get(name) && !reader.get('SKEL')) return undefined;
  const vertices = reader.required(name);
  const jointChunk = reader.required('SKEL');
  const jointCount = Math.floor((jointChunk?.size ?? 0) / GpuJoint.size);
  if (vertices)
    reader.expectSize(vertices, vertexCount * (isCompact ? compactSkinSize(jointCount) : GpuSkinVertex.size));
  if (jointChunk && (jointChunk.size === 0 || jointChunk.size % GpuJoint.size !== 0))
    reader.problems.add(
      'bad-range',
      jointChunk.entryOffset + SIZE_FIELD,
      'SKEL.size',
      `must be a positive multiple of ${GpuJoint.size}`,
    );
  const joints = jointChunk ? reader.rows(jointChunk, GpuJoint).map(({ pad, ...joint }) => joint) : [];
  const rows = vertices ? reader.bytesOf(vertices) : new Uint8Array(0);
  return isCompact
    ? withMade({ joints }, 'vertices', () => fullSkinRows(rows, jointCount))
    : { vertices: rows, joints };
}
