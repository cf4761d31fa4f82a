// `animation.skeleton`: clips of one file for the joints of another.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHanim, decodeHmesh, validateHanim, validateHmesh } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { Layer } from '../../packages/compiler/src/config/config.js';
import { remadeIds } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { GltfBuilder, glbOf } from '../../packages/compiler/src/testing/gltf-builder.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { realProject } from '../diagnostics/raise.js';
import { compileModel } from '../support/compile-model.js';
import { makePng } from '../support/png.js';

const HERO = 'characters/hero.glb';
const MOTION = 'motions/walk.glb';
const SKIN = 'characters/skin.png';
const IMAGE = makePng(4, 4, (x, y) => [x * 60, y * 60, 0, 255]);
const mapped = { animation: { skeleton: HERO } };

/** A triangle bound to a chain of joints below an armature, and a lamp with its own clip. */
function hero(joints: readonly string[], size = 1): Uint8Array {
  const builder = new GltfBuilder();
  const POSITION = builder.accessor(Float32Array.of(0, 0, 0, size, 0, 0, 0, size, 0), 'VEC3');
  const JOINTS_0 = builder.accessor(new Uint8Array(12), 'VEC4');
  const WEIGHTS_0 = builder.accessor(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 'VEC4');
  const chain: number[] = [];
  for (const name of [...joints].reverse())
    chain.unshift(builder.node({ name, children: chain.slice(0, 1), translation: [0, 1, 0] }, false));
  builder.node({ name: 'Armature', children: chain.slice(0, 1) });
  // Its order in SKEL is the reverse of that in the tree.
  const skin = builder.list('skins', { joints: [...chain].reverse() });
  builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  builder.list('textures', { source: 0 });
  builder.list('images', { uri: 'skin.png' });
  builder.node({ mesh: builder.mesh({ attributes: { POSITION, JOINTS_0, WEIGHTS_0 }, material: 0 }), skin });
  const lamp = builder.node({ name: 'lamp', mesh: builder.mesh({ attributes: { POSITION } }) });
  swing(builder, 'idle', [lamp]);
  return builder.glb();
}

/** Nodes below an armature in centimeters, without a mesh. */
function motion(...joints: readonly string[]): Uint8Array {
  const builder = new GltfBuilder();
  const nodes: number[] = [];
  for (const name of [...joints].reverse()) nodes.unshift(builder.node({ name, children: nodes.slice(0, 1) }, false));
  builder.node({ name: 'Armature', scale: [0.01, 0.01, 0.01], children: nodes.slice(0, 1) });
  swing(builder, 'walk', nodes);
  return builder.glb();
}

function swing(builder: GltfBuilder, name: string, nodes: readonly number[]): void {
  const input = builder.accessor(Float32Array.of(0, 1), 'SCALAR');
  const output = builder.accessor(Float32Array.of(100, 0, 0, 0, 200, 300), 'VEC3');
  const channels = nodes.map((node) => ({ sampler: 0, target: { node, path: 'translation' } }));
  builder.list('animations', { name, samplers: [{ input, output }], channels });
}

const chain = ['hip', 'spine', 'head'];

async function compileMotion(input: Record<string, Uint8Array | string>, settings: Layer['values'] = mapped) {
  const context = await new TestContext({ path: MOTION, input, settings }).compile();
  const hanim = context.outputs.find(({ suffix }) => suffix === '.hanim');
  return { context, hanim, clips: hanim === undefined ? [] : decodeHanim(hanim.bytes) };
}

const refusalOf = async (input: Record<string, Uint8Array | string>, skeleton: string) =>
  compileMotion(input, { animation: { skeleton } }).then(
    () => undefined,
    (error: { diagnostic?: { code: string; file: string; message: string } }) => error.diagnostic,
  );

describe('a motion for another model', () => {
  it('names the joints that the other has by these names, lamp and all', async () => {
    const input = { [HERO]: hero(chain), [MOTION]: motion('hip', 'head', 'lamp'), [SKIN]: IMAGE };
    const { mesh } = await compileModel({ path: HERO, input, settings: mapped });
    expect(mesh.names?.joints).toEqual(['head', 'spine', 'hip', 'lamp']);
    const { context, hanim, clips } = await compileMotion(input);
    expect(validateHanim(hanim?.bytes ?? new Uint8Array(0), mesh.skin?.joints.length)).toEqual([]);
    expect(clips.map(({ name }) => name)).toEqual(['walk']);
    expect(clips[0]?.channels.map(({ joint }) => mesh.names?.joints[joint])).toEqual(['hip', 'head', 'lamp']);
    expect(context.warnings).toEqual([]);
  });

  it('keeps poses as its own file has them, in the units below its armature', async () => {
    const { clips } = await compileMotion({ [HERO]: hero(chain), [MOTION]: motion(...chain) });
    const [hip, spine] = clips[0]?.channels ?? [];
    expect([...(hip?.values ?? [])].map((n) => Math.round(n * 1e6) / 1e6)).toEqual([1, 0, 0, 0, 2, 3]);
    expect([...(spine?.values ?? [])]).toEqual([100, 0, 0, 0, 200, 300]);
  });

  it('has the skeleton of the other in its own mesh, so that the files next to each other fit', async () => {
    const input = { [HERO]: hero(chain), [MOTION]: motion('hip', 'lamp'), [SKIN]: IMAGE };
    const [alone, with_] = [await compileMotion(input, {}), await compileMotion(input)];
    expect(decodeHmesh(alone.context.output('.hmesh')).names?.joints).toEqual(['hip', 'lamp']);
    const { mesh } = await compileModel({ path: HERO, input, settings: {} });
    const own = decodeHmesh(with_.context.output('.hmesh'));
    expect(own.skin?.joints).toEqual(mesh.skin?.joints);
    expect(own.names?.joints).toEqual(mesh.names?.joints);
    expect(validateHmesh(with_.context.output('.hmesh'))).toEqual([]);
    expect(validateHanim(with_.hanim?.bytes ?? new Uint8Array(0), own.skin?.joints.length)).toEqual([]);
  });

  it('is refused where the file has meshes, which follow its own joints', async () => {
    const input = { [HERO]: hero(chain), [MOTION]: hero(chain), 'motions/skin.png': IMAGE };
    expect(await refusalOf(input, HERO)).toMatchObject({
      code: 'mesh/no-skeleton',
      message: 'animation.skeleton is characters/hero.glb, but the file has meshes, which follow its own joints',
    });
  });

  it('warns once of joints that the other does not have, and keeps the rest', async () => {
    const { context, clips } = await compileMotion({ [HERO]: hero(chain), [MOTION]: motion('hip', 'tail', 'fin') });
    expect(context.warnings).toMatchObject([
      {
        code: 'mesh/unknown-joint',
        file: MOTION,
        where: { pointer: '/nodes/0' },
        message: 'characters/hero.glb has no joints "fin", "tail"; their motion is left out',
      },
    ]);
    expect(clips[0]?.channels.map(({ joint }) => joint)).toEqual([2]);
  });

  it('writes no clips where no joint is found', async () => {
    const { context, hanim } = await compileMotion({ [HERO]: hero(chain), [MOTION]: motion('tail') });
    expect(context.warnings.map(({ code }) => code)).toEqual(['mesh/unknown-joint']);
    expect(hanim).toBeUndefined();
  });

  it('sees the joints that the other has under its own settings', async () => {
    const input = { [HERO]: hero(chain), [MOTION]: motion('hip', 'lamp') };
    const still = await compileMotion(input, { animation: { skeleton: HERO, nodes: 'off' } });
    expect(still.context.warnings.map(({ code }) => code)).toEqual(['mesh/unknown-joint']);
    expect(still.clips[0]?.channels.map(({ joint }) => joint)).toEqual([2]);
  });
});

describe('a model that cannot be one', () => {
  it.each([
    ['characters/gone.glb', 'which does not exist'],
    ['characters/hero.obj', 'which is neither glTF nor FBX'],
    ['../hero.glb', 'which is outside the input folder'],
    ['characters/bare.glb', 'which has no joints'],
  ])('%s is refused', async (skeleton, why) => {
    const bare = new GltfBuilder();
    bare.node({ name: 'hip' });
    const input = { [MOTION]: motion('hip'), 'characters/bare.glb': bare.glb() };
    expect(await refusalOf(input, skeleton)).toMatchObject({
      code: 'mesh/no-skeleton',
      severity: 'error',
      file: MOTION,
      message: `animation.skeleton is ${skeleton}, ${why}`,
    });
  });

  it('is named itself where it is broken', async () => {
    expect(await refusalOf({ [MOTION]: motion('hip'), [HERO]: '{' }, HERO)).toMatchObject({ file: HERO });
  });
});

describe('what is recorded', () => {
  it('is the other model, and none of its images; nothing where there are no clips', async () => {
    const input = { [HERO]: hero(chain), [MOTION]: motion(...chain) };
    expect((await compileMotion(input)).context.seen).toEqual([MOTION, HERO]);
    const still = new GltfBuilder();
    still.node({ name: 'hip' });
    expect((await compileMotion({ ...input, [MOTION]: still.glb() })).context.seen).toEqual([MOTION]);
    expect((await compileMotion(input, { animation: { skeleton: `./${MOTION}` } })).context.seen).toEqual([MOTION]);
  });

  it('builds motions again when the joints of the model change, or a setting that decides them', async () => {
    const values = (more: object = {}): Layer[] => [
      { origin: 'default', match: undefined, values: { mesh: { lods: [] } } },
      { origin: 'default.rules[0]', match: 'motions/*', values: mapped },
      { origin: 'default.rules[1]', match: 'characters/*', values: { ...more } },
    ];
    const prop = new GltfBuilder();
    prop.node({ name: 'prop' });
    const project = realProject({
      [HERO]: hero(chain),
      [MOTION]: motion(...chain),
      'props/a.glb': prop.glb(),
      [SKIN]: IMAGE,
    });
    project.config = { ...project.config, layers: values() };
    const remade = async () => {
      const result = await project.build();
      return remadeIds(result);
    };
    const joints = () =>
      decodeHanim(project.host.readFile('/project/runtime/motions/walk.hanim'))[0]?.channels.map(({ joint }) => joint);
    await remade();
    expect(joints()).toEqual([2, 1, 0]);
    expect(await remade()).toEqual([]);
    project.host.put(`/project/assets/${HERO}`, hero([...chain, 'hat']));
    expect(await remade()).toEqual([HERO, MOTION]);
    expect(joints()).toEqual([3, 2, 1]);
    project.config = { ...project.config, layers: values({ animation: { nodes: 'off' } }) };
    expect(await remade()).toEqual([HERO, MOTION]);
    project.config = { ...project.config, layers: values({ animation: { nodes: 'off', tolerance: 1 } }) };
    expect(await remade()).toEqual([HERO]);
  });
});

/** As exporters write a motion "without skin": nodes and clips alone; children in another order, so that own joints have other numbers. */
function withoutSkin(glb: Buffer): Uint8Array {
  const jsonLength = glb.readUInt32LE(12);
  const { meshes: _m, skins: _s, ...json } = JSON.parse(glb.subarray(20, 20 + jsonLength).toString());
  for (const node of json.nodes) {
    delete node.mesh;
    delete node.skin;
    node.children?.reverse();
  }
  return glbOf(json, glb.subarray(28 + jsonLength));
}

describe.each(['Fox/Fox.glb', 'kenney-platformer/character.glb'])('the clips of %s, taken out of it', (name) => {
  const file = join(corpus, 'gltf', name);

  it.skipIf(!existsSync(file))('are its own to the byte when they are mapped onto it', async () => {
    const glb = readFileSync(file);
    const folder = { 'characters/Textures/colormap.png': IMAGE };
    const input = { ...folder, [HERO]: glb, [MOTION]: withoutSkin(glb) };
    const whole = await new TestContext({ path: HERO, input, settings: {} }).compile();
    const { context, hanim, clips } = await compileMotion(input);
    expect(context.warnings.map(({ message }) => message)).toEqual([]);
    expect(clips.length).toBeGreaterThan(2);
    expect(hanim?.bytes).toEqual(whole.output('.hanim'));
    const alone = await compileMotion(input, {});
    expect(alone.hanim?.bytes).not.toEqual(whole.output('.hanim'));
  });
});
