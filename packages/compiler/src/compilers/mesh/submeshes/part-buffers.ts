// What parts of submeshes result in, in shared memory: a thread writes it, and another one reads it. Areas have the maximum size that is
// possible, because what is not written takes no memory.

import type { Meshlets } from '@assetc/kernels';
import { BOUNDS_FLOATS, MESHLET_WORDS } from '../../../encoding/mesh/meshlet-table.js';
import { maxMeshletsPerTriangle } from '../../../encoding/mesh/meshlets.js';
import type { MeshletLimits } from '../../../model/scene/meshlet-limits.js';
import type { Level, LodState } from '../simplify/lods.js';

const words = (count: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(count * 4));
const doubles = (count: number): Float64Array => new Float64Array(new SharedArrayBuffer(count * 8));

export interface LevelBuffers {
  readonly indices: Uint32Array;
  /** Their number, and the error. */
  readonly numbers: Float64Array;
}

export const allocateLevel = (indices: number): LevelBuffers => ({ indices: words(indices), numbers: doubles(2) });

export function writeLevel(to: LevelBuffers, { indices, error }: Level): void {
  to.indices.set(indices);
  to.numbers.set([indices.length, error]);
}

export function readLevel({ indices, numbers }: LevelBuffers): Level {
  const [count = 0, error = 0] = numbers;
  return { indices: indices.subarray(0, count), error };
}

export interface LodStateBuffers {
  readonly indices: Uint32Array;
  /** The number of indices, and the other numbers of the state in the order of its declaration. */
  readonly numbers: Float64Array;
}

export const allocateLodState = (indices: number): LodStateBuffers => ({
  indices: words(indices),
  numbers: doubles(6),
});

export function writeLodState(to: LodStateBuffers, state: LodState): void {
  const { last, isWelded, hasTriedWelding, previous, error } = state;
  if (last !== undefined) to.indices.set(last.indices);
  const flags = [isWelded, hasTriedWelding].map(Number);
  to.numbers.set([last?.indices.length ?? 0, last?.deviation ?? 0, ...flags, previous, error]);
}

export function readLodState({ indices, numbers }: LodStateBuffers): LodState {
  const [count = 0, deviation = 0, isWelded, hasTriedWelding, previous = 0, error = 0] = numbers;
  return {
    last: count === 0 ? undefined : { indices: indices.subarray(0, count), deviation },
    isWelded: isWelded === 1,
    hasTriedWelding: hasTriedWelding === 1,
    previous,
    error,
  };
}

export interface MeshletBuffers {
  readonly table: Uint32Array;
  readonly vertices: Uint32Array;
  readonly triangles: Uint8Array;
  readonly bounds: Float32Array;
  /** Number of meshlets, and of their vertices. */
  readonly counts: Uint32Array;
}

export function allocateMeshlets(indices: number, limits: MeshletLimits): MeshletBuffers {
  const maxMeshlets = Math.ceil((indices / 3) * maxMeshletsPerTriangle(limits)) + 1;
  return {
    table: words(maxMeshlets * MESHLET_WORDS),
    vertices: words(indices),
    triangles: new Uint8Array(new SharedArrayBuffer(indices)),
    bounds: new Float32Array(new SharedArrayBuffer(maxMeshlets * BOUNDS_FLOATS * 4)),
    counts: words(2),
  };
}

export function writeMeshlets(to: MeshletBuffers, { count, table, vertices, triangles, bounds }: Meshlets): void {
  to.table.set(table);
  to.vertices.set(vertices);
  to.triangles.set(triangles);
  to.bounds.set(bounds);
  to.counts.set([count, vertices.length]);
}

export function readMeshlets({ table, vertices, triangles, bounds, counts }: MeshletBuffers): Meshlets {
  const [count = 0, vertexCount = 0] = counts;
  return {
    count,
    table: table.subarray(0, count * MESHLET_WORDS),
    vertices: vertices.subarray(0, vertexCount),
    triangles,
    bounds: bounds.subarray(0, count * BOUNDS_FLOATS),
  };
}
