// `mesh.lods: source` with glTF: the levels of the .hmesh have exactly the triangles of the source, and errors by which engines can choose.

import { unpackSkinVertices } from '@assetc/formats';
import { GpuVertex } from '@assetc/formats/layouts';
import { describe, expect, it } from 'vitest';
import { distancesTo } from '../../packages/compiler/src/compilers/mesh/testing/distance.js';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';
import { drawnAt, levelIndices } from './level-triangles.js';
import { type GridOptions, gridPrimitive, gridTriangles } from './lod-source.js';

const compile = (builder: GltfBuilder, mesh: object = { lods: 'source' }) =>
  compileModel({ path: 'm.glb', input: { 'm.glb': builder.glb() }, settings: { mesh: { ...mesh } } });

const withLod = (ids: readonly number[]) => ({ extensions: { MSFT_lod: { ids } } });

function builderWith(used: readonly string[] = ['MSFT_lod']): GltfBuilder {
  const builder = new GltfBuilder();
  builder.json.extensionsUsed = [...used];
  return builder;
}

const meshOf = (builder: GltfBuilder, n: number, options: GridOptions = {}): number =>
  builder.mesh(gridPrimitive(builder, n, options));

/** Grids of 12, 6 and 3 cells, the coarser ones outside the scene. */
function threeLevels(finest: object = {}, coarse: object = {}): GltfBuilder {
  const builder = builderWith();
  const ids = [6, 3].map((n) => builder.node({ mesh: meshOf(builder, n), ...coarse }, false));
  builder.node({
    mesh: meshOf(builder, 12),
    ...withLod(ids),
    extras: { MSFT_screencoverage: [0.5, 0.2, 0.01] },
    ...finest,
  });
  return builder;
}

describe('MSFT_lod', () => {
  it.each([true, false])('becomes the levels of the mesh, merge: %s', async (merge) => {
    const model = await compile(threeLevels({ translation: [1, 0, 0] }, { translation: [1, 0, 0] }), {
      lods: 'source',
      merge,
    });
    expect(model.warnings).toEqual([]);
    const at = merge ? [1, 0, 0] : [0, 0, 0];
    for (const [level, n] of [12, 6, 3].entries()) expect(drawnAt(model, level)).toEqual(gridTriangles(n, at));
    expect(model.mesh.submeshes).toHaveLength(1);
    expect(model.mesh.lods?.lodCount).toBe(2);
  });

  it('places a level in the space of the parent of its node', async () => {
    const builder = builderWith();
    const id = builder.node({ mesh: meshOf(builder, 3), translation: [0, 2, 0] }, false);
    const finest = builder.node({ mesh: meshOf(builder, 6), translation: [0, 1, 0], ...withLod([id]) }, false);
    builder.node({ children: [finest], translation: [5, 0, 0] });
    const merged = await compile(builder);
    expect(drawnAt(merged, 0)).toEqual(gridTriangles(6, [5, 1, 0]));
    expect(drawnAt(merged, 1)).toEqual(gridTriangles(3, [5, 2, 0]));
    const apart = await compile(builder, { lods: 'source', merge: false });
    expect(drawnAt(apart, 0)).toEqual(gridTriangles(6));
    // The node, which both levels use, is one unit lower.
    expect(drawnAt(apart, 1)).toEqual(gridTriangles(3, [0, 1, 0]));
  });

  it('has errors that are the largest distance between the levels, and never decrease', async () => {
    const { mesh } = await compile(threeLevels());
    const [first = 0, second = 0] = mesh.lods?.errors ?? [];
    const [fine, middle, coarse] = [grid(12), grid(6), grid(3)];
    const apart = (a: typeof fine, b: typeof fine): number =>
      Math.max(
        distancesTo(a.positions, b.positions, b.indices).max,
        distancesTo(b.positions, a.positions, a.indices).max,
      );
    expect(first).toBeGreaterThanOrEqual(apart(fine, middle) * 0.999);
    expect(second).toBeGreaterThanOrEqual(apart(fine, coarse) * 0.999);
    expect(second).toBeLessThan(apart(fine, coarse) * 1.2);
    expect(second).toBeGreaterThan(first);
  });

  it('changes nothing without the setting, except for the hint', async () => {
    const plain = new GltfBuilder();
    plain.node({ mesh: meshOf(plain, 12) });
    const expected = await compile(plain, {});
    const { context, warnings, mesh } = await compile(threeLevels(), {});
    expect(drawnAt({ mesh, vertices: expected.vertices }, 0)).toEqual(gridTriangles(12));
    expect(mesh.lods?.indices).toEqual(expected.mesh.lods?.indices);
    expect(warnings).toEqual(['gltf/dropped-extension', 'gltf/left-out-scene']);
    expect(context.warnings[0]?.hint).toContain('mesh.lods to source');
  });

  it('keeps materials apart: what a level lacks is not drawn in it', async () => {
    const builder = builderWith();
    for (const name of ['wood', 'iron', 'far']) builder.list('materials', { name });
    const finest = builder.mesh(
      gridPrimitive(builder, 8, { material: 0 }),
      gridPrimitive(builder, 7, { material: 1, up: 1 }),
    );
    const middle = builder.node({ mesh: meshOf(builder, 4, { material: 0 }) }, false);
    const far = builder.node({ mesh: meshOf(builder, 2, { material: 2 }) }, false);
    builder.node({ mesh: finest, ...withLod([middle, far]) });
    const model = await compile(builder);
    const [wood, iron, atlas] = [0, 1, 2];
    expect([0, 1, 2].map((level) => drawnAt(model, level, wood).length)).toEqual([128, 32, 0]);
    expect([0, 1, 2].map((level) => drawnAt(model, level, iron).length)).toEqual([98, 0, 0]);
    expect([0, 1, 2].map((level) => drawnAt(model, level, atlas).length)).toEqual([0, 0, 8]);
    expect(drawnAt(model, 2)).toEqual(gridTriangles(2));
    // Engines choose by error and bounds, so what changes together has both in common.
    const { submeshes, lods } = model.mesh;
    expect(new Set(submeshes.map(({ sphereCenter, sphereRadius }) => `${sphereCenter} ${sphereRadius}`)).size).toBe(1);
    const rows = submeshes.map((_, i) => [...(lods?.errors?.subarray(i * 2, i * 2 + 2) ?? [])]);
    expect(rows).toEqual([rows[0], rows[0], rows[0]]);
  });

  it('has skins and blend shapes in every level', async () => {
    const builder = builderWith();
    const joint = builder.node({ name: 'bone' });
    builder.list('skins', { joints: [joint] });
    const options = { skinned: true, targets: [{ up: 0.5 }] };
    const id = builder.node({ mesh: meshOf(builder, 2, options), skin: 0 }, false);
    builder.node({ mesh: meshOf(builder, 4, options), skin: 0, ...withLod([id]) });
    const { mesh } = await compile(builder);
    const vertexCount = 25 + 9;
    expect(mesh.vertices.length / vertexCount).toBe(GpuVertex.size);
    expect(unpackSkinVertices(mesh.skin?.vertices ?? new Uint8Array(0)).weights).toHaveLength(vertexCount * 4);
    expect(mesh.morphs?.targets).toHaveLength(1);
    expect(mesh.morphs?.vertices).toEqual(Uint32Array.from({ length: vertexCount }, (_, i) => i));
    expect(new Set([...(mesh.morphs?.positions ?? [])].map((value) => Math.round(value * 100) / 100))).toEqual(
      new Set([0, 0.5]),
    );
  });

  it('shares the vertices of copies if nodes are not merged', async () => {
    const builder = builderWith();
    const [fine, coarse] = [meshOf(builder, 4), meshOf(builder, 2)];
    for (const x of [0, 3, 7]) {
      const id = builder.node({ mesh: coarse, translation: [x, 0, 0] }, false);
      builder.node({ mesh: fine, translation: [x, 0, 0], ...withLod([id]) });
    }
    const model = await compile(builder, { lods: 'source', merge: false });
    expect(model.mesh.submeshes).toHaveLength(1);
    const drawn = (model.mesh.nodes ?? []).filter(({ submeshCount }) => submeshCount > 0);
    expect(drawn.map(({ firstSubmesh }) => firstSubmesh)).toEqual([0, 0, 0]);
    expect(drawnAt(model, 1)).toEqual(gridTriangles(2));
  });

  it('uses one coarse node for several fine ones', async () => {
    const builder = builderWith();
    const id = builder.node({ mesh: meshOf(builder, 2), children: [] }, false);
    const fine = meshOf(builder, 4);
    for (const x of [0, 5])
      builder.node({ children: [builder.node({ mesh: fine, ...withLod([id]) }, false)], translation: [x, 0, 0] });
    expect(drawnAt(await compile(builder), 1)).toEqual([...gridTriangles(2), ...gridTriangles(2, [5, 0, 0])].sort());
  });

  it('stands next to clusters', async () => {
    const model = await compile(threeLevels(), { lods: 'source', clusters: true });
    for (const [level, n] of [12, 6, 3].entries()) expect(drawnAt(model, level)).toEqual(gridTriangles(n));
    expect(model.mesh.clusters).toBeDefined();
  });

  it('refuses references to nodes that do not exist', async () => {
    const builder = builderWith();
    builder.node({ mesh: meshOf(builder, 2), ...withLod([9]) });
    await expect(compile(builder)).rejects.toMatchObject({ diagnostic: { code: 'gltf/bad-reference' } });
  });

  it('ignores a level that contains the node, and reports levels of materials', async () => {
    const builder = builderWith();
    builder.list('materials', withLod([0]));
    const inside = builder.node({ mesh: meshOf(builder, 2), ...withLod([1]) }, false);
    builder.node({ children: [inside] });
    expect((await compile(builder)).warnings).toEqual(['gltf/dropped-extension', 'mesh/no-lods']);
  });
});

describe('names', () => {
  const named = (...nodes: readonly (readonly [name: string, cells: number, x?: number])[]): GltfBuilder => {
    const builder = new GltfBuilder();
    for (const [name, cells, x = 0] of nodes)
      builder.node({ name, mesh: meshOf(builder, cells), translation: [x, 0, 0] });
    return builder;
  };

  it.each([
    ['Rock_LOD0', 'Rock_LOD1', 'Rock_LOD2'],
    ['rock.lod1', 'rock.lod2', 'rock.lod3'],
    ['RockLOD0', 'RockLOD1', 'RockLOD2'],
    ['LOD_0', 'LOD_1', 'LOD_2'],
  ])('%s, %s, %s are levels', async (...names) => {
    const cells = [8, 4, 2];
    const model = await compile(named(...names.map((name, i) => [name, cells[i] ?? 0] as const).reverse()));
    expect(model.warnings).toEqual([]);
    for (const [level, n] of cells.entries()) expect(drawnAt(model, level)).toEqual(gridTriangles(n));
  });

  it('are ignored without the setting', async () => {
    const model = await compile(named(['Rock_LOD0', 8], ['Rock_LOD1', 4]), {});
    expect(drawnAt(model, 0)).toHaveLength(128 + 32);
    expect(model.warnings).toEqual([]);
  });

  it('with other bases are other groups, and what has no levels gets generated ones', async () => {
    const model = await compile(
      named(['a_LOD0', 8], ['a_LOD1', 4], ['b_LOD0', 6, 5], ['b_LOD1', 3, 5], ['melod1', 16, 9]),
    );
    expect(drawnAt(model, 0)).toHaveLength(128 + 72 + 512);
    const count = (submesh: number, level: number): number => levelIndices(model, submesh, level).length / 3;
    expect([count(0, 1), count(1, 1)]).toEqual([32, 18]);
    expect(count(2, 1)).toBeLessThan(300);
    expect(count(2, 2)).toBeLessThan(count(2, 1));
    // They have fewer levels, so the second one repeats the first.
    expect([count(0, 2), count(1, 2)]).toEqual([32, 18]);
    const [a, b] = [0, 1].map((submesh) => [
      ...(model.mesh.lods?.errors?.subarray(submesh * 2, submesh * 2 + 2) ?? []),
    ]);
    expect([a?.[0], b?.[0]]).toEqual([a?.[1], b?.[1]]);
    expect(a?.[0]).not.toEqual(b?.[0]);
  });

  it('are one group if a coarse level replaces several', async () => {
    const model = await compile(named(['body_LOD0', 8], ['hat_LOD0', 6, 3], ['all_LOD1', 2]));
    expect(drawnAt(model, 0)).toHaveLength(128 + 72);
    expect(drawnAt(model, 1)).toEqual(gridTriangles(2));
  });
});

describe('reports', () => {
  it('a model without levels, which gets those of the default', async () => {
    const builder = new GltfBuilder();
    builder.node({ mesh: meshOf(builder, 12) });
    const [asked, usual] = [await compile(builder), await compile(builder, {})];
    expect(asked.warnings).toEqual(['mesh/no-lods']);
    expect(asked.context.output('.hmesh')).toEqual(usual.context.output('.hmesh'));
  });

  it('a level that is larger than the one before it', async () => {
    const builder = builderWith();
    const id = builder.node({ mesh: meshOf(builder, 8) }, false);
    builder.node({ mesh: meshOf(builder, 4), ...withLod([id]) });
    const { context } = await compile(builder);
    expect(context.warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'mesh/larger-lod: level 1 has 128 triangles, level 0 only 32',
    ]);
  });
});
