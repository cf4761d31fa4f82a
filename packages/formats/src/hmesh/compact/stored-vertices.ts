// Vertices as a file stores them if it does not have rows of GpuVertex: positions in a stream of their own, compact, or both.

import type { VertexGrid } from './compact-layout.js';

/** Deltas of MRPC: four 16-bit integers each, the last 0. Positions are multiples of the grid's step. */
export interface CompactDeltas {
  readonly positions: Int16Array;
  readonly normals: Int16Array;
  readonly tangents: Int16Array;
}

/** The compact forms of everything that has one. */
export interface CompactParts {
  readonly grid: VertexGrid;
  /** CompactSkinVertex, 8 bytes each, or CompactSkinVertexWide, 12 bytes each, with more than 256 joints. */
  readonly skin?: Uint8Array | undefined;
  /** The second set of texture coordinates: two per vertex. */
  readonly uvs1?: Uint16Array | undefined;
  readonly morphs?: CompactDeltas | undefined;
}

/** The vertex streams of a file, ready for the GPU. */
export interface StoredVertices {
  /**
   * One stream of CompactVertex rows. Or two: CompactPosition and CompactAttributes if `compact` is there, SplitPosition and
   * SplitAttributes if not.
   */
  readonly streams: readonly [Uint8Array] | readonly [positions: Uint8Array, attributes: Uint8Array];
  readonly compact?: CompactParts | undefined;
}
