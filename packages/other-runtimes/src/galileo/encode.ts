// Writes Galileo meshes; extensions are never written.

import { bytesOf, xxh3 } from '@assetc/formats/declare';
import { GALI_MAGIC, GALI_TYPE_MESH, GaliGroup, GaliHeader, GaliMesh, TABLES_START } from './layout.js';
import type { GaliGroupModel, GaliModel } from './model.js';

/** Equal models give equal bytes. Throws a plain Error if arrays do not match. */
export function encodeGali(model: GaliModel): Uint8Array {
  if (model.uuid.length !== 16) throw new Error('a UUID has 16 bytes');
  const slices = model.groups.map(partsOf);
  const sizes = slices.map((parts) => parts.reduce((sum, part) => sum + part.byteLength, 0));
  const bufferStart = TABLES_START + model.groups.length * GaliGroup.size;
  const bufferSize = sizes.reduce((sum, size) => sum + size, 0);
  const bytes = new Uint8Array(bufferStart + bufferSize);
  GaliMesh.write(bytes, GaliHeader.size, {
    center: model.center,
    halfExtents: model.halfExtents,
    vertexGroupCount: model.groups.length,
    extensionCount: 0,
    bufferSize: BigInt(bufferSize),
    nextExtension: 0,
  });
  let at = 0;
  for (const [i, group] of model.groups.entries()) {
    GaliGroup.write(bytes, TABLES_START + i * GaliGroup.size, {
      center: group.center,
      halfExtents: group.halfExtents,
      sliceBegin: BigInt(at),
      sliceSize: BigInt(sizes[i] ?? 0),
      indexCount: group.indices.length,
      vertexCount: group.positions.length / 3,
      texcoordChannels: group.texcoords.length,
      colorChannels: group.colors.length,
      jointWeightChannels: group.joints.length,
      extensionChannels: 0,
      nextExtension: 0,
    });
    for (const part of slices[i] ?? []) {
      bytes.set(part, bufferStart + at);
      at += part.byteLength;
    }
  }
  GaliHeader.write(bytes, 0, {
    magic: GALI_MAGIC,
    specMajor: 0,
    specMinor: 1,
    specPatch: 0,
    uuid: [...model.uuid],
    type: GALI_TYPE_MESH,
    checksum: xxh3(bytes.subarray(GaliHeader.size)),
  });
  return bytes;
}

function partsOf(group: GaliGroupModel, index: number): readonly Uint8Array[] {
  const { indices, positions, normals, tangents, texcoords, colors, joints, weights } = group;
  const count = positions.length / 3;
  const check = (what: string, length: number, width: number) => {
    if (length !== count * width) throw new Error(`group ${index}: ${what} do not match ${count} vertices`);
  };
  check('normals', normals.length, 3);
  check('tangents', tangents.length, 4);
  for (const channel of texcoords) check('texcoords', channel.length, 2);
  for (const channel of [...colors, ...joints, ...weights]) check('colors, joints and weights', channel.length, 4);
  if (joints.length !== weights.length) throw new Error(`group ${index}: joints and weights do not match`);
  for (const channels of [texcoords, colors, joints]) {
    if (channels.length > 255) throw new Error(`group ${index}: more than 255 channels of one kind`);
  }
  return [indices, positions, normals, tangents, ...texcoords, ...colors, ...joints, ...weights].map(bytesOf);
}
