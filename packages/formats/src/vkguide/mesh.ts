// vkguide meshes (`.mesh`): one vertex buffer and one index buffer, compressed together.

import { compressLz4, decompressLz4 } from '../codec/lz4-block.js';
import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import { type AssetFile, decodeAssetFile, encodeAssetFile } from './container.js';
import { JsonFields } from './json-fields.js';
import {
  unpackVkguideVertices,
  VKGUIDE_VERTEX_FORMATS,
  VKGUIDE_VERTEX_STRIDE,
  type VkguideVertexFormat,
} from './mesh-vertices.js';
import { VKGUIDE_COMPRESSIONS, type VkguideCompression } from './texture.js';

export interface VkguideBounds {
  readonly origin: readonly number[];
  readonly radius: number;
  /** Half of the box's size. */
  readonly extents: readonly number[];
}

export interface VkguideMeshModel {
  readonly vertexFormat: VkguideVertexFormat;
  readonly originalFile: string;
  readonly bounds: VkguideBounds;
  readonly vertices: Uint8Array;
  readonly indices: Uint16Array | Uint32Array;
  readonly compression?: VkguideCompression;
}

export interface VkguideMesh extends VkguideMeshModel {
  readonly compression: VkguideCompression;
  readonly vertexCount: number;
}

const TOLERANCE = 1e-5;

export function inspectVkguideMesh(problems: Problems, file: AssetFile): VkguideMesh | undefined {
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

/** What only the decompressed data can show; offsets are those of the blob, which holds it compressed. */
export function checkVkguideMesh(problems: Problems, file: AssetFile, mesh: VkguideMesh): void {
  const at = file.blobOffset;
  const outside = mesh.indices.findIndex((index) => index >= mesh.vertexCount);
  if (outside >= 0) {
    const message = `${mesh.indices[outside]} is not below the ${mesh.vertexCount} vertices`;
    problems.add('bad-range', at, `indices[${outside}]`, message);
  }
  const { origin, radius, extents } = mesh.bounds;
  if (radius < 0 || extents.some((extent) => extent < 0)) {
    problems.add('bad-value', file.offsetOf('bounds'), 'json.bounds', 'must have a radius and extents of at least 0');
  }
  const { positions, normals, colors, uvs } = unpackVkguideVertices(mesh.vertexFormat, mesh.vertices);
  for (const [name, values, width] of [
    ['position', positions, 3],
    ['normal', normals, 3],
    ['color', colors, 3],
    ['uv', uvs, 2],
  ] as const) {
    const bad = values.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0) problems.add('bad-value', at, `vertices[${Math.floor(bad / width)}].${name}`, 'must be finite');
  }
  const scale = Math.max(...extents, ...origin.map(Math.abs), radius);
  for (let i = 0; i < mesh.vertexCount; i++) {
    let squared = 0;
    let inside = true;
    for (let k = 0; k < 3; k++) {
      const offset = (positions[3 * i + k] ?? 0) - (origin[k] ?? 0);
      squared += offset * offset;
      if (Math.abs(offset) > (extents[k] ?? 0) + TOLERANCE * scale) inside = false;
    }
    if (Math.sqrt(squared) > radius + TOLERANCE * scale) inside = false;
    if (inside) continue;
    problems.add('bad-range', file.offsetOf('bounds'), 'json.bounds', `must contain vertex ${i}`);
    return;
  }
}

/** Decompresses the buffers. From a binary file or a text form. */
export const readVkguideMesh = (file: AssetFile): VkguideMesh => decoded(inspectVkguideMesh(new FirstProblem(), file));

export const decodeVkguideMesh = (bytes: Uint8Array): VkguideMesh => readVkguideMesh(decodeAssetFile(bytes));

export function encodeVkguideMesh(model: VkguideMeshModel): Uint8Array {
  const { vertexFormat, originalFile, bounds, vertices, indices, compression = 'LZ4' } = model;
  if (vertices.byteLength % VKGUIDE_VERTEX_STRIDE[vertexFormat] !== 0) throw new Error('a vertex is cut off');
  const data = new Uint8Array(vertices.byteLength + indices.byteLength);
  data.set(vertices);
  data.set(new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength), vertices.byteLength);
  const metadata = {
    vertex_format: vertexFormat,
    vertex_buffer_size: vertices.byteLength,
    index_buffer_size: indices.byteLength,
    index_size: indices.BYTES_PER_ELEMENT,
    original_file: originalFile,
    compression,
    bounds: [...bounds.origin, bounds.radius, ...bounds.extents],
  };
  return encodeAssetFile('MESH', metadata, compression === 'None' ? data : compressLz4(data));
}

/** Box centre, half extents, and the radius that reaches the farthest vertex from it; zeros for no vertices. */
export function vkguideBounds(positions: Float32Array): VkguideBounds {
  const low = [0, 0, 0];
  const high = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) {
    const value = positions[i] ?? 0;
    const k = i % 3;
    if (i < 3 || value < (low[k] ?? 0)) low[k] = value;
    if (i < 3 || value > (high[k] ?? 0)) high[k] = value;
  }
  const origin = low.map((value, k) => (value + (high[k] ?? 0)) / 2);
  let farthest = 0;
  for (let i = 0; i + 2 < positions.length; i += 3) {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const offset = (positions[i + k] ?? 0) - (origin[k] ?? 0);
      squared += offset * offset;
    }
    farthest = Math.max(farthest, squared);
  }
  return { origin, radius: Math.sqrt(farthest), extents: low.map((value, k) => ((high[k] ?? 0) - value) / 2) };
}
