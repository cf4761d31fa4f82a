// The structs of .hmesh: what both versions share, and version 2. Spec: docs/formats/hmesh.md, whose tables are generated from
// here.

import { type ChunkedFormat, chunkedHeader } from '../chunked/container.js';
import { array, f32, i16, i32, u8, u16, u32, u64 } from '../core/scalar.js';
import {
  allFinite,
  atLeast,
  atMost,
  field,
  finite,
  fourcc,
  type Infer,
  is,
  multipleOf,
  oneOf,
  struct,
} from '../core/struct.js';

/** The bytes HMSH. */
export const HMESH_MAGIC = fourcc('HMSH');
/** Maximum vertices of a meshlet. */
export const MESHLET_MAX_VERTICES = 64;
/** Maximum triangles of a meshlet. */
export const MESHLET_MAX_TRIANGLES = 124;

/** `materialSlot` of a submesh without a material. */
export const NO_MATERIAL = 0xffffffff;
export const FLAG_TANGENTS = 1;

/** In the order of the writer. */
export const CHUNKS = [
  'DESC',
  'BNDS',
  'GRID',
  'VTXS',
  'VPOS',
  'VATR',
  'VTXC',
  'VPSC',
  'VATC',
  'IDXS',
  'MLET',
  'MLVR',
  'MLV2',
  'MLTR',
  'MLBN',
  'MTRL',
  'SUBM',
  'SKIN',
  'SKNC',
  'SKEL',
  'LODI',
  'LDI2',
  'LODT',
  'NODE',
  'NAMS',
  'LODE',
  'CLR0',
  'UVS1',
  'UV1C',
  'MRPH',
  'MRPC',
  'LNPT',
  'CLUS',
  'CLVR',
  'CLTR',
  'CLGR',
  'CLPG',
  'CLV2',
  'MLTW',
  'CLTW',
  'OMAP',
] as const;
/** The chunks of a `.hmesh`. */
export type ChunkName = (typeof CHUNKS)[number];

const oneOrMinusOne = atLeast(-1);

const bounds = {
  aabbMin: field(array(f32, 3), 'Low corner of the box.', allFinite),
  aabbMax: field(array(f32, 3), 'High corner of the box.', allFinite),
  sphereCenter: field(array(f32, 3), "The box's center.", allFinite),
  sphereRadius: field(f32, 'Largest distance of a vertex from the center.', finite),
};

/** Start of the file. */
export const HmeshFileHeader: ChunkedFormat<ChunkName>['header'] = chunkedHeader(
  'HmeshFileHeader',
  'HMSH',
  HMESH_MAGIC,
  [1, 2],
  '2, or 1 for older engines.',
);

/** How both versions of a mesh are read and written as chunks. */
export const HMESH_FORMAT: ChunkedFormat<ChunkName> = {
  header: HmeshFileHeader,
  magic: HMESH_MAGIC,
  versions: [1, 2],
  chunks: CHUNKS,
};

/** DESC: the only place for counts, stride and index width. */
export const MeshDesc = struct('MeshDesc', 32, 'DESC: the only place for counts, stride and index width.', {
  vertexCount: field(u32, 'Vertices: rows of VTXS, or of the chunks that replace it, and of SKIN.'),
  indexCount: field(u32, 'Indices in IDXS.'),
  meshletCount: field(u32, 'Meshlets in MLET and MLBN.'),
  submeshCount: field(u32, 'Submeshes in SUBM.', atLeast(1)),
  materialCount: field(u32, 'Hashes in MTRL.'),
  vertexStride: field(
    u16,
    'Bytes of a vertex in VTXS or the chunks that replace it: 28, or 16 if compact.',
    oneOf(16, 28),
  ),
  indexWidth: field(u8, '2 when there are at most 65535 vertices, else 4.', oneOf(2, 4)),
  flags: field(u8, 'Bit 0: tangents are valid.', atMost(FLAG_TANGENTS)),
  meshletMaxVerts: field(u32, 'Limit the meshlets were built with: 64.', is(MESHLET_MAX_VERTICES)),
  meshletMaxTris: field(u32, 'Limit the meshlets were built with: 124.', is(MESHLET_MAX_TRIANGLES)),
});

export type MeshDesc = Infer<typeof MeshDesc>;

/** BNDS: box and sphere around every vertex. */
export const MeshBounds = struct('MeshBounds', 40, 'BNDS: box and sphere around every vertex.', bounds);

export type MeshBounds = Infer<typeof MeshBounds>;

/** VTXS: one vertex, ready for the GPU. */
export const GpuVertex = struct('GpuVertex', 28, 'VTXS: one vertex, ready for the GPU.', {
  position: field(array(f32, 3), 'R32G32B32_SFLOAT.', allFinite),
  normal: field(array(i16, 2), 'R16G16_SNORM, octahedral.'),
  tangent: field(array(i16, 2), 'R16G16_SINT, octahedral × 32767; bit 0 of x is set when handedness is negative.'),
  uv: field(array(f32, 2), 'R32G32_SFLOAT, origin top left.', allFinite),
});

/** MLET: one meshlet. */
export const Meshlet = struct('Meshlet', 16, 'MLET: one meshlet.', {
  vertexOffset: field(u32, 'First entry in MLVR.'),
  vertexCount: field(u32, 'Entries in MLVR, at most 64.', atMost(MESHLET_MAX_VERTICES)),
  triangleOffset: field(u32, 'First triangle in MLTR, counted in triangles.'),
  triangleCount: field(u32, 'Triangles in MLTR, at most 124.', atMost(MESHLET_MAX_TRIANGLES)),
});

/** MLBN: the bounds of one meshlet, for culling. */
export const MeshletBounds = struct('MeshletBounds', 32, 'MLBN: the bounds of one meshlet, for culling.', {
  center: field(array(f32, 3), 'Center of the bounding sphere.', allFinite),
  radius: field(f32, 'Its radius.', finite),
  coneAxis: field(array(f32, 3), 'Axis of the cone of normals.', allFinite),
  coneCutoff: field(f32, 'Cull when dot(center − eye, coneAxis) ≥ coneCutoff · |center − eye| + radius.', finite),
});

/** SUBM: one draw with one material. */
export const SubMesh = struct('SubMesh', 64, 'SUBM: one draw with one material.', {
  firstIndex: field(u32, 'First index in IDXS; submeshes tile it in order.'),
  indexCount: field(u32, 'A multiple of 3.', multipleOf(3)),
  firstMeshlet: field(u32, 'First meshlet in MLET; submeshes tile it in order.'),
  meshletCount: field(u32, 'Meshlets of this submesh.'),
  materialSlot: field(u32, 'Into MTRL and the rows of the companion .hmat; 0xFFFFFFFF for none.'),
  baseVertex: field(u32, 'Zero: indices are global.', is(0)),
  ...bounds,
});

/** SKIN: the joints of one vertex. */
export const GpuSkinVertex = struct('GpuSkinVertex', 24, 'SKIN: the joints of one vertex.', {
  joints: field(array(u16, 4), 'R16G16B16A16_UINT, into SKEL.'),
  weights: field(array(f32, 4), 'R32G32B32A32_SFLOAT, sum 1.', allFinite),
});

/** SKEL: one joint. */
export const GpuJoint = struct('GpuJoint', 112, 'SKEL: one joint.', {
  inverseBind: field(array(f32, 16), 'Column-major.', allFinite),
  bindT: field(array(f32, 3), 'Translation of the bind pose, relative to the parent.', allFinite),
  bindR: field(array(f32, 4), 'Rotation, x y z w.', allFinite),
  bindS: field(array(f32, 3), 'Scale.', allFinite),
  parent: field(i32, 'Joint index, −1 for a root.', oneOrMinusOne),
  pad: field(u32, 'Zero.', is(0)),
});

/** NODE: a placement, in pre-order. */
export const SceneNode = struct('SceneNode', 88, 'NODE: a placement, in pre-order.', {
  local: field(array(f32, 16), 'Column-major matrix, relative to the parent.', allFinite),
  parent: field(i32, 'Node index, −1 for a root.', oneOrMinusOne),
  firstSubmesh: field(u32, 'First submesh of the node’s mesh; nodes may share a range.'),
  submeshCount: field(u32, '0: no mesh.'),
  pad: field(u32, 'Zero.', is(0)),
  nameHash: field(u64, 'hashRef of the node’s name, 0 if unnamed.'),
});

/** LODT: MeshLod[submeshCount][lodCount] follows. */
export const LodTableHeader = struct('LodTableHeader', 8, 'LODT: MeshLod[submeshCount][lodCount] follows.', {
  lodCount: field(u32, 'Reduced levels of each submesh.'),
  submeshCount: field(u32, 'As in DESC.'),
});

/** LODT: the range of one reduced level of one submesh. */
export const MeshLod = struct('MeshLod', 8, 'LODT: the range of one reduced level of one submesh.', {
  firstIndex: field(u32, 'Into LODI.'),
  indexCount: field(u32, 'A multiple of 3; 0: stalled, reuse the previous level.', multipleOf(3)),
});
