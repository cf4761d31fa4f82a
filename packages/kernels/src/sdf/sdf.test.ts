import { describe, expect, it } from 'vitest';
import { multiFieldReference, signedFieldReference } from '../reference/sdf.js';
import { type MultiFieldInput, multiField, signedField } from './sdf.js';

/** A small deterministic generator, so that failures can be reproduced. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x100000000;
  };
}

function polygon(seed: number): MultiFieldInput {
  const next = random(seed);
  const width = 5 + Math.floor(next() * 40);
  const height = 5 + Math.floor(next() * 40);
  const count = 3 + Math.floor(next() * 20);
  // Half the corners are on whole and half texels, which gives ties and touching edges.
  const coordinate = (size: number): number => (next() < 0.5 ? Math.floor(next() * size * 2) / 2 : next() * size);
  const points = Array.from({ length: count }, () => [coordinate(width), coordinate(height)] as const);
  const edges = Float32Array.from(points.flatMap((a, i) => [...a, ...(points[(i + 1) % count] ?? a)]));
  const flags = Uint32Array.from(points, () => Math.floor(next() * 32));
  return { width, height, spread: 1 + Math.floor(next() * 8), edges, outline: edges, flags };
}

describe('the distance field kernel', () => {
  it('equals its twin, byte for byte, for polygons of all kinds', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const input = polygon(seed);
      expect(signedField(input), `seed ${seed}`).toEqual(signedFieldReference(input));
      expect(multiField(input), `seed ${seed}`).toEqual(multiFieldReference(input));
    }
  });

  it('is 128 on the edge and grows by 128 / spread per texel inward', () => {
    const edges = Float32Array.of(4, 2, 12, 2, 12, 2, 12, 18, 12, 18, 4, 18, 4, 18, 4, 2);
    const field = signedField({ width: 16, height: 20, spread: 4, edges, outline: edges });
    const row = [...field.subarray(10 * 16, 11 * 16)];
    expect(row).toEqual([16, 48, 80, 112, 144, 176, 208, 240, 240, 208, 176, 144, 112, 80, 48, 16]);
  });

  it('treats overlapping contours as one shape', () => {
    const box = (x: number): number[] => [x, 2, x + 6, 2, x + 6, 2, x + 6, 10, x + 6, 10, x, 10, x, 10, x, 2];
    const outline = Float32Array.from([...box(2), ...box(5)]);
    const field = signedField({ width: 14, height: 12, spread: 2, edges: Float32Array.of(), outline });
    expect([...field.subarray(6 * 14, 7 * 14)]).toEqual([0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0]);
  });
});
