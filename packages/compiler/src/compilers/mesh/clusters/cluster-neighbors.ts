// Finds which clusters touch, and at how many positions, and which positions several groups share: those must stay in place.

import { type ClusterList, VERTEX_COUNT } from './cluster-list.js';
import type { Adjacency } from './partition-clusters.js';

/** Lists of clusters by position, reused between levels. Numbers only grow: those of an earlier call are below `#first`. */
export class Neighborhood {
  readonly #positionIds: Uint32Array;
  /** Position → its last entry, counted from `#first`. */
  readonly #heads: Int32Array;
  #first = 0;
  #next = new Int32Array(0);
  #owners = new Uint32Array(0);

  /** `positionIds`: the position id of each vertex. */
  constructor(positionIds: Uint32Array, positionCount: number) {
    this.#positionIds = positionIds;
    this.#heads = new Int32Array(positionCount).fill(-1);
  }

  /** Adjacency of `clusters`, by their order there. A border of n edges has n + 1 positions: a weight of n, and at least one. */
  adjacencyOf(list: ClusterList, clusters: Uint32Array): Adjacency {
    const pairs = new PairList(clusters.length);
    this.#reserve(list, clusters);
    const positionIds = this.#positionIds;
    const heads = this.#heads;
    const next = this.#next;
    const owners = this.#owners;
    const weights = new Uint32Array(clusters.length);
    const touched: number[] = [];
    const first = this.#first;
    let entries = 0;
    for (let i = 0; i < clusters.length; i++) {
      const vertices = list.verticesOf(clusters[i] ?? 0);
      for (let k = 0; k < vertices.length; k++) {
        const position = positionIds[vertices[k] ?? 0] ?? 0;
        const head = Math.max(-1, (heads[position] ?? -1) - first);
        if (head >= 0 && owners[head] === i) continue;
        for (let at = head; at >= 0; at = next[at] ?? -1) {
          const other = owners[at] ?? 0;
          const weight = weights[other] ?? 0;
          if (weight === 0) touched.push(other);
          weights[other] = weight + 1;
        }
        next[entries] = head;
        owners[entries] = i;
        heads[position] = first + entries++;
      }
      for (const other of touched) {
        pairs.add(i, other, Math.max(1, (weights[other] ?? 0) - 1));
        weights[other] = 0;
      }
      touched.length = 0;
    }
    this.#first = first + entries;
    return pairs.adjacency();
  }

  /** Sets `marks[position]` to 1 if clusters of more than one group are there; `groupOf`: the group of each of `clusters`. */
  markBorders(list: ClusterList, clusters: Uint32Array, groupOf: Uint32Array, marks: Uint8Array): void {
    const positionIds = this.#positionIds;
    const heads = this.#heads;
    const first = this.#first;
    let groups = 0;
    for (let i = 0; i < clusters.length; i++) {
      const group = groupOf[i] ?? 0;
      groups = Math.max(groups, group + 1);
      const vertices = list.verticesOf(clusters[i] ?? 0);
      for (let k = 0; k < vertices.length; k++) {
        const position = positionIds[vertices[k] ?? 0] ?? 0;
        const head = (heads[position] ?? -1) - first;
        if (head < 0) {
          heads[position] = first + group;
          marks[position] = 0;
        } else if (head !== group) marks[position] = 1;
      }
    }
    this.#first = first + groups;
  }

  #reserve(list: ClusterList, clusters: Uint32Array): void {
    let entries = 0;
    for (const cluster of clusters) entries += list.at(cluster, VERTEX_COUNT);
    if (entries <= this.#next.length) return;
    this.#next = new Int32Array(entries);
    this.#owners = new Uint32Array(entries);
  }
}

/** Pairs of numbers with a weight, each once. */
class PairList {
  readonly #count: number;
  #pairs = new Uint32Array(3 << 10);
  #length = 0;

  constructor(count: number) {
    this.#count = count;
  }

  add(a: number, b: number, weight: number): void {
    if (this.#length === this.#pairs.length) {
      const pairs = new Uint32Array(this.#length * 2);
      pairs.set(this.#pairs);
      this.#pairs = pairs;
    }
    const at = this.#length;
    this.#pairs[at] = a;
    this.#pairs[at + 1] = b;
    this.#pairs[at + 2] = weight;
    this.#length = at + 3;
  }

  adjacency(): Adjacency {
    const pairs = this.#pairs.subarray(0, this.#length);
    const starts = new Uint32Array(this.#count + 1);
    for (let i = 0; i < pairs.length; i += 3)
      for (let k = i; k < i + 2; k++) {
        const after = (pairs[k] ?? 0) + 1;
        starts[after] = (starts[after] ?? 0) + 1;
      }
    for (let i = 0; i < this.#count; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0);
    const next = starts.slice(0, this.#count);
    const neighbors = new Uint32Array((pairs.length / 3) * 2);
    const weights = new Uint32Array(neighbors.length);
    const put = (from: number, to: number, weight: number): void => {
      const at = next[from] ?? 0;
      neighbors[at] = to;
      weights[at] = weight;
      next[from] = at + 1;
    };
    for (let i = 0; i < pairs.length; i += 3) {
      put(pairs[i] ?? 0, pairs[i + 1] ?? 0, pairs[i + 2] ?? 0);
      put(pairs[i + 1] ?? 0, pairs[i] ?? 0, pairs[i + 2] ?? 0);
    }
    return { starts, neighbors, weights };
  }
}
