import { expect, it } from 'vitest';
import { AssetError } from '../../../diagnostics/diagnostic.js';
import { rowLayout, rowsOf } from '../vertices/vertex-rows.js';
import { ValenceBudget } from './valence-budget.js';

const layout = rowLayout({ skin: false, color: false });
const rows = (count: number) => rowsOf(layout, new Uint32Array(count * layout.words));

/** `count` copies of one triangle. */
const pile = (count: number) => ({
  rows: rows(3),
  indices: Uint32Array.from({ length: count * 3 }, (_, i) => i % 3),
});

function failureOf(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error instanceof AssetError ? error.diagnostic : error;
  }
  return undefined;
}

it('rejects coincident triangles with their origin and number', () => {
  const budget = new ValenceBudget('a.gltf');
  expect(failureOf(() => budget.spend(pile(50_000), { pointer: '/meshes/0' }))).toMatchObject({
    code: 'mesh/too-large',
    where: { pointer: '/meshes/0' },
    message: expect.stringContaining('50000 triangles share one vertex, which would take too long to order'),
  });
});

it('adds up over the submeshes of a mesh', () => {
  const budget = new ValenceBudget('a.gltf');
  expect(failureOf(() => budget.spend(pile(15_000), {}))).toBeUndefined();
  expect(failureOf(() => budget.spend(pile(15_000), {}))).toMatchObject({ code: 'mesh/too-large' });
});

it('accepts ordinary meshes: half a million triangles of valence six', () => {
  const vertices = 250_000;
  const indices = Uint32Array.from({ length: vertices * 6 }, (_, i) => i % vertices);
  expect(failureOf(() => new ValenceBudget('a.gltf').spend({ rows: rows(vertices), indices }, {}))).toBeUndefined();
});
