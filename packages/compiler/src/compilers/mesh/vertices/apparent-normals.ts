// Normals of points and lines that pack to zeros, which mean that there are none, become the next direction. Triangles always have normals.

import { packOctahedral } from '@assetc/formats';
import { NORMAL, type VertexRows } from './vertex-rows.js';

/** Packs as (0, 1). */
const NEXT_TO_Z = [0, Math.fround(1 / 32766), 1] as const;

/** Changes the rows in place. */
export function keepNormalsApparent({ floats, layout, bits }: VertexRows): void {
  const packed = new Int16Array(2);
  for (let at = NORMAL; at < bits.length; at += layout.words) {
    const hasDirection = packOctahedral(floats[at] ?? 0, floats[at + 1] ?? 0, floats[at + 2] ?? 0, packed);
    if (hasDirection && packed[0] === 0 && packed[1] === 0) floats.set(NEXT_TO_Z, at);
  }
}
