// vkguide meshes (`.mesh`), read: one vertex buffer and one index buffer, compressed together.

import type { Problems } from '@assetc/formats';
import { decoded, FirstProblem } from '@assetc/formats/declare';
import { decompressLz4 } from './decompress-lz4.js';
import { JsonFields } from './json-fields.js';
import { VKGUIDE_VERTEX_FORMATS, VKGUIDE_VERTEX_STRIDE } from './layout.js';
import { type AssetFile, VKGUIDE_COMPRESSIONS, type VkguideMesh, type VkguideMeshInfo } from './model.js';
import { decodeAssetFile, isOfType } from './read-container.js';

function inspectMeshInfo(file: AssetFile, problems: Problems): VkguideMeshInfo | undefined {
  const fields = new JsonFields(file.metadata, problems, file.offsetOf);
  if (!isOfType(file, 'MESH', problems)) return undefined;
  const vertexFormat = fields.oneOf('vertex_format', VKGUIDE_VERTEX_FORMATS);
  const vertexSize = fields.count('vertex_buffer_size');
  const indexBytes = fields.count('index_buffer_size');
  const indexSize = fields.count('index_size');
  const originalFile = fields.string('original_file');
  const compression = fields.oneOf('compression', VKGUIDE_COMPRESSIONS);
  const bounds = fields.numbers('bounds', 7);
  if (indexSize !== undefined && indexSize !== 2 && indexSize !== 4) fields.wrong('index_size', '2 or 4');
  if (vertexFormat === undefined || vertexSize === undefined || indexBytes === undefined) return undefined;
  const stride = VKGUIDE_VERTEX_STRIDE[vertexFormat];
  if (vertexSize % stride !== 0) return fields.wrong('vertex_buffer_size', `a multiple of ${stride}`);
  if (compression === undefined || originalFile === undefined || bounds === undefined) return undefined;
  if (indexSize !== 2 && indexSize !== 4) return undefined;
  if (indexBytes % (3 * indexSize) !== 0) {
    return fields.wrong('index_buffer_size', `a multiple of ${3 * indexSize}: whole triangles`);
  }
  const total = vertexSize + indexBytes;
  if (compression === 'None' && total !== file.blob.byteLength) {
    return fields.wrong('vertex_buffer_size', `what a blob of ${file.blob.byteLength} bytes holds`);
  }
  const [x = 0, y = 0, z = 0, radius = 0, ex = 0, ey = 0, ez = 0] = bounds;
  return {
    vertexFormat,
    originalFile,
    compression,
    bounds: { origin: [x, y, z], radius, extents: [ex, ey, ez] },
    vertexCount: vertexSize / stride,
    vertexBytes: vertexSize,
    indexBytes,
    indexSize,
    stored: file.blob,
    byteOffset: file.blobOffset,
  };
}

export function inspectVkguideMesh(file: AssetFile, problems: Problems): VkguideMesh | undefined {
  const info = inspectMeshInfo(file, problems);
  if (info === undefined) return undefined;
  const { vertexFormat, originalFile, compression, bounds, vertexCount, vertexBytes, indexBytes, indexSize } = info;
  const data = problems.attempt('blob', () =>
    compression === 'None'
      ? new Uint8Array(file.blob)
      : decompressLz4(file.blob, vertexBytes + indexBytes, file.blobOffset),
  );
  if (data === undefined) return undefined;
  const indices =
    indexSize === 2
      ? new Uint16Array(data.buffer, vertexBytes, indexBytes / 2)
      : new Uint32Array(data.buffer, vertexBytes, indexBytes / 4);
  const vertices = data.subarray(0, vertexBytes);
  return { vertexFormat, originalFile, compression, bounds, vertices, vertexCount, indices };
}

/** The metadata of a mesh; nothing is decompressed. `unpackInto` does that, into memory of yours. */
export const openVkguideMesh = (file: AssetFile): VkguideMeshInfo => decoded(inspectMeshInfo(file, new FirstProblem()));

/** Decompresses the buffers. From a binary file or a text form. */
export const readVkguideMesh = (file: AssetFile): VkguideMesh => decoded(inspectVkguideMesh(file, new FirstProblem()));

/** A binary `.mesh`, decompressed. Throws FormatError and nothing else. */
export const decodeVkguideMesh = (bytes: Uint8Array): VkguideMesh => readVkguideMesh(decodeAssetFile(bytes));
