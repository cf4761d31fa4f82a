// A mesh of version 1 in memory.

import type { Bounds } from '../hmesh/model.js';

/** Input of `encodeHmesh1`: one draw, every material of the source, no skin, levels or nodes. */
export interface Hmesh1Model {
  readonly bounds: Bounds;
  /** GpuVertexV1, 36 bytes each. */
  readonly vertices: Uint8Array;
  readonly indices: Uint16Array | Uint32Array;
  readonly meshlets: Uint32Array;
  readonly meshletVertices: Uint16Array | Uint32Array;
  readonly meshletTriangles: Uint8Array;
  readonly meshletBounds: Float32Array;
  readonly materials: BigUint64Array;
}

/** A decoded mesh of version 1. */
export interface Hmesh1 extends Hmesh1Model {
  readonly version: 1;
  readonly vertexCount: number;
}
