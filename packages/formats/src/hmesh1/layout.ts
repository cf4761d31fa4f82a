// The structs that only version 1 of .hmesh has.

import { array, f32, i16, u32 } from '../core/scalar.js';
import { allFinite, field, is, oneOf, struct } from '../core/struct.js';

/** VTXS of version 1: one vertex. */
export const GpuVertexV1 = struct('GpuVertexV1', 36, 'VTXS of version 1: one vertex.', {
  position: field(array(f32, 3), 'R32G32B32_SFLOAT.', allFinite),
  normal: field(array(i16, 4), '[0..1] octahedral SNORM, [2..3] zero.'),
  tangent: field(array(i16, 4), '[0..1] octahedral with the handedness bit, [2..3] zero.'),
  uv: field(array(f32, 2), 'R32G32_SFLOAT, origin top left.', allFinite),
});

/** VTXS of version 1 begins with this. */
export const VerticesPreludeV1 = struct('VerticesPreludeV1', 8, 'VTXS of version 1 begins with this.', {
  count: field(u32, 'Vertices that follow.'),
  stride: field(u32, 'Bytes of a vertex: 36.', is(36)),
});

/** IDXS of version 1 begins with this. */
export const IndicesPreludeV1 = struct('IndicesPreludeV1', 8, 'IDXS of version 1 begins with this.', {
  count: field(u32, 'Indices that follow.'),
  size: field(u32, 'Bytes of an index: 2 or 4.', oneOf(2, 4)),
});

/** MTRL of version 1 begins with this. */
export const MaterialsPreludeV1 = struct('MaterialsPreludeV1', 4, 'MTRL of version 1 begins with this.', {
  count: field(u32, 'Hashes that follow, u64 each: misaligned, copy them.'),
});
