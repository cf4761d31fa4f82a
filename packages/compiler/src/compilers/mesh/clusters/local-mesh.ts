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
import type { ClusterSource } from './cluster-source.js';

/** As meshoptimizer's vertex_lock takes them. */
export const LOCKED = 1;
export const PROTECTED = 2;

/** Filled again for each group: arrays are as long as the largest needed, counts say how much of them. */
export class LocalMesh {
  readonly #source: ClusterSource;
  /** Vertex of the mesh → vertex here, −1 where it has none. */
  readonly #locals: Int32Array;
  vertexCount = 0;
  indexCount = 0;
  sampleCount = 0;
  /** Vertex here → vertex of the mesh. */
  globals = new Uint32Array(0);
  positions = new Float32Array(0);
  attributes = new Float32Array(0);
  locks = new Uint8Array(0);
  indices = new Uint32Array(0);
  samples = new Float32Array(0);
  /** Submeshes of the members, ascending. */
  submeshes: readonly number[] = [];
  /** Whether normals break anywhere inside. */
  hasCreases = false;

  constructor(source: ClusterSource) {
    this.#source = source;
    this.#locals = new Int32Array(source.vertexCount).fill(-1);
  }

  fill(rows: Uint32Array, stores: readonly ClusterStore[], members: Uint32Array, borders: Uint8Array): void {
    this.#reserve(rows, members);
    this.vertexCount = 0;
    this.indexCount = 0;
    this.sampleCount = 0;
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
    }
    if (this.indices.length < triangles * 3) this.indices = new Uint32Array(triangles * 6);
    if (this.samples.length < samples * 3) this.samples = new Float32Array(samples * 6);
  }

  #add(rows: Uint32Array, at: number, stores: readonly ClusterStore[]): void {
    const store = stores[rows[at + STORE] ?? 0];
    if (store === undefined) throw new Error('a cluster without its store');
    const { vertices, triangles } = store;
    const locals = this.#locals;
    const first = rows[at + VERTEX_OFFSET] ?? 0;
    const end = first + (rows[at + VERTEX_COUNT] ?? 0);
    const sampled = rows[at + SAMPLE_COUNT] ?? 0;
    for (let i = first; i < end; i++) {
      const vertex = vertices[i] ?? 0;
      if (sampled === 0) this.#sample(this.#source.positions, vertex * 3);
      if ((locals[vertex] ?? -1) >= 0) continue;
      locals[vertex] = this.vertexCount;
      this.globals[this.vertexCount++] = vertex;
    }
    for (let i = 0; i < sampled; i++) this.#sample(store.samples, ((rows[at + SAMPLE_OFFSET] ?? 0) + i) * 3);
    const corner = (rows[at + TRIANGLE_OFFSET] ?? 0) * 3;
    const lastCorner = corner + (rows[at + TRIANGLE_COUNT] ?? 0) * 3;
    for (let i = corner; i < lastCorner; i++)
      this.indices[this.indexCount++] = locals[vertices[first + (triangles[i] ?? 0)] ?? 0] ?? 0;
  }

  #sample(points: Float32Array, at: number): void {
    const to = this.sampleCount++ * 3;
    this.samples[to] = points[at] ?? 0;
    this.samples[to + 1] = points[at + 1] ?? 0;
    this.samples[to + 2] = points[at + 2] ?? 0;
  }

  #gather(borders: Uint8Array): void {
    const { positions, attributes, weights, places, seams, creases } = this.#source;
    const stride = weights.length;
    this.hasCreases = false;
    for (let i = 0; i < this.vertexCount; i++) {
      const vertex = this.globals[i] ?? 0;
      for (let axis = 0; axis < 3; axis++) this.positions[i * 3 + axis] = positions[vertex * 3 + axis] ?? 0;
      for (let c = 0; c < stride; c++) this.attributes[i * stride + c] = attributes[vertex * stride + c] ?? 0;
      this.locks[i] = (borders[places[vertex] ?? 0] === 1 ? LOCKED : 0) | (seams[vertex] === 1 ? PROTECTED : 0);
      if (creases[vertex] === 1) this.hasCreases = true;
      this.#locals[vertex] = -1;
    }
  }
}
