// Clusters → groups of neighbours of about one size. Those that share the longest border join first, the smallest group first, so that sizes
// stay even; what touches nothing joins what lies near it. Equal input gives equal groups.

import { sortAlongCurve } from './curve-order.js';

interface Partitioned {
  /** Clusters of the groups, one group after the other. */
  readonly members: Uint32Array;
  /** Where each group begins in `members`, and the end. */
  readonly starts: Uint32Array;
}

/** Neighbours of the clusters by number: `weights[i]` places are shared with `neighbours[i]`. */
export interface Adjacency {
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly weights: Uint32Array;
}

/** `centers`: three floats a cluster. Groups have `target` members or a few more, fewer only where there are no more near. */
export function partitionClusters(adjacency: Adjacency, centers: Float32Array, target: number): Partitioned {
  const count = adjacency.starts.length - 1;
  const groups = new Merging(adjacency, count, target + (target >> 1));
  // By size: a group that has grown is looked at again among those of its size.
  const queues: number[][] = Array.from({ length: target }, () => []);
  queues[1]?.push(...Array.from({ length: count }, (_, i) => i));
  for (let size = 1; size < target; size++) {
    const queue = queues[size] ?? [];
    for (let i = 0; i < queue.length; i++) {
      const group = queue[i] ?? 0;
      if (groups.sizes[group] !== size) continue;
      const other = groups.best(group);
      if (other < 0) continue;
      const merged = groups.merge(group, other);
      queues[groups.sizes[merged] ?? 0]?.push(merged);
    }
  }
  joinNear(groups, centers, target);
  return groups.list();
}

/** Small groups that nothing takes in, along a curve through space. */
function joinNear(groups: Merging, centers: Float32Array, target: number): void {
  const small = groups.alive().filter((group) => (groups.sizes[group] ?? 0) <= target >> 1);
  if (small.length < 2) return;
  const places = new Float32Array(small.length * 3);
  for (const [i, group] of small.entries()) places.set(groups.centerOf(group, centers), i * 3);
  let open = -1;
  for (const i of sortAlongCurve(places)) {
    const group = small[i] ?? 0;
    if (open < 0) open = group;
    else if ((groups.sizes[open] ?? 0) + (groups.sizes[group] ?? 0) <= target + (target >> 1))
      open = groups.merge(open, group);
    else open = group;
    if ((groups.sizes[open] ?? 0) >= target) open = -1;
  }
}

/** Groups that grow. A group goes by the number of one of its clusters; its size is 0 once another has taken it in. */
class Merging {
  readonly sizes: Uint32Array;
  readonly #most: number;
  readonly #links: Map<number, number>[];
  readonly #members: number[][];

  constructor({ starts, neighbours, weights }: Adjacency, count: number, most: number) {
    this.#most = most;
    this.sizes = new Uint32Array(count).fill(1);
    this.#members = Array.from({ length: count }, (_, i) => [i]);
    this.#links = Array.from({ length: count }, (_, i) => {
      const links = new Map<number, number>();
      for (let at = starts[i] ?? 0; at < (starts[i + 1] ?? 0); at++) links.set(neighbours[at] ?? 0, weights[at] ?? 0);
      return links;
    });
  }

  /** The neighbour whose border with the group is longest for its size, −1 where none has room. */
  best(group: number): number {
    const own = this.sizes[group] ?? 0;
    let best = -1;
    let most = 0;
    for (const [other, weight] of this.#links[group] ?? []) {
      const size = this.sizes[other] ?? 0;
      if (own + size > this.#most) continue;
      const score = weight / (own + size);
      if (score > most || (score === most && other < best)) {
        best = other;
        most = score;
      }
    }
    return best;
  }

  /** Returns which of the two goes on. */
  merge(a: number, b: number): number {
    const [kept, gone] = (this.#links[a]?.size ?? 0) >= (this.#links[b]?.size ?? 0) ? [a, b] : [b, a];
    const links = this.#links[kept] ?? new Map<number, number>();
    for (const [other, weight] of this.#links[gone] ?? []) {
      const back = this.#links[other];
      back?.delete(gone);
      if (other === kept) continue;
      const sum = (links.get(other) ?? 0) + weight;
      links.set(other, sum);
      back?.set(kept, sum);
    }
    links.delete(gone);
    this.#links[gone] = new Map();
    this.#members[kept]?.push(...(this.#members[gone] ?? []));
    this.#members[gone] = [];
    this.sizes[kept] = (this.sizes[kept] ?? 0) + (this.sizes[gone] ?? 0);
    this.sizes[gone] = 0;
    return kept;
  }

  alive(): number[] {
    return Array.from(this.sizes.keys()).filter((group) => this.sizes[group] !== 0);
  }

  centerOf(group: number, centers: Float32Array): readonly number[] {
    const members = this.#members[group] ?? [];
    return [0, 1, 2].map((axis) => members.reduce((sum, i) => sum + (centers[i * 3 + axis] ?? 0), 0) / members.length);
  }

  /** Groups by their smallest cluster, clusters ascending. */
  list(): Partitioned {
    const lists = this.#members.filter(({ length }) => length > 0).map((list) => list.sort((a, b) => a - b));
    lists.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
    const starts = new Uint32Array(lists.length + 1);
    for (const [i, { length }] of lists.entries()) starts[i + 1] = (starts[i] ?? 0) + length;
    return { members: Uint32Array.from(lists.flat()), starts };
  }
}
