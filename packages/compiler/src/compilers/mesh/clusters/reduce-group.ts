// Reduces one group of clusters to fewer clusters with about half of the triangles and the same border. Runs on any thread.

import { SurfacePair, simplify as simplifyMesh, simplifyScale, simplifySloppily } from '@assetc/kernels';
import { buildMeshlets } from '../../../encoding/mesh/meshlets.js';
import type { MeshletLimits } from '../../../model/scene/meshlet-limits.js';
import type { ClusterStore } from './cluster-list.js';
import { type ClusterSource, MATERIAL_SEAM } from './cluster-source.js';
import { LOCKED, LocalMesh } from './local-mesh.js';
import { measureGroup } from './measure-group.js';
import { writeClusters } from './write-clusters.js';

/** Buffers for the results of groups. */
export interface GroupBuffers extends ClusterStore {
  /** ROW_WORDS each, as in a ClusterList; offsets are relative to the store. */
  readonly rows: Uint32Array;
  readonly bounds: Float32Array;
  /** Per group: the number of new clusters; 0 if it could not be reduced. */
  readonly counts: Uint32Array;
  /** Per group, in the units of the scaled positions. */
  readonly errors: Float64Array;
  /** Per group: 1 if connectivity is not preserved. */
  readonly sloppy: Uint8Array;
}

export interface GroupsPayload {
  readonly source: ClusterSource;
  readonly limits: MeshletLimits;
  readonly rows: Uint32Array;
  readonly stores: readonly ClusterStore[];
  /** 1 for each position that must stay. */
  readonly borders: Uint8Array;
  readonly members: Uint32Array;
  /** The start of each group in `members`, and the end. */
  readonly starts: Uint32Array;
  /** The first group of each batch that a thread processes at once, and the end. */
  readonly batches: Uint32Array;
  /** The start of each group's buffers, in triangles and in clusters. */
  readonly triangleStarts: Uint32Array;
  readonly clusterStarts: Uint32Array;
  readonly buffers: GroupBuffers;
  /** The index that `buffers` will have among the stores. */
  readonly store: number;
}

/** Shares of the triangles: the target, the limit above which a reduction is useless, and the limit above which connectivity is given up. */
const TARGET_SHARE = 0.5;
const MAX_USEFUL_SHARE = 0.85;
const GOOD_SHARE = 0.7;
/** A less accurate attempt must reduce at least by this factor. */
const MIN_IMPROVEMENT = 0.9;
/** Maximum error relative to the extent of the group; beyond it, joining near vertices is better. */
const MAX_COLLAPSE_ERROR = 0.2;
/** The maximum number of samples per cluster. */
export const MAX_SAMPLES = 64;

interface ThreadState {
  readonly source: ClusterSource;
  readonly local: LocalMesh;
  readonly surfaces: SurfacePair;
}

/** Per thread, for its current mesh. */
let threadState: ThreadState | undefined;

export function runClusterGroups(payload: GroupsPayload, batch: number): void {
  const { source } = payload;
  if (threadState?.source !== source)
    threadState = { source, local: new LocalMesh(source), surfaces: new SurfacePair() };
  const last = payload.batches[batch + 1] ?? 0;
  for (let group = payload.batches[batch] ?? 0; group < last; group++) reduceGroup(payload, group, threadState);
}

/** Releases what this thread keeps of a mesh. */
export function releaseClusterGroups(): void {
  threadState = undefined;
}

function reduceGroup(payload: GroupsPayload, group: number, { local, surfaces }: ThreadState): void {
  const { source, limits, rows, stores, borders, members, starts } = payload;
  local.fill(rows, stores, members.subarray(starts[group] ?? 0, starts[group + 1] ?? 0), borders);
  const reduced = simplify(local, source);
  if (reduced === undefined) return;
  const parts = reduced.parts.map(({ submesh, indices }) => ({ submesh, indices: local.finish(indices) }));
  const count = local.vertexCount + local.extraCount;
  const unit = { count, positions: local.positions.subarray(0, count * 3), scale: source.scale };
  const meshlets = parts.map(({ indices }) => buildMeshlets(indices, unit, limits));
  const newClusters = writeClusters(payload, group, local, meshlets, parts);
  payload.buffers.errors[group] = measureGroup(local, surfaces, newClusters, payload.buffers, reduced.error);
  payload.buffers.sloppy[group] = reduced.isSloppy ? 1 : 0;
  payload.buffers.counts[group] = newClusters.count;
}

interface Attempt {
  readonly indices: Uint32Array;
  readonly error: number;
  readonly isSloppy: boolean;
}

interface Reduced extends Omit<Attempt, 'indices'> {
  readonly parts: readonly Part[];
  /** Number of corners of all parts. */
  readonly count: number;
}

/** Undefined if the group cannot be reduced. Gives up seams first, then connectivity, then connectivity between materials. */
function simplify(local: LocalMesh, source: ClusterSource): Reduced | undefined {
  const { indexCount } = local;
  const target = Math.floor((indexCount / 3) * TARGET_SHARE) * 3;
  const size = simplifyScale(local.vertexCount, local.positions.subarray(0, local.vertexCount * 3));
  const attempts = [
    () => collapse(local, source, target, size * MAX_COLLAPSE_ERROR),
    () => {
      local.unlockUvSeams();
      return { ...collapse(local, source, target, size * MAX_COLLAPSE_ERROR), isSloppy: true };
    },
    () => joinNear(local, source, target, size, MATERIAL_SEAM),
    () => joinNear(local, source, target, size, NO_SEAM),
  ];
  let best: Reduced | undefined;
  for (const attempt of attempts) {
    const { indices, error, isSloppy } = attempt();
    if (
      indices.length === 0 ||
      indices.length > (best?.count ?? indexCount * MAX_USEFUL_SHARE) * (best ? MIN_IMPROVEMENT : 1)
    )
      continue;
    const parts = bySubmesh(indices, local, source);
    if (parts === undefined) continue;
    best = { parts, count: indices.length, error, isSloppy };
    if (indices.length <= indexCount * GOOD_SHARE) break;
  }
  return best;
}

const MAX_ERROR = 1e30;
const NO_SEAM = 0xff;

function collapse(local: LocalMesh, source: ClusterSource, target: number, maxError: number): Attempt {
  const { vertexCount, indexCount } = local;
  const stride = source.weights.length;
  const { indices, error } = simplifyMesh(
    {
      vertexCount,
      indices: local.indices.subarray(0, indexCount),
      positions: local.positions.subarray(0, vertexCount * 3),
      attributes: local.attributes.subarray(0, vertexCount * stride),
      weights: source.weights,
      locks: local.locks.subarray(0, vertexCount),
    },
    { count: target, error: maxError, options: ['absolute', 'permissive'] },
  );
  return { indices, error, isSloppy: false };
}

/** Merges by distance only, each submesh separately. The border of the group and positions with the seam type `kept` stay. */
function joinNear(local: LocalMesh, source: ClusterSource, target: number, size: number, keptSeam: number): Attempt {
  const { indexCount } = local;
  let error = 0;
  const lists = (bySubmesh(local.indices.subarray(0, indexCount), local, source) ?? []).map(({ indices }) => {
    // Only its own vertices: any of the given ones may replace those near it.
    const vertices = [...new Set(indices)];
    const numbers = new Map(vertices.map((vertex, i) => [vertex, i]));
    const positions = new Float32Array(vertices.length * 3);
    const locks = new Uint8Array(vertices.length);
    for (const [i, vertex] of vertices.entries()) {
      positions.set(local.positions.subarray(vertex * 3, vertex * 3 + 3), i * 3);
      const isKept = source.seams[local.globals[vertex] ?? 0] === keptSeam;
      locks[i] = isKept || ((local.locks[vertex] ?? 0) & LOCKED) !== 0 ? LOCKED : 0;
    }
    const compact = indices.map((vertex) => numbers.get(vertex) ?? 0);
    const ownTarget = Math.floor((indices.length / indexCount) * (target / 3)) * 3;
    const mesh = { vertexCount: vertices.length, indices: compact, positions, locks };
    const joined = simplifySloppily(mesh, { count: ownTarget, error: MAX_ERROR });
    error = Math.max(error, joined.error * size);
    return Array.from(joined.indices, (i) => vertices[i] ?? 0);
  });
  return { indices: Uint32Array.from(lists.flat()), error, isSloppy: true };
}

export interface Part {
  readonly submesh: number;
  readonly indices: Uint32Array;
}

/** Undefined if a triangle has corners of two submeshes: such a result is unusable. */
function bySubmesh(indices: Uint32Array, local: LocalMesh, source: ClusterSource): readonly Part[] | undefined {
  const submeshAt = (i: number): number => source.submeshes[local.globals[indices[i] ?? 0] ?? 0] ?? 0;
  const [only, ...others] = local.submeshes;
  if (only !== undefined && others.length === 0) return [{ submesh: only, indices }];
  const parts: Part[] = [];
  for (const submesh of local.submeshes) {
    const corners: number[] = [];
    for (let i = 0; i < indices.length; i += 3) {
      if (submeshAt(i) !== submesh) continue;
      if (submeshAt(i + 1) !== submesh || submeshAt(i + 2) !== submesh) return undefined;
      corners.push(indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0);
    }
    if (corners.length > 0) parts.push({ submesh, indices: Uint32Array.from(corners) });
  }
  return parts;
}
