// vkguide meshes (`.mesh`), read: one vertex buffer and one index buffer, compressed together.

import { decompressLz4 } from '../codec/decompress-lz4.js';
import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import { JsonFields } from './json-fields.js';
import { VKGUIDE_VERTEX_FORMATS, VKGUIDE_VERTEX_STRIDE } from './layout.js';
import { type AssetFile, VKGUIDE_COMPRESSIONS, type VkguideMesh } from './model.js';
import { decodeAssetFile } from './read-container.js';

export function inspectVkguideMesh(file: AssetFile, problems: Problems): VkguideMesh | undefined {
  const fields = new JsonFields(file.metadata, problems, file.offsetOf);
  if (file.type !== 'MESH') {
    problems.add('bad-magic', 0, 'VkguideHeader.magic', `must be MESH, is ${file.type}`);
    return undefined;
  }
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
  const data = problems.attempt('blob', () =>
    compression === 'None' ? new Uint8Array(file.blob) : decompressLz4(file.blob, total, file.blobOffset),
  );
  if (data === undefined) return undefined;
  const [x = 0, y = 0, z = 0, radius = 0, ex = 0, ey = 0, ez = 0] = bounds;
  const indexArray =
    indexSize === 2
      ? new Uint16Array(data.buffer, vertexSize, indexBytes / 2)
      : new Uint32Array(data.buffer, vertexSize, indexBytes / 4);
  return {
    vertexFormat,
    originalFile,
    compression,
    bounds: { origin: [x, y, z], radius, extents: [ex, ey, ez] },
    vertices: data.subarray(0, vertexSize),
    vertexCount: vertexSize / stride,
    indices: indexArray,
  };
}

/** Decompresses the buffers. From a binary file or a text form. */
export const readVkguideMesh = (file: AssetFile): VkguideMesh => decoded(inspectVkguideMesh(file, new FirstProblem()));

export const decodeVkguideMesh = (bytes: Uint8Array): VkguideMesh => readVkguideMesh(decodeAssetFile(bytes));
