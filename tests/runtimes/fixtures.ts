// Models for the tests of other runtimes, made here.

import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';

interface SceneOptions {
  /** Added to every position: far negative puts the whole mesh there. */
  readonly offset?: number;
  readonly uvScale?: number;
}

/** Two meshes, one of two primitives; three materials of which one is unused; nodes that turn, scale and mirror. */
export function sceneModel({ offset = 0, uvScale = 0.25 }: SceneOptions = {}): GltfBuilder {
  const builder = new GltfBuilder();
  const { positions, normals, uvs, indices } = grid(4);
  const attributes = (colors: boolean, more: object = {}) => ({
    POSITION: builder.accessor(
      positions.map((n) => n + offset),
      'VEC3',
    ),
    NORMAL: builder.accessor(normals, 'VEC3'),
    TEXCOORD_0: builder.accessor(
      uvs.map((n) => n * uvScale),
      'VEC2',
    ),
    ...(colors ? { COLOR_0: builder.accessor(colorsOf(positions.length / 3), 'VEC3') } : {}),
    ...more,
  });
  builder.list('materials', { name: 'Unused', pbrMetallicRoughness: { roughnessFactor: 0.125 } });
  builder.list('materials', { name: 'Oak/Dark', alphaMode: 'MASK', alphaCutoff: 0.25 });
  builder.list('materials', { name: 'Glass', alphaMode: 'BLEND', doubleSided: true });
  const index = builder.accessor(indices, 'SCALAR');
  builder.mesh(
    { attributes: attributes(true), indices: index, material: 2 },
    { attributes: attributes(false), indices: index, material: 1 },
  );
  builder.mesh({ attributes: attributes(false), indices: index });
  const [seat, leg] = builder.json.meshes;
  if (seat !== undefined) seat.name = 'Seat';
  if (leg !== undefined) leg.name = 'Leg';
  const child = builder.node({ name: 'leg', mesh: 1, translation: [1, 2, 3], scale: [-1, 2, 1] }, false);
  builder.node({ name: 'chair', mesh: 0, rotation: [0, 0.6, 0, 0.8], children: [child] });
  builder.node({ mesh: 1, translation: [-4, 0, 0] });
  return builder;
}

function colorsOf(count: number): Float32Array {
  return Float32Array.from({ length: count * 3 }, (_, i) => ((i * 37) % 256) / 255);
}

/** One skinned grid with a clip; joints 0 and 1, weights that sum to one. */
export function skinnedModel(): GltfBuilder {
  const builder = new GltfBuilder();
  const { positions, normals, uvs, indices } = grid(3);
  const count = positions.length / 3;
  const joints = new Uint8Array(count * 4);
  const weights = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) {
    joints.set([0, 1, 0, 0], i * 4);
    weights.set([(i % 5) / 4, 1 - (i % 5) / 4, 0, 0], i * 4);
  }
  builder.mesh({
    attributes: {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals, 'VEC3'),
      TEXCOORD_0: builder.accessor(
        uvs.map((n) => n / 4),
        'VEC2',
      ),
      JOINTS_0: builder.accessor(joints, 'VEC4'),
      WEIGHTS_0: builder.accessor(weights, 'VEC4'),
    },
    indices: builder.accessor(indices, 'SCALAR'),
  });
  const tip = builder.node({ name: 'tip', translation: [0, 1, 0] }, false);
  const root = builder.node({ name: 'root', children: [tip] });
  builder.list('skins', { joints: [root, tip] });
  builder.node({ name: 'body', mesh: 0, skin: 0 });
  builder.list('animations', {
    name: 'Wave',
    samplers: [
      {
        input: builder.accessor(Float32Array.of(0, 1), 'SCALAR'),
        output: builder.accessor(Float32Array.of(0, 1, 0, 0, 2, 0), 'VEC3'),
      },
    ],
    channels: [{ sampler: 0, target: { node: tip, path: 'translation' } }],
  });
  return builder;
}
