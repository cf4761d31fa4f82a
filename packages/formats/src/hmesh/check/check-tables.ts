// The rules between the tables of a version 2 mesh: submeshes tile, slots, parents and ranges exist. Takes only as long as the
// tables, so decoders do it too.

import type { Chunk, ChunkTable } from '../../chunked/chunk-table.js';
import { checkPreOrder } from '../../core/pre-order.js';
import type { Problems } from '../../core/problem.js';
import {
  type ChunkName,
  GpuJoint,
  LodTableHeader,
  MeshBounds,
  MeshLod,
  NO_MATERIAL,
  SceneNode,
  SubMesh,
} from '../layout.js';
import type { Bounds, Hmesh, Joint, Lods, Node } from '../model.js';

export function checkTables(mesh: Hmesh, table: ChunkTable<ChunkName>, problems: Problems): void {
  const { known } = table;
  const bounds = known.get('BNDS');
  if (bounds) checkBox(mesh.bounds, bounds.offset, 'BNDS', problems);
  const submeshes = known.get('SUBM');
  if (submeshes) checkSubmeshes(mesh, submeshes, problems);
  const joints = known.get('SKEL');
  if (joints && mesh.skin) checkJoints(mesh.skin.joints, joints, problems);
  const lods = known.get('LODT');
  if (lods && mesh.lods) checkLodRanges(mesh.lods, lods, problems);
  const nodes = known.get('NODE');
  if (nodes && mesh.nodes) checkNodes(mesh.nodes, mesh.desc.submeshCount, nodes, problems);
}

/** How far a vertex may be outside the box: rounding by the writer is not an error. */
export function boxTolerance({ aabbMin, aabbMax }: Pick<Bounds, 'aabbMin' | 'aabbMax'>): number {
  let extent = 0;
  for (let axis = 0; axis < 3; axis++) extent = Math.max(extent, (aabbMax[axis] ?? 0) - (aabbMin[axis] ?? 0));
  return extent * 1e-5;
}

export function checkBox(bounds: Bounds, at: number, label: string, problems: Problems): void {
  for (let axis = 0; axis < 3; axis++)
    if ((bounds.aabbMin[axis] ?? 0) > (bounds.aabbMax[axis] ?? 0))
      problems.add('bad-value', at + axis * 4, `${label}.aabbMin`, `must not exceed aabbMax (axis ${axis})`);
  if (bounds.sphereRadius < 0)
    problems.add(
      'bad-value',
      at + MeshBounds.offsetOf('sphereRadius'),
      `${label}.sphereRadius`,
      'must not be negative',
    );
}

function checkSubmeshes({ desc, bounds, submeshes }: Hmesh, chunk: Chunk, problems: Problems): void {
  let nextIndex = 0;
  let nextMeshlet = 0;
  for (const [i, submesh] of submeshes.entries()) {
    const at = chunk.offset + i * SubMesh.size;
    const complain = (
      field: Parameters<typeof SubMesh.offsetOf>[0],
      message: string,
      code: 'bad-range' | 'bad-value',
    ) => problems.add(code, at + SubMesh.offsetOf(field), `SUBM[${i}].${field}`, message);
    if (submesh.firstIndex !== nextIndex)
      complain('firstIndex', `must be ${nextIndex}, where the last ended`, 'bad-range');
    if (submesh.firstMeshlet !== nextMeshlet)
      complain('firstMeshlet', `must be ${nextMeshlet}, where the last ended`, 'bad-range');
    nextIndex = submesh.firstIndex + submesh.indexCount;
    nextMeshlet = submesh.firstMeshlet + submesh.meshletCount;
    if (nextIndex > desc.indexCount) complain('indexCount', `reaches past the ${desc.indexCount} indices`, 'bad-range');
    if (nextMeshlet > desc.meshletCount)
      complain('meshletCount', `reaches past the ${desc.meshletCount} meshlets`, 'bad-range');
    if (submesh.materialSlot !== NO_MATERIAL && submesh.materialSlot >= desc.materialCount)
      complain('materialSlot', `must be below ${desc.materialCount}`, 'bad-range');
    checkBox(submesh, at + SubMesh.offsetOf('aabbMin'), `SUBM[${i}]`, problems);
    if (submesh.indexCount > 0) checkInside(bounds, submesh, i, chunk, problems);
  }
  if (nextIndex < desc.indexCount)
    problems.add('bad-range', chunk.offset, 'SUBM', `covers ${nextIndex} of ${desc.indexCount} indices`);
  if (nextMeshlet < desc.meshletCount)
    problems.add('bad-range', chunk.offset, 'SUBM', `covers ${nextMeshlet} of ${desc.meshletCount} meshlets`);
}

/** For the validator alone: decoders accept older files, whose empty submeshes have a box of zeros anywhere. */
export function checkEmptySubmeshes(mesh: Hmesh, table: ChunkTable<ChunkName>, problems: Problems): void {
  const chunk = table.known.get('SUBM');
  for (const [i, submesh] of mesh.submeshes.entries())
    if (chunk && submesh.indexCount === 0) checkInside(mesh.bounds, submesh, i, chunk, problems);
}

/** The box of a submesh is inside that of the mesh. */
function checkInside(outer: Bounds, inner: Bounds, submesh: number, chunk: Chunk, problems: Problems): void {
  const tolerance = boxTolerance(outer);
  const complain = (field: 'aabbMin' | 'aabbMax', axis: number) =>
    problems.add(
      'bad-value',
      chunk.offset + submesh * SubMesh.size + SubMesh.offsetOf(field),
      `SUBM[${submesh}].${field}`,
      `is outside BNDS (axis ${axis})`,
    );
  for (let axis = 0; axis < 3; axis++) {
    if ((inner.aabbMin[axis] ?? 0) < (outer.aabbMin[axis] ?? 0) - tolerance) complain('aabbMin', axis);
    if ((inner.aabbMax[axis] ?? 0) > (outer.aabbMax[axis] ?? 0) + tolerance) complain('aabbMax', axis);
  }
}

/** Joints may come in any order, but following parents must end at a root. */
function checkJoints(joints: readonly Joint[], chunk: Chunk, problems: Problems): void {
  const OPEN = 1;
  const DONE = 2;
  const state = new Uint8Array(joints.length);
  for (let start = 0; start < joints.length; start++) {
    const path: number[] = [];
    let joint = start;
    while (joint >= 0 && joint < joints.length && state[joint] === 0) {
      state[joint] = OPEN;
      path.push(joint);
      joint = joints[joint]?.parent ?? -1;
    }
    const last = path.at(-1);
    const at = chunk.offset + (last ?? 0) * GpuJoint.size + GpuJoint.offsetOf('parent');
    if (last !== undefined && joint >= joints.length)
      problems.add('bad-range', at, `SKEL[${last}].parent`, `must be below ${joints.length}`);
    else if (last !== undefined && joint >= 0 && state[joint] === OPEN)
      problems.add('bad-value', at, `SKEL[${last}].parent`, 'makes a cycle');
    for (const visited of path) state[visited] = DONE;
  }
}

function checkNodes(nodes: readonly Node[], submeshCount: number, chunk: Chunk, problems: Problems): void {
  const placeOf = (i: number, field: 'parent' | 'firstSubmesh'): number =>
    chunk.offset + i * SceneNode.size + SceneNode.offsetOf(field);
  checkPreOrder(nodes, (i, code, message) => problems.add(code, placeOf(i, 'parent'), `NODE[${i}].parent`, message));
  for (const [i, node] of nodes.entries())
    if (node.submeshCount > 0 && node.firstSubmesh + node.submeshCount > submeshCount)
      problems.add(
        'bad-range',
        placeOf(i, 'firstSubmesh'),
        `NODE[${i}].firstSubmesh`,
        `reaches past the ${submeshCount} submeshes`,
      );
}

function checkLodRanges({ indices, ranges }: Lods, chunk: Chunk, problems: Problems): void {
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    const first = ranges[i] ?? 0;
    const count = ranges[i + 1] ?? 0;
    const at = chunk.offset + LodTableHeader.size + (i / 2) * MeshLod.size;
    if (count % 3 !== 0)
      problems.add(
        'bad-value',
        at + MeshLod.offsetOf('indexCount'),
        `LODT[${i / 2}].indexCount`,
        'must be a multiple of 3',
      );
    if (count > 0 && first + count > indices.length)
      problems.add('bad-range', at, `LODT[${i / 2}].firstIndex`, `reaches past the ${indices.length} indices of LODI`);
  }
}
