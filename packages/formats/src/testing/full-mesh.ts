// The sample mesh with every chunk that a mesh can have, one without vertices, and random ones, all valid.

import fc from 'fast-check';
import { Cluster, ClusterGroup, ClusterPage, NO_GROUP } from '../hmesh/clusters/cluster-layout.js';
import { NO_MATERIAL } from '../hmesh/layout.js';
import { packMicromaps } from '../hmesh/micromaps/pack-micromaps.js';
import type { HmeshModel } from '../hmesh/model.js';
import type { MorphDeltas } from '../hmesh/morph-targets.js';
import { COLOR_FORMATS, LINE_MODES } from '../hmesh/optional-layout.js';
import type { LineRange, Lines } from '../hmesh/optional-model.js';
import { packColors } from '../hmesh/pack-colors.js';
import { packMorphs } from '../hmesh/pack-morphs.js';
import { packVertices } from '../hmesh/pack-vertices.js';
import { meshArbitrary, sampleMesh } from './sample-mesh.js';

/** Three targets for two submeshes: with normals, with both, with neither; points and lines; half floats as colors. */
export function fullMesh(): HmeshModel {
  const mesh = sampleMesh();
  const { lods } = mesh;
  if (lods === undefined) throw new Error('the sample has levels');
  return {
    ...mesh,
    lods: { ...lods, errors: Float32Array.of(0.125, 0.125, 0.25, 0.5) },
    names: {
      submeshes: ['Sitz', ''],
      materials: ['Leder', 'material_0'],
      joints: ['Hüfte', 'root'],
      targets: ['smile', 'blink', 'smile'],
    },
    colors: packColors(Float32Array.of(1, 0.5, 0.25, 1, 4, 0, 0, 1, 0, 2, 0, 0.5, 1, 1, 1, 1), 'float16'),
    uvs1: Float32Array.of(0, 0, 0.5, 0, 0.5, 0.5, 0, -2),
    morphs: packMorphs([
      {
        extent: 1.5,
        targets: [
          {
            vertices: Uint32Array.of(0, 2),
            positions: Float32Array.of(0, 0, 1, 0, 0.5, 0),
            normals: Float32Array.of(0, 0.25, 0, 0.125, 0, 0),
            defaultWeight: 0.5,
          },
          {
            vertices: Uint32Array.of(1),
            positions: Float32Array.of(-1, 0, 0),
            normals: Float32Array.of(0, 0, -0.5),
            tangents: Float32Array.of(0, 1, 0),
            defaultWeight: 0,
          },
        ],
      },
      {
        extent: 0.25,
        targets: [
          { vertices: Uint32Array.of(0, 3), positions: Float32Array.of(0, 0, 0.25, 0, 0, -0.25), defaultWeight: -1 },
        ],
      },
    ]),
    lines: {
      ranges: [
        { mode: 'points', first: 0, count: 3, materialSlot: 1 },
        { mode: 'lines', first: 3, count: 4, materialSlot: NO_MATERIAL },
      ],
      indices: Uint32Array.of(0, 1, 3, 0, 1, 1, 2),
    },
  };
}

/** The sample with a hierarchy: both meshlets make one group, and that one cluster. */
export function clusteredMesh(): HmeshModel {
  const mesh = sampleMesh();
  const rows = new Uint8Array(3 * Cluster.size);
  const bounds = { center: [0.5, 0.5, 0], radius: 0.75, coneAxis: [0, 0, 1], coneCutoff: 0.25 };
  const row = { vertexOffset: 0, triangleOffset: 0, vertexCount: 3, triangleCount: 1, flags: 0, ...bounds };
  Cluster.write(rows, 0, { ...row, level: 1, submesh: 1, error: 0.5, group: 0, parentGroup: NO_GROUP, page: 0 });
  for (const submesh of [0, 1])
    Cluster.write(rows, (submesh + 1) * Cluster.size, {
      ...row,
      vertexOffset: submesh * 3,
      triangleOffset: submesh,
      level: 0,
      submesh,
      error: 0,
      group: NO_GROUP,
      parentGroup: 0,
      page: 1,
    });
  const groups = new Uint8Array(ClusterGroup.size);
  ClusterGroup.write(groups, 0, { center: [0.5, 0.5, 0], radius: 0.75, error: 0.5, level: 1, pageCount: 2, pad: 0 });
  const pages = new Uint8Array(2 * ClusterPage.size);
  const page = { vertexOffset: 0, triangleOffset: 0, pad: [0, 0] };
  const coarse = {
    firstCluster: 0,
    clusterCount: 1,
    firstVertex: 0,
    vertexCount: 3,
    vertexEntries: 3,
    triangleCount: 1,
  };
  ClusterPage.write(pages, 0, { ...page, ...coarse, sizeBytes: 235, flags: 0 });
  const fine = { firstCluster: 1, clusterCount: 2, firstVertex: 3, vertexCount: 1, vertexEntries: 6, triangleCount: 2 };
  ClusterPage.write(pages, ClusterPage.size, { ...page, ...fine, sizeBytes: 210, flags: 1 });
  return {
    ...mesh,
    clusters: {
      rows: new Uint32Array(rows.buffer),
      vertices: Uint32Array.of(0, 1, 2),
      triangles: Uint8Array.of(0, 1, 2),
      groups: new Uint32Array(groups.buffer),
      pages: new Uint32Array(pages.buffer),
    },
  };
}

/** The clustered sample with its triangles as words, too. */
export function wordsMesh(): HmeshModel {
  const { clusters, ...mesh } = clusteredMesh();
  if (clusters === undefined) throw new Error('the sample has clusters');
  return {
    ...mesh,
    clusters: { ...clusters, triangleWords: Uint32Array.of(0x020100) },
    meshletTriangleWords: Uint32Array.of(0x020100, 0x020100),
  };
}

/** The sample with opacity micromaps: one map of level 2, one of level 1, and both submeshes share a triangle of a reduced level. */
export function micromapMesh(): HmeshModel {
  const mesh = sampleMesh();
  const maps = [
    { level: 2, states: Uint8Array.of(0b11100100, 0, 0b01010101, 0b10101010) },
    { level: 1, states: Uint8Array.of(0b00011011) },
  ];
  const indices = { indices: Int32Array.of(0, -2), lodIndices: Int32Array.of(1) };
  return { ...mesh, micromaps: packMicromaps({ states: 4, maps, ...indices }, mesh) };
}

/** A skeleton and nothing else, as an animation without a mesh gives: no vertices, one empty submesh. */
export function emptyMesh(): HmeshModel {
  const { skin } = sampleMesh();
  const box = { aabbMin: [0, 0, 0], aabbMax: [0, 0, 0], sphereCenter: [0, 0, 0], sphereRadius: 0 };
  return {
    hasTangents: false,
    bounds: box,
    vertices: new Uint8Array(0),
    indices: new Uint16Array(0),
    meshlets: new Uint32Array(0),
    meshletVertices: new Uint32Array(0),
    meshletTriangles: new Uint8Array(0),
    meshletBounds: new Float32Array(0),
    materials: new BigUint64Array(0),
    submeshes: [{ firstIndex: 0, indexCount: 0, firstMeshlet: 0, meshletCount: 0, materialSlot: NO_MATERIAL, ...box }],
    skin: { vertices: new Uint8Array(0), joints: skin?.joints ?? [] },
    names: { submeshes: [''], materials: [], joints: ['Hüfte', 'root'], targets: [] },
  };
}

/** Lines from (5, 5, 5) to (6, 6, 6). The box of the empty submesh is a point. */
export function linesMesh(point: readonly number[]): HmeshModel {
  const { skin, names, submeshes, ...mesh } = emptyMesh();
  const box = { aabbMin: point, aabbMax: point, sphereCenter: point };
  return {
    ...mesh,
    bounds: { aabbMin: [5, 5, 5], aabbMax: [6, 6, 6], sphereCenter: [5.5, 5.5, 5.5], sphereRadius: 1 },
    vertices: packVertices({
      positions: Float32Array.of(5, 5, 5, 6, 6, 6),
      normals: new Float32Array(6),
      tangents: new Float32Array(8),
      uvs: new Float32Array(4),
    }),
    lines: {
      ranges: [{ mode: 'lines', first: 0, count: 2, materialSlot: NO_MATERIAL }],
      indices: Uint32Array.of(0, 1),
    },
    submeshes: submeshes.map((submesh) => ({ ...submesh, ...box })),
  };
}

const float = fc.float({ min: -100, max: 100, noNaN: true, noDefaultInfinity: true });
const floats = (count: number) =>
  fc.array(float, { minLength: count, maxLength: count }).map((list) => Float32Array.from(list));
const names = (count: number) =>
  fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { minLength: count, maxLength: count });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const targetArbitrary = (vertexCount: number): fc.Arbitrary<MorphDeltas> =>
  fc
    .uniqueArray(fc.nat(vertexCount - 1), { maxLength: 5 })
    .map((list) => Uint32Array.from(list).sort())
    .chain((vertices) =>
      fc.record({
        vertices: fc.constant(vertices),
        positions: floats(vertices.length * 3),
        normals: maybe(floats(vertices.length * 3)),
        tangents: maybe(floats(vertices.length * 3)),
        defaultWeight: float,
      }),
    );

const linesArbitrary = (vertexCount: number, materialCount: number): fc.Arbitrary<Lines> =>
  fc
    .array(
      fc.record({
        mode: fc.constantFrom(...LINE_MODES),
        vertices: fc.array(fc.nat(vertexCount - 1), { maxLength: 3 }),
        materialSlot: fc.constantFrom(NO_MATERIAL, ...Array.from({ length: materialCount }, (_, i) => i)),
      }),
      { maxLength: 3 },
    )
    .map((list) => {
      const indices: number[] = [];
      const ranges = list.map(({ mode, vertices, materialSlot }): LineRange => {
        const own = mode === 'lines' ? vertices.flatMap((vertex) => [vertex, vertices[0] ?? 0]) : vertices;
        const first = indices.length;
        indices.push(...own);
        return { mode, first, count: own.length, materialSlot };
      });
      return { ranges, indices: Uint32Array.from(indices) };
    });

/** Valid meshes of a few triangles with any of the chunks that may be absent. */
export const fullMeshArbitrary: fc.Arbitrary<HmeshModel> = meshArbitrary.chain((mesh) => {
  const vertexCount = mesh.vertices.length / 28;
  const submesh = fc.record({
    extent: float.map(Math.abs),
    targets: fc.array(targetArbitrary(vertexCount), { maxLength: 2 }),
  });
  const { length } = mesh.submeshes;
  return fc
    .record({
      errors: maybe(floats((mesh.lods?.ranges.length ?? 0) / 2).map((list) => list.map(Math.abs))),
      colors: maybe(
        fc
          .tuple(floats(vertexCount * 4), fc.constantFrom(...COLOR_FORMATS))
          .map(([rgba, format]) => packColors(rgba, format)),
      ),
      uvs1: maybe(floats(vertexCount * 2)),
      morphs: maybe(fc.array(submesh, { minLength: length, maxLength: length }).map(packMorphs)),
      lines: maybe(linesArbitrary(vertexCount, mesh.materials.length)),
    })
    .chain(({ errors, ...more }) =>
      maybe(
        fc.record({
          submeshes: names(length),
          materials: names(mesh.materials.length),
          joints: names(mesh.skin?.joints.length ?? 0),
          targets: names(more.morphs?.targets.length ?? 0),
        }),
      ).map((all): HmeshModel => ({ ...mesh, lods: mesh.lods && { ...mesh.lods, errors }, ...more, names: all })),
    );
});
