// Plain attribute arrays → the vertex layouts of vkguide meshes.

import { viewOf } from '@assetc/formats/declare';
import { VKGUIDE_VERTEX_OFFSETS, VKGUIDE_VERTEX_STRIDE, type VkguideVertexFormat } from './layout.js';
import type { VkguideAttributes } from './model.js';

const toByte = (value: number): number => Math.min(255, Math.max(0, Math.floor(value)));

/** Attributes → the rows of a vertex layout. */
export function packVkguideVertices(attributes: VkguideAttributes, format: VkguideVertexFormat): Uint8Array {
  const { positions, normals, colors, uvs } = attributes;
  const count = positions.length / 3;
  const stride = VKGUIDE_VERTEX_STRIDE[format];
  const offsets = VKGUIDE_VERTEX_OFFSETS[format];
  const bytes = new Uint8Array(count * stride);
  const view = viewOf(bytes);
  for (let i = 0; i < count; i++) {
    const at = i * stride;
    for (let k = 0; k < 3; k++) {
      const normal = normals[3 * i + k] ?? 0;
      const color = colors[3 * i + k] ?? 0;
      view.setFloat32(at + 4 * k, positions[3 * i + k] ?? 0, true);
      if (format === 'PNCV_F32') {
        view.setFloat32(at + offsets.normal + 4 * k, normal, true);
        view.setFloat32(at + offsets.color + 4 * k, color, true);
      } else {
        bytes[at + offsets.normal + k] = toByte(((normal + 1) / 2) * 255);
        bytes[at + offsets.color + k] = toByte(color * 255 + 0.5);
      }
    }
    const uvAt = at + offsets.uv;
    view.setFloat32(uvAt, uvs[2 * i] ?? 0, true);
    view.setFloat32(uvAt + 4, uvs[2 * i + 1] ?? 0, true);
  }
  return bytes;
}
