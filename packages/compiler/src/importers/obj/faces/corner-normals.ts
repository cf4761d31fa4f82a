// Computes a normal for every triangle corner: the file's own, else the smoothing group's average, else the face's.

import { faceNormal } from '../../../model/polygons/face-normal.js';
import { type ObjText, polygonsOf } from '../obj-text.js';
import type { Triangles } from './triangulate.js';

export interface CornerNormals {
  /** One per normal of the file if every corner has a valid one, else one per triangle corner. */
  readonly indexedBy: 'file-normals' | 'corners';
  /** Three numbers each. */
  readonly values: Float32Array;
}

/**
 * Undefined if all faces are flat: the mesh compiler computes those normals.
 * Smooth normals are averages of face normals weighted by area, over all faces of a group around a vertex.
 */
export function cornerNormals(text: ObjText, triangles: Triangles): CornerNormals | undefined {
  const { corners } = triangles;
  const needsSmooth = triangles.faces.some((face) => (text.faceSmoothing[face] ?? 0) > 0);
  if (text.normals.length === 0 && !needsSmooth) return undefined;
  const fileNormals = normalizeFileNormals(text, triangles);
  if (fileNormals !== undefined) return { indexedBy: 'file-normals', values: fileNormals };
  const flat = triangleNormals(text, triangles);
  const sums = needsSmooth ? groupSums(text) : undefined;
  const out = new Float32Array(corners.length * 3);
  for (let i = 0; i < corners.length; i++) {
    const corner = (corners[i] ?? 0) * 3;
    const normalIndex = text.corners[corner + 2] ?? -1;
    if (normalIndex >= 0 && writeNormalized(out, i * 3, text.normals, normalIndex * 3)) continue;
    const triangle = Math.trunc(i / 3);
    const group = text.faceSmoothing[triangles.faces[triangle] ?? 0] ?? 0;
    const sum = group > 0 ? sums?.get(group)?.get(text.corners[corner] ?? 0) : undefined;
    if (sum !== undefined && writeNormalized(out, i * 3, sum, 0)) continue;
    if (!writeNormalized(out, i * 3, flat, triangle * 3)) out[i * 3 + 2] = 1;
  }
  return { indexedBy: 'corners', values: out };
}

/** The file's normals, normalized; undefined if any corner has no valid one. */
function normalizeFileNormals({ normals, corners }: ObjText, triangles: Triangles): Float32Array | undefined {
  const out = new Float32Array(normals.length);
  const isValid = new Uint8Array(normals.length / 3);
  for (let i = 0; i < isValid.length; i++) isValid[i] = writeNormalized(out, i * 3, normals, i * 3) ? 1 : 0;
  for (let i = 0; i < triangles.corners.length; i++) {
    const normalIndex = corners[(triangles.corners[i] ?? 0) * 3 + 2] ?? -1;
    if (normalIndex < 0 || isValid[normalIndex] !== 1) return undefined;
  }
  return out;
}

/** Writes a normalized copy; returns false if the vector has no length. */
function writeNormalized(out: Float32Array, at: number, from: Float32Array | Float64Array, index: number): boolean {
  const [x, y, z] = [from[index] ?? 0, from[index + 1] ?? 0, from[index + 2] ?? 0];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0) || length === Number.POSITIVE_INFINITY) return false;
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
  return true;
}

/** Cross products of the triangles' edges, not normalized. */
function triangleNormals({ positions, corners }: ObjText, triangles: Triangles): Float64Array {
  const out = new Float64Array(triangles.corners.length);
  for (let t = 0; t < triangles.corners.length; t += 3) {
    const a = (corners[(triangles.corners[t] ?? 0) * 3] ?? 0) * 3;
    const b = (corners[(triangles.corners[t + 1] ?? 0) * 3] ?? 0) * 3;
    const c = (corners[(triangles.corners[t + 2] ?? 0) * 3] ?? 0) * 3;
    const [ax, ay, az] = [positions[a] ?? 0, positions[a + 1] ?? 0, positions[a + 2] ?? 0];
    const [ux, uy, uz] = [(positions[b] ?? 0) - ax, (positions[b + 1] ?? 0) - ay, (positions[b + 2] ?? 0) - az];
    const [vx, vy, vz] = [(positions[c] ?? 0) - ax, (positions[c + 1] ?? 0) - ay, (positions[c + 2] ?? 0) - az];
    out[t] = uy * vz - uz * vy;
    out[t + 1] = uz * vx - ux * vz;
    out[t + 2] = ux * vy - uy * vx;
  }
  return out;
}

/**
 * Smoothing group → vertex → summed normal. Whole faces are summed, not triangles: the result must not depend on the triangulation.
 * Groups may share vertices, so they need separate sums.
 */
function groupSums(text: ObjText): Map<number, VertexSums> {
  const groups = new Map<number, VertexSums>();
  const polygons = polygonsOf(text);
  const normal = new Float64Array(3);
  for (let face = 0; face + 1 < text.faceStarts.length; face++) {
    const group = text.faceSmoothing[face] ?? 0;
    if (group === 0) continue;
    let sums = groups.get(group);
    if (sums === undefined) {
      sums = groups.size === 0 ? new DenseSums(text.positions.length / 3) : new SparseSums();
      groups.set(group, sums);
    }
    const first = text.faceStarts[face] ?? 0;
    const count = (text.faceStarts[face + 1] ?? 0) - first;
    faceNormal(polygons, first, count, normal);
    for (let i = first; i < first + count; i++) {
      sums.add(text.corners[i * 3] ?? 0, normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 0);
    }
  }
  return groups;
}

interface VertexSums {
  add(vertex: number, x: number, y: number, z: number): void;
  get(vertex: number): Float64Array;
}

/** Most files have one group that covers everything: an array. Further groups are small: a map, to bound memory. */
class DenseSums implements VertexSums {
  readonly #sums: Float64Array;
  constructor(vertexCount: number) {
    this.#sums = new Float64Array(vertexCount * 3);
  }
  add(vertex: number, x: number, y: number, z: number): void {
    const at = vertex * 3;
    this.#sums[at] = (this.#sums[at] ?? 0) + x;
    this.#sums[at + 1] = (this.#sums[at + 1] ?? 0) + y;
    this.#sums[at + 2] = (this.#sums[at + 2] ?? 0) + z;
  }
  get(vertex: number): Float64Array {
    return this.#sums.subarray(vertex * 3, vertex * 3 + 3);
  }
}

class SparseSums implements VertexSums {
  readonly #sums = new Map<number, Float64Array>();
  add(vertex: number, x: number, y: number, z: number): void {
    const sum = this.get(vertex);
    this.#sums.set(vertex, sum);
    sum[0] = (sum[0] ?? 0) + x;
    sum[1] = (sum[1] ?? 0) + y;
    sum[2] = (sum[2] ?? 0) + z;
  }
  get(vertex: number): Float64Array {
    return this.#sums.get(vertex) ?? new Float64Array(3);
  }
}
