// Files with motion only, as Mixamo's: their clips move the joints of another FBX or glTF file.

import { decodeHanim } from '@assetc/formats';
import { expect, it } from 'vitest';
import { FbxBuilder } from '../../packages/compiler/src/importers/fbx/testing/fbx-builder.js';
import { doubles, ints, node } from '../../packages/compiler/src/importers/fbx/testing/write-fbx.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { compileModel } from '../support/compile-model.js';

const HERO = 'hero.fbx';
const MOTION = 'walk.fbx';
const BONES = ['mixamorig:Hips', 'mixamorig:Spine'];

/** A chain of bones, 10 cm each; returns their ids. */
function bones(fbx: FbxBuilder): readonly number[] {
  let parent = 0;
  return BONES.map((name) => {
    const bone = fbx.add('Model', name, {
      subtype: 'LimbNode',
      values: { 'Lcl Translation': [0, 10, 0], InheritType: [1] },
    });
    fbx.connect(bone, parent);
    parent = bone;
    return bone;
  });
}

function hero(): Uint8Array {
  const fbx = new FbxBuilder();
  const chain = bones(fbx);
  const { geometry } = fbx.triangle('Body', 100);
  const skin = fbx.add('Deformer', 'Skin', { subtype: 'Skin' });
  fbx.connect(skin, geometry);
  for (const [i, bone] of chain.entries()) {
    const matrix = (y: number) => doubles(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1);
    const cluster = fbx.add('Deformer', 'Cluster', {
      subtype: 'Cluster',
      children: [
        node('Indexes', [ints(0, 1, 2)]),
        node('Weights', [doubles(0.5, 0.5, 0.5)]),
        node('Transform', [matrix(-10 * (i + 1))]),
        node('TransformLink', [matrix(10 * (i + 1))]),
      ],
    });
    fbx.connect(cluster, skin);
    fbx.connect(bone, cluster);
  }
  return fbx.bytes();
}

function motion(): Uint8Array {
  const fbx = new FbxBuilder();
  const [hips = 0, spine = 0] = bones(fbx);
  const layer = fbx.stack('mixamo.com', 1);
  fbx.animate(layer, hips, 'Lcl Translation', {
    X: [
      [0, 0],
      [1, 50],
    ],
    Y: [[0, 10]],
    Z: [[0, 0]],
  });
  fbx.animate(layer, spine, 'Lcl Rotation', {
    X: [
      [0, 0],
      [1, 90],
    ],
    Y: [[0, 0]],
    Z: [[0, 0]],
  });
  return fbx.bytes();
}

it('moves the joints of another model by their names', async () => {
  const input = { [HERO]: hero(), [MOTION]: motion() };
  const { mesh } = await compileModel({ path: HERO, input, settings: {} });
  expect(mesh.names?.joints).toEqual(BONES);
  const context = await new TestContext({ path: MOTION, input, settings: { animation: { skeleton: HERO } } }).compile();
  const [clip] = decodeHanim(context.output('.hanim'));
  expect(clip?.name).toBe('mixamo.com');
  const paths = clip?.channels.map(({ joint, path }) => `${BONES[joint]} ${path}`);
  expect(paths).toEqual(['mixamorig:Hips translation', 'mixamorig:Spine rotation']);
  const [hips, spine] = clip?.channels ?? [];
  expect([...(hips?.values ?? [])].slice(-3).map((n) => Math.round(n * 1e6) / 1e6)).toEqual([0.5, 0.1, 0]);
  const [x = 0, y = 0, z = 0, w = 0] = [...(spine?.values ?? [])].slice(-4);
  expect(Math.abs(x * Math.SQRT1_2 + w * Math.SQRT1_2)).toBeCloseTo(1, 5);
  expect(Math.hypot(y, z)).toBeCloseTo(0, 5);
  expect(context.warnings).toEqual([]);
});

it('has clips of its own without the setting', async () => {
  const context = await new TestContext({ path: MOTION, input: { [MOTION]: motion() }, settings: {} }).compile();
  expect(decodeHanim(context.output('.hanim')).map(({ name }) => name)).toEqual(['mixamo.com']);
});
