// The oracle is the compiler with the settings that were measured.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodeHmesh } from '@assetc/formats';
import { expect, it } from 'vitest';
import { GltfBuilder, grid } from '../../testing/gltf-builder.js';
import { TestContext } from '../../testing/test-context.js';
import { measureForms } from './measure-forms.js';
import { meshKind } from './mesh-kind.js';

/** With texture coordinates, colors and a morph target. */
function tile(): Uint8Array {
  const builder = new GltfBuilder();
  const { positions, normals, uvs, indices } = grid(40);
  const attributes = {
    POSITION: builder.accessor(positions, 'VEC3'),
    NORMAL: builder.accessor(normals ?? new Float32Array(0), 'VEC3'),
    TEXCOORD_0: builder.accessor(uvs ?? new Float32Array(0), 'VEC2'),
    COLOR_0: builder.accessor(new Float32Array((positions.length / 3) * 4).fill(0.5), 'VEC4'),
  };
  const targets = [
    {
      POSITION: builder.accessor(
        positions.map((value) => value * 0.1),
        'VEC3',
      ),
    },
  ];
  builder.node({ mesh: builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR'), targets }) });
  return builder.glb();
}

const dragon = (): Uint8Array => readFileSync(resolve('examples/demo/assets/models/dragon.glb'));

const COMPACT = { vertices: 'compact', indexWidth: 'smallest' };
const COMPRESSED = { compression: 'meshopt' };

it.each([
  ['a skinned model', dragon, {}],
  ['a morphing one', tile, {}],
  ['split streams', tile, { streams: 'split' }],
  ['the order of the vertex cache', dragon, { triangleOrder: 'cache' }],
  ['clusters', tile, { clusters: true }],
])('measures what the compiler writes with other settings, within 3 percent: %s', async (_, source, mesh) => {
  const input = { 'm.glb': source() };
  const contextOf = (more: object): TestContext =>
    new TestContext({ path: 'm.glb', input, settings: { mesh: { ...mesh, ...more } } as never });
  const compile = async (more: object): Promise<Uint8Array> => {
    const context = contextOf(more);
    await meshKind.compile(context);
    return context.output('.hmesh');
  };
  const settings = JSON.stringify(contextOf({}).settings);
  const full = await compile({});
  const compact = await compile(COMPACT);
  const compressed = await compile(COMPRESSED);
  const both = await compile({ ...COMPACT, ...COMPRESSED });
  const found = measureForms(full, settings);
  const share = (bytes: number | null | undefined, built: Uint8Array): number => (bytes ?? 0) / built.length;
  for (const [bytes, built] of [
    [found?.compactBytes, compact],
    [found?.compressedBytes, compressed],
    [found?.bothBytes, both],
  ] as const) {
    expect(share(bytes, built)).toBeGreaterThan(0.97);
    expect(share(bytes, built)).toBeLessThan(1.03);
  }
  expect(found?.grid).toMatchObject({ step: decodeHmesh(compact).stored?.compact?.grid.step });
  expect(measureForms(both, settings)).toEqual({
    compactBytes: null,
    compressedBytes: null,
    bothBytes: null,
    grid: null,
  });
  const ofCompressed = measureForms(compressed, settings);
  expect([ofCompressed?.compactBytes, ofCompressed?.compressedBytes]).toEqual([null, null]);
  expect(share(ofCompressed?.bothBytes, both)).toBeCloseTo(1, 1);
  expect(share(measureForms(compact, settings)?.compressedBytes, both)).toBeCloseTo(1, 1);
});

it('measures nothing of a damaged file, and no compact vertices that would not fit on the grid', async () => {
  const context = new TestContext({ path: 'm.glb', input: { 'm.glb': tile() }, settings: { mesh: { grid: 1e-6 } } });
  const settings = JSON.stringify(context.settings);
  expect(measureForms(new Uint8Array(100), settings)).toBeUndefined();
  await meshKind.compile(context);
  const found = measureForms(context.output('.hmesh'), settings);
  expect([found?.compactBytes, found?.bothBytes, found?.grid]).toEqual([null, null, null]);
  expect(found?.compressedBytes).toBeGreaterThan(1000);
});
