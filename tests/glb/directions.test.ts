// Normals and tangents along +Z, which pack to almost nothing, come back from `.hmesh` to GLB, and do not appear where the source had none.

import { decodeHmesh } from '@assetc/formats';
import { NodeIO } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { MeshAttributes } from '../../packages/three/src/mesh/mesh-attributes.js';
import { submeshGeometry } from '../../packages/three/src/mesh/submesh-geometry.js';
import { makePng } from '../support/png.js';
import { backToGlb } from './back-to-glb.js';

/** A quad in the YZ plane, with u along z. */
function addQuad(builder: GltfBuilder, more: Readonly<Record<string, number>>): number {
  const POSITION = builder.accessor(Float32Array.of(0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1), 'VEC3');
  const NORMAL = builder.accessor(Float32Array.of(1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0), 'VEC3');
  const TEXCOORD_0 = builder.accessor(Float32Array.of(0, 1, 0, 0, 1, 0, 1, 1), 'VEC2');
  const indices = builder.accessor(Uint16Array.of(0, 1, 2, 0, 2, 3), 'SCALAR');
  return builder.mesh({ attributes: { POSITION, NORMAL, TEXCOORD_0, ...more }, indices, material: 0 });
}

const repeat = (count: number, ...values: readonly number[]) =>
  Float32Array.from({ length: count * values.length }, (_, i) => values[i % values.length] ?? 0);

function roundTrip(builder: GltfBuilder, tangents: 'mikktspace' | 'none') {
  if (builder.json.materials === undefined) builder.list('materials', { name: 'M' });
  for (const mesh of builder.json.meshes.keys()) builder.node({ mesh });
  const input = { 'a.glb': builder.glb() };
  return backToGlb({ path: 'a.glb', input, settings: { mesh: { merge: false, tangents } } });
}

/** The first vertex of each primitive of the GLB. */
async function attributesOf(builder: GltfBuilder, tangents: 'mikktspace' | 'none') {
  const { glb } = await roundTrip(builder, tangents);
  const document = await new NodeIO().readBinary(glb);
  return document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .map((primitive) => {
      const read = (name: string) => primitive.getAttribute(name)?.getElement(0, []);
      return { mode: primitive.getMode(), normal: read('NORMAL'), tangent: read('TANGENT') };
    });
}

describe('tangents along +Z', () => {
  it.each([1, -1])('of a source are kept, with handedness %i', async (handedness) => {
    const builder = new GltfBuilder();
    addQuad(builder, { TANGENT: builder.accessor(repeat(4, 0, 0, 1, handedness), 'VEC4') });
    const [quad] = await attributesOf(builder, 'none');
    expect(quad?.tangent?.map((value) => Math.round(value * 1e4) / 1e4)).toEqual([0, 0, 1, handedness]);
  });

  it('that are computed are kept', async () => {
    const builder = new GltfBuilder();
    addQuad(builder, { TEXCOORD_0: builder.accessor(Float32Array.of(0, 0, 0, 1, 1, 1, 1, 0), 'VEC2') });
    const png = Buffer.from(makePng(1, 1, () => [128, 128, 255, 255])).toString('base64');
    builder.list('images', { uri: `data:image/png;base64,${png}` });
    builder.list('textures', { source: 0 });
    builder.list('materials', { name: 'N', normalTexture: { index: 0 } });
    const [quad] = await attributesOf(builder, 'mikktspace');
    expect(quad?.tangent?.map((value) => Math.round(value * 1e4) / 1e4)).toEqual([0, 0, 1, 1]);
  });

  it('do not appear next to a mesh that has some', async () => {
    const builder = new GltfBuilder();
    addQuad(builder, { TANGENT: builder.accessor(repeat(4, 0, 0, 1, 1), 'VEC4') });
    addQuad(builder, {});
    const tangents = (await attributesOf(builder, 'none')).map(({ tangent }) => tangent !== undefined);
    expect(tangents).toEqual([true, false]);
  });

  it('are found by the loader for three.js', async () => {
    const builder = new GltfBuilder();
    addQuad(builder, { TANGENT: builder.accessor(repeat(4, 0, 0, 1, 1), 'VEC4') });
    addQuad(builder, {});
    const { outputs } = await roundTrip(builder, 'none');
    const attributes = new MeshAttributes(decodeHmesh(outputs.get('a.hmesh') ?? new Uint8Array(0)));
    const needs = { isSkinned: false, wantsTangents: true, wantsLevels: false };
    const found = [0, 1].map((submesh) => submeshGeometry(attributes, submesh, needs)?.hasTangents);
    expect(found).toEqual([true, false]);
  });
});

describe.each(['points', 'lines'] as const)('normals of %s along +Z', (mode) => {
  const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0);

  it('are kept, and do not appear where there are none', async () => {
    const builder = new GltfBuilder();
    const POSITION = builder.accessor(POSITIONS, 'VEC3');
    const NORMAL = builder.accessor(repeat(2, 0, 0, 1), 'VEC3');
    const number = mode === 'points' ? 0 : 1;
    builder.mesh({ attributes: { POSITION, NORMAL }, mode: number });
    builder.mesh({ attributes: { POSITION }, mode: number });
    const [first, second] = await attributesOf(builder, 'none');
    expect(first?.normal?.map((value) => Math.round(value * 1e4) / 1e4)).toEqual([0, 0, 1]);
    expect(second?.normal).toBeUndefined();
    expect([first?.mode, second?.mode]).toEqual([number, number]);
  });
});
