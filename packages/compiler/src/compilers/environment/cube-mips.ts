// Builds the mip levels of a cube map: each texel is the mean of the texels it covers, fully or partly, so that the light of a face is preserved.

import { sharedFloats } from '../../model/image/hdr-image.js';
import type { CubeLevel } from './prefilter.js';

/** From the given level down to one texel per face. */
export function buildCubeMips(largest: CubeLevel): readonly CubeLevel[] {
  const levels = [largest];
  for (let last = largest; last.size > 1; ) {
    last = shrinkCube(last, Math.floor(last.size / 2));
    levels.push(last);
  }
  return levels;
}

function shrinkCube({ size: from, texels }: CubeLevel, size: number): CubeLevel {
  const rows = shrinkRows(texels, 6 * from, from, size);
  const out = sharedFloats(6 * size * size * 4);
  const stride = size * 4;
  for (let face = 0; face < 6; face++)
    for (let y = 0; y < size; y++) {
      const [start, end] = [(y * from) / size, ((y + 1) * from) / size];
      const to = (face * size + y) * stride;
      for (let row = Math.floor(start); row < end; row++) {
        const weight = (Math.min(end, row + 1) - Math.max(start, row)) / (end - start);
        const at = (face * from + row) * stride;
        for (let i = 0; i < stride; i++) out[to + i] = (out[to + i] ?? 0) + weight * (rows[at + i] ?? 0);
      }
    }
  return { size, texels: out };
}

/** Reduces the width of each of `count` rows. */
function shrinkRows(texels: Float32Array, count: number, from: number, size: number): Float32Array {
  const out = new Float32Array(count * size * 4);
  for (let x = 0; x < size; x++) {
    const [start, end] = [(x * from) / size, ((x + 1) * from) / size];
    for (let column = Math.floor(start); column < end; column++) {
      const weight = (Math.min(end, column + 1) - Math.max(start, column)) / (end - start);
      for (let row = 0; row < count; row++)
        for (let k = 0; k < 4; k++) {
          const to = (row * size + x) * 4 + k;
          out[to] = (out[to] ?? 0) + weight * (texels[(row * from + column) * 4 + k] ?? 0);
        }
    }
  }
  return out;
}
