// Partitions clusters into groups of neighbors of similar size. Those with the longest shared border join first, smallest group first, so that sizes
// stay even; clusters without neighbors join near ones. Equal input gives equal groups.

import { sortAlongCurve } from './curve-order.js';

interface Partition {
  /** Clusters of the groups, one group after another. */
  readonly members: Uint32Array;
  /** The start of each group in `members`, and the end. */
  readonly starts: Uint32Array;
}

/** Neighbors of the clusters by number: `weights[i]` positions are shared with `neighbors[i]`. */
export interface Adjacency {
  readonly starts: Uint32Array;
  readonly neighbors: Uint32Array;
  readonly weights: Uint32Array;
}

/** `centers`: three floats per cluster. Groups have `target` members or a few more; fewer only if there are no more nearby. */
export function partitionClusters(adjacency: Adjacency, centers: Float32Array, target: number): Partition {
  const count = adjacency.starts.length - 1;
  const groups = new MergingGroups(adjacency, count, target + (target >> 1));
  // By size: a group that has grown is processed again with those of its size.
  const queues: number[][] = Array.from({ length: target }, () => []);
  queues[1]?.push(...Array.from({ length: count }, (_, i) => i));
  for (let size = 1; size < target; size++) {
    const queue = queues[size] ?? [];
    for (let i = 0; i < queue.length; i++) {
      const group = queue[i] ?? 0;
      if (groups.sizes[group] !== size) continue;
      const other = groups.bestNeighbor(group);
      if (other < 0) continue;
      const merged = groups.merge(group, other);
      queues[groups.sizes[merged] ?? 0]?.push(merged);
    }
  }
  joinNear(groups, centers, target);
  return groups.list();
}

/** Joins small groups that no other accepts, along a curve through space. */
function joinNear(groups: MergingGroups, centers: Float32Array, target: number): void {
  const small = groups.groups().filter((group) => (groups.sizes[group] ?? 0) <= target >> 1);
  if (small.length < 2) return;
  const groupCenters = new Float32Array(small.length * 3);
  for (const [i, group] of small.entries()) groupCenters.set(groups.centerOf(group, centers), i * 3);
  let current = -1;
  for (const i of sortAlongCurve(groupCenters)) {
    const group = small[i] ?? 0;
    if (current < 0) current = group;
    else if ((groups.sizes[current] ?? 0) + (groups.sizes[group] ?? 0) <= target + (target >> 1))
      current = groups.merge(current, group);
    else current = group;
    if ((groups.sizes[current] ?? 0) >= target) current = -1;
  }
}

/** Moves all values to the end of another list. */
function append(to: number[] | undefined, from: number[] | undefined): void {
  if (to === undefined || from === undefined) return;
  for (let i = 0; i < from.length; i++) to.push(from[i] ?? 0);
  from.length = 0;
}

/**
 * Growing groups. A group has the number of one of its clusters; its size is 0 once it is merged into another. Its list of neighbors is updated when
 * it is read: numbers of groups that were merged since then stand for those that contain them now.
 */
class MergingGroups {
  readonly sizes: Uint32Array;
  readonly #maxSize: number;
  /** Neighbor and weight, one after the other. */
  readonly #links: number[][];
  readonly #members: number[][];
  /** Merged group → a group that contains it; itself for the others. */
  readonly #parents: Uint32Array;
  /** By group: weights while a list is updated, otherwise 0. */
  readonly #sums: Uint32Array;
  readonly #found: number[] = [];

  constructor({ starts, neighbors, weights }: Adjacency, count: number, maxSize: number) {
    this.#maxSize = maxSize;
    this.sizes = new Uint32Array(count).fill(1);
    this.#parents = Uint32Array.from(this.sizes.keys());
    this.#sums = new Uint32Array(count);
    this.#members = Array.from({ length: count }, (_, i) => [i]);
    this.#links = Array.from({ length: count }, (_, i) => {
      const links: number[] = [];
      for (let at = starts[i] ?? 0; at < (starts[i + 1] ?? 0); at++) links.push(neighbors[at] ?? 0, weights[at] ?? 0);
      return links;
    });
  }

  /** The group that contains it now. */
  #current(group: number): number {
    const parents = this.#parents;
    let at = group;
    for (let parent = parents[at] ?? 0; parent !== at; parent = parents[at] ?? 0) {
      parents[at] = parents[parent] ?? 0;
      at = parent;
    }
    return at;
  }

  /** Each neighbor once, with the sum of its weights. */
  #linksOf(group: number): number[] {
    const links = this.#links[group] ?? [];
    const sums = this.#sums;
    const found = this.#found;
    found.length = 0;
    for (let i = 0; i < links.length; i += 2) {
      const other = this.#current(links[i] ?? 0);
      if (other === group) continue;
      const sum = sums[other] ?? 0;
      if (sum === 0) found.push(other);
      sums[other] = sum + (links[i + 1] ?? 0);
    }
    links.length = 0;
    for (const other of found) {
      links.push(other, sums[other] ?? 0);
      sums[other] = 0;
    }
    return links;
  }

  /** The neighbor with the longest border relative to its size; −1 if none has room. */
  bestNeighbor(group: number): number {
    const ownSize = this.sizes[group] ?? 0;
    const links = this.#linksOf(group);
    let best = -1;
    let bestScore = 0;
    for (let i = 0; i < links.length; i += 2) {
      const other = links[i] ?? 0;
      const size = this.sizes[other] ?? 0;
      if (ownSize + size > this.#maxSize) continue;
      const score = (links[i + 1] ?? 0) / (ownSize + size);
      if (score > bestScore || (score === bestScore && other < best)) {
        best = other;
        bestScore = score;
      }
    }
    return best;
  }

  /** Returns the number of the merged group. */
  merge(a: number, b: number): number {
    const keepsFirst = this.#linksOf(a).length >= this.#linksOf(b).length;
    const kept = keepsFirst ? a : b;
    const merged = keepsFirst ? b : a;
    append(this.#links[kept], this.#links[merged]);
    append(this.#members[kept], this.#members[merged]);
    this.#parents[merged] = kept;
    this.sizes[kept] = (this.sizes[kept] ?? 0) + (this.sizes[merged] ?? 0);
    this.sizes[merged] = 0;
    return kept;
  }

  groups(): number[] {
    return Array.from(this.sizes.keys()).filter((group) => this.sizes[group] !== 0);
  }

  centerOf(group: number, centers: Float32Array): readonly number[] {
    const members = this.#members[group] ?? [];
    return [0, 1, 2].map((axis) => members.reduce((sum, i) => sum + (centers[i * 3 + axis] ?? 0), 0) / members.length);
  }

  /** Groups by their smallest cluster, clusters ascending. */
  list(): Partition {
    const lists = this.#members.filter(({ length }) => length > 0).map((list) => list.sort((a, b) => a - b));
    lists.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
    const starts = new Uint32Array(lists.length + 1);
    for (const [i, { length }] of lists.entries()) starts[i + 1] = (starts[i] ?? 0) + length;
    return { members: Uint32Array.from(lists.flat()), starts };
  }
}
