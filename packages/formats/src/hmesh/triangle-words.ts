// Triangles of meshlets and clusters as words, for shaders that cannot address bytes: MLTW and CLTW.

import type { ChunkReader } from '../chunked/chunk-reader.js';
import type { Problems } from '../core/problem.js';
import type { Placed } from './check/check-bulk.js';
import type { ChunkName } from './layout.js';

/**
 * One word per triangle from its three bytes: corner 0 in bits 0 to 7, corner 1 in bits 8 to 15, corner 2 in bits 16 to 23, and zeros.
 * For meshes without words: `mesh.meshletTriangleWords ?? packTriangleWords(mesh.meshletTriangles)`.
 */
export function packTriangleWords(triangles: Uint8Array): Uint32Array {
  const words = new Uint32Array(triangles.length / 3);
  for (let i = 0; i < words.length; i++) words[i] = wordAt(triangles, i);
  return words;
}

const wordAt = (triangles: Uint8Array, i: number): number =>
  (triangles[i * 3] ?? 0) | ((triangles[i * 3 + 1] ?? 0) << 8) | ((triangles[i * 3 + 2] ?? 0) << 16);

/** Checks the size, not the words. */
export function readTriangleWords(
  reader: ChunkReader<ChunkName>,
  name: 'MLTW' | 'CLTW',
  bytesName: 'MLTR' | 'CLTR',
): Uint32Array | undefined {
  const chunk = reader.get(name);
  if (chunk === undefined) return undefined;
  reader.expectSize(chunk, Math.floor((reader.get(bytesName)?.size ?? 0) / 3) * Uint32Array.BYTES_PER_ELEMENT);
  return reader.elements(chunk, Uint32Array);
}

export function checkTriangleWords(
  { data, offset, name }: Placed<Uint32Array>,
  triangles: Placed<Uint8Array>,
  problems: Problems,
): void {
  const count = Math.min(data.length, Math.floor(triangles.data.length / 3));
  for (let i = 0; i < count; i++)
    if (data[i] !== wordAt(triangles.data, i))
      problems.add(
        'bad-value',
        offset + i * 4,
        `${name}[${i}]`,
        `must be the bytes of triangle ${i} of ${triangles.name}`,
      );
}
