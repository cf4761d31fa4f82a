import { expect, it } from 'vitest';
import { failureOf, meshContext, moved, node, scene, skin, triangle } from '../testing/models.js';
import { compileParts } from './compile-parts.js';

const up = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1);
const everything = { keepTangents: true, keepSkins: true, colors: true, moreUvs: 7, moreColors: 7 };

/** Vertices are reordered: the source vertex at each position, by its x and y. */
const sourceOf = (positions: Float32Array, vertex: number): number =>
  (positions[vertex * 3] ?? 0) + 2 * (positions[vertex * 3 + 1] ?? 0);

it('splits rows into attributes that still belong to their vertices', async () => {
  const full = triangle({
    normals: up,
    uvs: Float32Array.of(0, 0, 1, 10, 2, 20),
    moreUvs: [Float32Array.of(0, 5, 1, 5, 2, 5)],
    colors: Float32Array.of(0, 0, 0, 1, 1, 0, 0, 1, 2, 0, 0, 1),
    tangents: Float32Array.of(1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1),
    joints: Uint16Array.of(0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
    weights: Float32Array.of(1, 3, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
    material: 6,
  });
  const source = scene([full, triangle({ normals: up, uvs: new Float32Array(6) })], {
    nodes: [node({ mesh: 0, skin: 0 }), node(), node()],
    roots: [0, 1, 2],
    skins: [skin([1, 2], [moved(0), moved(0)])],
  });
  const { parts, meshes, nodes } = await compileParts(source, everything, meshContext());
  const [part, plain] = parts;
  if (part === undefined || plain === undefined) throw new Error('parts are missing');
  for (let v = 0; v < 3; v++) {
    const source = sourceOf(part.positions, v);
    expect([...(part.uvs[0] ?? []).slice(v * 2, v * 2 + 2)]).toEqual([source, source * 10]);
    expect([...(part.uvs[1] ?? []).slice(v * 2, v * 2 + 2)]).toEqual([source, 5]);
    expect(part.colors[0]?.[v * 4]).toBe(source);
    expect(part.tangents[v * 4 + 3]).toBe(source === 2 ? -1 : 1);
    expect([...(part.joints[0] ?? []).slice(v * 4, v * 4 + 2)]).toEqual(
      source === 0 ? [0, 1] : [source === 1 ? 1 : 0, 0],
    );
    expect([...(part.weights[0] ?? []).slice(v * 4, v * 4 + 2)]).toEqual(source === 0 ? [0.25, 0.75] : [1, 0]);
  }
  expect([part.slot, plain.slot]).toEqual([6, undefined]);
  // A part has the sets of its own primitive, regardless of its neighbors.
  expect([plain.uvs.length, plain.colors.length]).toEqual([1, 0]);
  expect([meshes, nodes]).toEqual([[0, 0], []]);
});

it('merges vertices that differ only in tangents and skins that are not written', async () => {
  const twice = triangle({
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0),
    normals: Float32Array.of(...up, 0, 0, 1),
    tangents: Float32Array.of(1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1),
    joints: Uint16Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0),
    weights: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
    indices: Uint32Array.of(0, 1, 2, 3, 2, 1),
  });
  const source = scene([twice], {
    nodes: [node({ mesh: 0, skin: 0 }), node(), node()],
    roots: [0, 1, 2],
    skins: [skin([1, 2], [moved(0), moved(0)])],
  });
  const count = async (keepTangents: boolean, keepSkins: boolean) =>
    (await compileParts(source, { keepTangents, keepSkins }, meshContext())).parts[0]?.positions.length;
  expect([await count(false, false), await count(true, false), await count(false, true)]).toEqual([9, 12, 12]);
});

it('rejects a node too large for floats if nodes transform parts', async () => {
  const source = scene([triangle()], {
    nodes: [node({ mesh: 0, local: moved(1e39), origin: { pointer: '/far' } })],
  });
  expect(await failureOf(() => compileParts(source, { ...everything, merge: false }, meshContext()))).toMatchObject({
    code: 'mesh/overflow',
    where: { pointer: '/far' },
  });
});
