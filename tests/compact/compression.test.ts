// `mesh.compression`, compiled through the kind: the decoded mesh is that of the same settings without it, except for the first corner of
// triangles.

import { compressedChunks, decodeHmesh, inflateHmesh, validateHmesh } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';

function tile(): Uint8Array {
  const builder = new GltfBuilder();
  const { positions, normals = new Float32Array(0), uvs = new Float32Array(0), indices } = grid(30);
  const attributes = {
    POSITION: builder.accessor(positions, 'VEC3'),
    NORMAL: builder.accessor(normals, 'VEC3'),
    TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
  };
  builder.node({ mesh: builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR') }) });
  return builder.glb();
}

const compile = async (bytes: Uint8Array, mesh: Record<string, unknown>): Promise<Uint8Array> => {
  const { context } = await compileModel({ path: 'm.glb', input: { 'm.glb': bytes }, settings: { mesh } as never });
  return context.output('.hmesh');
};

/** Each triangle begins with its lowest corner. */
function turned(corners: ArrayLike<number>): number[] {
  const out: number[] = [];
  for (let i = 0; i < corners.length; i += 3) {
    const triangle = [corners[i] ?? 0, corners[i + 1] ?? 0, corners[i + 2] ?? 0];
    const first = triangle.indexOf(Math.min(...triangle));
    for (let corner = 0; corner < 3; corner++) out.push(triangle[(first + corner) % 3] ?? 0);
  }
  return out;
}

describe('mesh.compression: meshopt', () => {
  it.each([
    ['full vertices', {}],
    ['compact vertices', { vertices: 'compact', indexWidth: 'smallest' }],
    ['clusters', { clusters: true, vertices: 'compact', streams: 'split', meshlets: { triangles: 'words' } }],
    ['triangles in the order of the vertex cache', { triangleOrder: 'cache' }],
  ])('keeps everything: %s', async (_, settings) => {
    const source = tile();
    const plain = await compile(source, { triangleOrder: 'size', ...settings });
    const compressed = await compile(source, { ...settings, compression: 'meshopt' });
    expect(compressed.length).toBeLessThan(plain.length * 0.6);
    expect(validateHmesh(compressed)).toEqual([]);
    expect(inflateHmesh(compressed).length).toBe(plain.length);
    expect(compressedChunks(compressed).map(({ name }) => name)).toContain('idxs');
    const [before, after] = [decodeHmesh(plain), decodeHmesh(compressed)];
    expect(after.vertices).toEqual(before.vertices);
    expect(after.meshletVertices).toEqual(before.meshletVertices);
    expect(after.meshletBounds).toEqual(before.meshletBounds);
    expect(turned(after.indices)).toEqual(turned(before.indices));
    expect(turned(after.lods?.indices ?? [])).toEqual(turned(before.lods?.indices ?? []));
    expect(turned(after.meshletTriangles)).toEqual(turned(before.meshletTriangles));
    expect(after.clusters?.rows).toEqual(before.clusters?.rows);
    expect(after.clusters?.vertices).toEqual(before.clusters?.vertices);
  });

  it('orders triangles for compression, and only then', async () => {
    const source = tile();
    const [standard, cache, size, compressed, cacheCompressed] = [
      await compile(source, {}),
      await compile(source, { triangleOrder: 'cache' }),
      await compile(source, { triangleOrder: 'size' }),
      await compile(source, { compression: 'meshopt' }),
      await compile(source, { compression: 'meshopt', triangleOrder: 'cache' }),
    ];
    expect(standard).toEqual(cache);
    const points = (bytes: Uint8Array): readonly string[] => {
      const { vertices, indices } = decodeHmesh(bytes);
      const row = (vertex: number): string =>
        Buffer.from(vertices.subarray(vertex * 28, vertex * 28 + 28)).toString('hex');
      const rows = Array.from(indices, row);
      return Array.from({ length: rows.length / 3 }, (_, i) => {
        const corners = rows.slice(i * 3, i * 3 + 3);
        const first = corners.indexOf([...corners].sort()[0] ?? '');
        return [0, 1, 2].map((k) => corners[(first + k) % 3]).join();
      }).sort();
    };
    expect(decodeHmesh(size).indices).not.toEqual(decodeHmesh(cache).indices);
    expect(points(size)).toEqual(points(cache));
    expect(compressed.length).toBeLessThan(cacheCompressed.length);
  });
});
