import { expect, it } from 'vitest';
import { SCENE_LIMITS } from '../../../model/scene/scene-limits.js';
import { failureOf, meshContext, moved, node, scene, triangle, wavy } from '../testing/models.js';
import { packChunk, VTXS } from '../vertices/pack-rows.js';
import type { IndexedRows } from '../vertices/vertex-rows.js';
import { assembleSubmeshes } from './assemble-submeshes.js';

const canonicalTriangle = (a: string, b: string, c: string): string =>
  [`${a} ${b} ${c}`, `${b} ${c} ${a}`, `${c} ${a} ${b}`].sort()[0] ?? '';

/** Triangles as positions, each from its smallest corner, sorted. */
function triangles({ rows, indices }: IndexedRows): string[] {
  const corner = (i: number): string => {
    const from = (indices[i] ?? 0) * rows.layout.words;
    return [...rows.floats.subarray(from, from + 3)].map((n) => n.toFixed(4)).join();
  };
  const out: string[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    out.push(canonicalTriangle(corner(i), corner(i + 1), corner(i + 2)));
  }
  return out.sort();
}

it('keeps every triangle of a grid, its winding, and no vertex twice', async () => {
  const primitive = wavy(6, { material: 4 });
  const { submeshes, nodes } = await assembleSubmeshes(scene([primitive]), { tangents: 'none' }, meshContext());
  const [submesh] = submeshes;
  if (submesh === undefined) throw new Error('no submesh');
  const source = {
    rows: { ...submesh.rows, floats: primitive.positions, layout: { ...submesh.rows.layout, words: 3 } },
    indices: primitive.indices,
  };
  expect(triangles(submesh)).toEqual(triangles(source));
  expect(submesh.rows.count).toBe(49);
  expect(submesh).toMatchObject({ hasTangents: false, material: 4, primitive, origin: { pointer: '/wavy' }, group: 0 });
  // Vertices are numbered by first use.
  let next = 0;
  for (const index of submesh.indices) {
    expect(index).toBeLessThanOrEqual(next);
    next = Math.max(next, index + 1);
  }
  expect(nodes).toBeUndefined();
});

it('transforms copies by their nodes, or leaves that to the nodes', async () => {
  const source = scene([triangle()], { nodes: [node({ mesh: 0, local: moved(5) })] });
  const merged = await assembleSubmeshes(source, {}, meshContext());
  expect(merged.submeshes.map(triangles)).toEqual([
    [canonicalTriangle('5.0000,0.0000,0.0000', '6.0000,0.0000,0.0000', '5.0000,1.0000,0.0000')],
  ]);
  const apart = await assembleSubmeshes(source, { merge: false }, meshContext());
  expect(apart.submeshes.map(triangles)).toEqual([
    [canonicalTriangle('0.0000,0.0000,0.0000', '1.0000,0.0000,0.0000', '0.0000,1.0000,0.0000')],
  ]);
  expect(apart.nodes).toMatchObject([{ firstSubmesh: 0, submeshCount: 1, local: moved(5) }]);
});

it('packs the same with and without words for absent texture coordinates and tangents', async () => {
  const mirrored = Float64Array.of(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1);
  const source = scene([wavy(6, { uvs: undefined }), triangle()], {
    nodes: [node({ mesh: 0 }), node({ mesh: 0, local: mirrored })],
  });
  const packed = async (bare: boolean) => {
    const { submeshes } = await assembleSubmeshes(source, { isPacked: true, bare }, meshContext());
    expect(submeshes.map(({ rows }) => rows.layout.words)).toEqual(submeshes.map(() => (bare ? 6 : 12)));
    const parts = submeshes.map(({ rows }) => rows);
    return [packChunk(VTXS, parts), ...submeshes.map(({ indices }) => indices)];
  };
  expect(await packed(true)).toEqual(await packed(false));
});

it('joins vertices that are equal when packed, if the output stores them packed', async () => {
  // Nearer to the normal than the 16 bits that store it can express.
  const normals = Float32Array.of(0, 0, 1, 0, 1e-6, 1, 0, 0, 1);
  const positions = Float32Array.of(1, 2, 3, 1, 2, 3, 4, 5, 7);
  const counts = [false, true].map(async (isPacked) => {
    const source = triangle({ normals, positions });
    const { submeshes } = await assembleSubmeshes(scene([source]), { isPacked }, meshContext());
    return submeshes[0]?.rows.count;
  });
  expect(await Promise.all(counts)).toEqual([3, 2]);
});

it('warns once about colors that the format cannot store, and keeps them if it can', async () => {
  const colored = triangle({ colors: new Float32Array(12), origin: { pointer: '/colored' } });
  const context = meshContext();
  const plain = await assembleSubmeshes(scene([triangle(), colored, colored]), {}, context);
  expect(context.warnings).toMatchObject([
    { code: 'mesh/dropped-colors', file: 'a.gltf', where: { pointer: '/colored' } },
  ]);
  expect(plain.submeshes[0]?.rows.layout.color).toBe(-1);
  const kept = meshContext();
  const { submeshes } = await assembleSubmeshes(scene([triangle(), colored]), { colors: true }, kept);
  expect(kept.warnings).toEqual([]);
  expect(submeshes[0]?.rows.layout.color).toBeGreaterThan(0);
});

it('rejects what is too large or outside the range of floats, with its origin', async () => {
  const limits = { ...SCENE_LIMITS, maxTriangles: 1 };
  expect(
    await failureOf(() => assembleSubmeshes(scene([triangle(), wavy(1)]), { limits }, meshContext())),
  ).toMatchObject({
    code: 'mesh/too-large',
    where: { pointer: '/wavy' },
  });
  const far = scene([triangle()], { nodes: [node({ mesh: 0, local: moved(1e39) })] });
  expect(await failureOf(() => assembleSubmeshes(far, {}, meshContext()))).toMatchObject({
    code: 'mesh/overflow',
    file: 'a.gltf',
    where: { pointer: '/triangle' },
  });
});

it('stops when aborted', async () => {
  await expect(assembleSubmeshes(scene([triangle()]), {}, meshContext(AbortSignal.abort()))).rejects.toThrow(/abort/i);
});
