// The vertex layouts of vkguide meshes → plain attribute arrays.

import { viewOf } from '@assetc/formats/declare';
import { VKGUIDE_VERTEX_OFFSETS, VKGUIDE_VERTEX_STRIDE, type VkguideVertexFormat } from './layout.js';
import type { VkguideAttributes } from './model.js';

/** Whole vertices only; normals of the packed format come back within 1/255 of a step. */
export function unpackVkguideVertices(bytes: Uint8Array, format: VkguideVertexFormat): VkguideAttributes {
  const stride = VKGUIDE_VERTEX_STRIDE[format];
  const offsets = VKGUIDE_VERTEX_OFFSETS[format];
  const count = Math.floor(bytes.byteLength / stride);
  const view = viewOf(bytes);
  const positions = new Float32Array(count * 3);
  const normals = new Float32Array(count * 3);
  const colors = new Float32Array(count * 3);
  const uvs = new Float32Array(count * 2);
  for (let i = 0; i < count; i++) {
    const at = i * stride;
    for (let k = 0; k < 3; k++) {
      positions[3 * i + k] = view.getFloat32(at + 4 * k, true);
      if (format === 'PNCV_F32') {
        normals[3 * i + k] = view.getFloat32(at + offsets.normal + 4 * k, true);
        colors[3 * i + k] = view.getFloat32(at + offsets.color + 4 * k, true);
      } else {
        normals[3 * i + k] = ((bytes[at + offsets.normal + k] ?? 0) / 255) * 2 - 1;
        colors[3 * i + k] = (bytes[at + offsets.color + k] ?? 0) / 255;
      }
    }
    const uvAt = at + offsets.uv;
    uvs[2 * i] = view.getFloat32(uvAt, true);
    uvs[2 * i + 1] = view.getFloat32(uvAt + 4, true);
  }
  return { positions, normals, colors, uvs };
}
