// Meshlets → groups → fewer clusters → groups …, until one cluster a submesh is left or nothing gets smaller. The groups of a level are
// reduced side by side; which thread took which does not show.

import { BOUNDS_FLOATS } from '../../../encoding/meshlet-table.js';
import type { Parallel } from '../../../encoding/parallel.js';
import { roundUp } from '../../../encoding/round-up.js';
import { type ClusterList, meshletList, ROW_WORDS, SUBMESH, TRIANGLE_COUNT } from './cluster-list.js';
import { Neighbourhood } from './cluster-neighbours.js';
import { type Clusterable, type ClusterSource, clusterSource } from './cluster-source.js';
import { ROUNDING, sphereAround } from './group-spheres.js';
import { partitionClusters } from './partition-clusters.js';
import { forgetClusterGroups, type GroupsPayload, MOST_SAMPLES, runClusterGroups } from './reduce-group.js';

export interface HierarchyOptions {
  /** Which space each submesh is in: only what shares a space shares groups. */
  readonly spaces: readonly number[];
  readonly parallel?: Parallel | undefined;
  /** Called before each level: what it throws ends the work. */
  readonly step?: () => void;
}

export interface Group {
  /** center and radius. */
  readonly sphere: readonly [number, number, number, number];
  readonly error: number;
  readonly level: number;
}

export interface Hierarchy {
  readonly clusters: ClusterList;
  readonly groups: readonly Group[];
}

/** Members of a group, about. Larger ones have less of a border that must stay, and refine more at once. */
const GROUP_SIZE = 16;
/** A level is written in a byte. */
const MOST_LEVELS = 250;
/** Triangles that a thread takes at once. */
const BATCH_TRIANGLES = 8000;

export async function buildHierarchy(
  mesh: Clusterable,
  { spaces, parallel, step = () => undefined }: HierarchyOptions,
): Promise<Hierarchy> {
  const source = clusterSource(mesh, spaces);
  const builder = new Builder(meshletList(mesh), source, spaces, parallel);
  try {
    while (builder.level < MOST_LEVELS) {
      step();
      if (!(await builder.next())) break;
    }
  } finally {
    forgetClusterGroups();
  }
  return builder;
}

class Builder implements Hierarchy {
  readonly clusters: ClusterList;
  readonly groups: Group[] = [];
  level = 0;
  readonly #source: ClusterSource;
  readonly #spaces: readonly number[];
  readonly #parallel: Parallel | undefined;
  readonly #near: Neighbourhood;
  readonly #borders: Uint8Array;
  /** By space: clusters that nothing has been made of yet. */
  #open: number[][];

  constructor(clusters: ClusterList, source: ClusterSource, spaces: readonly number[], parallel: Parallel | undefined) {
    this.clusters = clusters;
    this.#source = source;
    this.#spaces = spaces;
    this.#parallel = parallel;
    this.#near = new Neighbourhood(source.places, source.placeCount);
    this.#borders = new Uint8Array(new SharedArrayBuffer(source.placeCount));
    this.#open = Array.from({ length: Math.max(...spaces, 0) + 1 }, () => []);
    for (let i = 0; i < clusters.count; i++) this.#put(i);
  }

  #put(cluster: number): void {
    this.#open[this.#spaces[this.clusters.at(cluster, SUBMESH)] ?? 0]?.push(cluster);
  }

  /** False where nothing is left to do, or nothing got smaller. */
  async next(): Promise<boolean> {
    const { members, starts } = this.#gather();
    if (starts.length < 2) return false;
    const groupOf = new Uint32Array(members.length);
    for (let g = 0; g + 1 < starts.length; g++) groupOf.fill(g, starts[g], starts[g + 1]);
    this.#near.markBorders(this.clusters, members, groupOf, this.#borders);
    const payload = this.#payload(members, starts);
    const batches = payload.batches.length - 1;
    if (this.#parallel !== undefined && batches > 1) await this.#parallel('cluster-groups', batches, payload);
    else for (let batch = 0; batch < batches; batch++) runClusterGroups(payload, batch);
    return this.#take(payload);
  }

  /** Groups of what is open. Spaces that have come down to a cluster a submesh are done. */
  #gather(): { readonly members: Uint32Array; readonly starts: Uint32Array } {
    const members: number[] = [];
    const starts = [0];
    for (const open of this.#open) {
      const submeshes = new Set(open.map((cluster) => this.clusters.at(cluster, SUBMESH)));
      if (open.length <= submeshes.size) continue;
      const list = Uint32Array.from(open);
      const centers = new Float32Array(list.length * 3);
      for (const [i, cluster] of list.entries())
        centers.set(this.clusters.bounds.subarray(cluster * BOUNDS_FLOATS, cluster * BOUNDS_FLOATS + 3), i * 3);
      const parts =
        list.length <= GROUP_SIZE + GROUP_SIZE / 2
          ? { members: list.map((_, i) => i), starts: Uint32Array.of(0, list.length) }
          : partitionClusters(this.#near.between(this.clusters, list), centers, GROUP_SIZE);
      const first = members.length;
      for (const i of parts.members) members.push(list[i] ?? 0);
      for (const end of parts.starts.subarray(1)) starts.push(first + end);
    }
    return { members: Uint32Array.from(members), starts: Uint32Array.from(starts) };
  }

  #payload(members: Uint32Array, starts: Uint32Array): GroupsPayload {
    const { clusters } = this;
    const count = starts.length - 1;
    const triangleRooms = new Uint32Array(count + 1);
    const clusterRooms = new Uint32Array(count + 1);
    const batches = [0];
    let batched = 0;
    for (let g = 0; g < count; g++) {
      let triangles = 0;
      for (let i = starts[g] ?? 0; i < (starts[g + 1] ?? 0); i++)
        triangles += clusters.at(members[i] ?? 0, TRIANGLE_COUNT);
      triangleRooms[g + 1] = (triangleRooms[g] ?? 0) + triangles;
      // A cluster that is full of vertices has at least a third as many triangles; each submesh ends with one that is not.
      const most = Math.floor(triangles / 20) + (starts[g + 1] ?? 0) - (starts[g] ?? 0) + 1;
      clusterRooms[g + 1] = (clusterRooms[g] ?? 0) + most;
      batched += triangles;
      if (batched < BATCH_TRIANGLES && g + 1 < count) continue;
      batches.push(g + 1);
      batched = 0;
    }
    const triangles = triangleRooms[count] ?? 0;
    const most = clusterRooms[count] ?? 0;
    return {
      source: this.#source,
      rows: clusters.rows,
      stores: clusters.stores,
      borders: this.#borders,
      members,
      starts,
      batches: Uint32Array.from(batches),
      triangleRooms,
      clusterRooms,
      store: clusters.stores.length,
      room: {
        vertices: new Uint32Array(new SharedArrayBuffer(triangles * 12)),
        triangles: new Uint8Array(new SharedArrayBuffer(triangles * 3)),
        samples: new Uint32Array(new SharedArrayBuffer(most * MOST_SAMPLES * 4)),
        rows: new Uint32Array(new SharedArrayBuffer(most * ROW_WORDS * 4)),
        bounds: new Float32Array(new SharedArrayBuffer(most * BOUNDS_FLOATS * 4)),
        counts: new Uint32Array(new SharedArrayBuffer(count * 4)),
        errors: new Float64Array(new SharedArrayBuffer(count * 8)),
        sloppy: new Uint8Array(new SharedArrayBuffer(count)),
      },
    };
  }

  /** What was made becomes clusters and groups; members of groups that are stuck stay open. */
  #take({ members, starts, clusterRooms, room }: GroupsPayload): boolean {
    const { clusters } = this;
    this.level++;
    clusters.stores.push({ vertices: room.vertices, triangles: room.triangles, samples: room.samples });
    const before = this.groups.length;
    const made: number[] = [];
    for (let g = 0; g + 1 < starts.length; g++) {
      const count = room.counts[g] ?? 0;
      if (count === 0) continue;
      const own = members.subarray(starts[g] ?? 0, starts[g + 1] ?? 0);
      const group = this.groups.push(this.#group(own, (room.errors[g] ?? 0) / this.#source.scale)) - 1;
      const isSloppy = room.sloppy[g] === 1 || own.some((member) => clusters.fates[member]?.isSloppy === true);
      for (const member of own) {
        const fate = clusters.fates[member];
        if (fate !== undefined) fate.parentGroup = group;
      }
      for (let i = clusterRooms[g] ?? 0; i < (clusterRooms[g] ?? 0) + count; i++)
        made.push(
          clusters.add(
            room.rows.subarray(i * ROW_WORDS, (i + 1) * ROW_WORDS),
            room.bounds.subarray(i * BOUNDS_FLOATS, (i + 1) * BOUNDS_FLOATS),
            { level: this.level, group, parentGroup: -1, isSloppy },
          ),
        );
    }
    this.#open = this.#open.map((open) => open.filter((cluster) => (clusters.fates[cluster]?.parentGroup ?? -1) < 0));
    for (const cluster of made) this.#put(cluster);
    return this.groups.length > before;
  }

  /** Its error is no smaller than that of any group below, its sphere holds theirs. */
  #group(members: Uint32Array, strayed: number): Group {
    const { clusters, groups } = this;
    const spheres = new Float32Array(members.length * 4);
    let error = strayed;
    for (const [i, member] of members.entries()) {
      const below = groups[clusters.fates[member]?.group ?? -1];
      const at = member * BOUNDS_FLOATS;
      spheres.set(below?.sphere ?? clusters.bounds.subarray(at, at + 4), i * 4);
      error = Math.max(error, (below?.error ?? 0) * (1 + ROUNDING));
    }
    return { sphere: sphereAround(spheres), error: roundUp(error), level: this.level };
  }
}
