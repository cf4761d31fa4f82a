// Skinned models whose positions are integers: the positions of vertices, and that skinned vertices do not move, compared with three.js and the same model in floats.

import { describe, expect, it } from 'vitest';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileFor, trianglesOf } from '../runtimes/decode-meshes.js';
import { type CompiledModel, compileModel, cornersOf, extentOf } from '../support/compile-model.js';
import { readOracle } from '../support/gltf-oracle.js';
import { cornersInThree, loadBare } from '../support/pose-three.js';
import { compareTriangles } from '../support/triangle-match.js';
import { cloudDistance, cornersInEngine } from './compare/pose-compiled.js';

interface Quantized {
  /** Of one step, and where 0 is. */
  readonly step: number;
  readonly origin: readonly [number, number, number];
  /** Shorts that stand for −1 … 1, else whole numbers from 0 on. */
  readonly isNormalized: boolean;
}

const FLOATS: Quantized | undefined = undefined;
/** As in gltfpack: 14 bits from the lowest corner. */
const WHOLE: Quantized = { step: 2.2 / 16383, origin: [-1, -0.3, -1.1], isNormalized: false };
/** As in glTF-Transform: from the center of a mesh. */
const NORMALIZED: Quantized = { step: 1.1 / 32767, origin: [0, 0.1, -0.05], isNormalized: true };

const turnZ = (angle: number): number[] => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

/** Two joints below an armature, which rest where they are bound, and a clip that bends them. */
function skeleton(builder: GltfBuilder): void {
  builder.node({ scale: [2, 2, 2], translation: [0, 3, 0], children: [1] });
  builder.node({ translation: [-0.5, 0, 0], children: [2] }, false);
  builder.node({ translation: [1, 0.25, 0] }, false);
  const input = builder.accessor(Float32Array.of(0, 1, 2), 'SCALAR');
  const bend = builder.accessor(Float32Array.from([turnZ(0), turnZ(1), turnZ(-0.4)].flat()), 'VEC4');
  const shift = builder.accessor(Float32Array.of(1, 0.25, 0, 1, 0.5, 0, 2, 0, 1), 'VEC3');
  builder.list('animations', {
    name: 'bend',
    samplers: [
      { input, output: bend },
      { input, output: shift },
    ],
    channels: [
      { sampler: 0, target: { node: 1, path: 'rotation' } },
      { sampler: 1, target: { node: 2, path: 'translation' } },
    ],
  });
}

/** The grid as a mesh, its target's deltas in the same steps. */
function addMesh(builder: GltfBuilder, quantized: Quantized | undefined): number {
  const { positions, normals, uvs, indices } = grid(6);
  const count = positions.length / 3;
  const stored = (values: Float32Array, isDelta: boolean): number => {
    if (quantized === undefined) return builder.accessor(values, 'VEC3');
    const { step, origin, isNormalized } = quantized;
    const steps = values.map((n, i) => Math.round((n - (isDelta ? 0 : (origin[i % 3] ?? 0))) / step));
    const whole = isNormalized || isDelta ? Int16Array.from(steps) : Uint16Array.from(steps);
    return builder.accessor(whole, 'VEC3', isNormalized ? { normalized: true } : {});
  };
  const deltas = positions.map((_, i) => (i % 3 === 1 ? ((i * 7) % 5) / 10 : 0));
  const weights = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) {
    const w = ((positions[i * 3] ?? 0) + 1) / 2;
    weights.set([1 - w, w], i * 4);
  }
  return builder.mesh({
    attributes: {
      POSITION: stored(positions, false),
      NORMAL: builder.accessor(normals, 'VEC3'),
      TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
      JOINTS_0: builder.accessor(
        Uint8Array.from({ length: count * 4 }, (_, i) => (i % 4 === 1 ? 1 : 0)),
        'VEC4',
      ),
      WEIGHTS_0: builder.accessor(weights, 'VEC4'),
    },
    indices: builder.accessor(indices, 'SCALAR'),
    targets: [{ POSITION: stored(deltas, true) }],
  });
}

/** The inverse of where the joints rest in the model, after what undoes the quantization. `aside` shifts what is bound. */
function addSkin(builder: GltfBuilder, quantized: Quantized | undefined, aside = 0): number {
  const scale = quantized === undefined ? 1 : quantized.step * (quantized.isNormalized ? 32767 : 1);
  const [x, y, z] = quantized?.origin ?? [0, 0, 0];
  const bind = (jx: number, jy: number): number[] => {
    const s = scale / 2;
    return [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, (x + aside - jx) / 2, (y - jy) / 2, z / 2, 1];
  };
  const inverse = Float32Array.from([...bind(-1, 3), ...bind(1, 3.5)]);
  return builder.list('skins', { joints: [1, 2], inverseBindMatrices: builder.accessor(inverse, 'MAT4') });
}

function character(...shown: readonly (Quantized | undefined)[]): GltfBuilder {
  const builder = new GltfBuilder();
  skeleton(builder);
  for (const [i, quantized] of shown.entries())
    builder.node({ mesh: addMesh(builder, quantized), skin: addSkin(builder, quantized, i * 4), weights: [0.5] });
  builder.json.extensionsUsed = ['KHR_mesh_quantization'];
  return builder;
}

/** One mesh by two skins, which put it to different places. */
function twice(quantized: Quantized | undefined): GltfBuilder {
  const builder = new GltfBuilder();
  skeleton(builder);
  const mesh = addMesh(builder, quantized);
  builder.node({ mesh, skin: addSkin(builder, quantized) });
  builder.node({ mesh, skin: addSkin(builder, quantized, 6) });
  builder.json.extensionsUsed = ['KHR_mesh_quantization'];
  return builder;
}

const compiled = (builder: GltfBuilder, mesh: object = {}): Promise<CompiledModel> =>
  compileModel({ path: 'a.glb', input: { 'a.glb': builder.glb() }, settings: { mesh: { ...mesh } } });

const CASES = {
  'in whole numbers': [() => character(WHOLE), () => character(FLOATS)],
  'in parts of one': [() => character(NORMALIZED), () => character(FLOATS)],
  'two skins, each with a volume of its own': [() => character(WHOLE, NORMALIZED), () => character(FLOATS, FLOATS)],
  'one next to one in floats': [() => character(FLOATS, WHOLE), () => character(FLOATS, FLOATS)],
  'one mesh by two skins': [() => twice(WHOLE), () => twice(FLOATS)],
} as const;

describe.each(Object.entries(CASES))('a quantized character, %s', (_, [quantized, plain]) => {
  it.each([true, false])('is where the model stands, and moves as it did (merge: %s)', async (merge) => {
    const model = await compiled(quantized(), { merge });
    expect(model.warnings).toEqual([]);
    const gltf = await loadBare(await readOracle(quantized().glb()));
    const size = extentOf(model);
    for (const [clip, time] of [[undefined, 0], ...[0, 0.4, 1, 1.7, 2].map((t) => ['bend', t] as const)] as const) {
      const wanted = cornersInThree(gltf, clip, time);
      expect(cloudDistance(cornersInEngine(model, clip, time), wanted, size * 0.01)).toBeLessThan(size * 2e-5);
    }
    const rest = boxOf(cornersInThree(gltf, undefined, 0));
    // Weights of targets are not in the bounds: they reach at most half of 0.4, by the armature's 2.
    for (const [i, side] of [...model.mesh.bounds.aabbMin, ...model.mesh.bounds.aabbMax].entries())
      expect(Math.abs(side - (rest[i] ?? 0)), `side ${i}`).toBeLessThan(i % 3 === 1 ? 0.41 : 1e-3);
    const other = await compiled(plain(), { merge });
    expect(model.mesh.desc.vertexCount).toBe(other.mesh.desc.vertexCount);
    expect(model.mesh.morphs?.targets.length).toBe(other.mesh.morphs?.targets.length);
  });
});

it('leaves skinned positions that are floats where they are', async () => {
  const { mesh } = await compiled(twice(FLOATS));
  expect(mesh.bounds.aabbMin.map((n) => Math.round(n * 100) / 100)).toEqual([-1, -0.29, -1.1]);
  expect(mesh.bounds.aabbMax[0]).toBeCloseTo(1, 5);
});

it('stands where the skin puts it for a runtime without skins', async () => {
  const options = { path: 'a.glb', input: { 'a.glb': character(WHOLE).glb() } };
  const vkguide = await compileFor('vkguide', options);
  const [mesh] = vkguide.outputs.filter(({ suffix }) => suffix.endsWith('.mesh'));
  const { vertices, mesh: skinned } = await compileModel({ ...options, settings: { mesh: { tangents: 'none' } } });
  const still = { corners: trianglesOf(vkguide, mesh?.suffix ?? '') };
  const wanted = { corners: cornersOf(vertices, skinned.indices) };
  expect(compareTriangles(still, wanted, { position: 0, normal: 1.5e-4, uv: 0 })).toBeUndefined();
  expect(skinned.bounds.aabbMax[2]).toBeCloseTo(0.9, 3);
});

function boxOf(points: Float64Array): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    box[i % 3] = Math.min(box[i % 3] ?? 0, points[i] ?? 0);
    box[(i % 3) + 3] = Math.max(box[(i % 3) + 3] ?? 0, points[i] ?? 0);
  }
  return box;
}
