// Flat normals equal the triangle normals to the last bit.

import { packVertices } from '@assetc/formats';
import { expect, it } from 'vitest';
import { isFlat } from './is-flat.js';

const positions = Float32Array.of(0, 0, 0, 1.3, 0.2, 0, 0.1, 1.1, 0.7);
const indices = Uint16Array.of(0, 1, 2);

function vertices(nudge: number): Uint8Array {
  const [u, v] = [
    [1.3, 0.2, 0],
    [0.1, 1.1, 0.7],
  ].map((each) => each.map(Math.fround));
  const cross = [0, 1, 2].map((i) => {
    const [a, b] = [(i + 1) % 3, (i + 2) % 3];
    return (u?.[a] ?? 0) * (v?.[b] ?? 0) - (u?.[b] ?? 0) * (v?.[a] ?? 0);
  });
  const length = Math.hypot(...cross);
  const normal = cross.map((each) => each / length);
  const normals = Float32Array.from([...normal, ...normal, (normal[0] ?? 0) + nudge, normal[1] ?? 0, normal[2] ?? 0]);
  return packVertices({ positions, normals, tangents: new Float32Array(12), uvs: new Float32Array(6) });
}

it('detects triangle normals as flat, for any first corner', () => {
  expect(isFlat(vertices(0), positions, indices)).toBe(true);
  expect(isFlat(vertices(0), positions, Uint16Array.of(1, 2, 0))).toBe(true);
});

it('rejects smooth normals and flipped ones', () => {
  expect(isFlat(vertices(0.01), positions, indices)).toBe(false);
  expect(isFlat(vertices(0), positions, Uint16Array.of(0, 2, 1))).toBe(false);
});
