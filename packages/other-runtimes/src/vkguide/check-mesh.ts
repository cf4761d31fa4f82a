// The rules for the decompressed data of a vkguide mesh.

import type { Problems } from '@assetc/formats';
import type { AssetFile, VkguideMesh } from './model.js';
import { unpackVkguideVertices } from './unpack-vertices.js';

const TOLERANCE = 1e-5;

/** Checks the decompressed data. Offsets are those of the compressed blob. */
export function checkVkguideMesh(file: AssetFile, mesh: VkguideMesh, problems: Problems): void {
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
  const { positions, normals, colors, uvs } = unpackVkguideVertices(mesh.vertices, mesh.vertexFormat);
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
