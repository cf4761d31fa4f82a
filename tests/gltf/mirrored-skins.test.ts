// Skins whose joints mirror their mesh at rest: what is stored, and that winding, normals and tangents agree. That triangles are posed as in three.js, and
// show the same side, is in poses.test.ts.

import type { Hmesh } from '@assetc/formats';
import { Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { type CompiledModel, compileModel } from '../support/compile-model.js';
import { jointWorlds } from './compare/pose-compiled.js';

/** Column-major. */
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** With a last number that is not exactly 1, as some exporters round it. */
const ROUNDED = [...IDENTITY.slice(0, 15), 1 - 2 ** -24];

interface Options {
  /** Of the four corners, the joint of each: 0 rests below a node that mirrors x, 1 does not. */
  readonly joints?: readonly number[];
  readonly bind?: readonly number[];
  readonly integers?: boolean;
}

/** A quad that faces +Z, with u along x. */
function quad({ joints = [0, 0, 0, 0], bind = IDENTITY, integers = false }: Options = {}): GltfBuilder {
  const builder = new GltfBuilder();
  const repeat = (...values: readonly number[]) => Float32Array.from([0, 0, 0, 0].flatMap(() => values));
  const corners = [1, 1, 0, 3, 1, 0, 3, 2, 0, 1, 2, 0];
  const mesh = builder.mesh({
    attributes: {
      POSITION: builder.accessor(integers ? Int16Array.from(corners) : Float32Array.from(corners), 'VEC3'),
      NORMAL: builder.accessor(repeat(0, 0, 1), 'VEC3'),
      TANGENT: builder.accessor(repeat(1, 0, 0, 1), 'VEC4'),
      JOINTS_0: builder.accessor(Uint8Array.from(joints.flatMap((joint) => [joint, 0, 0, 0])), 'VEC4'),
      WEIGHTS_0: builder.accessor(repeat(1, 0, 0, 0), 'VEC4'),
    },
    indices: builder.accessor(Uint16Array.of(0, 1, 2, 0, 2, 3), 'SCALAR'),
    targets: [{ POSITION: builder.accessor(repeat(0.5, 0.25, 0), 'VEC3') }],
  });
  builder.json.extensionsUsed = ['KHR_mesh_quantization'];
  const binds = builder.accessor(Float32Array.from([...bind, ...bind]), 'MAT4');
  const skin = builder.list('skins', { joints: [1, 2], inverseBindMatrices: binds });
  builder.node({ scale: [-1, 1, 1], children: [1, 3] });
  builder.node({ name: 'mirrored' }, false);
  builder.node({ name: 'plain' });
  builder.node({ mesh, skin }, false);
  return builder;
}

const compiled = (builder: GltfBuilder, merge: boolean): Promise<CompiledModel> =>
  compileModel({ path: 'a.glb', input: { 'a.glb': builder.glb() }, settings: { mesh: { merge } } });

/** z of the normals of the stored triangles, by the order of their corners. */
function facesZ({ mesh, vertices }: CompiledModel): readonly number[] {
  const point = (at: number) => new Vector3().fromArray(vertices.positions, (mesh.indices[at] ?? 0) * 3);
  return Array.from({ length: mesh.indices.length / 3 }, (_, i) => {
    const [a, b, c] = [point(i * 3), point(i * 3 + 1), point(i * 3 + 2)];
    return b.sub(a).cross(c.sub(a)).normalize().z;
  });
}

function poseDeterminants({ skin }: Hmesh): readonly number[] {
  const joints = skin?.joints ?? [];
  return jointWorlds(joints, undefined, 0).map((world, i) =>
    world.multiply(new Matrix4().fromArray(joints[i]?.inverseBind ?? [])).determinant(),
  );
}

describe.each([true, false])('with merge: %s', (merge) => {
  it.each([{}, { integers: true }, { bind: ROUNDED }])('are stored as they are posed: %j', async (options) => {
    const model = await compiled(quad(options), merge);
    const { mesh, vertices } = model;
    expect(mesh.bounds.aabbMin.map(Math.round)).toEqual([-3, 1, 0]);
    expect(mesh.bounds.aabbMax.map(Math.round)).toEqual([-1, 2, 0]);
    expect(facesZ(model)).toEqual([1, 1]);
    expect([...vertices.normals.subarray(0, 3)]).toEqual([0, 0, 1]);
    // Bitangents still point along y.
    expect([...vertices.tangents.subarray(0, 4)]).toEqual([-1, 0, 0, -1]);
    expect([...(mesh.morphs?.positions.subarray(0, 3) ?? [])]).toEqual([-0.5, 0.25, 0]);
    expect(poseDeterminants(mesh)[0]).toBeCloseTo(1, 5);
  });

  it('stay as they are if most of the mesh is not mirrored', async () => {
    const model = await compiled(quad({ joints: [0, 1, 1, 1] }), merge);
    expect(model.mesh.bounds.aabbMin).toEqual([1, 1, 0]);
    expect(model.vertices.tangents[3]).toBe(1);
    const flipped = await compiled(quad({ joints: [0, 0, 0, 1] }), merge);
    expect(flipped.mesh.bounds.aabbMin).toEqual([-3, 1, 0]);
  });
});
