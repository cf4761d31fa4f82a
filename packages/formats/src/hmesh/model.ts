// A mesh in memory. Bulk data are typed arrays, which are views into the file's bytes after decoding; tables are objects.

import type { Infer } from '../core/struct.js';
import type { Clusters } from './clusters/cluster-model.js';
import type { StoredVertices } from './compact/stored-vertices.js';
import type { GpuJoint, MeshBounds, MeshDesc, SceneNode, SubMesh } from './layout.js';
import type { Micromaps } from './micromaps/micromap-model.js';
import type { Lines, MeshNames, Morphs, VertexColors } from './optional-model.js';

/** A box, and a sphere around the center of the box. */
export type Bounds = MeshBounds;
/** One draw: a range of indices and meshlets with one material. */
export type Submesh = Omit<Infer<typeof SubMesh>, 'baseVertex'>;
/** One joint of a skeleton. */
export type Joint = Omit<Infer<typeof GpuJoint>, 'pad'>;
/** Placement of submeshes, for meshes that were compiled unmerged. */
export type Node = Omit<Infer<typeof SceneNode>, 'pad'>;

/** Skinning data: joints and weights of every vertex, and the skeleton. */
export interface Skin {
  /** GpuSkinVertex, 24 bytes for each vertex. Of a compact mesh: made when it is first read. */
  readonly vertices: Uint8Array;
  readonly joints: readonly Joint[];
}

/** The levels of detail of a mesh. Level 0 is the mesh itself and not included. */
export interface Lods {
  readonly lodCount: number;
  /** Global vertex indices of all levels of detail. */
  readonly indices: Uint16Array | Uint32Array;
  /** firstIndex (into `indices`) and indexCount of each level, row-major [submesh][lod]. */
  readonly ranges: Uint32Array;
  /** Error of each level, in units of the mesh, row-major [submesh][lod]. */
  readonly errors?: Float32Array | undefined;
}

/** Input of `encodeHmesh`. Counts follow from the arrays. */
export interface HmeshModel {
  /** Whether the vertices have meaningful tangents. */
  readonly hasTangents: boolean;
  readonly bounds: Bounds;
  /** GpuVertex, 28 bytes each; see pack-vertices.ts. Of a mesh with `stored` vertices: made when it is first read, and not written. */
  readonly vertices: Uint8Array;
  /** The vertices in another form, which the file has instead. */
  readonly stored?: StoredVertices | undefined;
  /** Indices into `vertices`. Written with two bytes each if there are at most 65535 vertices, for either array type. */
  readonly indices: Uint16Array | Uint32Array;
  /** vertexOffset, vertexCount, triangleOffset, triangleCount of each meshlet. */
  readonly meshlets: Uint32Array;
  /** Two or four bytes each, as they are stored: two with `mesh.indexWidth: smallest`. The same in levels of detail and clusters. */
  readonly meshletVertices: Uint16Array | Uint32Array;
  /** Three local vertex indices per triangle. */
  readonly meshletTriangles: Uint8Array;
  /** The same with one word per triangle, if the file has them (`mesh.meshlets.triangles: words`). See `packTriangleWords`. */
  readonly meshletTriangleWords?: Uint32Array | undefined;
  /** center, radius, coneAxis, coneCutoff: eight floats per meshlet. */
  readonly meshletBounds: Float32Array;
  /** Material refs in order of first use. */
  readonly materials: BigUint64Array;
  readonly submeshes: readonly Submesh[];
  readonly skin?: Skin | undefined;
  readonly lods?: Lods | undefined;
  readonly nodes?: readonly Node[] | undefined;
  readonly names?: MeshNames | undefined;
  readonly colors?: VertexColors | undefined;
  /** The second set of texture coordinates: two floats per vertex, zero if a submesh has none. */
  readonly uvs1?: Float32Array | undefined;
  readonly morphs?: Morphs | undefined;
  readonly lines?: Lines | undefined;
  /** Every level of detail as one hierarchy. */
  readonly clusters?: Clusters | undefined;
  /** Opacity micromaps for ray tracing, if the file has them (`mesh.micromaps`). */
  readonly micromaps?: Micromaps | undefined;
}

/** A decoded mesh of version 2. */
export interface Hmesh extends HmeshModel {
  readonly version: 2;
  readonly desc: MeshDesc;
}
