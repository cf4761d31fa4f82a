// Meshlets of a mesh with their bounds: the same as meshoptimizer's, faster.

import { wasmBase64 } from '../generated/meshlets-wasm.js';
import { type Floats, writeFloats } from '../meshopt/floats.js';
import { collectFreedMemory } from '../wasm/collect-freed-memory.js';
import { type Kernel, type KernelExports, kernelFactory } from '../wasm/kernel.js';

interface MeshletExports extends KernelExports {
  layOut(areas: number, triangles: number, vertices: number): void;
  cut(
    maxVertices: number,
    maxTriangles: number,
    coneWeight: number,
    scale: number,
    rows: number,
    vertices: number,
    triangles: number,
    bounds: number,
  ): number;
}

const createKernel = kernelFactory<MeshletExports>(wasmBase64, ['layOut', 'cut']);

export interface MeshletLimits {
  readonly maxVertices: number;
  readonly maxTriangles: number;
  readonly coneWeight: number;
}

interface CutMesh {
  readonly indices: Uint32Array;
  readonly vertexCount: number;
  /** Three per vertex, multiplied by `scale`. */
  readonly positions: Floats;
  /** A power of two. */
  readonly scale: number;
}

export interface Meshlets {
  readonly count: number;
  /** First vertex, vertices, first triangle, triangles of each. */
  readonly table: Uint32Array;
  readonly vertices: Uint32Array;
  /** Three bytes per triangle: places among the vertices of its meshlet. */
  readonly triangles: Uint8Array;
  /** Of each: center, radius, axis and cutoff of the cone. The sphere is not scaled, and contains every vertex. */
  readonly bounds: Float32Array;
}

/** An instance whose memory grew past this is dropped after use. */
const KEEP_BYTES = 1 << 24;

let idle: Kernel<MeshletExports> | undefined;

const ROW_WORDS = 4;
const BOUNDS_FLOATS = 8;
/** The normals and vertices of the largest meshlet, 16 bytes each. */
const SCRATCH_BYTES = (512 + 256) * 16;

export function cutMeshlets(mesh: CutMesh, limits: MeshletLimits): Meshlets {
  const { result, droppedBytes } = cutOnce(mesh, limits);
  collectFreedMemory(droppedBytes);
  return result;
}

/** A separate call, so that no stack frame refers to a dropped instance. */
function cutOnce(mesh: CutMesh, limits: MeshletLimits): { readonly result: Meshlets; readonly droppedBytes: number } {
  const kernel = idle ?? createKernel();
  idle = undefined;
  const mark = kernel.mark();
  const result = cutWith(kernel, mesh, limits);
  kernel.release(mark);
  const { byteLength } = kernel.memory.buffer;
  if (byteLength > KEEP_BYTES) return { result, droppedBytes: byteLength };
  idle = kernel;
  return { result, droppedBytes: 0 };
}

function cutWith(
  kernel: Kernel<MeshletExports>,
  { indices, vertexCount, positions, scale }: CutMesh,
  { maxVertices, maxTriangles, coneWeight }: MeshletLimits,
): Meshlets {
  const corners = indices.length;
  const triangles = corners / 3;
  // Every meshlet but the last one is full of triangles or has room for fewer than three vertices.
  const maxMeshlets = Math.ceil(triangles / maxTriangles) + Math.ceil(corners / (maxVertices - 2));
  const at = {
    rows: kernel.reserve(maxMeshlets * ROW_WORDS * 4),
    bounds: kernel.reserve(maxMeshlets * BOUNDS_FLOATS * 4),
    vertices: kernel.reserve(corners * 4),
    triangles: kernel.reserve(corners),
  };
  const areas = reserveAreas(kernel, triangles, vertexCount);
  const [indicesAt = 0, positionsAt = 0] = areas;
  const areasAt = kernel.reserve(areas.length * 4);
  kernel.u32(areasAt, areas.length).set(areas);
  kernel.u32(indicesAt, corners).set(indices);
  writeFloats(positions, kernel.f32(positionsAt, vertexCount * 3));
  const { layOut, cut } = kernel.exports;
  layOut(areasAt, triangles, vertexCount);
  const count = cut(maxVertices, maxTriangles, coneWeight, scale, at.rows, at.vertices, at.triangles, at.bounds) >>> 0;
  const table = kernel.u32(at.rows, count * ROW_WORDS).slice();
  const [lastVertex = 0, lastVertices = 0, lastTriangle = 0, lastTriangles = 0] = table.subarray(-ROW_WORDS);
  if (lastTriangle + lastTriangles !== triangles) throw new Error('meshlets do not cover the mesh');
  return {
    count,
    table,
    vertices: kernel.u32(at.vertices, lastVertex + lastVertices).slice(),
    triangles: kernel.u8(at.triangles, corners).slice(),
    bounds: kernel.f32(at.bounds, count * BOUNDS_FLOATS).slice(),
  };
}

/** In the order of state.ts of the kernel. What is not used takes no memory. */
function reserveAreas(kernel: Kernel<MeshletExports>, triangles: number, vertices: number): readonly number[] {
  const sizes = [
    ...[triangles * 12, vertices * 12],
    ...[vertices * 4, vertices * 4, triangles * 12, vertices],
    // A cone is read sixteen bytes at a time.
    triangles * 24 + 16,
    ...[triangles * 4, triangles * 4, triangles + 32],
    ...[triangles * 32 + 64, triangles * 4],
    SCRATCH_BYTES,
  ];
  return sizes.map((bytes) => kernel.reserve(bytes));
}
