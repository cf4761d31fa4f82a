// A mesh as a program sees it. Bulk data are typed arrays, after decoding views into the file's bytes; tables are objects.

import type { Infer } from '../core/struct.js';
import type { Clusters } from './cluster-model.js';
import type { GpuJoint, MeshBounds, MeshDesc, SceneNode, SubMesh } from './layout.js';
import type { Lines, MeshNames, Morphs, VertexColors } from './optional-model.js';

/** A box, and a sphere around the center of the box. */
export type Bounds = MeshBounds;
/** One draw: a range of indices and meshlets with one material. */
export type Submesh = Omit<Infer<typeof SubMesh>, 'baseVertex'>;
/** One joint of a skeleton. */
export type Joint = Omit<Infer<typeof GpuJoint>, 'pad'>;
/** Where submeshes stand, for meshes that were compiled unmerged. */
export type Node = Omit<Infer<typeof SceneNode>, 'pad'>;

/** What skinning needs: joints and weights of every vertex, and the skeleton. */
export interface Skin {
  /** GpuSkinVertex, 24 bytes for each vertex. */
  readonly vertices: Uint8Array;
  readonly joints: readonly Joint[];
}

/** The reduced levels of a mesh; level 0 is the mesh itself and not among them. */
export interface Lods {
  readonly lodCount: number;
  /** Global vertex indices of all reduced levels. */
  readonly indices: Uint32Array;
  /** firstIndex (into `indices`) and indexCount of each level, row-major [submesh][lod]. */
  readonly ranges: Uint32Array;
  /** How far each level lies from the mesh itself, in its units, row-major [submesh][lod]. */
  readonly errors?: Float32Array | undefined;
}

/** What `encodeHmesh` takes. Counts follow from the arrays. */
export interface HmeshModel {
  /** Whether the tangents of the vertices mean anything. */
  readonly hasTangents: boolean;
  readonly bounds: Bounds;
  /** GpuVertex, 28 bytes each; see pack-vertices.ts. */
  readonly vertices: Uint8Array;
  /** Global to `vertices`. Written with two bytes each when there are at most 65535 vertices, whatever the array's type. */
  readonly indices: Uint16Array | Uint32Array;
  /** vertexOffset, vertexCount, triangleOffset, triangleCount of each meshlet. */
  readonly meshlets: Uint32Array;
  readonly meshletVertices: Uint32Array;
  /** Three local vertex numbers a triangle. */
  readonly meshletTriangles: Uint8Array;
  /** center, radius, coneAxis, coneCutoff: eight floats a meshlet. */
  readonly meshletBounds: Float32Array;
  /** Material refs in order of first use. */
  readonly materials: BigUint64Array;
  readonly submeshes: readonly Submesh[];
  readonly skin?: Skin | undefined;
  readonly lods?: Lods | undefined;
  readonly nodes?: readonly Node[] | undefined;
  readonly names?: MeshNames | undefined;
  readonly colors?: VertexColors | undefined;
  /** The second set of texture coordinates: two floats a vertex, zero where a submesh has none. */
  readonly uvs1?: Float32Array | undefined;
  readonly morphs?: Morphs | undefined;
  readonly lines?: Lines | undefined;
  /** Every level of detail as one hierarchy. */
  readonly clusters?: Clusters | undefined;
}

/** A mesh of version 2 as it is read. */
export interface Hmesh extends HmeshModel {
  readonly version: 2;
  readonly desc: MeshDesc;
}
