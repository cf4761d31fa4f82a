// Selects the clusters of the hierarchy that are drawn for a view, as ranges of the index of one geometry with all clusters.

import { clusterAt, clusterCount, type Hmesh } from '@assetc/formats';
import * as THREE from 'three';
import { levelColor } from '../surface/part-color.js';
import { type MeshVertices, type Pieces, pieceGeometry } from '../surface/part-geometry.js';

export interface CutReport {
  readonly clusters: number;
  readonly triangles: number;
  /** Number of drawn clusters per level. */
  readonly byLevel: readonly number[];
}

/** Level 0 is stored in the meshlet lists, higher levels in their own: here they form one list. */
function clusterPieces(mesh: Hmesh): {
  readonly pieces: Pieces;
  readonly levels: Uint8Array;
  readonly owners: Uint32Array;
} {
  const { clusters } = mesh;
  const count = clusters === undefined ? 0 : clusterCount(clusters);
  const vertices = new Uint32Array(mesh.meshletVertices.length + (clusters?.vertices.length ?? 0));
  vertices.set(mesh.meshletVertices);
  vertices.set(clusters?.vertices ?? [], mesh.meshletVertices.length);
  const triangles = new Uint8Array(mesh.meshletTriangles.length + (clusters?.triangles.length ?? 0));
  triangles.set(mesh.meshletTriangles);
  triangles.set(clusters?.triangles ?? [], mesh.meshletTriangles.length);
  const levels = new Uint8Array(count);
  const owners = new Uint32Array(count);
  const places: (readonly [number, number, number, number])[] = [];
  for (let i = 0; clusters !== undefined && i < count; i++) {
    const row = clusterAt(clusters, i);
    levels[i] = row.level;
    owners[i] = row.submesh;
    const isAbove = row.level > 0;
    places.push([
      row.vertexOffset + (isAbove ? mesh.meshletVertices.length : 0),
      row.vertexCount,
      row.triangleOffset + (isAbove ? mesh.meshletTriangles.length / 3 : 0),
      row.triangleCount,
    ]);
  }
  const place: Pieces['place'] = (piece) => places[piece] ?? [0, 0, 0, 0];
  return { pieces: { count, vertices, triangles, place }, levels, owners };
}

/** The cut of one submesh; the submesh's objects draw its geometry. */
export class ClusterCut {
  readonly geometry: THREE.BufferGeometry;
  readonly #list: readonly number[];
  readonly #ranges: readonly (readonly [number, number])[];
  readonly #levels: Uint8Array;
  readonly #all: Uint32Array;
  readonly #byCluster: THREE.BufferAttribute;
  #byLevel: THREE.BufferAttribute | undefined;

  constructor(all: MeshVertices, submesh: number) {
    const { pieces, levels, owners } = clusterPieces(all.mesh);
    this.#levels = levels;
    this.#list = [...owners.keys()].filter((i) => owners[i] === submesh);
    const made = pieceGeometry(all, pieces, this.#list);
    this.geometry = made.geometry;
    this.#ranges = made.ranges;
    this.#all = Uint32Array.from(made.geometry.index?.array ?? []);
    this.#byCluster = made.geometry.getAttribute('part') as THREE.BufferAttribute;
    made.geometry.index?.setUsage(THREE.DynamicDrawUsage);
  }

  /** Colors by level, or by cluster. */
  colorByLevel(isByLevel: boolean): void {
    if (isByLevel && this.#byLevel === undefined) this.#byLevel = this.#levelColors();
    this.geometry.setAttribute('part', (isByLevel ? this.#byLevel : undefined) ?? this.#byCluster);
  }

  /** Draws only these clusters of this submesh. */
  show(chosen: ReadonlySet<number>): CutReport {
    const { index } = this.geometry;
    if (index === null) return { clusters: 0, triangles: 0, byLevel: [] };
    const byLevel: number[] = [];
    let at = 0;
    let count = 0;
    for (const [i, cluster] of this.#list.entries()) {
      if (!chosen.has(cluster)) continue;
      const [start, length] = this.#ranges[i] ?? [0, 0];
      for (let k = 0; k < length; k++) index.setX(at + k, this.#all[start + k] ?? 0);
      at += length;
      count++;
      const level = this.#levels[cluster] ?? 0;
      byLevel[level] = (byLevel[level] ?? 0) + 1;
    }
    index.needsUpdate = true;
    this.geometry.setDrawRange(0, at);
    return { clusters: count, triangles: at / 3, byLevel: Array.from(byLevel, (each) => each ?? 0) };
  }

  #levelColors(): THREE.BufferAttribute {
    const colors = new Float32Array(this.#byCluster.count * 3);
    const { index } = this.geometry;
    for (const [i, cluster] of this.#list.entries()) {
      const [start, length] = this.#ranges[i] ?? [0, 0];
      const level = this.#levels[cluster] ?? 0;
      for (let k = 0; k < length && index !== null; k++) levelColor(level, colors, (this.#all[start + k] ?? 0) * 3);
    }
    return new THREE.BufferAttribute(colors, 3);
  }
}
