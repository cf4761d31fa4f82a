// Converts vertices between versions 1 and 2, bit for bit: version 1 has two unused lanes after each direction.

import { typedSection } from '../core/typed-section.js';
import { GpuVertex } from '../hmesh/layout.js';
import { GpuVertexV1 } from './layout.js';

const WORDS = GpuVertex.size / 4;
const WORDS_V1 = GpuVertexV1.size / 4;

/** Words of version 1 in the order of version 2: position, normal, tangent, uv. */
const KEPT = [0, 1, 2, 3, 5, 7, 8] as const;

/** Version 2 → version 1. */
export function widenVertices(vertices: Uint8Array): Uint8Array {
  return copyWords(vertices, WORDS, [0, 1, 2, 3, 4, 5, 6], WORDS_V1, KEPT);
}

/** Version 1 → version 2. */
export function narrowVertices(vertices: Uint8Array): Uint8Array {
  return copyWords(vertices, WORDS_V1, KEPT, WORDS, [0, 1, 2, 3, 4, 5, 6]);
}

function copyWords(
  vertices: Uint8Array,
  fromWords: number,
  from: readonly number[],
  toWords: number,
  to: readonly number[],
): Uint8Array {
  const count = vertices.byteLength / (fromWords * 4);
  if (!Number.isInteger(count)) throw new Error('a vertex is cut off');
  const source = typedSection(Uint32Array, vertices, 0, count * fromWords);
  const out = new Uint32Array(count * toWords);
  for (let i = 0; i < count; i++)
    for (let w = 0; w < from.length; w++) out[i * toWords + (to[w] ?? 0)] = source[i * fromWords + (from[w] ?? 0)] ?? 0;
  return new Uint8Array(out.buffer);
}
