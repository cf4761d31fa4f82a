import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { toTwin } from '../testing/golden.js';
import { sampleHscene, sampleNode } from '../testing/sample-hscene.js';
import { encodeHscene } from './encode.js';
import { sceneExtras } from './extras.js';
import type { HsceneChannel, HsceneModel, HsceneNodeModel } from './model.js';
import { type AnimationTarget, SCENE_PROPERTIES } from './properties.js';
import { decodeHscene } from './read.js';
import { validateHscene } from './validate.js';

const number = fc.float({ noNaN: true, noDefaultInfinity: true });
const positive = fc.float({ min: 0, noNaN: true, noDefaultInfinity: true });
const numbers = (count: number) => fc.array(number, { minLength: count, maxLength: count });
const rotation = numbers(4).filter((vs) => vs.some((v) => v !== 0));
const name = fc.string({ unit: 'grapheme', maxLength: 4 });

/** Each parent is picked among the node before and its ancestors: any forest in pre-order comes about. */
const forest: fc.Arbitrary<readonly HsceneNodeModel[]> = fc
  .array(
    fc.record({
      name,
      up: fc.nat(4),
      translation: numbers(3),
      rotation,
      scale: numbers(3),
      firstSubmesh: fc.nat(),
      submeshCount: fc.nat(),
      camera: fc.constantFrom(-1, 0),
      light: fc.constantFrom(-1, 0),
      skin: fc.integer({ min: -1, max: 9 }),
      joint: fc.integer({ min: -1, max: 9 }),
      visible: fc.boolean(),
      instanceCount: fc.nat(2),
    }),
    { maxLength: 9 },
  )
  .map((list) => {
    const chain: number[] = [];
    return list.map(({ up, ...node }, i) => {
      chain.length = Math.max(0, chain.length - up);
      const parent = chain.at(-1) ?? -1;
      chain.push(i);
      return sampleNode({ ...node, parent });
    });
  });

const TARGETS: readonly AnimationTarget[] = ['material', 'camera', 'light'];
const channel: fc.Arbitrary<HsceneChannel> = fc.constantFrom(...TARGETS).chain((target) =>
  fc.constantFrom(...SCENE_PROPERTIES[target]).chain(({ name: property, components }) =>
    fc.array(fc.tuple(positive, numbers(components)), { maxLength: 3 }).map((keys) => ({
      target,
      index: 0,
      property,
      interpolation: 'LINEAR' as const,
      times: Float32Array.from(keys.map(([time]) => Math.fround(time))).sort(),
      values: Float32Array.from(keys.flatMap(([, value]) => value)),
    })),
  ),
);
const channels = fc.uniqueArray(channel, { selector: (each) => `${each.target} ${each.property}`, maxLength: 4 });

const scene: fc.Arbitrary<HsceneModel> = fc.record({
  meshesAreBaked: fc.boolean(),
  nodes: forest,
  cameras: fc.tuple(
    fc.record({
      name,
      type: fc.constant('perspective'),
      aspect: number,
      yfov: number,
      znear: positive,
      zfar: positive,
    }),
  ),
  lights: fc.tuple(
    fc.record({
      name,
      type: fc.constantFrom('directional', 'point', 'spot'),
      color: numbers(3),
      intensity: number,
      range: positive,
      innerCone: positive,
      outerCone: positive,
    }),
  ),
  instances: fc
    .array(fc.tuple(numbers(3), rotation, numbers(3)), { minLength: 2, maxLength: 3 })
    .map((list) => Float32Array.from(list.flat(2))),
  extras: fc
    .uniqueArray(fc.nat(20), { maxLength: 4 })
    .chain((rows) => fc.tuple(fc.constant(rows.sort((a, b) => a - b)), fc.array(fc.json(), { minLength: 4 })))
    .map(([rows, texts]) => rows.map((index, i) => ({ target: 'material' as const, index, json: texts[i] ?? '0' }))),
  clips: fc.array(fc.record({ name, channels }), { maxLength: 3 }),
});

describe('hscene', () => {
  it('round-trips any scene', () => {
    fc.assert(
      fc.property(scene, (model) => {
        const bytes = encodeHscene(model);
        expect(validateHscene(bytes)).toEqual([]);
        const { version, roots, nodes, clips, ...rest } = decodeHscene(bytes);
        const read = {
          ...rest,
          nodes: nodes.map(({ children, ...node }) => node),
          clips: clips.map(({ duration, ...clip }) => clip),
        };
        expect(toTwin(read)).toEqual(toTwin(model));
        expect(encodeHscene(decodeHscene(bytes))).toEqual(bytes);
        for (const [i, { parent }] of nodes.entries())
          expect((parent < 0 ? roots : nodes[parent]?.children)?.includes(i)).toBe(true);
        expect(roots.length + nodes.reduce((sum, { children }) => sum + children.length, 0)).toBe(nodes.length);
      }),
    );
  });

  it('writes extras sorted', () => {
    const { extras, ...rest } = sampleHscene();
    expect(encodeHscene({ ...rest, extras: [...extras].reverse() })).toEqual(encodeHscene(sampleHscene()));
  });

  it('writes a scene of nothing', () => {
    const empty = { nodes: [], cameras: [], lights: [], instances: new Float32Array(0), extras: [], clips: [] };
    const bytes = encodeHscene({ meshesAreBaked: false, ...empty });
    expect(bytes.length).toBe(32 + 24 + 8 + 32);
    expect(toTwin(decodeHscene(bytes))).toEqual(toTwin({ version: 1, meshesAreBaked: false, ...empty, roots: [] }));
  });

  it('refuses to write what no file may hold', () => {
    const model = sampleHscene();
    const [clip] = model.clips;
    const [first] = clip?.channels ?? [];
    if (first === undefined) throw new Error('the sample has channels');
    const withChannels = (...list: HsceneChannel[]) => ({ ...model, clips: [{ name: '', channels: list }] });
    expect(() => encodeHscene({ ...model, nodes: [sampleNode({ parent: 0 })] })).toThrow('must come before');
    expect(() => encodeHscene({ ...model, nodes: [sampleNode({ rotation: [0, 0, 0, 0] })] })).toThrow('some length');
    expect(() => encodeHscene({ ...model, instances: new Float32Array(9) })).toThrow('instances');
    expect(() => encodeHscene(withChannels({ ...first, property: 'color' }))).toThrow(
      'color is not a property of a node',
    );
    expect(() => encodeHscene(withChannels({ ...first, times: Float32Array.of(0) }))).toThrow('8 values, 1 keys of 4');
    expect(() => encodeHscene(withChannels(first, first))).toThrow('repeats one of its clip');
    expect(() => encodeHscene(withChannels({ ...first, values: new Float32Array(8) }))).toThrow('of some length');
    expect(() => encodeHscene({ ...model, extras: [{ target: 'scene', index: 0, json: '{' }] })).toThrow('is not JSON');
  });
});

describe('sceneExtras', () => {
  const read = decodeHscene(encodeHscene(sampleHscene()));

  it('parses what something has, and nothing of the others', () => {
    expect(sceneExtras(read, 'scene')).toEqual({ gravity: -9.81 });
    expect(sceneExtras(read, 'node', 3)).toEqual(['ä', null]);
    expect(sceneExtras(read, 'mesh', 1)).toBe(1);
    expect(sceneExtras(read, 'asset')).toBe(true);
    expect(sceneExtras(read, 'node', 1)).toBeUndefined();
    expect(sceneExtras(read, 'light', 0)).toBeUndefined();
  });

  it('reports the position of invalid JSON', () => {
    const broken = { extras: [{ target: 'scene' as const, index: 0, json: '{' }] };
    expect(() => sceneExtras(broken, 'scene')).toThrow(FormatError);
  });
});
