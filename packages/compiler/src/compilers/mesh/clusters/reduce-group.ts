// One group of clusters → fewer clusters with about half of the triangles, the same at the border of the group. Runs on any thread.

import { SurfacePair, simplify as simplifyMesh, simplifyScale, simplifySloppily } from '@assetc/kernels';
import { BOUNDS_FLOATS, MESHLET_WORDS } from '../../../encoding/meshlet-table.js';
import { buildMeshlets, type Meshlets } from '../../../encoding/meshlets.js';
import { type ClusterStore, ROW_WORDS } from './cluster-list.js';
import { type ClusterSource, MATERIAL_SEAM } from './cluster-source.js';
import { LOCKED, LocalMesh } from './local-mesh.js';
import { measureGroup } from './measure-group.js';

/** Where what is made of a group goes. */
export interface GroupRoom extends ClusterStore {
  /** ROW_WORDS each, as in a ClusterList; offsets count from the start of the store. */
  readonly rows: Uint32Array;
  readonly bounds: Float32Array;
  /** Of each group: clusters that were made, none where it is stuck. */
  readonly counts: Uint32Array;
  /** Of each group, in the units of the positions at hand. */
  readonly errors: Float64Array;
  /** Of each group: 1 where connections are not kept. */
  readonly sloppy: Uint8Array;
}

export interface GroupsPayload {
  readonly source: ClusterSource;
  readonly rows: Uint32Array;
  readonly stores: readonly ClusterStore[];
  /** 1 for each place that must stay. */
  readonly borders: Uint8Array;
  readonly members: Uint32Array;
  /** Where groups begin in `members`, and the end. */
  readonly starts: Uint32Array;
  /** First groups of the parts that a thread takes at once, and the end. */
  readonly batches: Uint32Array;
  /** Where the room of each group begins, counted in triangles and in clusters. */
  readonly triangleRooms: Uint32Array;
  readonly clusterRooms: Uint32Array;
  readonly room: GroupRoom;
  /** The number that `room` will have among the stores. */
  readonly store: number;
}

/** Share of the triangles that a reduction aims at, past which nothing is won, and past which connections are given up. */
const AIM = 0.5;
const STUCK = 0.85;
const STALLED = 0.7;
/** What is kept less of must win at least so much. */
const WORTH = 0.9;
/** Of the extent of the group: who would collapse farther than this better joins what is near. */
const FAR = 0.2;
/** The most samples that a cluster passes on. */
export const MOST_SAMPLES = 64;

interface Tools {
  readonly source: ClusterSource;
  readonly local: LocalMesh;
  readonly surfaces: SurfacePair;
}

/** Of this thread, for the mesh that it works on. */
let tools: Tools | undefined;

export function runClusterGroups(payload: GroupsPayload, batch: number): void {
  const { source } = payload;
  if (tools?.source !== source) tools = { source, local: new LocalMesh(source), surfaces: new SurfacePair() };
  const last = payload.batches[batch + 1] ?? 0;
  for (let group = payload.batches[batch] ?? 0; group < last; group++) reduceGroup(payload, group, tools);
}

/** What a thread keeps of a mesh is let go. */
export function forgetClusterGroups(): void {
  tools = undefined;
}

function reduceGroup(payload: GroupsPayload, group: number, { local, surfaces }: Tools): void {
  const { source, rows, stores, borders, members, starts } = payload;
  local.fill(rows, stores, members.subarray(starts[group] ?? 0, starts[group + 1] ?? 0), borders);
  const reduced = simplify(local, source);
  if (reduced === undefined) return;
  const parts = reduced.parts.map(({ submesh, indices }) => ({ submesh, indices: local.finish(indices) }));
  const count = local.vertexCount + local.extraCount;
  const unit = { count, positions: local.positions.subarray(0, count * 3), scale: source.scale };
  const cut = parts.map(({ indices }) => buildMeshlets(indices, unit));
  const made = write(payload, group, local, cut, parts);
  payload.room.errors[group] = measureGroup(local, surfaces, made, payload.room, reduced.error);
  payload.room.sloppy[group] = reduced.isSloppy ? 1 : 0;
  payload.room.counts[group] = made.count;
}

interface Attempt {
  readonly indices: Uint32Array;
  readonly error: number;
  readonly isSloppy: boolean;
}

interface Reduced extends Omit<Attempt, 'indices'> {
  readonly parts: readonly Part[];
  /** Corners of all parts. */
  readonly count: number;
}

/** Undefined where the group is stuck. What is kept less and less: seams, then connections, then those between materials, too. */
function simplify(local: LocalMesh, source: ClusterSource): Reduced | undefined {
  const { indexCount } = local;
  const target = Math.floor((indexCount / 3) * AIM) * 3;
  const size = simplifyScale(local.vertexCount, local.positions.subarray(0, local.vertexCount * 3));
  const tries = [
    () => collapse(local, source, target, size * FAR),
    () => {
      local.giveUpSeams();
      return { ...collapse(local, source, target, size * FAR), isSloppy: true };
    },
    () => joinNear(local, source, target, size, MATERIAL_SEAM),
    () => joinNear(local, source, target, size, NO_SEAM),
  ];
  let best: Reduced | undefined;
  for (const attempt of tries) {
    const { indices, error, isSloppy } = attempt();
    if (indices.length === 0 || indices.length > (best?.count ?? indexCount * STUCK) * (best ? WORTH : 1)) continue;
    const parts = bySubmesh(indices, local, source);
    if (parts === undefined) continue;
    best = { parts, count: indices.length, error, isSloppy };
    if (indices.length <= indexCount * STALLED) break;
  }
  return best;
}

const MOST_ERROR = 1e30;
const NO_SEAM = 0xff;

function collapse(local: LocalMesh, source: ClusterSource, target: number, most: number): Attempt {
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
    { count: target, error: most, options: ['absolute', 'permissive'] },
  );
  return { indices, error, isSloppy: false };
}

/** By nearness alone, each submesh for itself: borders of the group, and places of the kind `kept`, stay. */
function joinNear(local: LocalMesh, source: ClusterSource, target: number, size: number, kept: number): Attempt {
  const { indexCount } = local;
  let error = 0;
  const lists = (bySubmesh(local.indices.subarray(0, indexCount), local, source) ?? []).map(({ indices }) => {
    // Only its own vertices: any of those that are given may stand for those near it.
    const vertices = [...new Set(indices)];
    const numbers = new Map(vertices.map((vertex, i) => [vertex, i]));
    const positions = new Float32Array(vertices.length * 3);
    const locks = new Uint8Array(vertices.length);
    for (const [i, vertex] of vertices.entries()) {
      positions.set(local.positions.subarray(vertex * 3, vertex * 3 + 3), i * 3);
      const isKept = source.seams[local.globals[vertex] ?? 0] === kept;
      locks[i] = isKept || ((local.locks[vertex] ?? 0) & LOCKED) !== 0 ? LOCKED : 0;
    }
    const compact = indices.map((vertex) => numbers.get(vertex) ?? 0);
    const own = Math.floor((indices.length / indexCount) * (target / 3)) * 3;
    const mesh = { vertexCount: vertices.length, indices: compact, positions, locks };
    const joined = simplifySloppily(mesh, { count: own, error: MOST_ERROR });
    error = Math.max(error, joined.error * size);
    return Array.from(joined.indices, (i) => vertices[i] ?? 0);
  });
  return { indices: Uint32Array.from(lists.flat()), error, isSloppy: true };
}

interface Part {
  readonly submesh: number;
  readonly indices: Uint32Array;
}

/** Undefined where a triangle has corners of two submeshes: what came of that is of no use. */
function bySubmesh(indices: Uint32Array, local: LocalMesh, source: ClusterSource): readonly Part[] | undefined {
  const submeshAt = (i: number): number => source.submeshes[local.globals[indices[i] ?? 0] ?? 0] ?? 0;
  const [only, ...others] = local.submeshes;
  if (only !== undefined && others.length === 0) return [{ submesh: only, indices }];
  const parts: Part[] = [];
  for (const submesh of local.submeshes) {
    const own: number[] = [];
    for (let i = 0; i < indices.length; i += 3) {
      if (submeshAt(i) !== submesh) continue;
      if (submeshAt(i + 1) !== submesh || submeshAt(i + 2) !== submesh) return undefined;
      own.push(indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0);
    }
    if (own.length > 0) parts.push({ submesh, indices: Uint32Array.from(own) });
  }
  return parts;
}

/** What was made of a group, in its room. */
export interface MadeClusters {
  readonly count: number;
  /** Its first row in the room. */
  readonly first: number;
  /** Corners over the vertices of the local mesh, cluster by cluster. */
  readonly corners: Uint32Array;
  /** Triangle → cluster, from 0. */
  readonly owners: Uint32Array;
}

function write(
  { triangleRooms, clusterRooms, room, store }: GroupsPayload,
  group: number,
  local: LocalMesh,
  cut: readonly Meshlets[],
  parts: readonly Part[],
): MadeClusters {
  const first = clusterRooms[group] ?? 0;
  const corners = new Uint32Array(parts.reduce((sum, { indices }) => sum + indices.length, 0));
  const owners = new Uint32Array(corners.length / 3);
  let vertex = (triangleRooms[group] ?? 0) * 3;
  let triangle = triangleRooms[group] ?? 0;
  let count = 0;
  let corner = 0;
  for (const [p, { table, vertices, triangles, bounds, count: meshlets }] of cut.entries()) {
    room.bounds.set(bounds, (first + count) * BOUNDS_FLOATS);
    room.triangles.set(triangles, triangle * 3);
    for (let m = 0; m < meshlets; m++, count++) {
      const [from = 0, vertexCount = 0, firstTriangle = 0, triangleCount = 0] = table.subarray(
        m * MESHLET_WORDS,
        (m + 1) * MESHLET_WORDS,
      );
      const row = [store, vertex, vertexCount, triangle + firstTriangle, triangleCount, parts[p]?.submesh ?? 0, 0, 0];
      room.rows.set(row, (first + count) * ROW_WORDS);
      for (let i = 0; i < vertexCount; i++) room.vertices[vertex++] = local.globals[vertices[from + i] ?? 0] ?? 0;
      owners.fill(count, corner / 3, corner / 3 + triangleCount);
      for (let i = firstTriangle * 3; i < (firstTriangle + triangleCount) * 3; i++)
        corners[corner++] = vertices[from + (triangles[i] ?? 0)] ?? 0;
    }
    triangle += triangles.length / 3;
  }
  return { count, first, corners, owners };
}
