// vkguide meshes (`.mesh`), written.

import { compressLz4 } from './compress-lz4.js';
import { encodeAssetFile } from './encode-container.js';
import { VKGUIDE_VERTEX_STRIDE } from './layout.js';
import type { VkguideBounds, VkguideMeshModel } from './model.js';

/** Equal meshes give equal bytes. Throws a plain Error if a vertex is cut off. */
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
  return encodeAssetFile({ type: 'MESH', metadata, blob: compression === 'None' ? data : compressLz4(data) });
}

/** Box center, half extents, and the radius to the farthest vertex; zeros for no vertices. */
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
