// Meshes without normals through the mesh kind: what each value of mesh.normals writes, and when growing is reported.

import { beforeAll, describe, expect, it } from 'vitest';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';

/** Flat, its corners are more than 65,536, from which on growing is reported. */
const SIDE = 105;

/** A wavy sheet with smooth normals left out, and with them. */
function sheet(side: number, hasNormals = false): Uint8Array {
  const { positions, normals, indices } = grid(side);
  const builder = new GltfBuilder();
  builder.node({
    mesh: builder.mesh({
      attributes: {
        POSITION: builder.accessor(positions, 'VEC3'),
        ...(hasNormals ? { NORMAL: builder.accessor(normals, 'VEC3') } : {}),
      },
      indices: builder.accessor(indices, 'SCALAR'),
    }),
  });
  return builder.glb();
}

const compile = (bytes: Uint8Array, mesh: object = {}) =>
  compileModel({ path: 'a.glb', input: { 'a.glb': bytes }, settings: { mesh: { lods: [], ...mesh } } });

const CUBE = `${['0 0 0', '1 0 0', '1 1 0', '0 1 0', '0 0 1', '1 0 1', '1 1 1', '0 1 1'].map((v) => `v ${v}\n`).join('')}s 1
f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n`;

const compileCube = (mesh: object) =>
  compileModel({ path: 'a.obj', input: { 'a.obj': CUBE }, settings: { mesh: { lods: [], ...mesh } } });

describe('a mesh without normals', () => {
  const sources = (SIDE + 1) ** 2;
  let byDefault: ReturnType<typeof compile>;
  beforeAll(() => {
    byDefault = compile(sheet(SIDE));
  });

  it('is flat by default, and reports how much it grows', async () => {
    const { context, vertices } = await byDefault;
    const count = vertices.positions.length / 3;
    expect(count).toBeGreaterThan(65_536);
    expect(context.warnings).toMatchObject([
      {
        code: 'mesh/flat-growth',
        file: 'a.glb',
        message: `the mesh has no normals, and flat ones turn its ${sources} vertices into ${count}`,
      },
    ]);
  });

  it('is flat without a word if the settings ask for it, with the same bytes', async () => {
    const flat = await compile(sheet(SIDE), { normals: 'flat' });
    expect(flat.warnings).toEqual([]);
    expect(flat.context.output('.hmesh')).toEqual((await byDefault).context.output('.hmesh'));
  });

  it('keeps its vertices with smooth normals, which are close to the true ones', async () => {
    const { vertices, warnings } = await compile(sheet(SIDE), { normals: 'smooth' });
    expect(warnings).toEqual([]);
    expect(vertices.positions.length / 3).toBe(sources);
    for (let i = 0; i < sources; i++) {
      const [x = 0, , z = 0] = vertices.positions.subarray(i * 3);
      const [u, w] = [(x + 1) / 2, (z + 1.1) / 2];
      const slope = [-Math.cos(u * 5) * Math.cos(w * 4) * 0.75, 1, Math.sin(u * 5) * Math.sin(w * 4) * 0.6];
      const length = Math.hypot(...slope);
      const dot = slope.reduce((sum, c, axis) => sum + (c / length) * (vertices.normals[i * 3 + axis] ?? 0), 0);
      expect(dot).toBeGreaterThan(0.999);
    }
  });

  it('is not reported if it is small, nor if it has normals', async () => {
    expect((await compile(sheet(20))).warnings).toEqual([]);
    expect((await compile(sheet(SIDE, true))).warnings).toEqual([]);
    const { context } = await compile(sheet(20, true), { normals: 'smooth', smoothAngle: 10 });
    expect(context.output('.hmesh')).toEqual((await compile(sheet(20, true))).context.output('.hmesh'));
  });

  it.each([
    ['auto', 60, 8],
    ['flat', 60, 24],
    ['smooth', 60, 24],
    ['smooth', 90, 8],
  ])(
    'of an OBJ with a smoothing group: %s at %d degrees gives a cube %d vertices',
    async (normals, smoothAngle, count) => {
      const { vertices } = await compileCube({ normals, smoothAngle });
      expect(vertices.positions.length / 3).toBe(count);
    },
  );
});
