import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { hmatxFormat } from './hmatx.js';
import { hsceneFormat } from './hscene.js';

const golden = (name: string) =>
  new Uint8Array(readFileSync(resolve(import.meta.dirname, '../../../../formats/goldens', name)));

it('describes additional properties of materials: slots, extensions, variants', () => {
  const { facts, statements } = hmatxFormat.describe(golden('chair.hmatx'));
  expect(facts).toMatchObject({
    rows: 4,
    textureSlots: { baseColor: 1, thickness: 1, clearcoatNormal: 1 },
    extensions: { clearcoat: 2, unlit: 2, volume: 1 },
    variants: ['Leder', '', 'Stoff ♻'],
    variantMappings: 3,
  });
  expect(statements.slice(0, 2)).toEqual(['4 rows', 'textures: baseColor 1, clearcoatNormal 1, thickness 1']);
  expect(statements.at(-1)).toBe('3 variants: "Leder", "", "Stoff ♻"');
});

it('describes a scene: nodes, cameras, lights, instances, extras, clips', () => {
  const { facts, statements } = hsceneFormat.describe(golden('room.hscene'));
  expect(facts).toMatchObject({ nodes: 5, roots: 2, meshes: 2, hidden: 1, baked: true, instances: 2 });
  expect(statements).toEqual([
    '5 nodes',
    '2 with a mesh, baked',
    '1 hidden',
    '2 cameras: perspective, orthographic',
    '2 lights: directional, spot',
    '2 instances',
    'extras of scene, node, mesh, material, asset',
    '"turn": 3 channels, 2 s',
    '"still": 0 channels, 0 s',
    '"dim": 2 channels, 1 s',
  ]);
});
