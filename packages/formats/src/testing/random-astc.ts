// Random ASTC blocks of a size, the same every time. Most have a legal mode with a grid that fits, because hardly any other bits are legal.

import type { AstcFootprint } from '../ktx2/vk-format.js';
import { astcBlockMode } from '../texels/astc-weights.js';

export const astcSizeOf = (footprint: AstcFootprint): readonly [number, number] => {
  const [width = 0, height = 0] = footprint.split('x').map(Number);
  return [width, height];
};

function byteSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
}

export function randomAstcBlocks(count: number, footprint: AstcFootprint, seed = 0): Uint8Array {
  const [width, height] = astcSizeOf(footprint);
  const next = byteSource(seed * 10000 + width * 100 + height);
  const codes = Array.from({ length: 2048 }, (_, code) => code).filter((code) => {
    const mode = astcBlockMode(code);
    return mode !== undefined && mode.width <= width && mode.height <= height;
  });
  const data = new Uint8Array(count * 16).map(next);
  for (let at = 0; at < data.length; at += 16) {
    const kind = next();
    if (kind < 16) continue;
    if (kind < 24) {
      // A void extent: everywhere, or of an area that is often illegal.
      data[at] = 0xfc;
      data[at + 1] = (kind & 1 ? 0xfd : 0xff) & (kind & 6 ? 255 : (data[at + 1] ?? 0) | 1);
      if (kind & 2) data.fill(255, at + 2, at + 8);
      continue;
    }
    const code = codes[(next() * 256 + next()) % codes.length] ?? 0;
    data[at] = code & 255;
    data[at + 1] = ((data[at + 1] ?? 0) & 0xf8) | (code >> 8);
    // Fewer partitions, so that endpoints fit.
    if (kind < 200) data[at + 1] = (data[at + 1] ?? 0) & 0xef;
  }
  return data;
}
