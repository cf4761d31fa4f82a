// Hierarchies of other kinds of meshes: skinned, morphed, and unmerged nodes.

import { clusterAt, clusterCount, type Hmesh, morphTargetAt, NO_GROUP, selectClusters } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';

const SIDE = 40;

/** A wavy sheet whose left half one joint moves and the right half another; it may have two targets. */
function sheet({ isSkinned = false, isMorphed = false } = {}): Uint8Array {
  const builder = new GltfBuilder();
  const { positions, normals, uvs, indices } = grid(SIDE);
  const count = positions.length / 3;
  const each = (width: number, of: (vertex: number, c: number) => number): Float32Array =>
    Float32Array.from({ length: count * width }, (_, i) => of(Math.floor(i / width), i % width));
  const right = (vertex: number): number => Math.min(1, Math.max(0, ((positions[vertex * 3] ?? 0) + 1) / 2));
  const skinned = isSkinned && {
    JOINTS_0: builder.accessor(
      Uint8Array.from({ length: count * 4 }, (_, i) => (i % 4 < 2 ? i % 4 : 0)),
      'VEC4',
    ),
    WEIGHTS_0: builder.accessor(
      each(4, (vertex, c) => (c === 0 ? 1 - right(vertex) : c === 1 ? right(vertex) : 0)),
      'VEC4',
    ),
  };
  const targets = [0, 1].map((target) => ({
    POSITION: builder.accessor(
      each(3, (vertex, c) => (c === 1 && vertex % (target + 2) === 0 ? (vertex + 1) / count : 0)),
      'VEC3',
      { min: [0, 0, 0], max: [0, 1, 0] },
    ),
  }));
  const mesh = builder.mesh({
    attributes: {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals, 'VEC3'),
      TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
      ...skinned,
    },
    indices: builder.accessor(indices, 'SCALAR'),
    ...(isMorphed && { targets }),
  });
  if (isSkinned) {
    const joints = [0, 1].map(() => builder.node({}));
    builder.node({ mesh, skin: builder.list('skins', { joints }) });
  } else builder.node({ mesh });
  return builder.glb();
}

/** Two meshes, one of them shown twice, all in one place. */
function nodes(): Uint8Array {
  const builder = new GltfBuilder();
  const meshes = [0, 1].map((which) => {
    const { positions, normals, uvs, indices } = grid(SIDE);
    const raised = positions.map((value, i) => (i % 3 === 1 ? value + which : value));
    return builder.mesh({
      attributes: {
        POSITION: builder.accessor(raised, 'VEC3'),
        NORMAL: builder.accessor(normals, 'VEC3'),
        TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
      },
      indices: builder.accessor(indices, 'SCALAR'),
    });
  });
  for (const mesh of [meshes[0], meshes[1], meshes[1]]) builder.node({ mesh, translation: [3, 0, 0] });
  return builder.glb();
}

async function both(glb: Uint8Array, more: object = {}): Promise<{ readonly plain: Hmesh; readonly clustered: Hmesh }> {
  const compiled = async (clusters: boolean): Promise<Hmesh> => {
    const settings = { mesh: { clusters, lods: [], ...more } };
    return (await compileModel({ path: 'a.glb', input: { 'a.glb': glb }, settings })).mesh;
  };
  return { plain: await compiled(false), clustered: await compiled(true) };
}

/** Rows of the vertices that the indices name, in their order. */
function cornersOf({ indices, desc }: Hmesh, rows: Uint8Array): Uint8Array {
  const width = rows.length / desc.vertexCount;
  const out = new Uint8Array(indices.length * width);
  for (const [i, vertex] of indices.entries()) out.set(rows.subarray(vertex * width, (vertex + 1) * width), i * width);
  return out;
}

/** On the way from each meshlet to a root one cluster is drawn. */
function expectCover({ clusters, bounds }: Hmesh): void {
  if (clusters === undefined) throw new Error('no clusters');
  const infos = Array.from({ length: clusterCount(clusters) }, (_, i) => clusterAt(clusters, i));
  for (const maxPixels of [0.1, 1, 10, 1000]) {
    const eye = [0, bounds.sphereRadius * 2, 0];
    const drawn = new Set(selectClusters(clusters, { eye, pixelsPerUnit: 1000, maxPixels }));
    for (const [first, { level }] of infos.entries()) {
      if (level > 0) continue;
      let found = 0;
      for (let at = first; at >= 0; ) {
        if (drawn.has(at)) found++;
        const parent = infos[at]?.parentGroup ?? NO_GROUP;
        at = parent === NO_GROUP ? -1 : infos.findIndex(({ group }) => group === parent);
      }
      expect(found).toBe(1);
    }
  }
  expect(infos.some(({ level }) => level > 1)).toBe(true);
}

/** Faster than comparing each byte. */
const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.from(a).equals(b);

describe('a hierarchy', () => {
  it('of a skinned mesh keeps joints and weights of every corner', async () => {
    const { plain, clustered } = await both(sheet({ isSkinned: true }));
    expectCover(clustered);
    expect(clustered.skin?.joints.length).toBe(2);
    const skinOf = (mesh: Hmesh): Uint8Array => cornersOf(mesh, mesh.skin?.vertices ?? new Uint8Array());
    expect(equal(skinOf(clustered), skinOf(plain))).toBe(true);
    expect(equal(cornersOf(clustered, clustered.vertices), cornersOf(plain, plain.vertices))).toBe(true);
    expect(equal(clustered.vertices, plain.vertices)).toBe(false);
  });

  it('of a morphed mesh keeps what every corner does, and has no cones', async () => {
    const { plain, clustered } = await both(sheet({ isMorphed: true }));
    expectCover(clustered);
    const moves = ({ morphs, indices, desc }: Hmesh): number[] =>
      [0, 1].flatMap((target) => {
        const heights = new Float32Array(desc.vertexCount);
        const { vertices, positions } = morphTargetAt(morphs ?? fail(), target);
        for (const [i, vertex] of vertices.entries()) heights[vertex] = positions[i * 3 + 1] ?? 0;
        return Array.from(indices, (vertex) => heights[vertex] ?? 0);
      });
    expect(moves(clustered)).toEqual(moves(plain));
    expect(new Set(moves(plain)).size).toBeGreaterThan(500);
    const { clusters = fail() } = clustered;
    for (let i = 0; i < clusterCount(clusters); i++) expect(clusterAt(clusters, i).coneCutoff).toBe(1);
  });

  it('is one a mesh where nodes are not merged', async () => {
    const { plain, clustered } = await both(nodes(), { merge: false });
    expect(plain.submeshes.length).toBe(2);
    expectCover(clustered);
    const { clusters = fail() } = clustered;
    const infos = Array.from({ length: clusterCount(clusters) }, (_, i) => clusterAt(clusters, i));
    const roots = infos.filter(({ parentGroup }) => parentGroup === NO_GROUP);
    expect(roots.map(({ submesh }) => submesh).sort()).toEqual([0, 1]);
    // No group has clusters of both.
    const owners = new Map<number, number>();
    for (const { group, parentGroup, submesh } of infos)
      for (const one of [group, parentGroup].filter((number) => number !== NO_GROUP)) {
        expect(owners.get(one) ?? submesh).toBe(submesh);
        owners.set(one, submesh);
      }
    expect(owners.size).toBeGreaterThan(2);
  });
});

const fail = (): never => {
  throw new Error('a chunk is missing');
};
