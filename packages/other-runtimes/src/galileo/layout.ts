// The on-disk structs of Galileo meshes (`.gali`), all packed: 64-bit fields are misaligned.

import {
  allFinite,
  array,
  f32,
  field,
  fourcc,
  is,
  multipleOf,
  struct,
  u8,
  u16,
  u32,
  u64,
} from '@assetc/formats/declare';

/** The bytes GALI. */
export const GALI_MAGIC = fourcc('GALI');
export const GALI_TYPE_MESH = 1;

const notNegative = (vs: readonly number[]) =>
  vs.every((v) => Number.isFinite(v) && v >= 0) ? undefined : 'finite and at least 0';

/** Starts the file. */
export const GaliHeader = struct('GaliHeader', 36, 'Starts the file.', {
  magic: field(u32, 'The bytes "GALI".', is(GALI_MAGIC)),
  specMajor: field(u8, '0.', is(0)),
  specMinor: field(u8, '1.', is(1)),
  specPatch: field(u16, '0.', is(0)),
  uuid: field(array(u8, 16), 'Version 4 layout; derived from the source ref.'),
  type: field(u32, '1: mesh.', is(GALI_TYPE_MESH)),
  checksum: field(u64, 'XXH3-64 of everything after the header.'),
});

/** The mesh manifest; follows the header. */
export const GaliMesh = struct('GaliMesh', 44, 'The mesh manifest; follows the header.', {
  center: field(array(f32, 3), 'Center of the box.', allFinite),
  halfExtents: field(array(f32, 3), 'Half of its size.', notNegative),
  vertexGroupCount: field(u32, 'Vertex groups.'),
  extensionCount: field(u32, 'Extensions; assetc writes none.'),
  bufferSize: field(u64, 'Bytes of the buffer at the end of the file.'),
  nextExtension: field(u32, 'Index + 1 of the first extension of the mesh, 0 for none.'),
});

/** One vertex group. */
export const GaliGroup = struct('GaliGroup', 56, 'One vertex group.', {
  center: field(array(f32, 3), 'Center of the box.', allFinite),
  halfExtents: field(array(f32, 3), 'Half of its size.', notNegative),
  sliceBegin: field(u64, 'Start in the buffer; slices follow each other from 0.'),
  sliceSize: field(u64, 'Bytes.'),
  indexCount: field(u32, 'A multiple of 3.', multipleOf(3)),
  vertexCount: field(u32, 'Vertices.'),
  texcoordChannels: field(u8, 'Sets of u16×2 unorm.'),
  colorChannels: field(u8, 'Sets of u8×4.'),
  jointWeightChannels: field(u8, 'Sets of u16×4 joints and u16×4 unorm weights.'),
  extensionChannels: field(u8, 'Sets of attributes that an extension describes.'),
  nextExtension: field(u32, 'Index + 1 of the first extension of the group, 0 for none.'),
});

/** One extension. */
export const GaliExtensionInfo = struct('GaliExtensionInfo', 32, 'One extension.', {
  name: field(array(u8, 16), 'ASCII, zero-padded.'),
  version: field(u32, "The extension's own."),
  dataBegin: field(u64, 'Start of its data in the buffer.'),
  next: field(u32, 'Index + 1 of the next extension of the same chain, 0 for none.'),
});

export const TABLES_START = GaliHeader.size + GaliMesh.size;
