// Poses: what is compiled, evaluated as an engine does, against three.js at seven times of each clip; in the long form at twenty.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { addGrid, GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { type CompiledModel, compileModel } from '../support/compile-model.js';
import { readOracle } from '../support/gltf-oracle.js';
import { cornersInThree, loadBare } from '../support/pose-three.js';
import { cloudDistance, cornersInEngine, pointsInFront } from './compare/pose-compiled.js';

const TIMES = process.env.ASSETC_LONG === '1' ? 20 : 7;

/** `tolerance`: of the size of the model. `error`: in its units. */
async function expectPoses(
  model: CompiledModel,
  file: string | Uint8Array,
  tolerance: number,
  error = 0,
): Promise<void> {
  const gltf = await loadBare(await readOracle(file));
  const rest = cornersInThree(gltf, undefined, 0);
  const size = extent(rest);
  expect(cloudDistance(cornersInEngine(model, undefined, 0), rest, size * 0.01), 'rest pose').toBeLessThan(size * 1e-4);
  expectFacing(cornersInEngine(model, undefined, 0), rest, size);
  for (const { name, duration } of gltf.animations)
    for (let i = 0; i < TIMES; i++) {
      const time = (duration * i) / (TIMES - 1);
      const wanted = cornersInThree(gltf, name, time);
      const distance = cloudDistance(cornersInEngine(model, name, time), wanted, size * 0.01);
      expect(distance, `${name} at ${time}`).toBeLessThan(size * tolerance + error);
    }
}

/** Triangles show the same side. */
function expectFacing(actual: Float64Array, wanted: Float64Array, size: number): void {
  const distance = size * 0.01;
  const points = [actual, wanted].map((corners) => pointsInFront(corners, distance));
  const [ours = new Float64Array(0), theirs = new Float64Array(0)] = points;
  expect(ours.length > 0).toBe(theirs.length > 0);
  expect(cloudDistance(ours, theirs, distance), 'winding').toBeLessThan(distance * 0.2);
}

function extent(points: Float64Array): number {
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = axis; i < points.length; i += 3) {
      low = Math.min(low, points[i] ?? 0);
      high = Math.max(high, points[i] ?? 0);
    }
    size = Math.max(size, high - low);
  }
  return size;
}

type Trs = { readonly translation?: number[]; readonly rotation?: number[]; readonly scale?: number[] };
const turn = (angle: number, axis: 0 | 1 | 2 = 2): number[] => {
  const q = [0, 0, 0, Math.cos(angle / 2)];
  q[axis] = Math.sin(angle / 2);
  return q;
};

/** Keys of a node, linear unless said: rotation about z to 80° and back, and a shift. */
function animate(builder: GltfBuilder, node: number, more: { readonly interpolation?: string } = {}): void {
  const isCubic = more.interpolation === 'CUBICSPLINE';
  const times = builder.accessor(Float32Array.of(0, 0.7, 2), 'SCALAR');
  const keys = (values: readonly (readonly number[])[]): Float32Array =>
    Float32Array.from(
      values.flatMap((v, i) => (isCubic ? [...v.map(() => 0.3 - 0.2 * i), ...v, ...v.map((n) => n * 0.5)] : [...v])),
    );
  const channel = (path: string, type: string, values: readonly (readonly number[])[]) => ({
    path,
    sampler: { input: times, output: builder.accessor(keys(values), type), ...more },
  });
  const made = [
    channel('rotation', 'VEC4', [turn(0), turn(1.4), turn(0.2, 0)]),
    channel('translation', 'VEC3', [
      [0, 1, 0],
      [0.5, 1, -1],
      [0, 2, 0],
    ]),
    channel('scale', 'VEC3', [
      [1, 1, 1],
      [1.2, 0.8, 1],
      [2, 2, 2],
    ]),
  ];
  builder.list('animations', {
    name: `of ${node}`,
    samplers: made.map(({ sampler }) => sampler),
    channels: made.map(({ path }, sampler) => ({ sampler, target: { node, path } })),
  });
}

/** Joints one above the other. */
const bindsAt = (count: number, x: number): number[] =>
  Array.from({ length: count }, (_, i) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, -i, 0, 1]).flat();

/** A grid bound to joints by x, with the given inverse binds. */
function boundGrid(
  builder: GltfBuilder,
  joints: readonly number[],
  binds: readonly number[] = bindsAt(joints.length, 0),
): { mesh: number; skin: number } {
  const { positions, normals, indices } = grid(3);
  const count = positions.length / 3;
  const weights = new Float32Array(count * 4);
  const numbers = new Uint8Array(count * 4);
  for (let i = 0; i < count; i++) {
    const w = ((positions[i * 3] ?? 0) + 1) / 2;
    weights.set([1 - w, w], i * 4);
    numbers.set([0, joints.length - 1], i * 4);
  }
  const mesh = builder.mesh({
    attributes: {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals, 'VEC3'),
      JOINTS_0: builder.accessor(numbers, 'VEC4'),
      WEIGHTS_0: builder.accessor(weights, 'VEC4'),
    },
    indices: builder.accessor(indices, 'SCALAR'),
  });
  const skin = builder.list('skins', {
    joints,
    inverseBindMatrices: builder.accessor(Float32Array.from(binds), 'MAT4'),
  });
  return { mesh, skin };
}

/** A skin of two joints, its root below `above`, the second joint below `between`. */
function character(above: readonly Trs[], between: readonly Trs[] = []): { builder: GltfBuilder; nodes: number[] } {
  const builder = new GltfBuilder();
  const chain = [...above, { translation: [0, 0.2, 0] }, ...between, { translation: [0, 1, 0], rotation: turn(0.3) }];
  const nodes = chain.map((trs, i) =>
    builder.node({ name: `node ${i}`, ...trs, ...(i + 1 < chain.length ? { children: [i + 1] } : {}) }, i === 0),
  );
  const joints = [above.length, chain.length - 1];
  builder.node({ ...boundGrid(builder, joints), translation: [9, 9, 9] });
  for (const joint of joints) animate(builder, joint);
  return { builder, nodes };
}

/**
 * A skin of two joints and its mesh below one node. `isOfMesh`: the bind matrices are relative to the mesh, as for a left hand that is a mirrored right
 * one; otherwise the joints rest as they were bound.
 */
function hand(above: Trs, isOfMesh: boolean): GltfBuilder {
  const builder = new GltfBuilder();
  builder.node({ ...above, children: [1, 3] });
  builder.node({ translation: [0, 0.2, 0], children: [2] }, false);
  builder.node({ translation: [0, 1, 0], rotation: turn(0.3) }, false);
  const part = ({ translation, rotation, scale }: Trs) =>
    new Matrix4().compose(
      new Vector3(...(translation ?? [0, 0, 0])),
      new Quaternion(...(rotation ?? [0, 0, 0, 1])),
      new Vector3(...(scale ?? [1, 1, 1])),
    );
  const wrist = part({ translation: [0, 0.2, 0] });
  const worlds = [wrist, wrist.clone().multiply(part({ translation: [0, 1, 0], rotation: turn(0.3) }))];
  const binds = worlds.map((world) => (isOfMesh ? world : part(above).multiply(world)).invert());
  builder.node(
    boundGrid(
      builder,
      [1, 2],
      binds.flatMap((bind) => bind.elements),
    ),
    false,
  );
  for (const joint of [1, 2]) animate(builder, joint);
  return builder;
}

const generated: { readonly [name: string]: () => GltfBuilder } = {
  'an armature that is turned and scaled': () =>
    character([{ rotation: turn(-Math.PI / 2, 0), scale: [100, 100, 100] }, { translation: [1, 2, 3] }]).builder,
  'an armature whose axes are scaled apart': () => character([{ scale: [1, 3, 0.5], rotation: turn(0.4) }]).builder,
  'an armature that is mirrored': () => character([{ scale: [-1, 1, 1] }, { rotation: turn(0.5, 1) }]).builder,
  'a mirrored node above a skinned mesh and its joints': () => hand({ scale: [-1, 1, 1] }, true),
  'a mirrored node above a skinned mesh alone': () => {
    const { builder, nodes } = character([{ rotation: turn(0.5, 1) }]);
    builder.json.nodes[nodes.length] = { ...builder.json.nodes[nodes.length], scale: [1, 1, -2] };
    return builder;
  },
  'a mirrored armature that the bind matrices undo': () => hand({ scale: [1, -2, 1], rotation: turn(0.7) }, false),
  'a node between joints': () => character([{}], [{ rotation: turn(1, 1), translation: [0, 0.5, 0] }]).builder,
  'a node between joints that scales axes apart': () =>
    character([], [{ scale: [2, 1, 1], rotation: turn(0.7) }]).builder,
  'an animated ancestor of a skin': () => {
    const { builder } = character([{ scale: [2, 2, 2] }, { translation: [0, 1, 0] }, { rotation: turn(0.3, 0) }]);
    animate(builder, 1);
    return builder;
  },
  'two skins that share a node': () => {
    const { builder } = character([{ scale: [0.5, 0.5, 0.5] }]);
    builder.node(boundGrid(builder, [2, 1], bindsAt(2, 0.25)));
    builder.node(boundGrid(builder, [1, 2]));
    return builder;
  },
  'static geometry next to and below a skin': () => {
    const { builder } = character([{ rotation: turn(0.5) }]);
    builder.node({ mesh: addGrid(builder, 2), translation: [3, 0, 0] });
    const hand = builder.node({ mesh: addGrid(builder, 2), translation: [0, 0.5, 0], scale: [0.2, 0.2, 0.2] }, false);
    builder.json.nodes[2] = { ...builder.json.nodes[2], children: [hand] };
    return builder;
  },
  'animated nodes that carry meshes': () => {
    const builder = new GltfBuilder();
    const wheel = builder.node({ mesh: addGrid(builder, 2), translation: [1, 0, 0], rotation: turn(0.2) }, false);
    const hub = builder.node({ translation: [0, 0, 1], children: [wheel] }, false);
    const arm = builder.node(
      { scale: [1, 2, 1], rotation: turn(0.3), children: [hub], mesh: addGrid(builder, 2) },
      false,
    );
    builder.node({ scale: [3, 3, 3], translation: [0, 5, 0], children: [arm] });
    builder.node({ mesh: addGrid(builder, 2), translation: [-4, 0, 0] });
    animate(builder, wheel);
    animate(builder, arm);
    return builder;
  },
  'animated nodes below mirrored ones': () => {
    const builder = new GltfBuilder();
    const child = builder.node({ mesh: addGrid(builder, 2), translation: [1, 0, 0] }, false);
    builder.node({ scale: [1, -2, 1], rotation: turn(0.4, 1), children: [child] });
    animate(builder, child);
    return builder;
  },
  'morph targets of a skinned mesh, and of one that its node scales': () => {
    const { builder, nodes } = character([{ scale: [2, 2, 2] }]);
    const { positions } = grid(3);
    const target = (n: number): object => ({
      POSITION: builder.accessor(
        Float32Array.from(positions, (_, i) => Math.sin(i * n) * 0.3),
        'VEC3',
      ),
    });
    const [primitive] = builder.json.meshes[0]?.primitives ?? [];
    Object.assign(primitive ?? {}, { targets: [target(1), target(2)] });
    Object.assign(builder.json.meshes[0] ?? {}, { weights: [0.5, 0] });
    const attributes = { POSITION: builder.accessor(positions, 'VEC3') };
    const plain = builder.mesh({ attributes, indices: primitive?.indices, targets: primitive?.targets });
    const other = builder.node({ mesh: plain, translation: [5, 0, 0], scale: [1, -2, 1], weights: [0, 1] });
    const input = builder.accessor(Float32Array.of(0, 1, 2), 'SCALAR');
    const output = builder.accessor(Float32Array.of(0, 1, 1, 0, 0.5, -0.5), 'SCALAR');
    builder.list('animations', {
      name: 'weights',
      samplers: [{ input, output }],
      channels: [nodes.length, other].map((node) => ({ sampler: 0, target: { node, path: 'weights' } })),
    });
    return builder;
  },
  'a node that rests without a size': () => {
    const builder = new GltfBuilder();
    builder.node({ mesh: addGrid(builder, 2), translation: [1, 0, 0], scale: [0, 0, 0] });
    builder.node({ mesh: addGrid(builder, 2) });
    animate(builder, 0);
    return builder;
  },
};

describe('poses of generated files', () => {
  it.each(Object.entries(generated))('%s', async (_, build) => {
    const bytes = build().glb();
    const model = await compileModel({ path: 'a.glb', input: { 'a.glb': bytes } });
    expect(model.warnings).toEqual([]);
    await expectPoses(model, bytes, 1e-4);
  });

  it('cubic splines', async () => {
    const builder = new GltfBuilder();
    builder.node({ mesh: addGrid(builder, 2) });
    builder.node({ mesh: addGrid(builder, 2), translation: [4, 0, 0] });
    animate(builder, 0, { interpolation: 'CUBICSPLINE' });
    animate(builder, 1, { interpolation: 'STEP' });
    const bytes = builder.glb();
    await expectPoses(await compileModel({ path: 'a.glb', input: { 'a.glb': bytes } }), bytes, 1e-3);
  });
});

/** How far compressed clips may move a vertex from its place. */
const ERROR = 0.002;
const COMPRESSED = { settings: { animation: { compression: 'auto', error: ERROR } } } as const;

describe('poses of compressed clips', () => {
  it.each(Object.entries(generated))('%s', async (_, build) => {
    const bytes = build().glb();
    const model = await compileModel({ path: 'a.glb', input: { 'a.glb': bytes }, ...COMPRESSED });
    expect(model.warnings).toEqual([]);
    expect(model.context.outputs.map(({ suffix }) => suffix)).not.toContain('.hanim');
    await expectPoses(model, bytes, 1e-5, ERROR);
  });
});

/** What they move besides nodes has no place yet, or they require what is not read. */
const OTHERS = /Visibility/;
const models = existsSync(join(corpus, 'gltf'))
  ? readdirSync(join(corpus, 'gltf'), { recursive: true })
      .map((name) => String(name).replaceAll('\\', '/'))
      .filter((name) => /\.(?:gltf|glb)$/i.test(name) && !OTHERS.test(name))
      .sort()
  : [];

describe.skipIf(models.length === 0)('poses of the corpus', () => {
  it.each(models)('%s', async (path) => {
    const file = join(corpus, 'gltf', path);
    const document = await readOracle(file);
    if (document.getRoot().listAnimations().length + document.getRoot().listSkins().length === 0) return;
    const model = await compileModel({ path, input: join(corpus, 'gltf') });
    const tolerance = path.startsWith('InterpolationTest') ? 1e-3 : 1e-4;
    await expectPoses(model, file, tolerance);
    if (process.env.ASSETC_LONG !== '1' && !/kenney|SimpleSkin|MorphCube|BoxAnimated/.test(path)) return;
    const compressed = await compileModel({ path, input: join(corpus, 'gltf'), ...COMPRESSED });
    await expectPoses(compressed, file, tolerance, ERROR);
  });
});
