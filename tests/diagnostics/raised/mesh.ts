// Models that can be read, but not compiled as they are.

import { FbxBuilder } from '../../../packages/compiler/src/importers/fbx/testing/fbx-builder.js';
import { GltfBuilder, grid } from '../../../packages/compiler/src/testing/gltf-builder.js';
import { building, type RowsOf } from '../raise.js';

const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

function triangle(
  attributes: Readonly<Record<string, readonly [Float32Array, string]>> = {},
  node: object = {},
): Uint8Array {
  const builder = new GltfBuilder();
  const all: Record<string, number> = { POSITION: builder.accessor(POSITIONS, 'VEC3') };
  for (const [name, [data, type]] of Object.entries(attributes)) all[name] = builder.accessor(data, type);
  builder.node({ mesh: builder.mesh({ attributes: all }), ...node });
  return builder.glb();
}

/** Nodes 0 and 1 are joints of two skins; each skin that is named shows the triangle, and undefined shows it without one. */
function skinned(...skins: readonly (number | undefined)[]): Uint8Array {
  const builder = new GltfBuilder();
  const joints = [builder.node({}), builder.node({})];
  for (const joint of joints) builder.list('skins', { joints: [joint] });
  const POSITION = builder.accessor(POSITIONS, 'VEC3');
  const bound = builder.mesh({
    attributes: {
      POSITION,
      JOINTS_0: builder.accessor(new Uint8Array(12), 'VEC4'),
      WEIGHTS_0: builder.accessor(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 'VEC4'),
    },
  });
  const free = builder.mesh({ attributes: { POSITION } });
  for (const skin of skins) builder.node(skin === undefined ? { mesh: free } : { mesh: bound, skin });
  return builder.glb();
}

function withoutNormals(side: number): Uint8Array {
  const { positions, indices } = grid(side);
  const builder = new GltfBuilder();
  const attributes = { POSITION: builder.accessor(positions, 'VEC3') };
  builder.node({ mesh: builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR') }) });
  return builder.glb();
}

const colored = triangle({ COLOR_0: [new Float32Array(12).fill(0.5), 'VEC4'] });

/** Two skins that bind 40,000 nodes each in their own way. */
function manyJoints(): Uint8Array {
  const builder = new GltfBuilder();
  const joints = Array.from({ length: 40_000 }, () => builder.node({}, false));
  const POSITION = builder.accessor(POSITIONS, 'VEC3');
  const mesh = builder.mesh({
    attributes: {
      POSITION,
      JOINTS_0: builder.accessor(new Uint8Array(12), 'VEC4'),
      WEIGHTS_0: builder.accessor(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 'VEC4'),
    },
  });
  for (const x of [0, 1]) {
    const binds = Float32Array.from({ length: joints.length * 16 }, (_, i) =>
      i % 16 === 12 ? x : (i % 16) % 5 === 0 ? 1 : 0,
    );
    const skin = builder.list('skins', { joints, inverseBindMatrices: builder.accessor(binds, 'MAT4') });
    builder.node({ mesh, skin });
  }
  return builder.glb();
}

/** A clip that moves a node of this name, to and fro with several keys. */
function motion(name: string, keyCount = 1): Uint8Array {
  const builder = new GltfBuilder();
  const times = Float32Array.from({ length: keyCount }, (_, i) => i / 100);
  const input = builder.accessor(times, 'SCALAR');
  const values = Float32Array.from({ length: keyCount * 3 }, (_, i) => 1 + (i % 3) + 5 * (Math.floor(i / 3) % 2));
  const output = builder.accessor(values, 'VEC3');
  const target = { node: builder.node({ name }), path: 'translation' };
  builder.list('animations', { samplers: [{ input, output }], channels: [{ sampler: 0, target }] });
  return builder.glb();
}

/** A grid of two cells, and one of `cells` as its coarser level. */
function withLevel(cells: number): Uint8Array {
  const builder = new GltfBuilder();
  builder.json.extensionsUsed = ['MSFT_lod'];
  const mesh = (n: number): number => {
    const { positions, normals, indices } = grid(n);
    const attributes = { POSITION: builder.accessor(positions, 'VEC3'), NORMAL: builder.accessor(normals, 'VEC3') };
    return builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR') });
  };
  const id = builder.node({ mesh: mesh(cells) }, false);
  builder.node({ mesh: mesh(2), extensions: { MSFT_lod: { ids: [id] } } });
  return builder.glb();
}

function lodGroup(): Uint8Array {
  const builder = new FbxBuilder();
  const group = builder.add('Model', 'lods', { subtype: 'LodGroup' });
  builder.connect(group, 0);
  for (const name of ['fine', 'coarse']) builder.connect(builder.triangle(name).model, group);
  return builder.bytes();
}

export const meshRows: RowsOf<'mesh'> = {
  'mesh/too-large': building({ 'a.glb': skinned(0, undefined) }, { mesh: { maxTriangles: 1 } }),
  'mesh/overflow': building({ 'a.glb': triangle({}, { scale: [3e38, 3e38, 3e38], translation: [3e38, 0, 0] }) }),
  'mesh/grid-too-fine': building(
    { 'a.obj': 'v 0 0 0\nv 100 0 0\nv 0 1 0\nf 1 2 3\n' },
    { mesh: { vertices: 'compact', grid: 0.001 } },
  ),
  'mesh/compact-error': building(
    { 'a.obj': 'v 0 0 0\nv 100.3 0 0\nv 0 1 0\nf 1 2 3\n' },
    { mesh: { vertices: 'compact', maxError: { position: 0.0001 } } },
  ),
  'mesh/far-away': building({ 'a.obj': 'v 443210 5412345 0\nv 443211 5412345 0\nv 443210 5412346 0\nf 1 2 3\n' }),
  'mesh/flat-growth': building({ 'a.glb': withoutNormals(150) }),
  'mesh/dropped-colors': building({ 'a.glb': colored }, { mesh: { format: 'hmesh1' } }),
  'mesh/dropped': building({ 'a.glb': skinned(0) }, { mesh: { format: 'vkguide' } }),
  'mesh/wrapped-texcoords': building(
    { 'a.glb': triangle({ TEXCOORD_0: [Float32Array.of(0, 0, 3, 0, 0, 3), 'VEC2'] }) },
    { mesh: { format: 'galileo' } },
  ),
  'mesh/clip-error': building({ 'a.glb': motion('hip', 101) }, { animation: { compression: 'auto', rate: 1 } }),
  'mesh/no-reference-clip': building(
    { 'a.glb': motion('hip') },
    { animation: { compression: 'auto', additive: ['*'], reference: 'idle' } },
  ),
  'mesh/too-many-joints': building({ 'a.glb': manyJoints() }),
  'mesh/no-skeleton': building({ 'a.glb': motion('hip') }, { animation: { skeleton: 'b.glb' } }),
  'mesh/unknown-joint': building(
    { 'a.glb': motion('hip'), 'b.glb': motion('knee') },
    { animation: { skeleton: 'b.glb' } },
  ),
  'mesh/unused-lods': building({ 'a.fbx': lodGroup() }),
  'mesh/no-lods': building({ 'a.glb': triangle() }, { mesh: { lods: 'source' } }),
  'mesh/larger-lod': building({ 'a.glb': withLevel(3) }, { mesh: { lods: 'source' } }),
};
