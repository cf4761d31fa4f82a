// The triangles of a cut through a hierarchy, and the mesh itself, by position: vertices at the same position are one place.

import { CLUSTER_SLOPPY, type Clusters, clusterAt, clusterCount, type Hmesh } from '@assetc/formats';
import { ClusterGroup } from '@assetc/formats/layouts';

export interface ClusterInfo extends ReturnType<typeof clusterAt> {
  /** Corners over the vertices of the mesh. */
  readonly corners: Uint32Array;
  readonly isSloppy: boolean;
}

export class Surface {
  readonly mesh: Hmesh;
  readonly clusters: Clusters;
  readonly infos: readonly ClusterInfo[];
  /** Vertex → place. */
  readonly places: Uint32Array;
  readonly positions: Float32Array;
  /** Clusters made from each group. */
  readonly madeOf: readonly (readonly number[])[];
  /** Places at the ends of edges that have one triangle. */
  readonly rim: ReadonlySet<number>;
  /** Vertex → the piece of texture that it belongs to. */
  readonly islands: Uint32Array;

  constructor(mesh: Hmesh) {
    if (mesh.clusters === undefined) throw new Error('a mesh without clusters');
    this.mesh = mesh;
    this.clusters = mesh.clusters;
    const floats = new Float32Array(mesh.vertices.slice().buffer);
    const count = mesh.desc.vertexCount;
    this.positions = new Float32Array(count * 3);
    this.places = new Uint32Array(count);
    const known = new Map<string, number>();
    for (let i = 0; i < count; i++) {
      const p = floats.subarray(i * 7, i * 7 + 3);
      this.positions.set(p, i * 3);
      const key = p.join();
      const place = known.get(key) ?? known.size;
      known.set(key, place);
      this.places[i] = place;
    }
    this.infos = Array.from({ length: clusterCount(this.clusters) }, (_, i) => this.#info(i));
    const madeOf: number[][] = Array.from({ length: this.clusters.groups.byteLength / ClusterGroup.size }, () => []);
    for (const [i, { group }] of this.infos.entries()) madeOf[group]?.push(i);
    this.madeOf = madeOf;
    this.rim = new Set(
      [...this.edges(Array.from(mesh.indices))]
        .filter(([, n]) => n === 1)
        .flatMap(([key]) => key.split(' ').map(Number)),
    );
    this.islands = this.#findIslands(floats);
  }

  #info(i: number): ClusterInfo {
    const row = clusterAt(this.clusters, i);
    const { level, vertexOffset, triangleOffset, triangleCount, flags } = row;
    const vertices = level === 0 ? this.mesh.meshletVertices : this.clusters.vertices;
    const triangles = level === 0 ? this.mesh.meshletTriangles : this.clusters.triangles;
    const local = triangles.subarray(triangleOffset * 3, (triangleOffset + triangleCount) * 3);
    const corners = Uint32Array.from(local, (corner) => vertices[vertexOffset + corner] ?? 0);
    return { ...row, corners, isSloppy: (flags & CLUSTER_SLOPPY) !== 0 };
  }

  /** How many triangles each edge has, by its two places; triangles without area have none. */
  edges(corners: ArrayLike<number>): Map<string, number> {
    const edges = new Map<string, number>();
    for (let i = 0; i < corners.length; i += 3) {
      const at = [0, 1, 2].map((k) => this.places[corners[i + k] ?? 0] ?? 0);
      if (new Set(at).size < 3) continue;
      for (let k = 0; k < 3; k++) {
        const [a = 0, b = 0] = [at[k], at[(k + 1) % 3]];
        const key = a < b ? `${a} ${b}` : `${b} ${a}`;
        edges.set(key, (edges.get(key) ?? 0) + 1);
      }
    }
    return edges;
  }

  corners(drawn: ArrayLike<number>): number[] {
    return Array.from(drawn).flatMap((cluster) => [...(this.infos[cluster]?.corners ?? [])]);
  }

  /** Vertices that are joined by triangles, and those that differ only in normals. */
  #findIslands(floats: Float32Array): Uint32Array {
    const parent = Uint32Array.from(this.places.keys());
    const root = (i: number): number => {
      let at = i;
      while (parent[at] !== at) at = parent[at] = parent[parent[at] ?? 0] ?? 0;
      return at;
    };
    const join = (a: number, b: number): void => {
      parent[root(a)] = root(b);
    };
    const { indices, submeshes } = this.mesh;
    const seen = new Map<string, number>();
    for (const [s, { firstIndex, indexCount }] of submeshes.entries())
      for (let i = firstIndex; i < firstIndex + indexCount; i++) {
        const vertex = indices[i] ?? 0;
        join(vertex, indices[i - ((i - firstIndex) % 3)] ?? 0);
        const key = `${s} ${this.places[vertex]} ${floats[vertex * 7 + 5]} ${floats[vertex * 7 + 6]}`;
        join(vertex, seen.get(key) ?? vertex);
        seen.set(key, vertex);
      }
    return parent.map((_, i) => root(i));
  }
}
