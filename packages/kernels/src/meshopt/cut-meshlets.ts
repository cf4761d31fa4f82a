// Meshlets of a mesh and the bounds of each, by meshoptimizer.

import { wasmBase64 } from '../generated/meshopt-clusterizer-wasm.js';
import { type Floats, writeFloats } from './floats.js';
import { MeshoptInstances, type MeshoptStack, meshoptModule } from './instances.js';
import { cutBytes } from './memory-needs.js';

interface ClusterizerFunctions {
  meshopt_buildMeshletsBound(indexCount: number, maxVertices: number, minTriangles: number): number;
  meshopt_buildMeshletsFlex(
    meshlets: number,
    vertices: number,
    triangles: number,
    indices: number,
    indexCount: number,
    positions: number,
    vertexCount: number,
    strideBytes: number,
    maxVertices: number,
    minTriangles: number,
    maxTriangles: number,
    coneWeight: number,
    splitFactor: number,
  ): number;
  meshopt_optimizeMeshlet(vertices: number, triangles: number, triangleCount: number, vertexCount: number): void;
  meshopt_computeMeshletBounds(
    bounds: number,
    vertices: number,
    triangles: number,
    triangleCount: number,
    positions: number,
    vertexCount: number,
    strideBytes: number,
  ): void;
}

const instances = new MeshoptInstances(
  meshoptModule<ClusterizerFunctions>(wasmBase64, [
    'meshopt_buildMeshletsBound',
    'meshopt_buildMeshletsFlex',
    'meshopt_optimizeMeshlet',
    'meshopt_computeMeshletBounds',
  ]),
);

/** meshopt_Meshlet: first vertex, first corner, vertices, triangles. */
const ROW_WORDS = 4;
/** meshopt_Bounds: center, radius, cone apex, cone axis, cone cutoff, and a word of packed ones. */
const BOUNDS_FLOATS = 12;

export interface MeshletLimits {
  readonly maxVertices: number;
  readonly maxTriangles: number;
  readonly coneWeight: number;
}

/** Views of the module's memory, valid until the callback returns. */
export interface CutMeshlets {
  readonly count: number;
  /** Per meshlet: first vertex, first corner, vertices, triangles. */
  readonly rows: Uint32Array;
  readonly vertices: Uint32Array;
  /** Bytes between the triangles of meshlets have no meaning. */
  readonly triangles: Uint8Array;
  /** Three per vertex of the mesh, as given. */
  readonly positions: Float32Array;
  /** Center, radius, cone apex, cone axis, cone cutoff. The next call overwrites them. */
  boundsOf(meshlet: number): Float32Array;
}

/** Calls `take` with the meshlets, and returns its result. */
export function cutMeshlets<T>(
  indices: Uint32Array,
  vertexCount: number,
  positions: Floats,
  { maxVertices, maxTriangles, coneWeight }: MeshletLimits,
  take: (cut: CutMeshlets) => T,
): T {
  const { length } = indices;
  // The library's own bound.
  const maxMeshlets = Math.ceil(length / 3 / maxTriangles) + Math.ceil(length / (maxVertices - 2));
  return instances.use(cutBytes(vertexCount, length, maxMeshlets), (stack) => {
    const { call } = stack;
    const rows = stack.push((call.meshopt_buildMeshletsBound(length, maxVertices, maxTriangles) >>> 0) * ROW_WORDS * 4);
    const vertices = stack.push(length * 4);
    const triangles = stack.push(length);
    const bounds = stack.push(BOUNDS_FLOATS * 4);
    const from = stack.push(length * 4);
    const at = stack.push(vertexCount * 12);
    stack.u32(from, length).set(indices);
    writeFloats(positions, stack.f32(at, vertexCount * 3));
    const count =
      call.meshopt_buildMeshletsFlex(
        ...([rows, vertices, triangles, from, length, at, vertexCount, 12] as const),
        ...([maxVertices, maxTriangles, maxTriangles, coneWeight, 0] as const),
      ) >>> 0;
    const table = stack.u32(rows, count * ROW_WORDS);
    orderWithin(stack, table, vertices, triangles);
    const last = table.subarray(Math.max(0, count - 1) * ROW_WORDS);
    const [lastVertex = 0, lastCorner = 0, lastVertices = 0, lastTriangles = 0] = last;
    return take({
      count,
      rows: table,
      vertices: stack.u32(vertices, lastVertex + lastVertices),
      triangles: stack.u8(triangles, lastCorner + lastTriangles * 3),
      positions: stack.f32(at, vertexCount * 3),
      boundsOf(meshlet) {
        const [vertex = 0, corner = 0, , triangleCount = 0] = table.subarray(meshlet * ROW_WORDS);
        const [v, t] = [vertices + vertex * 4, triangles + corner];
        call.meshopt_computeMeshletBounds(bounds, v, t, triangleCount, at, vertexCount, 12);
        return stack.f32(bounds, BOUNDS_FLOATS);
      },
    });
  });
}

function orderWithin(
  { call }: MeshoptStack<ClusterizerFunctions>,
  rows: Uint32Array,
  vertices: number,
  triangles: number,
): void {
  for (let at = 0; at < rows.length; at += ROW_WORDS) {
    const v = vertices + (rows[at] ?? 0) * 4;
    const t = triangles + (rows[at + 1] ?? 0);
    call.meshopt_optimizeMeshlet(v, t, rows[at + 3] ?? 0, rows[at + 2] ?? 0);
  }
}
