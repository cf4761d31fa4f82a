import { describe, expect, it } from 'vitest';
import type { ClipModel } from '../../../model/scene/animation.js';
import { FbxBuilder } from '../testing/fbx-builder.js';
import { importScene } from '../testing/run-import.js';

const rounded = (values: Iterable<number> | undefined): number[] =>
  [...(values ?? [])].map((n) => Math.round(n * 1e4) / 1e4 + 0);

const channelOf = (clip: ClipModel | undefined, path: string) => clip?.channels.find((each) => each.path === path);
const pointerOf = (clip: ClipModel | undefined, end: string) =>
  clip?.pointers?.find(({ pointer }) => pointer.endsWith(end));

it('moves nodes in meters, in the time of the stack', async () => {
  const fbx = new FbxBuilder();
  const { model } = fbx.triangle('Box');
  fbx.animate(fbx.stack('Walk', 2), model, 'Lcl Translation', {
    X: [
      [0, 0],
      [2, 100],
    ],
    Z: [[1, 50]],
  });
  const [clip] = (await importScene(fbx.written())).model.animations;
  expect(clip?.name).toBe('Walk');
  const channel = channelOf(clip, 'translation');
  expect([rounded(channel?.times), rounded(channel?.values)]).toEqual([
    [0, 1, 2],
    [0, 0, 0.5, 0.5, 0, 0.5, 1, 0, 0.5],
  ]);
});

it('keeps stacks of one name apart, and leaves out those without motion', async () => {
  const fbx = new FbxBuilder();
  const { model } = fbx.triangle('Box');
  fbx.stack('Empty', 1);
  for (const x of [1, 2])
    fbx.animate(fbx.stack('Take', 1), model, 'Lcl Translation', {
      X: [
        [0, 0],
        [1, x],
      ],
    });
  const { animations } = (await importScene(fbx.written())).model;
  expect(animations.map(({ name }) => name)).toEqual(['Take', 'Take 2']);
});

describe('layers', () => {
  async function layered(values: Record<string, readonly number[]>) {
    const fbx = new FbxBuilder();
    const { model } = fbx.triangle('Box');
    const stack = fbx.add('AnimationStack', 'A', { values: { LocalStop: [46_186_158_000n] } });
    const layers = [{}, values].map((each) => {
      const layer = fbx.add('AnimationLayer', 'L', { values: each });
      fbx.connect(layer, stack);
      return layer;
    });
    for (const [i, layer] of layers.entries()) {
      fbx.animate(layer, model, 'Lcl Translation', { X: [[0, 100 * (i + 1)]] });
      fbx.animate(layer, model, 'Lcl Scaling', { X: [[0, 2 + i]] });
      fbx.animate(layer, model, 'Lcl Rotation', { Z: [[0, 30 + 10 * i]] });
    }
    const [clip] = (await importScene(fbx.written())).model.animations;
    const [, , z = 0, w = 1] = channelOf(clip, 'rotation')?.values ?? [];
    return {
      x: rounded(channelOf(clip, 'translation')?.values)[0],
      scale: rounded(channelOf(clip, 'scale')?.values)[0],
      degrees: Math.round((2 * Math.atan2(z, w) * 180) / Math.PI),
    };
  }

  it('add up', async () => {
    expect(await layered({})).toEqual({ x: 3, scale: 6, degrees: 70 });
  });

  it('add a share', async () => {
    expect(await layered({ Weight: [50] })).toEqual({ x: 2, scale: 3.4641, degrees: 50 });
  });

  it('replace what is below', async () => {
    expect(await layered({ BlendMode: [1] })).toEqual({ x: 2, scale: 3, degrees: 40 });
  });

  it('are mixed with what is below', async () => {
    expect(await layered({ BlendMode: [2], Weight: [50], ScaleAccumulationMode: [1] })).toEqual({
      x: 1.5,
      scale: 2.5,
      degrees: 35,
    });
  });

  it('add angles and scales one by one', async () => {
    const modes = { RotationAccumulationMode: [1], ScaleAccumulationMode: [1] };
    expect(await layered(modes)).toEqual({ x: 3, scale: 5, degrees: 70 });
  });

  it('are silent if muted, or if another is alone', async () => {
    expect(await layered({ Mute: [1] })).toEqual({ x: 1, scale: 2, degrees: 30 });
    expect(await layered({ Solo: [1] })).toEqual({ x: 2, scale: 3, degrees: 40 });
  });
});

describe('other properties', () => {
  it('of cameras and lights are animated', async () => {
    const fbx = new FbxBuilder();
    const camera = fbx.add('Model', 'Cam', { subtype: 'Camera' });
    const lens = fbx.add('NodeAttribute', 'Cam', {
      subtype: 'Camera',
      values: { FieldOfView: [40], AspectWidth: [16], AspectHeight: [9] },
    });
    const lamp = fbx.add('Model', 'Lamp', { subtype: 'Light' });
    const light = fbx.add('NodeAttribute', 'Lamp', { subtype: 'Light', values: { Intensity: [100] } });
    for (const [attribute, model] of [
      [lens, camera],
      [light, lamp],
    ] as const) {
      fbx.connect(attribute, model);
      fbx.connect(model, 0);
    }
    const layer = fbx.stack('A', 1);
    fbx.animate(layer, lens, 'FieldOfView', {
      FieldOfView: [
        [0, 40],
        [1, 60],
      ],
    });
    fbx.animate(layer, light, 'Intensity', {
      Intensity: [
        [0, 100],
        [1, 300],
      ],
    });
    const [clip] = (await importScene(fbx.written())).model.animations;
    expect(rounded(pointerOf(clip, '/perspective/yfov')?.values).at(-1)).toBeCloseTo(Math.PI / 3, 3);
    expect(rounded(pointerOf(clip, 'lights/0/intensity')?.values)).toEqual([1, 3]);
    expect(clip?.pointers?.length).toBe(2);
  });

  it('of materials are animated; visibility is a step', async () => {
    const fbx = new FbxBuilder();
    const material = fbx.material('Paint', { DiffuseColor: [1, 0, 0] });
    const { model } = fbx.triangle('Box');
    const layer = fbx.stack('A', 1);
    fbx.animate(layer, material, 'DiffuseColor', {
      X: [
        [0, 1],
        [1, 0],
      ],
      Y: [
        [0, 0],
        [1, 1],
      ],
      Z: [[0, 0]],
    });
    fbx.animate(layer, model, 'Visibility', {
      Visibility: [
        [0, 1],
        [0.5, 0],
      ],
    });
    const [clip] = (await importScene(fbx.written())).model.animations;
    expect(rounded(pointerOf(clip, 'baseColorFactor')?.values)).toEqual([1, 0, 0, 1, 0, 1, 0, 1]);
    const visible = pointerOf(clip, '/visible');
    expect([visible?.interpolation, rounded(visible?.times), rounded(visible?.values)]).toEqual([
      'step',
      [0, 0.5, 1],
      [1, 0, 0],
    ]);
  });

  it('that never change have no channel', async () => {
    const fbx = new FbxBuilder();
    const { model } = fbx.triangle('Box');
    fbx.animate(fbx.stack('A', 1), model, 'Visibility', {
      Visibility: [
        [0, 1],
        [1, 1],
      ],
    });
    expect((await importScene(fbx.written())).model.animations).toEqual([]);
  });
});

it('warns once about velocities of keys', async () => {
  const fbx = new FbxBuilder();
  const { model } = fbx.triangle('Box');
  const keys = [
    [0, 0],
    [1, 1],
  ] as const;
  fbx.animate(fbx.stack('Walk', 1), model, 'Lcl Translation', { X: keys, Y: keys });
  const written = fbx.written();
  const withFlags = (flags: number) => ({
    ...written,
    objects: written.objects.map((object) => ({
      ...object,
      children: object.children.map((child) =>
        child.name === 'KeyAttrFlags' ? { ...child, values: [{ type: 'i' as const, values: [flags] }] } : child,
      ),
    })),
  });
  expect((await importScene(withFlags(4))).warnings).toEqual([]);
  const { warnings } = await importScene(withFlags(0x10000004));
  expect(warnings).toMatchObject([{ code: 'fbx/dropped-value', message: expect.stringContaining('velocities') }]);
});

it('leaves out keys that are far too large', async () => {
  const fbx = new FbxBuilder();
  const { model } = fbx.triangle('Box');
  fbx.animate(fbx.stack('Walk', 1), model, 'Lcl Translation', {
    X: [
      [0, 0],
      [0.5, 3e38],
      [1, 100],
    ],
  });
  const [clip] = (await importScene(fbx.written())).model.animations;
  expect(rounded(channelOf(clip, 'translation')?.values)).toEqual([0, 0, 0, 0.5, 0, 0, 1, 0, 0]);
});
