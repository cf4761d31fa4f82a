// The clusters of one group as a small mesh of their own: what the simplifier takes is as large as the group, not as the mesh.

import {
  type ClusterStore,
  ROW_WORDS,
  SAMPLE_COUNT,
  SAMPLE_OFFSET,
  STORE,
  SUBMESH,
  TRIANGLE_COUNT,
  TRIANGLE_OFFSET,
  VERTEX_COUNT,
  VERTEX_OFFSET,
} from './cluster-list.js';
import { type ClusterSource, UV_SEAM } from './cluster-source.js';

/** As meshoptimizer's vertex_lock takes them. */
export const LOCKED = 1;
const PROTECTED = 2;

/**
 * Filled again for each group: arrays are as long as the largest needed, counts say how much of them. Vertices that differ in normals alone
 * are one here, so that a mesh of flat faces is reduced as the surface that it is; `finish` gives each corner the one of them whose
 * normal comes nearest to its triangle's. Those beside the first lie behind the vertices, at vertexCount and up.
 */
export class LocalMesh {
  readonly #source: ClusterSource;
  /** Vertex of the mesh → vertex here, −1 where it has none. */
  readonly #locals: Int32Array;
  vertexCount = 0;
  indexCount = 0;
  sampleCount = 0;
  extraCount = 0;
  /** Vertex here → vertex of the mesh. */
  globals = new Uint32Array(0);
  #extras = new Uint32Array(0);
  /** Vertex here → the last of its extras, extra → the one before: −1 for none. */
  #heads = new Int32Array(0);
  #nexts = new Int32Array(0);
  positions = new Float32Array(0);
  attributes = new Float32Array(0);
  locks = new Uint8Array(0);
  indices = new Uint32Array(0);
  samples = new Float32Array(0);
  /** Submeshes of the members, ascending. */
  submeshes: readonly number[] = [];

  constructor(source: ClusterSource) {
    this.#source = source;
    this.#locals = new Int32Array(source.vertexCount).fill(-1);
  }

  fill(rows: Uint32Array, stores: readonly ClusterStore[], members: Uint32Array, borders: Uint8Array): void {
    this.#reserve(rows, members);
    this.vertexCount = 0;
    this.indexCount = 0;
    this.sampleCount = 0;
    this.extraCount = 0;
    for (const member of members) this.#add(rows, member * ROW_WORDS, stores);
    this.submeshes = [...new Set(Array.from(members, (member) => rows[member * ROW_WORDS + SUBMESH] ?? 0))].sort(
      (a, b) => a - b,
    );
    this.#gather(borders);
  }

  #reserve(rows: Uint32Array, members: Uint32Array): void {
    let [vertices, triangles, samples] = [0, 0, 0];
    for (const member of members) {
      const at = member * ROW_WORDS;
      vertices += rows[at + VERTEX_COUNT] ?? 0;
      triangles += rows[at + TRIANGLE_COUNT] ?? 0;
      samples += (rows[at + SAMPLE_COUNT] ?? 0) || (rows[at + VERTEX_COUNT] ?? 0);
    }
    if (this.globals.length < vertices) {
      this.globals = new Uint32Array(vertices * 2);
      this.positions = new Float32Array(vertices * 6);
      this.attributes = new Float32Array(vertices * 2 * this.#source.weights.length);
      this.locks = new Uint8Array(vertices * 2);
      this.#extras = new Uint32Array(vertices * 2);
      this.#heads = new Int32Array(vertices * 2);
      this.#nexts = new Int32Array(vertices * 2);
    }
    if (this.indices.length < triangles * 3) this.indices = new Uint32Array(triangles * 6);
    if (this.samples.length < samples * 3) this.samples = new Float32Array(samples * 6);
  }

  #add(rows: Uint32Array, at: number, stores: readonly ClusterStore[]): void {
    const store = stores[rows[at + STORE] ?? 0];
    if (store === undefined) throw new Error('a cluster without its store');
    const { vertices, triangles } = store;
    const locals = this.#locals;
    const { firsts } = this.#source;
    const first = rows[at + VERTEX_OFFSET] ?? 0;
    const end = first + (rows[at + VERTEX_COUNT] ?? 0);
    const sampled = rows[at + SAMPLE_COUNT] ?? 0;
    for (let i = first; i < end; i++) {
      const vertex = vertices[i] ?? 0;
      if (sampled === 0) this.#sample(this.#source.positions, vertex * 3);
      const local = locals[firsts[vertex] ?? 0] ?? -1;
      if (local >= 0) this.#addExtra(local, vertex);
      else {
        locals[firsts[vertex] ?? 0] = this.vertexCount;
        this.#heads[this.vertexCount] = -1;
        this.globals[this.vertexCount++] = vertex;
      }
    }
    for (let i = 0; i < sampled; i++) this.#sample(store.samples, ((rows[at + SAMPLE_OFFSET] ?? 0) + i) * 3);
    const corner = (rows[at + TRIANGLE_OFFSET] ?? 0) * 3;
    const lastCorner = corner + (rows[at + TRIANGLE_COUNT] ?? 0) * 3;
    for (let i = corner; i < lastCorner; i++)
      this.indices[this.indexCount++] = locals[firsts[vertices[first + (triangles[i] ?? 0)] ?? 0] ?? 0] ?? 0;
  }

  #addExtra(local: number, vertex: number): void {
    if (this.globals[local] === vertex) return;
    for (let at = this.#heads[local] ?? -1; at >= 0; at = this.#nexts[at] ?? -1)
      if (this.#extras[at] === vertex) return;
    this.#extras[this.extraCount] = vertex;
    this.#nexts[this.extraCount] = this.#heads[local] ?? -1;
    this.#heads[local] = this.extraCount++;
  }

  #sample(points: Float32Array, at: number): void {
    const to = this.sampleCount++ * 3;
    this.samples[to] = points[at] ?? 0;
    this.samples[to + 1] = points[at + 1] ?? 0;
    this.samples[to + 2] = points[at + 2] ?? 0;
  }

  /** Seams in texture coordinates may go; those between materials may not. */
  giveUpSeams(): void {
    for (let i = 0; i < this.vertexCount; i++)
      if (this.#source.seams[this.globals[i] ?? 0] === UV_SEAM) this.locks[i] = (this.locks[i] ?? 0) & LOCKED;
  }

  /** Triangles over vertices and extras: each corner takes that whose normal is nearest to the triangle's. */
  finish(indices: Uint32Array): Uint32Array {
    if (this.extraCount === 0) return indices;
    const p = this.positions;
    const out = new Uint32Array(indices.length);
    for (let t = 0; t < indices.length; t += 3) {
      const a = (indices[t] ?? 0) * 3;
      const b = (indices[t + 1] ?? 0) * 3;
      const c = (indices[t + 2] ?? 0) * 3;
      const ux = (p[b] ?? 0) - (p[a] ?? 0);
      const uy = (p[b + 1] ?? 0) - (p[a + 1] ?? 0);
      const uz = (p[b + 2] ?? 0) - (p[a + 2] ?? 0);
      const vx = (p[c] ?? 0) - (p[a] ?? 0);
      const vy = (p[c + 1] ?? 0) - (p[a + 1] ?? 0);
      const vz = (p[c + 2] ?? 0) - (p[a + 2] ?? 0);
      for (let i = t; i < t + 3; i++)
        out[i] = this.#nearest(indices[i] ?? 0, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
    }
    return out;
  }

  #nearest(local: number, x: number, y: number, z: number): number {
    const { attributes, weights } = this.#source;
    const facing = (vertex: number): number => {
      const at = vertex * weights.length;
      return (attributes[at] ?? 0) * x + (attributes[at + 1] ?? 0) * y + (attributes[at + 2] ?? 0) * z;
    };
    let best = local;
    let most = facing(this.globals[local] ?? 0);
    for (let at = this.#heads[local] ?? -1; at >= 0; at = this.#nexts[at] ?? -1) {
      const own = facing(this.#extras[at] ?? 0);
      if (own <= most) continue;
      most = own;
      best = this.vertexCount + at;
    }
    return best;
  }

  #gather(borders: Uint8Array): void {
    const { positions, attributes, weights, places, seams, firsts } = this.#source;
    const stride = weights.length;
    for (let i = 0; i < this.vertexCount; i++) {
      const vertex = this.globals[i] ?? 0;
      for (let axis = 0; axis < 3; axis++) this.positions[i * 3 + axis] = positions[vertex * 3 + axis] ?? 0;
      for (let c = 0; c < stride; c++) this.attributes[i * stride + c] = attributes[vertex * stride + c] ?? 0;
      this.locks[i] = (borders[places[vertex] ?? 0] === 1 ? LOCKED : 0) | (seams[vertex] === 0 ? 0 : PROTECTED);
      this.#locals[firsts[vertex] ?? 0] = -1;
      if ((this.#heads[i] ?? -1) >= 0) this.#averageNormals(i);
    }
    for (let i = 0; i < this.extraCount; i++) {
      const vertex = this.#extras[i] ?? 0;
      this.globals[this.vertexCount + i] = vertex;
      for (let axis = 0; axis < 3; axis++)
        this.positions[(this.vertexCount + i) * 3 + axis] = positions[vertex * 3 + axis] ?? 0;
    }
  }

  /** Normals are the first of the attributes. */
  #averageNormals(local: number): void {
    const { attributes, weights } = this.#source;
    const to = local * weights.length;
    for (let at = this.#heads[local] ?? -1; at >= 0; at = this.#nexts[at] ?? -1)
      for (let c = 0; c < 3; c++)
        this.attributes[to + c] =
          (this.attributes[to + c] ?? 0) + (attributes[(this.#extras[at] ?? 0) * weights.length + c] ?? 0);
    const x = this.attributes[to] ?? 0;
    const y = this.attributes[to + 1] ?? 0;
    const z = this.attributes[to + 2] ?? 0;
    const length = Math.sqrt(x * x + y * y + z * z);
    for (let c = 0; c < 3 && length > 0; c++) this.attributes[to + c] = (this.attributes[to + c] ?? 0) / length;
  }
}
