// The structs of compact vertices, and of vertices whose positions are in a stream of their own. A chunk of these replaces one of the
// standard form, so that older readers refuse the file instead of misreading it. Spec: docs/formats/hmesh.md, whose tables are generated from here.

import { array, f32, i16, u8, u16, u32 } from '../../core/scalar.js';
import { allFinite, atMost, field, finite, type Infer, notNegative, struct } from '../../core/struct.js';

/** Index: the number on disk. */
export const UV_FORMATS = ['unorm16', 'float16'] as const;
/** How compact texture coordinates are stored. */
export type UvFormat = (typeof UV_FORMATS)[number];

/** A mesh with more joints has 16-bit joint numbers in SKNC. */
export const NARROW_JOINTS = 256;
/** The sum of the four weights of a row of SKNC. */
export const WEIGHT_SUM = 255;
/** The largest integer of a compact position; the smallest is its negative. */
export const GRID_MAX = 32767;

const uvFormat = atMost(UV_FORMATS.length - 1);
const uv = field(array(u16, 2), 'R16G16_UNORM × extent + minimum, or R16G16_SFLOAT: see VertexGrid.uvFormat.');
const normal = field(array(i16, 2), 'R16G16_SNORM, octahedral.');
const position = field(
  array(i16, 4),
  'R16G16B16A16_SINT: x, y, z on the grid, never −32768; w is the tangent, 0 if there is none.',
);

/** GRID: how compact vertices are decoded. */
export const VertexGrid = struct('VertexGrid', 80, 'GRID: how compact vertices are decoded.', {
  step: field(f32, 'Distance of two points of the grid, on all axes: a power of two.', notNegative),
  offset: field(array(f32, 3), 'Position of the integers 0, 0, 0: multiples of the step.', allFinite),
  uvMin: field(array(f32, 2), 'Added to texture coordinates; 0 if they are halfs.', allFinite),
  uvExtent: field(array(f32, 2), 'Factor of texture coordinates; 1 if they are halfs.', allFinite),
  uvs1Min: field(array(f32, 2), 'The same for UV1C.', allFinite),
  uvs1Extent: field(array(f32, 2), 'The same for UV1C.', allFinite),
  uvFormat: field(u32, '0 R16G16_UNORM, 1 R16G16_SFLOAT.', uvFormat),
  uvs1Format: field(u32, 'The same for UV1C; 0 without.', uvFormat),
  morphNormalStep: field(f32, 'Factor of the normal deltas of MRPC.', notNegative),
  morphTangentStep: field(f32, 'Factor of the tangent deltas of MRPC.', notNegative),
  positionError: field(f32, 'Maximum distance of a position from that of the full form, in units of the mesh.', finite),
  normalError: field(
    f32,
    'Maximum angle by which tangents are turned around their normals, in degrees. Normals have the bits of the full form.',
    finite,
  ),
  uvError: field(f32, 'Maximum difference of a texture coordinate.', finite),
  weightError: field(f32, 'Maximum difference of a skin weight.', finite),
});

export type VertexGrid = Infer<typeof VertexGrid>;

/** VTXC: one compact vertex. */
export const CompactVertex = struct('CompactVertex', 16, 'VTXC: one compact vertex.', { position, normal, uv });

/** VPSC: the position of a compact vertex, in a stream of its own. */
export const CompactPosition = struct('CompactPosition', 8, 'VPSC: the position and tangent of a compact vertex.', {
  position,
});

/** VATC: the rest of a compact vertex. */
export const CompactAttributes = struct('CompactAttributes', 8, 'VATC: the rest of a compact vertex.', { normal, uv });

/** VPOS: the position of a full vertex, in a stream of its own. */
export const SplitPosition = struct('SplitPosition', 12, 'VPOS: the position of a vertex.', {
  position: field(array(f32, 3), 'R32G32B32_SFLOAT.', allFinite),
});

/** VATR: the rest of a full vertex. */
export const SplitAttributes = struct('SplitAttributes', 16, 'VATR: the rest of a vertex.', {
  normal: field(array(i16, 2), 'As in GpuVertex.'),
  tangent: field(array(i16, 2), 'As in GpuVertex.'),
  uv: field(array(f32, 2), 'As in GpuVertex.', allFinite),
});

/** SKNC: the joints of one vertex, if there are at most 256. */
export const CompactSkinVertex = struct('CompactSkinVertex', 8, 'SKNC: the joints of one vertex; at most 256 joints.', {
  joints: field(array(u8, 4), 'R8G8B8A8_UINT, into SKEL.'),
  weights: field(array(u8, 4), 'R8G8B8A8_UNORM; the sum is exactly 255.'),
});

/** SKNC: the joints of one vertex, if there are more than 256. */
export const CompactSkinVertexWide = struct(
  'CompactSkinVertexWide',
  12,
  'SKNC: the joints of one vertex; more than 256 joints.',
  {
    joints: field(array(u16, 4), 'R16G16B16A16_UINT, into SKEL.'),
    weights: field(array(u8, 4), 'R8G8B8A8_UNORM; the sum is exactly 255.'),
  },
);

/** Bytes of a row of SKNC. */
export const compactSkinSize = (jointCount: number): number =>
  jointCount > NARROW_JOINTS ? CompactSkinVertexWide.size : CompactSkinVertex.size;
