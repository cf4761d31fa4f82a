// Scenes made for the purpose: each feature by itself, and each broken.

import { sceneExtras } from '@assetc/formats';
import { expect, it } from 'vitest';
import type { LayerValues } from '../../packages/compiler/src/config/config.js';
import { meshKind } from '../../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { compileModel } from '../support/compile-model.js';

const compile = (builder: GltfBuilder, settings: LayerValues = {}) =>
  compileModel({ path: 'a.glb', input: { 'a.glb': builder.glb() }, settings });

/** Node 0 shows a grid. */
function shown(more: object = {}): GltfBuilder {
  const builder = new GltfBuilder();
  builder.node({ mesh: addGrid(builder, 2), ...more });
  return builder;
}

const LENS = { type: 'perspective', perspective: { yfov: 1, znear: 0.1 } };

/** A clip whose channels change what pointers name. */
function animate(builder: GltfBuilder, ...channels: [string, number[], string?, string?][]): GltfBuilder {
  const samplers = channels.map(([, values, type = 'SCALAR', interpolation = 'LINEAR']) => ({
    input: builder.accessor(Float32Array.of(0, 1), 'SCALAR'),
    output: builder.accessor(Float32Array.from(values), type),
    interpolation,
  }));
  builder.list('animations', {
    name: 'all',
    samplers,
    channels: channels.map(([pointer], sampler) => ({
      sampler,
      target: { path: 'pointer', extensions: { KHR_animation_pointer: { pointer } } },
    })),
  });
  return builder;
}

it('writes no scene for a file that says no more than its mesh, and the same mesh where one is asked for', async () => {
  const plain = await compile(shown());
  expect(plain.context.outputs.map(({ suffix }) => suffix)).toEqual(['.hmesh', '.hmat']);
  const asked = await compile(shown(), { scene: { emit: true } });
  expect(asked.context.outputs.map(({ suffix }) => suffix)).toEqual(['.hmesh', '.hmat', '.hscene']);
  for (const suffix of ['.hmesh', '.hmat']) expect(asked.context.output(suffix)).toEqual(plain.context.output(suffix));
  expect((await compile(shown(), { mesh: { merge: false } })).scene?.meshesAreBaked).toBe(false);
  const camera = shown({ camera: 0 });
  camera.list('cameras', LENS);
  expect((await compile(camera)).scene?.cameras.length).toBe(1);
  expect((await compile(camera, { scene: { emit: false } })).scene).toBeUndefined();
});

it('lists a scene in the manifest as an embedded file', async () => {
  const { context } = await compile(shown({ extras: { hp: 3 } }));
  expect(context.outputs.at(-1)).toMatchObject({ suffix: '.hscene', asset: { kind: 'embed', colorspace: 'linear' } });
});

it('keeps the extras of what is shown, by the rows of the output', async () => {
  const builder = shown({ extras: { hp: 3 } });
  builder.list('materials', { name: 'unused', extras: 1 });
  builder.list('materials', { name: 'used', extras: { shiny: true } });
  Object.assign(builder.json.meshes[0]?.primitives[0] ?? {}, { material: 1 });
  Object.assign(builder.json.meshes[0] ?? {}, { extras: ['m'] });
  builder.node({ extras: 'nowhere' }, false);
  Object.assign(builder.json.scenes[0] ?? {}, { extras: { dusk: 1 } });
  Object.assign(builder.json.asset, { extras: { by: 'me' } });
  const { scene } = await compile(builder);
  if (scene === undefined) throw new Error('there is no scene');
  expect(scene.extras.length).toBe(5);
  expect(sceneExtras(scene, 'node', 0)).toEqual({ hp: 3 });
  expect(sceneExtras(scene, 'mesh', 0)).toEqual(['m']);
  expect(sceneExtras(scene, 'material', 0)).toEqual({ shiny: true });
  expect(sceneExtras(scene, 'scene', 0)).toEqual({ dusk: 1 });
  expect(sceneExtras(scene, 'asset', 0)).toEqual({ by: 'me' });
});

const VISIBLE = 'extensions/KHR_node_visibility/visible';
const hidden = { extensions: { KHR_node_visibility: { visible: false } } };

it('leaves hidden geometry out of a merged mesh, unless a clip shows it, and keeps it in one that nodes place', async () => {
  const builder = shown();
  builder.node({ mesh: 0, ...hidden });
  const merged = await compile(builder);
  expect(merged.mesh.submeshes.length).toBe(1);
  expect(merged.scene?.nodes.map(({ visible, submeshCount }) => [visible, submeshCount])).toEqual([
    [true, 1],
    [false, 0],
  ]);
  const apart = await compile(builder, { mesh: { merge: false } });
  expect(apart.scene?.nodes.map(({ submeshCount }) => submeshCount)).toEqual([1, 1]);
  const blinking = await compile(animate(builder, [`/nodes/1/${VISIBLE}`, [0, 1], 'SCALAR', 'STEP']));
  expect(blinking.mesh.submeshes.length).toBe(2);
  expect(blinking.scene?.clips[0]?.channels).toMatchObject([
    { target: 'node', index: 1, property: 'visibility', interpolation: 'STEP', values: Float32Array.of(0, 1) },
  ]);
});

it('has an empty mesh where nothing is ever seen', async () => {
  const { mesh, scene } = await compile(shown(hidden));
  expect(mesh.indices.length).toBe(0);
  expect(scene?.nodes[0]).toMatchObject({ visible: false, submeshCount: 0 });
  const apart = await compile(shown(hidden), { mesh: { merge: false } });
  expect(apart.scene?.nodes[0]).toMatchObject({ visible: false, submeshCount: 1 });
});

it('animates cameras, lights and materials, and says what it leaves out', async () => {
  const builder = shown({ camera: 0, extensions: { KHR_lights_punctual: { light: 0 } } });
  builder.list('cameras', LENS);
  builder.list('materials', {
    emissiveFactor: [1, 0.5, 0],
    extensions: { KHR_materials_emissive_strength: { emissiveStrength: 2 } },
  });
  Object.assign(builder.json.meshes[0]?.primitives[0] ?? {}, { material: 0 });
  builder.json.extensions = { KHR_lights_punctual: { lights: [{ type: 'spot' }] } };
  builder.json.extensionsUsed = ['KHR_lights_punctual', 'KHR_materials_emissive_strength', 'KHR_animation_pointer'];
  animate(
    builder,
    ['/cameras/0/perspective/yfov', [1, 2]],
    ['/cameras/0/orthographic/xmag', [1, 2]],
    ['/extensions/KHR_lights_punctual/lights/0/color', [1, 1, 1, 0, 0, 0], 'VEC3'],
    ['/materials/0/emissiveFactor', [1, 1, 1, 0, 1, 0], 'VEC3'],
    ['/materials/0/pbrMetallicRoughness/baseColorFactor', [1, 2], 'SCALAR'],
    ['/materials/7/alphaCutoff', [1, 2]],
  );
  const { scene, context } = await compile(builder);
  expect(scene?.clips[0]?.channels.map(({ target, property, values }) => [target, property, ...values])).toEqual([
    ['camera', 'yfovOrYmag', 1, 2],
    ['light', 'color', 1, 1, 1, 0, 0, 0],
    ['material', 'emissiveFactor', 2, 2, 2, 0, 2, 0],
  ]);
  expect(context.warnings).toMatchObject([
    { code: 'gltf/skipped-channels', message: 'a channel is left out: the camera is not orthographic' },
  ]);
});

it('writes a rotation without length as none, and a repeated channel once', async () => {
  const builder = shown({ rotation: [0, 0, 0, 0], extras: 1 });
  animate(
    builder,
    ['/nodes/0/rotation', [0, 0, 0, 0, 0, 0, 0, 1], 'VEC4'],
    ['/nodes/0/rotation', [0, 0, 1, 0, 0, 0, 0, 1], 'VEC4'],
  );
  const { scene, warnings } = await compile(builder, { mesh: { merge: false } });
  expect(scene?.nodes[0]?.rotation).toEqual([0, 0, 0, 1]);
  expect(scene?.clips[0]?.channels.map(({ values }) => [...values])).toEqual([[0, 0, 0, 1, 0, 0, 0, 1]]);
  expect(warnings).toContain('gltf/skipped-channels');
});

it('moves what carries no geometry by the scene, and what does by its skeleton', async () => {
  const builder = shown();
  builder.node({ name: 'socket' });
  animate(
    builder,
    ['/nodes/0/translation', [0, 0, 0, 1, 0, 0], 'VEC3'],
    ['/nodes/1/scale', [1, 1, 1, 2, 2, 2], 'VEC3'],
  );
  const { scene, clips } = await compile(builder);
  expect(clips[0]?.channels.map(({ path }) => path)).toEqual(['translation']);
  expect(scene?.nodes.map(({ joint }) => joint)).toEqual([0, -1]);
  expect(scene?.clips[0]?.channels.map(({ index, property }) => [index, property])).toEqual([[1, 'scale']]);
});

it.each<[string, object, object]>([
  ['a camera out of range', { camera: 9 }, {}],
  ['a light out of range', { extensions: { KHR_lights_punctual: { light: 9 } } }, {}],
  ['a broken camera', { camera: 0 }, { cameras: [{ type: 'perspective', perspective: { yfov: 'wide' } }] }],
  [
    'a broken light',
    { extensions: { KHR_lights_punctual: { light: 0 } } },
    { extensions: { KHR_lights_punctual: { lights: [{ type: 'disco' }] } } },
  ],
])('compiles the mesh all the same with %s', async (_, node, json) => {
  const builder = shown(node);
  Object.assign(builder.json, json, { extensionsUsed: ['KHR_lights_punctual'] });
  const model = await compile(builder);
  expect(model.warnings[0]).toBe('gltf/broken-part');
  expect(model.context.output('.hmesh')).toEqual((await compile(shown())).context.output('.hmesh'));
});

it('says what other runtimes have no place for', async () => {
  const builder = shown({ camera: 0, extras: 1, extensions: { KHR_lights_punctual: { light: 0 } } });
  builder.list('cameras', LENS);
  builder.json.extensions = { KHR_lights_punctual: { lights: [{ type: 'point' }, { type: 'point' }] } };
  const settings = { mesh: { format: 'galileo' } };
  const context = new TestContext({ path: 'a.glb', input: { 'a.glb': builder.glb() }, settings });
  await meshKind.compile(context);
  expect(context.warnings.map(({ message }) => message).join()).toContain('1 camera, 2 lights, extras');
});
