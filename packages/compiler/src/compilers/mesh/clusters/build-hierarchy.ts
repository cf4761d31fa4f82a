// Builds the hierarchy: meshlets → groups → fewer clusters → groups …, until one cluster per submesh is left or nothing gets smaller. The groups
// of a level are reduced in parallel; the result does not depend on the threads.

import { BOUNDS_FLOATS } from '../../../encoding/mesh/meshlet-table.js';
import { maxMeshletsPerTriangle } from '../../../encoding/mesh/meshlets.js';
import type { Parallel } from '../../../encoding/parallel.js';
import { roundUp } from '../../../encoding/round-up.js';
import { MESHLET_DEFAULTS, type MeshletLimits } from '../../../model/scene/meshlet-limits.js';
import { type ClusterList, listMeshlets, ROW_WORDS, SUBMESH, TRIANGLE_COUNT } from './cluster-list.js';
import { Neighborhood } from './cluster-neighbors.js';
import { buildClusterSource, type Clusterable, type ClusterSource } from './cluster-source.js';
import { ROUNDING, sphereAround } from './group-spheres.js';
import { partitionClusters } from './partition-clusters.js';
import { type GroupsPayload, MAX_SAMPLES, releaseClusterGroups, runClusterGroups } from './reduce-group.js';

export interface HierarchyOptions {
  /** Of the clusters above the meshlets. */
  readonly limits?: MeshletLimits;
  /** The space of each submesh: only submeshes of the same space share groups. */
  readonly spaces: readonly number[];
  readonly parallel?: Parallel | undefined;
  /** Called before each level; an exception stops the work. */
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

/** Approximate number of members of a group. Larger groups have less locked border, and refine more at once. */
const GROUP_SIZE = 16;
/** A level is stored in a byte. */
const MAX_LEVELS = 250;
/** Triangles that a thread processes at once. */
const BATCH_TRIANGLES = 8000;

export async function buildHierarchy(mesh: Clusterable, options: HierarchyOptions): Promise<Hierarchy> {
  const { step = () => undefined } = options;
  const source = buildClusterSource(mesh, options.spaces);
  const builder = new HierarchyBuilder(listMeshlets(mesh), source, options);
  try {
    while (builder.level < MAX_LEVELS) {
      step();
      if (!(await builder.buildLevel())) break;
    }
  } finally {
    releaseClusterGroups();
  }
  return builder;
}

/** The group that a cluster was made from. Undefined for meshlets; reading the list at −1 would be slow. */
const made = (groups: readonly Group[], group: number): Group | undefined => (group < 0 ? undefined : groups[group]);

class HierarchyBuilder implements Hierarchy {
  readonly clusters: ClusterList;
  readonly groups: Group[] = [];
  level = 0;
  readonly #source: ClusterSource;
  readonly #spaces: readonly number[];
  readonly #parallel: Parallel | undefined;
  readonly #limits: MeshletLimits;
  readonly #neighbors: Neighborhood;
  readonly #borders: Uint8Array;
  /** By space: clusters that are not in a group yet. */
  #ungrouped: number[][];

  constructor(clusters: ClusterList, source: ClusterSource, options: HierarchyOptions) {
    const { spaces, parallel, limits = MESHLET_DEFAULTS } = options;
    this.clusters = clusters;
    this.#source = source;
    this.#spaces = spaces;
    this.#parallel = parallel;
    this.#limits = limits;
    this.#neighbors = new Neighborhood(source.positionIds, source.positionCount);
    this.#borders = new Uint8Array(new SharedArrayBuffer(source.positionCount));
    this.#ungrouped = Array.from({ length: Math.max(...spaces, 0) + 1 }, () => []);
    for (let i = 0; i < clusters.count; i++) this.#addUngrouped(i);
  }

  #addUngrouped(cluster: number): void {
    this.#ungrouped[this.#spaces[this.clusters.at(cluster, SUBMESH)] ?? 0]?.push(cluster);
  }

  /** Builds the next level. Returns false if nothing is left to do, or nothing got smaller. */
  async buildLevel(): Promise<boolean> {
    const { members, starts } = this.#makeGroups();
    if (starts.length < 2) return false;
    const groupOf = new Uint32Array(members.length);
    for (let g = 0; g + 1 < starts.length; g++) groupOf.fill(g, starts[g], starts[g + 1]);
    this.#neighbors.markBorders(this.clusters, members, groupOf, this.#borders);
    const payload = this.#makePayload(members, starts);
    const batches = payload.batches.length - 1;
    if (this.#parallel !== undefined && batches > 1) await this.#parallel('cluster-groups', batches, payload);
    else for (let batch = 0; batch < batches; batch++) runClusterGroups(payload, batch);
    return this.#addResults(payload);
  }

  /** Groups the ungrouped clusters. Spaces with one cluster per submesh are finished. */
  #makeGroups(): { readonly members: Uint32Array; readonly starts: Uint32Array } {
    const members: number[] = [];
    const starts = [0];
    for (const ungrouped of this.#ungrouped) {
      if (ungrouped.length <= this.#countSubmeshes(ungrouped)) continue;
      const list = Uint32Array.from(ungrouped);
      const parts =
        list.length <= GROUP_SIZE + GROUP_SIZE / 2
          ? { members: list.map((_, i) => i), starts: Uint32Array.of(0, list.length) }
          : partitionClusters(this.#neighbors.adjacencyOf(this.clusters, list), this.#centersOf(list), GROUP_SIZE);
      const first = members.length;
      for (let i = 0; i < parts.members.length; i++) members.push(list[parts.members[i] ?? 0] ?? 0);
      for (let i = 1; i < parts.starts.length; i++) starts.push(first + (parts.starts[i] ?? 0));
    }
    return { members: Uint32Array.from(members), starts: Uint32Array.from(starts) };
  }

  #countSubmeshes(clusters: readonly number[]): number {
    const submeshes = new Set<number>();
    for (let i = 0; i < clusters.length; i++) submeshes.add(this.clusters.at(clusters[i] ?? 0, SUBMESH));
    return submeshes.size;
  }

  #centersOf(list: Uint32Array): Float32Array {
    const { bounds } = this.clusters;
    const centers = new Float32Array(list.length * 3);
    for (let i = 0; i < list.length; i++)
      for (let axis = 0; axis < 3; axis++) centers[i * 3 + axis] = bounds[(list[i] ?? 0) * BOUNDS_FLOATS + axis] ?? 0;
    return centers;
  }

  #makePayload(members: Uint32Array, starts: Uint32Array): GroupsPayload {
    const { clusters } = this;
    const count = starts.length - 1;
    const triangleStarts = new Uint32Array(count + 1);
    const clusterStarts = new Uint32Array(count + 1);
    const perTriangle = maxMeshletsPerTriangle(this.#limits);
    const batches = [0];
    let batched = 0;
    for (let g = 0; g < count; g++) {
      let triangles = 0;
      for (let i = starts[g] ?? 0; i < (starts[g + 1] ?? 0); i++)
        triangles += clusters.at(members[i] ?? 0, TRIANGLE_COUNT);
      triangleStarts[g + 1] = (triangleStarts[g] ?? 0) + triangles;
      // Each submesh ends with a cluster that is not full.
      const maxClusters = Math.floor(triangles * perTriangle) + (starts[g + 1] ?? 0) - (starts[g] ?? 0) + 1;
      clusterStarts[g + 1] = (clusterStarts[g] ?? 0) + maxClusters;
      batched += triangles;
      if (batched < BATCH_TRIANGLES && g + 1 < count) continue;
      batches.push(g + 1);
      batched = 0;
    }
    const triangles = triangleStarts[count] ?? 0;
    const maxClusters = clusterStarts[count] ?? 0;
    return {
      source: this.#source,
      limits: this.#limits,
      rows: clusters.rows,
      stores: clusters.stores,
      borders: this.#borders,
      members,
      starts,
      batches: Uint32Array.from(batches),
      triangleStarts,
      clusterStarts,
      store: clusters.stores.length,
      buffers: {
        vertices: new Uint32Array(new SharedArrayBuffer(triangles * 12)),
        triangles: new Uint8Array(new SharedArrayBuffer(triangles * 3)),
        samples: new Uint32Array(new SharedArrayBuffer(maxClusters * MAX_SAMPLES * 4)),
        rows: new Uint32Array(new SharedArrayBuffer(maxClusters * ROW_WORDS * 4)),
        bounds: new Float32Array(new SharedArrayBuffer(maxClusters * BOUNDS_FLOATS * 4)),
        counts: new Uint32Array(new SharedArrayBuffer(count * 4)),
        errors: new Float64Array(new SharedArrayBuffer(count * 8)),
        sloppy: new Uint8Array(new SharedArrayBuffer(count)),
      },
    };
  }

  /** Adds the results as clusters and groups; members of groups that could not be reduced stay ungrouped. */
  #addResults({ members, starts, clusterStarts, buffers }: GroupsPayload): boolean {
    const { clusters } = this;
    this.level++;
    clusters.stores.push({ vertices: buffers.vertices, triangles: buffers.triangles, samples: buffers.samples });
    const groupsBefore = this.groups.length;
    const newClusters: number[] = [];
    for (let g = 0; g + 1 < starts.length; g++) {
      const count = buffers.counts[g] ?? 0;
      if (count === 0) continue;
      const groupMembers = members.subarray(starts[g] ?? 0, starts[g + 1] ?? 0);
      const group = this.groups.push(this.#makeGroup(groupMembers, (buffers.errors[g] ?? 0) / this.#source.scale)) - 1;
      const isSloppy =
        buffers.sloppy[g] === 1 || groupMembers.some((member) => clusters.links[member]?.isSloppy === true);
      for (let i = 0; i < groupMembers.length; i++) {
        const links = clusters.links[groupMembers[i] ?? 0];
        if (links !== undefined) links.parentGroup = group;
      }
      for (let i = clusterStarts[g] ?? 0; i < (clusterStarts[g] ?? 0) + count; i++)
        newClusters.push(
          clusters.add(
            buffers.rows.subarray(i * ROW_WORDS, (i + 1) * ROW_WORDS),
            buffers.bounds.subarray(i * BOUNDS_FLOATS, (i + 1) * BOUNDS_FLOATS),
            { level: this.level, group, parentGroup: -1, isSloppy },
          ),
        );
    }
    this.#ungrouped = this.#ungrouped.map((list) =>
      list.filter((cluster) => (clusters.links[cluster]?.parentGroup ?? -1) < 0),
    );
    for (const cluster of newClusters) this.#addUngrouped(cluster);
    return this.groups.length > groupsBefore;
  }

  /** Its error is at least that of any group below, and its sphere contains theirs. */
  #makeGroup(members: Uint32Array, deviation: number): Group {
    const { clusters, groups } = this;
    const spheres = new Float32Array(members.length * 4);
    let error = deviation;
    for (let i = 0; i < members.length; i++) {
      const member = members[i] ?? 0;
      const below = made(groups, clusters.links[member]?.group ?? -1);
      for (let c = 0; c < 4; c++)
        spheres[i * 4 + c] = (below === undefined ? clusters.bounds[member * BOUNDS_FLOATS + c] : below.sphere[c]) ?? 0;
      if (below !== undefined) error = Math.max(error, below.error * (1 + ROUNDING));
    }
    return { sphere: sphereAround(spheres), error: roundUp(error), level: this.level };
  }
}
