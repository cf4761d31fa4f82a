// The two vertex layouts of vkguide meshes, packed from and unpacked to plain attribute arrays.

import { array, f32, u8, u16 } from '../core/scalar.js';
import { field, struct, viewOf } from '../core/struct.js';

export const VkguideVertexPncv = struct('VkguideVertexPncv', 44, 'A vertex of format PNCV_F32.', {
  position: field(array(f32, 3), 'Object space.'),
  normal: field(array(f32, 3), 'Unit length.'),
  color: field(array(f32, 3), 'Linear, 0 to 1.'),
  uv: field(array(f32, 2), 'Origin top left.'),
});

export const VkguideVertexPacked = struct('VkguideVertexPacked', 28, 'A vertex of format P32N8C8V16.', {
  position: field(array(f32, 3), 'Object space.'),
  normal: field(array(u8, 3), 'floor((n + 1) / 2 · 255).'),
  color: field(array(u8, 3), '0 to 255.'),
  pad: field(u16, '0.'),
  uv: field(array(f32, 2), 'Origin top left.'),
});

export const VKGUIDE_VERTEX_FORMATS = ['PNCV_F32', 'P32N8C8V16'] as const;
export type VkguideVertexFormat = (typeof VKGUIDE_VERTEX_FORMATS)[number];
export const VKGUIDE_VERTEX_STRIDE: Readonly<Record<VkguideVertexFormat, number>> = {
  PNCV_F32: VkguideVertexPncv.size,
  P32N8C8V16: VkguideVertexPacked.size,
};

/** Three, three, three and two floats a vertex. */
export interface VkguideAttributes {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly colors: Float32Array;
  readonly uvs: Float32Array;
}

const toByte = (value: number): number => Math.min(255, Math.max(0, Math.floor(value)));

export function packVkguideVertices(format: VkguideVertexFormat, attributes: VkguideAttributes): Uint8Array {
  const { positions, normals, colors, uvs } = attributes;
  const count = positions.length / 3;
  const stride = VKGUIDE_VERTEX_STRIDE[format];
  const bytes = new Uint8Array(count * stride);
  const view = viewOf(bytes);
  for (let i = 0; i < count; i++) {
    const at = i * stride;
    for (let k = 0; k < 3; k++) {
      const normal = normals[3 * i + k] ?? 0;
      const color = colors[3 * i + k] ?? 0;
      view.setFloat32(at + 4 * k, positions[3 * i + k] ?? 0, true);
      if (format === 'PNCV_F32') {
        view.setFloat32(at + 12 + 4 * k, normal, true);
        view.setFloat32(at + 24 + 4 * k, color, true);
      } else {
        bytes[at + 12 + k] = toByte(((normal + 1) / 2) * 255);
        bytes[at + 15 + k] = toByte(color * 255 + 0.5);
      }
    }
    const uvAt = at + (format === 'PNCV_F32' ? 36 : 20);
    view.setFloat32(uvAt, uvs[2 * i] ?? 0, true);
    view.setFloat32(uvAt + 4, uvs[2 * i + 1] ?? 0, true);
  }
  return bytes;
}

/** Whole vertices only; normals of the packed format come back within 1/255 of a step. */
export function unpackVkguideVertices(format: VkguideVertexFormat, bytes: Uint8Array): VkguideAttributes {
  const stride = VKGUIDE_VERTEX_STRIDE[format];
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
        normals[3 * i + k] = view.getFloat32(at + 12 + 4 * k, true);
        colors[3 * i + k] = view.getFloat32(at + 24 + 4 * k, true);
      } else {
        normals[3 * i + k] = ((bytes[at + 12 + k] ?? 0) / 255) * 2 - 1;
        colors[3 * i + k] = (bytes[at + 15 + k] ?? 0) / 255;
      }
    }
    const uvAt = at + (format === 'PNCV_F32' ? 36 : 20);
    uvs[2 * i] = view.getFloat32(uvAt, true);
    uvs[2 * i + 1] = view.getFloat32(uvAt + 4, true);
  }
  return { positions, normals, colors, uvs };
}
