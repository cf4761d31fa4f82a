// The clusters of one group as a small separate mesh: the simplifier's input is as large as the group, not the mesh.

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
import { copyRows } from './copy-rows.js';
import { ExtraVertices } from './extra-vertices.js';

/** Values for meshoptimizer's vertex_lock. */
export const LOCKED = 1;
const PROTECTED = 2;

/**
 * Reused for each group: arrays have the largest required length, with separate counts. Vertices that differ only in normals are merged here, so that a
 * flat-shaded mesh is reduced as one surface; `finish` gives each corner the vertex whose normal is nearest to its triangle's. The additional
 * vertices are stored after the others, at vertexCount and up.
 */
export class LocalMesh {
  readonly #source: ClusterSource;
  /** Vertex of the mesh → local vertex; −1 if there is none. */
  readonly #locals: Int32Array;
  /** Vertex of the current cluster → local vertex. */
  readonly #clusterLocals = new Uint32Array(256);
  vertexCount = 0;
  indexCount = 0;
  sampleCount = 0;
  /** Local vertex → vertex of the mesh. */
  globals = new Uint32Array(0);
  readonly #extras = new ExtraVertices();
  positions = new Float32Array(0);
  attributes = new Float32Array(0);
  locks = new Uint8Array(0);
  indices = new Uint32Array(0);
  /** Vertices of the mesh that the members represent. */
  samples = new Uint32Array(0);
  /** Submeshes of the members, ascending. */
  submeshes: readonly number[] = [];

  constructor(source: ClusterSource) {
    this.#source = source;
    this.#locals = new Int32Array(source.vertexCount).fill(-1);
  }

  get extraCount(): number {
    return this.#extras.count;
  }

  fill(rows: Uint32Array, stores: readonly ClusterStore[], members: Uint32Array, borders: Uint8Array): void {
    this.#reset();
    this.#reserve(rows, members);
    this.vertexCount = 0;
    this.indexCount = 0;
    this.sampleCount = 0;
    this.#extras.count = 0;
    for (const member of members) this.#add(rows, member * ROW_WORDS, stores);
    this.submeshes = [...new Set(Array.from(members, (member) => rows[member * ROW_WORDS + SUBMESH] ?? 0))].sort(
      (a, b) => a - b,
    );
    this.#gather(borders);
  }

  #reset(): void {
    const { representatives } = this.#source;
    const locals = this.#locals;
    for (let i = 0; i < this.vertexCount; i++) locals[representatives[this.globals[i] ?? 0] ?? 0] = -1;
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
      this.#extras.reserve(vertices * 2);
    }
    if (this.indices.length < triangles * 3) this.indices = new Uint32Array(triangles * 6);
    if (this.samples.length < samples) this.samples = new Uint32Array(samples * 2);
  }

  #add(rows: Uint32Array, at: number, stores: readonly ClusterStore[]): void {
    const store = stores[rows[at + STORE] ?? 0];
    if (store === undefined) throw new Error('a cluster without its store');
    const { vertices, triangles } = store;
    const locals = this.#locals;
    const { indices, globals, samples } = this;
    const { representatives } = this.#source;
    const first = rows[at + VERTEX_OFFSET] ?? 0;
    const count = rows[at + VERTEX_COUNT] ?? 0;
    const ownSampleCount = rows[at + SAMPLE_COUNT] ?? 0;
    const clusterLocals = this.#clusterLocals;
    for (let i = 0; i < count; i++) {
      const vertex = vertices[first + i] ?? 0;
      const firstVertex = representatives[vertex] ?? 0;
      let local = locals[firstVertex] ?? -1;
      if (local < 0) {
        local = this.vertexCount++;
        locals[firstVertex] = local;
        this.#extras.begin(local);
        globals[local] = vertex;
        if (ownSampleCount === 0) samples[this.sampleCount++] = vertex;
      } else if (globals[local] !== vertex) this.#extras.add(local, vertex);
      clusterLocals[i] = local;
    }
    const firstSample = rows[at + SAMPLE_OFFSET] ?? 0;
    for (let i = 0; i < ownSampleCount; i++) samples[this.sampleCount++] = store.samples[firstSample + i] ?? 0;
    const corner = (rows[at + TRIANGLE_OFFSET] ?? 0) * 3;
    const corners = (rows[at + TRIANGLE_COUNT] ?? 0) * 3;
    const to = this.indexCount;
    for (let i = 0; i < corners; i++) indices[to + i] = clusterLocals[triangles[corner + i] ?? 0] ?? 0;
    this.indexCount = to + corners;
  }

  /**
   * For each sample, the entry of `users` for the local vertex at its position; −1 if there is none. Those with −1 are also listed with their
   * positions.
   */
  findSamples(users: Int32Array) {
    const { samples, sampleCount } = this;
    const { positions, representatives } = this.#source;
    const locals = this.#locals;
    const found = new Int32Array(sampleCount);
    const missing = new Uint32Array(sampleCount);
    const points = new Float32Array(sampleCount * 3);
    let count = 0;
    for (let i = 0; i < sampleCount; i++) {
      const vertex = samples[i] ?? 0;
      const local = locals[representatives[vertex] ?? 0] ?? -1;
      const user = local < 0 ? -1 : (users[local] ?? -1);
      found[i] = user;
      if (user >= 0) continue;
      points[count * 3] = positions[vertex * 3] ?? 0;
      points[count * 3 + 1] = positions[vertex * 3 + 1] ?? 0;
      points[count * 3 + 2] = positions[vertex * 3 + 2] ?? 0;
      missing[count++] = i;
    }
    return { found, missing: missing.subarray(0, count), points: points.subarray(0, count * 3) };
  }

  /** The same triangles with extras replaced by their vertices: only positions matter. */
  withoutExtras(indices: Uint32Array): Uint32Array {
    if (this.extraCount === 0) return indices;
    return indices.map((local) => (local < this.vertexCount ? local : this.#extras.ownerOf(local - this.vertexCount)));
  }

  /** Allows texture coordinate seams to change; those between materials stay. */
  unlockUvSeams(): void {
    for (let i = 0; i < this.vertexCount; i++)
      if (this.#source.seams[this.globals[i] ?? 0] === UV_SEAM) this.locks[i] = (this.locks[i] ?? 0) & LOCKED;
  }

  /** Triangles over vertices and extras: each corner gets the one whose normal is nearest to the triangle's. */
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
    let maxFacing = facing(this.globals[local] ?? 0);
    for (let at = this.#extras.first(local); at >= 0; at = this.#extras.next(at)) {
      const extraFacing = facing(this.#extras.vertexOf(at));
      if (extraFacing <= maxFacing) continue;
      maxFacing = extraFacing;
      best = this.vertexCount + at;
    }
    return best;
  }

  #gather(borders: Uint8Array): void {
    const { positions, attributes, weights, positionIds, seams } = this.#source;
    const { vertexCount, globals, locks } = this;
    const stride = weights.length;
    for (let i = 0; i < vertexCount; i++) {
      const vertex = globals[i] ?? 0;
      locks[i] = (borders[positionIds[vertex] ?? 0] === 1 ? LOCKED : 0) | (seams[vertex] === 0 ? 0 : PROTECTED);
    }
    copyRows(positions, this.positions, 3, globals, vertexCount);
    copyRows(attributes, this.attributes, stride, globals, vertexCount);
    if (this.extraCount === 0) return;
    for (let i = 0; i < vertexCount; i++) if (this.#extras.first(i) >= 0) this.#averageNormals(i);
    globals.set(this.#extras.vertices(), vertexCount);
    copyRows(positions, this.positions, 3, globals, vertexCount + this.extraCount, vertexCount);
  }

  /** Normals are the first attributes. */
  #averageNormals(local: number): void {
    const { attributes, weights } = this.#source;
    const to = local * weights.length;
    for (let at = this.#extras.first(local); at >= 0; at = this.#extras.next(at)) {
      const from = this.#extras.vertexOf(at) * weights.length;
      for (let c = 0; c < 3; c++)
        this.attributes[to + c] = (this.attributes[to + c] ?? 0) + (attributes[from + c] ?? 0);
    }
    const x = this.attributes[to] ?? 0;
    const y = this.attributes[to + 1] ?? 0;
    const z = this.attributes[to + 2] ?? 0;
    const length = Math.sqrt(x * x + y * y + z * z);
    for (let c = 0; c < 3 && length > 0; c++) this.attributes[to + c] = (this.attributes[to + c] ?? 0) / length;
  }
}
