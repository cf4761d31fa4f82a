// The header that vkguide's asset files share, and the two vertex layouts of its meshes.

import { array, f32, field, fourccText, type Struct, struct, u8, u16, u32 } from '@assetc/formats/declare';

/** The types of vkguide itself: texture, mesh, material, prefab. */
export const VKGUIDE_TYPES = ['TEXI', 'MESH', 'MATX', 'PRFB'] as const;
/** One of the types of vkguide itself. */
export type VkguideType = (typeof VKGUIDE_TYPES)[number];

/** The version of these four types. Other types have their own versions. */
export const VKGUIDE_VERSION = 1;

/** Starts the file; JSON and then the blob follow. */
export const VkguideHeader = struct('VkguideHeader', 16, 'Starts the file; JSON and then the blob follow.', {
  magic: field(u32, 'The bytes "TEXI", "MESH", "MATX" or "PRFB", or four other ASCII characters.', (v) =>
    fourccText(v) === undefined ? 'four printable ASCII characters' : undefined,
  ),
  version: field(u32, '1 for those four.'),
  jsonLength: field(u32, 'Bytes of the JSON.'),
  blobLength: field(u32, 'Bytes of the blob.'),
});

/** A vertex of format PNCV_F32. */
export const VkguideVertexPncv = struct('VkguideVertexPncv', 44, 'A vertex of format PNCV_F32.', {
  position: field(array(f32, 3), 'Object space.'),
  normal: field(array(f32, 3), 'Unit length.'),
  color: field(array(f32, 3), 'Linear, 0 to 1.'),
  uv: field(array(f32, 2), 'Origin top left.'),
});

/** A vertex of format P32N8C8V16. */
export const VkguideVertexPacked = struct('VkguideVertexPacked', 28, 'A vertex of format P32N8C8V16.', {
  position: field(array(f32, 3), 'Object space.'),
  normal: field(array(u8, 3), 'floor((n + 1) / 2 · 255).'),
  color: field(array(u8, 3), '0 to 255.'),
  pad: field(u16, '0.'),
  uv: field(array(f32, 2), 'Origin top left.'),
});

/** The names of the vertex layouts, as the JSON of a mesh spells them. */
export const VKGUIDE_VERTEX_FORMATS = ['PNCV_F32', 'P32N8C8V16'] as const;
/** The layout of a mesh's vertices. */
export type VkguideVertexFormat = (typeof VKGUIDE_VERTEX_FORMATS)[number];

/** Bytes of a vertex. */
export const VKGUIDE_VERTEX_STRIDE: Readonly<Record<VkguideVertexFormat, number>> = {
  PNCV_F32: VkguideVertexPncv.size,
  P32N8C8V16: VkguideVertexPacked.size,
};

/** Where the parts of a vertex begin, in bytes; the position is always first. */
export const VKGUIDE_VERTEX_OFFSETS: Readonly<
  Record<VkguideVertexFormat, { readonly normal: number; readonly color: number; readonly uv: number }>
> = {
  PNCV_F32: offsetsIn(VkguideVertexPncv),
  P32N8C8V16: offsetsIn(VkguideVertexPacked),
};

function offsetsIn(layout: Struct<{ normal: readonly number[]; color: readonly number[]; uv: readonly number[] }>) {
  return { normal: layout.offsetOf('normal'), color: layout.offsetOf('color'), uv: layout.offsetOf('uv') };
}
