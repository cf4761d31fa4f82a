import { generateTangents } from 'mikktspace';
import { expect, it } from 'vitest';
import { grid } from '../../testing/gltf-builder.js';
import { runMikktspace } from './mikktspace.js';

/** Corners of a grid, apart. */
function corners(n: number) {
  const { positions, normals, uvs, indices } = grid(n);
  const of = (values: Float32Array, width: number): Float32Array => {
    const out = new Float32Array(indices.length * width);
    for (const [corner, v] of indices.entries()) out.set(values.subarray(v * width, v * width + width), corner * width);
    return out;
  };
  return { positions: of(positions, 3), normals: of(normals, 3), uvs: of(uvs, 2), count: indices.length };
}

function run(n: number): Float32Array {
  const { positions, normals, uvs, count } = corners(n);
  return runMikktspace(
    count,
    (p, q, r) => {
      p.set(positions);
      q.set(normals);
      r.set(uvs);
    },
    (tangents) => tangents.slice(),
  );
}

it('gives what the package gives through its own front, time after time', () => {
  for (const n of [1, 7, 20, 3]) {
    const { positions, normals, uvs } = corners(n);
    expect(run(n)).toEqual(generateTangents(positions, normals, uvs));
  }
});

it('hands on what its user throws, and works the next time', () => {
  expect(() =>
    runMikktspace(
      3,
      () => {
        throw new Error('no');
      },
      () => 0,
    ),
  ).toThrow('no');
  expect(run(2).length).toBe(2 * 2 * 6 * 4);
});

it('still works after its memory grew past what is kept', () => {
  const before = run(4);
  expect(run(260).length).toBe(260 * 260 * 6 * 4);
  expect(run(4)).toEqual(before);
});
