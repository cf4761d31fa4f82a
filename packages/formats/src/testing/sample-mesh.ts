// A small mesh that has one of everything, and random ones, all valid.

import fc from 'fast-check';
import { NO_MATERIAL } from '../hmesh/layout.js';
import type { Bounds, HmeshModel, Joint, Node, Submesh } from '../hmesh/model.js';
import { packSkinVertices, packVertices } from '../hmesh/pack-vertices.js';
import type { Hmesh1Model } from '../hmesh1/model.js';
import { hashRef } from '../refs/hash-ref.js';

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const moved = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, -1.25, 3, 1];

/** Two triangles of a unit quad, one submesh each: skinned, with two reduced levels and three nodes. */
export function sampleMesh(): HmeshModel {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
  const box: Bounds = {
    aabbMin: [0, 0, 0],
    aabbMax: [1, 1, 0],
    sphereCenter: [0.5, 0.5, 0],
    sphereRadius: Math.fround(Math.SQRT1_2),
  };
  const joint: Joint = {
    inverseBind: identity,
    bindT: [0, 0, 0],
    bindR: [0, 0, 0, 1],
    bindS: [1, 1, 1],
    parent: -1,
  };
  return {
    hasTangents: true,
    bounds: box,
    vertices: packVertices({
      positions,
      normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1),
      tangents: Float32Array.of(1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, -1),
      uvs: Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0),
    }),
    indices: Uint16Array.of(0, 1, 2, 0, 2, 3),
    meshlets: Uint32Array.of(0, 3, 0, 1, 3, 3, 1, 1),
    meshletVertices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    meshletTriangles: Uint8Array.of(0, 1, 2, 0, 1, 2),
    meshletBounds: Float32Array.of(0.5, 0.5, 0, 0.75, 0, 0, 1, 0.25, 0.5, 0.5, 0, 0.75, 0, 0, 1, 0.25),
    materials: BigUint64Array.of(hashRef('models/chair/leather'), hashRef('models/chair/material_0')),
    submeshes: [
      { firstIndex: 0, indexCount: 3, firstMeshlet: 0, meshletCount: 1, materialSlot: 0, ...box },
      { firstIndex: 3, indexCount: 3, firstMeshlet: 1, meshletCount: 1, materialSlot: NO_MATERIAL, ...box },
    ],
    skin: {
      vertices: packSkinVertices(
        Uint16Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0),
        Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0, 0.75, 0.25, 0, 0),
      ),
      joints: [
        { ...joint, parent: 1, inverseBind: moved, bindT: [-0.5, 1.25, -3] },
        { ...joint, bindR: [0, Math.fround(Math.SQRT1_2), 0, Math.fround(Math.SQRT1_2)], bindS: [2, 2, 2] },
      ],
    },
    lods: {
      lodCount: 2,
      indices: Uint32Array.of(0, 1, 3),
      ranges: Uint32Array.of(0, 3, 0, 0, 3, 0, 0, 3),
    },
    nodes: [
      { local: identity, parent: -1, firstSubmesh: 0, submeshCount: 2, nameHash: hashRef('root') },
      { local: moved, parent: 0, firstSubmesh: 1, submeshCount: 1, nameHash: 0n },
      { local: moved, parent: 0, firstSubmesh: 0, submeshCount: 0, nameHash: hashRef('empty') },
    ],
  };
}

export function sampleMesh1(): Hmesh1Model {
  const { bounds, indices, meshlets, meshletVertices, meshletTriangles, meshletBounds } = sampleMesh();
  return {
    bounds,
    vertices: packVertices(
      {
        positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
        normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 1, 0),
        tangents: Float32Array.of(1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, -1),
        uvs: Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0),
      },
      1,
    ),
    indices,
    meshlets,
    meshletVertices,
    meshletTriangles,
    meshletBounds,
    materials: BigUint64Array.from(
      ['material_0', 'material_1', 'leather', 'material_3'].map((leaf) => hashRef(`models/chair/${leaf}`)),
    ),
  };
}

const coordinate = fc.float({ min: -100, max: 100, noNaN: true, noDefaultInfinity: true });
const floats = (count: number) => fc.array(coordinate, { minLength: count, maxLength: count });
const u64 = fc.bigInt({ min: 0n, max: 0xffffffffffffffffn });

function boxOf(positions: Float32Array): Bounds {
  const aabbMin = [0, 1, 2].map((axis) => Math.min(...positions.filter((_, i) => i % 3 === axis)));
  const aabbMax = [0, 1, 2].map((axis) => Math.max(...positions.filter((_, i) => i % 3 === axis)));
  const sphereCenter = aabbMin.map((low, axis) => Math.fround((low + (aabbMax[axis] ?? 0)) / 2));
  const radius = Math.hypot(...aabbMax.map((high, axis) => high - (sphereCenter[axis] ?? 0)));
  return { aabbMin, aabbMax, sphereCenter, sphereRadius: Math.fround(radius) };
}

const jointArbitrary = (index: number): fc.Arbitrary<Joint> =>
  fc.record({
    inverseBind: floats(16),
    bindT: floats(3),
    bindR: floats(4),
    bindS: floats(3),
    parent: fc.integer({ min: -1, max: index - 1 }),
  });

const nodeArbitrary = (index: number, submeshCount: number): fc.Arbitrary<Node> =>
  fc.record({
    local: floats(16),
    // A chain with new roots now and then: always in pre-order.
    parent: fc.constantFrom(-1, index - 1),
    firstSubmesh: fc.constant(0),
    submeshCount: fc.integer({ min: 0, max: submeshCount }),
    nameHash: u64,
  });

/** Valid meshes of a few triangles; every submesh is one meshlet. */
export const meshArbitrary: fc.Arbitrary<HmeshModel> = fc
  .record({
    vertexCount: fc.integer({ min: 1, max: 60 }),
    trianglesPerSubmesh: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 4 }),
    materials: fc.array(u64, { maxLength: 3 }),
    hasTangents: fc.boolean(),
    jointCount: fc.integer({ min: 0, max: 3 }),
    lodCount: fc.integer({ min: 0, max: 2 }),
    nodeCount: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    seed: fc.infiniteStream(fc.nat()),
  })
  .chain(({ vertexCount, trianglesPerSubmesh, materials, hasTangents, jointCount, lodCount, nodeCount, seed }) => {
    const next = (below: number): number => (seed.next().value ?? 0) % below;
    const corner = () => next(vertexCount);
    const submeshCount = trianglesPerSubmesh.length;
    return fc
      .record({
        positions: floats(vertexCount * 3).map((list) => Float32Array.from(list)),
        normals: floats(vertexCount * 3).map((list) => Float32Array.from(list)),
        tangents: floats(vertexCount * 4).map((list) => Float32Array.from(list)),
        uvs: floats(vertexCount * 2).map((list) => Float32Array.from(list)),
        meshletBounds: floats(submeshCount * 8).map((list) =>
          Float32Array.from(list, (v, i) => (i % 8 === 3 ? Math.abs(v) : v)),
        ),
        joints: fc.tuple(...Array.from({ length: jointCount }, (_, i) => jointArbitrary(i))),
        nodes: fc.tuple(...Array.from({ length: nodeCount ?? 0 }, (_, i) => nodeArbitrary(i, submeshCount))),
      })
      .map((made): HmeshModel => {
        const bounds = boxOf(made.positions);
        const indices: number[] = [];
        const meshlets: number[] = [];
        const submeshes = trianglesPerSubmesh.map((triangles, i): Submesh => {
          const firstIndex = indices.length;
          for (let corners = 0; corners < triangles * 3; corners++) indices.push(corner());
          meshlets.push(firstIndex, triangles * 3, firstIndex / 3, triangles);
          const materialSlot = materials.length > 0 && next(2) === 0 ? next(materials.length) : NO_MATERIAL;
          return { firstIndex, indexCount: triangles * 3, firstMeshlet: i, meshletCount: 1, materialSlot, ...bounds };
        });
        const corners = trianglesPerSubmesh.flatMap((triangles) => Array.from({ length: triangles * 3 }, (_, i) => i));
        const lodIndices = Uint32Array.from({ length: 6 }, corner);
        return {
          hasTangents,
          bounds,
          vertices: packVertices(made),
          indices: Uint16Array.from(indices),
          meshlets: Uint32Array.from(meshlets),
          meshletVertices: Uint32Array.from(indices),
          meshletTriangles: Uint8Array.from(corners),
          meshletBounds: made.meshletBounds,
          materials: BigUint64Array.from(materials),
          submeshes,
          skin:
            jointCount === 0
              ? undefined
              : {
                  joints: made.joints,
                  vertices: packSkinVertices(
                    Uint16Array.from({ length: vertexCount * 4 }, () => next(jointCount)),
                    Float32Array.from({ length: vertexCount * 4 }, () => 0.25),
                  ),
                },
          lods:
            lodCount === 0
              ? undefined
              : {
                  lodCount,
                  indices: lodIndices,
                  // First 0 or 3, count 0 or 3: always inside the six indices.
                  ranges: Uint32Array.from({ length: lodCount * submeshCount * 2 }, () => next(2) * 3),
                },
          nodes: nodeCount === undefined ? undefined : made.nodes,
        };
      });
  });
