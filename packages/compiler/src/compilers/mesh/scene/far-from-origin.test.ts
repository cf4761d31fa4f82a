import { describe, expect, it } from 'vitest';
import { rowLayout, type VertexRows } from '../vertices/vertex-rows.js';
import { farFromOriginMessage } from './far-from-origin.js';

const layout = rowLayout({ skin: false, color: false });

const at = (...points: readonly (readonly [number, number, number])[]): VertexRows => {
  const floats = new Float32Array(points.length * layout.words);
  points.forEach((point, i) => {
    floats.set(point, i * layout.words);
  });
  return { layout, count: points.length, bits: new Uint32Array(floats.buffer), floats };
};

describe('farFromOriginMessage', () => {
  it('describes a building at map coordinates', () => {
    expect(farFromOriginMessage([at([443210, 5412345, 0]), at([443310, 5412300, 30])])).toBe(
      'the mesh is 100 long and 5400000 away from the origin, so positions are rounded to steps of about 0.65',
    );
  });

  it('is undefined for meshes at the origin, wide meshes, and a lamp a mile away', () => {
    expect(farFromOriginMessage([at([0, 0, 0], [1e-6, 0, 0])])).toBeUndefined();
    expect(farFromOriginMessage([at([443210, 5412345, 0], [443210, 5422345, 0])])).toBeUndefined();
    expect(farFromOriginMessage([at([1600, 0, 0], [1600.5, 0, 0])])).toBeUndefined();
  });

  it('is undefined without a size or vertices', () => {
    expect(farFromOriginMessage([at([5e6, 5e6, 0])])).toBeUndefined();
    expect(farFromOriginMessage([])).toBeUndefined();
    expect(farFromOriginMessage([at()])).toBeUndefined();
  });
});
