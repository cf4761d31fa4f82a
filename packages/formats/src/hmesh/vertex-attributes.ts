// Vertices as separate attributes, and how either version interleaves them.

import { GpuVertexV1 } from '../hmesh1/layout.js';
import { GpuVertex } from './layout.js';

/** One entry per vertex: three floats of position and normal, four of tangent (w is the handedness), two of uv. */
export interface VertexAttributes {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly tangents: Float32Array;
  readonly uvs: Float32Array;
}

interface Interleaving {
  readonly size: number;
  readonly normal: number;
  readonly tangent: number;
  readonly uv: number;
}

export const interleavingOf = (version: 1 | 2): Interleaving => {
  const layout = version === 1 ? GpuVertexV1 : GpuVertex;
  return {
    size: layout.size,
    normal: layout.offsetOf('normal'),
    tangent: layout.offsetOf('tangent'),
    uv: layout.offsetOf('uv'),
  };
};
