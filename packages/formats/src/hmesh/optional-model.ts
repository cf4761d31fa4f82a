// The data of the chunks after NODE, in memory.

import type { ColorFormat, LineMode } from './optional-layout.js';

/** Names from the source; a name may be empty. Each list is as long as what it names. */
export interface MeshNames {
  readonly submeshes: readonly string[];
  readonly materials: readonly string[];
  readonly joints: readonly string[];
  readonly targets: readonly string[];
}

/** One linear RGBA value per vertex, white if the source had none. `unpackColors` returns floats. */
export interface VertexColors {
  readonly format: ColorFormat;
  /** Four numbers per vertex: a Uint8Array for unorm8, a Uint16Array for the others. */
  readonly values: Uint8Array | Uint16Array;
}

/** The morph targets of one submesh. */
export interface MorphRange {
  readonly firstTarget: number;
  readonly targetCount: number;
  /** To be added to the radii of the submesh and its meshlets. */
  readonly extent: number;
}

/** Ranges of one morph target's deltas; `morphTargetAt` returns them as views. */
export interface MorphTarget {
  readonly firstEntry: number;
  readonly entryCount: number;
  readonly firstNormal: number;
  readonly firstTangent: number;
  readonly hasNormals: boolean;
  readonly hasTangents: boolean;
  readonly defaultWeight: number;
}

/** The morph targets of a mesh; contains only vertices that move. Made by `packMorphs`. */
export interface Morphs {
  /** One for each submesh. */
  readonly ranges: readonly MorphRange[];
  readonly targets: readonly MorphTarget[];
  /** Global vertex numbers, ascending inside a target. */
  readonly vertices: Uint32Array;
  /** Three floats for each of `vertices`. */
  readonly positions: Float32Array;
  /** Three floats for each vertex of the targets that have normals. */
  readonly normals: Float32Array;
  /** Three floats for each vertex of the targets that have tangents; handedness never changes. */
  readonly tangents: Float32Array;
}

/** One draw of points or lines. */
export interface LineRange {
  readonly mode: LineMode;
  readonly first: number;
  readonly count: number;
  /** Into the materials, or NO_MATERIAL. */
  readonly materialSlot: number;
}

/** Points and lines; their vertices are among those of the mesh. */
export interface Lines {
  readonly ranges: readonly LineRange[];
  /** Global vertex indices: one per point, two per line. */
  readonly indices: Uint32Array;
}
