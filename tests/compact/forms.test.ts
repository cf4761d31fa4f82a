// Meshes in other forms, compiled through the kind: compared with the full form of the same source.

import { type Hmesh, unpackStoredVertices, unpackVertices, validateHmesh } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';
import { expectSameMesh, gridOf } from './compare-forms.js';

/** A wavy square with two uv sets and colors, moved by `x`. */
function tile(cells: number, x = 0, scale = 1): Uint8Array {
  const builder = new GltfBuilder();
  const { positions, normals, uvs = new Float32Array(0), indices } = grid(cells);
  const count = positions.length / 3;
  const moved = positions.map((value, i) => value * scale + (i % 3 === 0 ? x : 0));
  const attributes = {
    POSITION: builder.accessor(moved, 'VEC3'),
    NORMAL: builder.accessor(normals ?? new Float32Array(0), 'VEC3'),
    TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
    TEXCOORD_1: builder.accessor(
      uvs.map((value) => value * 3 - 1),
      'VEC2',
    ),
    COLOR_0: builder.accessor(
      Float32Array.from({ length: count * 4 }, (_, i) => (i % 7) / 7),
      'VEC4',
    ),
  };
  builder.node({ mesh: builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR') }) });
  return builder.glb();
}

const compile = (bytes: Uint8Array, mesh: Record<string, unknown> = {}) =>
  compileModel({ path: 'm.glb', input: { 'm.glb': bytes }, settings: { mesh } as never });

const compact = { vertices: 'compact' };

describe('compact vertices', () => {
  it.each([
    ['alone', {}],
    ['with clusters', { clusters: true }],
    ['split, with narrow indices', { clusters: true, streams: 'split', indexWidth: 'smallest' }],
  ])('are those of the full form, within the errors that the file states: %s', async (_, more) => {
    const source = tile(24);
    const [full, small] = [await compile(source), await compile(source, { ...compact, ...more })];
    expect(small.warnings).toEqual([]);
    expectSameMesh(full.mesh, small.mesh);
    const { step, positionError, uvError, uvExtent, uvs1Extent } = gridOf(small.mesh);
    expect(positionError).toBeLessThanOrEqual((step / 2) * Math.sqrt(3));
    expect(uvError).toBeLessThan((Math.max(...uvExtent, ...uvs1Extent) / 65535) * 0.51);
    expect([small.mesh.desc.vertexStride, small.mesh.colors?.format]).toEqual([16, 'unorm8']);
    const [sizeOfFull, sizeOfSmall] = [full, small].map(({ context }) => context.output('.hmesh').length);
    if (_ === 'alone') expect(sizeOfSmall).toBeLessThan((sizeOfFull ?? 0) * 0.8);
  });

  it('stay full, with a warning, if the settings do not allow them', async () => {
    const source = tile(4, 0, 100);
    const [full, fine, strict] = [
      await compile(source),
      await compile(source, { ...compact, grid: 0.001 }),
      await compile(source, { ...compact, maxError: { position: 1e-5 } }),
    ];
    expect([fine.warnings, strict.warnings]).toEqual([['mesh/grid-too-fine'], ['mesh/compact-error']]);
    for (const { context } of [fine, strict]) expect(context.output('.hmesh')).toEqual(full.context.output('.hmesh'));
    expect(
      (await compile(source, { ...compact, maxError: { position: 0.01, normal: 0.1, uv: 0.001 } })).warnings,
    ).toEqual([]);
  });
});

describe('a small part of a large model', () => {
  /** A wavy square of one unit, and a plane of `size` units with `repeats` of its texture. */
  function island(size: number, repeats: number): Uint8Array {
    const builder = new GltfBuilder();
    const part = (cells: number, scale: number, uvScale: number) => {
      const { positions, normals = new Float32Array(0), uvs = new Float32Array(0), indices } = grid(cells);
      const attributes = {
        POSITION: builder.accessor(
          positions.map((value) => value * scale),
          'VEC3',
        ),
        NORMAL: builder.accessor(normals, 'VEC3'),
        TEXCOORD_0: builder.accessor(
          uvs.map((value) => value * uvScale),
          'VEC2',
        ),
      };
      builder.node({ mesh: builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR') }) });
    };
    part(24, 1, 1);
    part(2, size, repeats);
    return builder.glb();
  }

  it.each([
    ['its positions', 60_000, 1, 'position by'],
    ['its texture coordinates', 2, 100_000, 'uv by'],
  ])('keeps the vertices full if compact ones would lose %s', async (_, size, repeats, text) => {
    const source = island(size, repeats);
    const { mesh, warnings, context } = await compile(source, compact);
    expect(warnings).toEqual(['mesh/compact-error']);
    expect(context.warnings.map(({ message }) => message).join()).toContain(text);
    expect(mesh.stored).toBeUndefined();
    const accepted = await compile(source, { ...compact, maxError: { position: 10, uv: 10 } });
    expect([accepted.warnings, accepted.mesh.desc.vertexStride]).toEqual([[], 16]);
  });

  it('is compact if it keeps its shape', async () => {
    const { mesh, warnings } = await compile(island(100, 50), compact);
    expect([warnings, mesh.desc.vertexStride]).toEqual([[], 16]);
  });
});

describe('morph targets', () => {
  it('are on the grid of the mesh, within half a step, and the extent covers them', async () => {
    const builder = new GltfBuilder();
    const { positions, normals, indices } = grid(10);
    const deltas = positions.map((_, i) => Math.sin(i * 1.7) * 3);
    const attributes = {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals ?? new Float32Array(0), 'VEC3'),
    };
    const targets = [{ POSITION: builder.accessor(deltas, 'VEC3') }];
    const mesh = builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR'), targets });
    builder.node({ mesh });
    const source = builder.glb();
    const settings = { lods: [], clusters: true };
    const [full, small] = [await compile(source, settings), await compile(source, { ...settings, ...compact })];
    const { step } = gridOf(small.mesh);
    const sorted = (list: Float32Array = new Float32Array(0)): Float32Array => list.slice().sort();
    const [wanted, stored] = [sorted(full.mesh.morphs?.positions), sorted(small.mesh.morphs?.positions)];
    expect(stored.length).toBe(wanted.length);
    for (const [i, value] of stored.entries()) {
      expect(Number.isInteger(value / step)).toBe(true);
      expect(Math.abs(value - (wanted[i] ?? 0))).toBeLessThanOrEqual(step / 2 + 1e-6);
    }
    const moved = small.mesh.morphs?.positions ?? new Float32Array(0);
    let farthest = 0;
    for (let i = 0; i < moved.length; i += 3) farthest = Math.max(farthest, Math.hypot(...moved.subarray(i, i + 3)));
    expect(small.mesh.morphs?.ranges[0]?.extent).toBeGreaterThanOrEqual(farthest);
  });
});

describe('tiles on one grid', () => {
  it('have the same bits on their shared edge, wherever they are', async () => {
    const width = 2;
    const edgeOf = ({ mesh }: { readonly mesh: Hmesh }, x: number): ReadonlySet<string> => {
      const { positions } = mesh.stored ? unpackStoredVertices(mesh.stored) : unpackVertices(mesh.vertices);
      const bits = new Uint32Array(positions.buffer);
      const edge = new Set<string>();
      for (let i = 0; i < positions.length; i += 3)
        if (Math.abs((positions[i] ?? 0) - x) < 0.01) edge.add(`${bits[i]} ${bits[i + 1]} ${bits[i + 2]}`);
      return edge;
    };
    // Heights are one function of both tiles; a third of a unit is on no grid.
    const square = (first: number) => {
      const builder = new GltfBuilder();
      const side = 25;
      const positions = new Float32Array(side * side * 3);
      const indices: number[] = [];
      for (let i = 0; i < side * side; i++) {
        const [x, y] = [(i % side) / 12 + first * width + 97 / 3, Math.floor(i / side) / 12 - 1];
        positions.set([x, y, Math.sin(y * 5) * 0.3 + Math.cos(Math.fround(x) * 4) * 0.2], i * 3);
        if (i % side < side - 1 && i < side * (side - 1))
          indices.push(i, i + 1, i + side, i + 1, i + side + 1, i + side);
      }
      const attributes = { POSITION: builder.accessor(positions, 'VEC3') };
      builder.node({
        mesh: builder.mesh({ attributes, indices: builder.accessor(Uint32Array.from(indices), 'SCALAR') }),
      });
      return builder.glb();
    };
    const settings = { ...compact, grid: 0.001, lods: [] };
    const [left, right] = [await compile(square(0), settings), await compile(square(1), settings)];
    const middle = 97 / 3 + width;
    const [a, b] = [edgeOf(left, middle), edgeOf(right, middle)];
    expect(a.size).toBeGreaterThanOrEqual(25);
    expect(a).toEqual(b);
    expect([gridOf(left.mesh).step, gridOf(right.mesh).step]).toEqual([2 ** -10, 2 ** -10]);
    expect(gridOf(left.mesh).offset).not.toEqual(gridOf(right.mesh).offset);
  });
});

describe('other streams and indices', () => {
  it('have the same vertices and triangles as the standard form', async () => {
    const source = tile(30);
    const standard = await compile(source, { clusters: true });
    const split = await compile(source, { clusters: true, streams: 'split', indexWidth: 'smallest' });
    expect(split.mesh.vertices).toEqual(standard.mesh.vertices);
    for (const key of ['indices', 'meshlets', 'meshletTriangles', 'submeshes', 'meshletBounds', 'bounds'] as const)
      expect(split.mesh[key]).toEqual(standard.mesh[key]);
    expect(split.mesh.meshletVertices).toEqual(Uint16Array.from(standard.mesh.meshletVertices));
    expect(split.mesh.lods?.indices).toEqual(Uint16Array.from(standard.mesh.lods?.indices ?? []));
    expect(split.mesh.stored?.streams.map(({ length }) => length / split.mesh.desc.vertexCount)).toEqual([12, 16]);
    expect(validateHmesh(split.context.output('.hmesh'))).toEqual([]);
  });
});
