// Skins of models that tests build, against the oracle.

import { describe, expect, it } from 'vitest';
import { addGrid, GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import type { CompiledModel } from '../support/compile-model.js';
import { drawsOf, readOracle } from '../support/gltf-oracle.js';
import { compareTriangles } from '../support/triangle-match.js';
import { compareBindings, compareGeometry, compareSkinAndClips } from './compare/compare-with-oracle.js';
import { posedCorners } from './compare/skin-pose.js';
import { compile } from './compile-fixture.js';

describe('skins', () => {
  it('follows the skin: joints in order, parents among joints, matrices decomposed, weights normalized', async () => {
    const builder = skinned();
    const model = await compile(builder);
    const document = await readOracle(builder.glb());
    compareGeometry(model, document);
    compareSkinAndClips(model, document);
    compareBindings(model, document);
    expect(model.mesh.skin?.joints.map(({ parent }) => parent)).toEqual([-1, 0]);
    expect(model.mesh.skin?.joints[1]?.bindS[0]).toBeCloseTo(2, 6);
    expect(model.mesh.skin?.joints[1]?.bindR[2]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(model.warnings).toEqual([]);
  });

  it('binds static meshes rigidly to the joint above them, in its bind space', async () => {
    const builder = skinned();
    const mesh = addGrid(builder, 2);
    const hat = builder.node({ mesh, translation: [0, 0, 3] }, false);
    const bone = builder.json.nodes[1];
    if (bone !== undefined) bone.children = [hat];
    const model = await compile(builder);
    // The hat's node comes before the skinned one in depth-first order.
    expect(jointsOf(model, 0)).toEqual(['1:1']);
    // In the rest pose, skinning puts the hat where the scene has it.
    const scene = await readOracle(builder.glb());
    const skin = posedCorners(model, 0, restWorlds);
    const wanted = drawsOf(scene).find(({ skinned: s }) => !s);
    expect(
      compareTriangles(
        { corners: skin },
        { corners: wanted?.corners ?? new Float64Array(0) },
        { position: 1e-5, normal: 2, uv: 1e-6 },
      ),
    ).toBeUndefined();
    expect(model.warnings).toEqual([]);
  });

  it('binds static meshes without a joint above to a joint that never moves', async () => {
    const builder = skinned();
    const mesh = addGrid(builder, 2);
    builder.node({ mesh, translation: [7, 0, 0] });
    const model = await compile(builder);
    expect(jointsOf(model, 1)).toEqual(['2:1']);
    expect(model.mesh.skin?.joints[2]).toMatchObject({ parent: -1, bindT: [0, 0, 0] });
    expect(model.mesh.submeshes[1]?.aabbMin[0]).toBeCloseTo(6, 5);
    expect(model.warnings).toEqual([]);
  });

  it('puts the joints of other skins behind those of the first', async () => {
    const builder = skinned();
    const bone = builder.node({ translation: [0, 0, 10] });
    builder.list('skins', { joints: [bone] });
    const mesh = builder.json.meshes.length;
    const { positions, indices } = grid(1);
    const count = positions.length / 3;
    builder.mesh({
      attributes: {
        POSITION: builder.accessor(positions, 'VEC3'),
        JOINTS_0: builder.accessor(new Uint8Array(count * 4), 'VEC4'),
        WEIGHTS_0: builder.accessor(
          Float32Array.from({ length: count * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
          'VEC4',
        ),
      },
      indices: builder.accessor(indices, 'SCALAR'),
    });
    builder.node({ mesh, skin: 1, translation: [100, 0, 0] });
    const model = await compile(builder);
    expect(model.mesh.skin?.joints.length).toBe(3);
    expect(model.mesh.skin?.joints[2]?.bindT).toEqual([0, 0, 10]);
    expect(jointsOf(model, 1)).toEqual(['2:1']);
    expect(model.mesh.submeshes[1]?.aabbMin.map((n) => Math.round(n * 100) / 100)).toEqual([-1, -0.29, -1.1]);
    expect(model.warnings).toEqual([]);
  });

  it('keeps the four heaviest of eight joints, with a warning', async () => {
    const builder = skinned(8);
    const model = await compile(builder);
    const view = new DataView(model.mesh.skin?.vertices.slice().buffer ?? new ArrayBuffer(0));
    for (let at = 0; at < view.byteLength; at += 24) {
      const joints = [0, 2, 4, 6].map((k) => view.getUint16(at + k, true)).sort();
      const weights = [8, 12, 16, 20].map((k) => view.getFloat32(at + k, true));
      expect(joints).toEqual([4, 5, 6, 7]);
      expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 6);
    }
    expect(model.warnings).toEqual(['gltf/merged-weights']);
  });

  it('folds what a node above the skeleton does into its root', async () => {
    const builder = skinned();
    builder.node({ children: [0], scale: [0.01, 0.01, 0.01] });
    builder.json.scenes = [{ nodes: [2, 3] }];
    const model = await compile(builder);
    expect(model.warnings).toEqual([]);
    const [root, bone] = model.mesh.skin?.joints ?? [];
    expect(root?.bindS.map((n) => n.toFixed(6))).toEqual(['0.010000', '0.010000', '0.010000']);
    expect(root?.bindT[1]).toBeCloseTo(0.01, 7);
    expect(bone?.bindS.map((n) => n.toFixed(5))).toEqual(['2.00000', '2.00000', '2.00000']);
  });
});

/** Joint worlds of `skinned()` in its rest pose: a root at (0, 1, 0), a bone turned by 90° about z and scaled by 2 below it. */
const restWorlds = [
  [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1],
  [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 1, 1, 0, 1],
];

function skinned(influences = 4): GltfBuilder {
  const builder = new GltfBuilder();
  const { positions, normals, uvs, indices } = grid(3);
  const count = positions.length / 3;
  const local = [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 1];
  builder.node({ translation: [0, 1, 0], children: [1] });
  builder.node({ matrix: local }, false);
  const jointCount = influences === 8 ? 8 : 2;
  const joints = [0, 1];
  for (let i = 2; i < jointCount; i++) joints.push(builder.node({ name: `extra ${i}` }));
  const inverse = [
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1],
    [0, -0.5, 0, 0, 0.5, 0, 0, 0, 0, 0, 0.5, 0, -0.5, 0.5, 0, 1],
    ...Array.from({ length: jointCount - 2 }, () => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
  ];
  const skin = { joints, inverseBindMatrices: builder.accessor(Float32Array.from(inverse.flat()), 'MAT4') };
  builder.list('skins', skin);
  const sets: { [name: string]: number } = {};
  for (let set = 0; set < influences / 4; set++) {
    sets[`JOINTS_${set}`] = builder.accessor(
      Uint8Array.from({ length: count * 4 }, (_, i) => (influences === 8 ? set * 4 + (i % 4) : i % 2)),
      'VEC4',
    );
    sets[`WEIGHTS_${set}`] = builder.accessor(
      Float32Array.from({ length: count * 4 }, (_, i) =>
        influences === 8 ? (set * 4 + (i % 4) + 1) / 36 : i % 4 < 2 ? (i % 4 === 0 ? 0.75 : 0.5) : 0,
      ),
      'VEC4',
    );
  }
  const mesh = builder.mesh({
    attributes: {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals, 'VEC3'),
      TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
      ...sets,
    },
    indices: builder.accessor(indices, 'SCALAR'),
  });
  builder.node({ mesh, skin: 0, translation: [50, 60, 70] });
  return builder;
}

/** The distinct bindings of a submesh's vertices, as joint:weight of what has weight. */
function jointsOf(model: CompiledModel, submesh: number): string[] {
  const { firstIndex, indexCount } = model.mesh.submeshes[submesh] ?? { firstIndex: 0, indexCount: 0 };
  const bytes = model.mesh.skin?.vertices ?? new Uint8Array(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const keys = [...model.mesh.indices.subarray(firstIndex, firstIndex + indexCount)].map((v) =>
    [0, 1, 2, 3]
      .flatMap((c) => {
        const weight = view.getFloat32(v * 24 + 8 + c * 4, true);
        return weight > 0 ? [`${view.getUint16(v * 24 + c * 2, true)}:${weight}`] : [];
      })
      .join(' '),
  );
  return [...new Set(keys)];
}
