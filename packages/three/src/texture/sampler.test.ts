// Transforms follow KHR_texture_transform, which multiplies in another order than three.

import { Texture, Vector2 } from 'three';
import { expect, it } from 'vitest';
import { applyTransform } from './sampler.js';
import { PLAIN_USE } from './texture-store.js';

it.each([
  [[0, 0], [1, 1], 0],
  [[0.25, -0.5], [2, 2], 0.7],
  [[0.1, 0.2], [3, 0.5], 0],
  [[0.1, 0.2], [3, 0.5], -1.1],
] as const)('offset %o, scale %o, rotation %d', (offset, scale, rotation) => {
  const texture = new Texture();
  applyTransform(texture, { ...PLAIN_USE, uvSet: 1, offset, scale, rotation });
  if (texture.matrixAutoUpdate) texture.updateMatrix();
  expect(texture.channel).toBe(1);
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  for (const [u, v] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [0.3, 1.7],
  ] as const) {
    const { x, y } = new Vector2(u, v).applyMatrix3(texture.matrix);
    expect(x).toBeCloseTo(offset[0] + cos * scale[0] * u + sin * scale[1] * v, 6);
    expect(y).toBeCloseTo(offset[1] - sin * scale[0] * u + cos * scale[1] * v, 6);
  }
});
