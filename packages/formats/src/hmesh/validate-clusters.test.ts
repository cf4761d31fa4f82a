// One test for each rule of docs/formats/hmesh.md about the cluster hierarchy: a good file, one change, the problem that it must cause
// and where.

import { describe, expect, it } from 'vitest';
import type { Problem } from '../core/problem.js';
import { clusteredMesh, wordsMesh } from '../testing/full-mesh.js';
import { Patient } from '../testing/patient.js';
import { Cluster, ClusterGroup, ClusterPage } from './clusters/cluster-layout.js';
import { clusterAt, clusterCount, clusterGroupAt, clusterPageAt } from './clusters/cluster-model.js';
import { encodeHmesh } from './encode.js';
import type { HmeshModel } from './model.js';
import { decodeHmesh } from './read.js';
import { packTriangleWords } from './triangle-words.js';
import { validateHmesh } from './validate.js';

type Rule = readonly [name: string, code: Problem['code'], field: string, change: (mesh: Patient) => number];

function diagnose(change: (mesh: Patient) => number) {
  const patient = new Patient(encodeHmesh(clusteredMesh()));
  const at = change(patient);
  return { problems: validateHmesh(patient.bytes), at, bytes: patient.bytes };
}

const row = (m: Patient, i: number, field: Parameters<typeof Cluster.offsetOf>[0]): number =>
  m.at('CLUS') + i * Cluster.size + Cluster.offsetOf(field);
const group = (m: Patient, field: Parameters<typeof ClusterGroup.offsetOf>[0]): number =>
  m.at('CLGR') + ClusterGroup.offsetOf(field);
const page = (m: Patient, i: number, field: Parameters<typeof ClusterPage.offsetOf>[0]): number =>
  m.at('CLPG') + i * ClusterPage.size + ClusterPage.offsetOf(field);

/** Found by tables alone: the decoder refuses these too. */
const tableRules: readonly Rule[] = [
  ['a hierarchy without clusters', 'missing', 'CLUS', (m) => m.hide('CLUS') * 0 + 32],
  ['clusters without vertices', 'missing', 'CLVR', (m) => m.hide('CLVR') * 0 + 32],
  ['clusters without triangles', 'missing', 'CLTR', (m) => m.hide('CLTR') * 0 + 32],
  ['clusters without groups', 'missing', 'CLGR', (m) => m.hide('CLGR') * 0 + 32],
  ['clusters without pages', 'missing', 'CLPG', (m) => m.hide('CLPG') * 0 + 32],
  ['a part of a cluster', 'bad-range', 'CLUS.size', (m) => m.u64(m.entry('CLUS') + 16, 3 * 64 - 4)],
  ['a part of an entry', 'bad-range', 'CLVR.size', (m) => m.u64(m.entry('CLVR') + 16, 11)],
  ['a part of a triangle', 'bad-range', 'CLTR.size', (m) => m.u64(m.entry('CLTR') + 16, 2)],
  ['a part of a group', 'bad-range', 'CLGR.size', (m) => m.u64(m.entry('CLGR') + 16, 28)],
  ['a part of a page', 'bad-range', 'CLPG.size', (m) => m.u64(m.entry('CLPG') + 16, 80)],
  ['fewer clusters than meshlets', 'bad-range', 'CLUS.size', (m) => m.u64(m.entry('CLUS') + 16, 64)],
];

const bulkRules: readonly Rule[] = [
  [
    'more vertices than a cluster may have',
    'bad-value',
    'CLUS[0].vertexCount',
    (m) => m.u8(row(m, 0, 'vertexCount'), 65),
  ],
  ['more triangles', 'bad-value', 'CLUS[0].triangleCount', (m) => m.u8(row(m, 0, 'triangleCount'), 125)],
  ['a flag that means nothing', 'bad-value', 'CLUS[1].flags', (m) => m.u8(row(m, 1, 'flags'), 2)],
  ['a center that is NaN', 'bad-value', 'CLUS[0].center', (m) => m.f32(row(m, 0, 'center'), Number.NaN)],
  ['a radius below zero', 'bad-value', 'CLUS[0].radius', (m) => m.f32(row(m, 0, 'radius'), -1)],
  ['level 0 before the meshlets', 'bad-value', 'CLUS[0].level', (m) => m.u8(row(m, 0, 'level'), 0)],
  ['another level than its group', 'bad-value', 'CLUS[0].level', (m) => m.u8(row(m, 0, 'level'), 2)],
  ['a group that is not there', 'bad-range', 'CLUS[0].group', (m) => m.u32(row(m, 0, 'group'), 1)],
  ['entries with a gap', 'bad-range', 'CLUS[0].vertexOffset', (m) => m.u32(row(m, 0, 'vertexOffset'), 1)],
  ['entries past the end', 'bad-range', 'CLUS[0].vertexCount', (m) => m.u8(row(m, 0, 'vertexCount'), 4)],
  ['triangles with a gap', 'bad-range', 'CLUS[0].triangleOffset', (m) => m.u32(row(m, 0, 'triangleOffset'), 1)],
  ['triangles past the end', 'bad-range', 'CLUS[0].triangleCount', (m) => m.u8(row(m, 0, 'triangleCount'), 2)],
  ['a meshlet of level 1', 'bad-value', 'CLUS[1].level', (m) => m.u8(row(m, 1, 'level'), 1)],
  ['a meshlet elsewhere', 'bad-range', 'CLUS[2].vertexOffset', (m) => m.u32(row(m, 2, 'vertexOffset'), 0)],
  ['a meshlet with less', 'bad-range', 'CLUS[2].triangleCount', (m) => m.u8(row(m, 2, 'triangleCount'), 0)],
  ['a meshlet in a group', 'bad-value', 'CLUS[1].group', (m) => m.u32(row(m, 1, 'group'), 0)],
  ['a meshlet with other bounds', 'bad-value', 'CLUS[2].center', (m) => m.f32(row(m, 2, 'coneAxis'), 1) - 16],
  ['a submesh that is not there', 'bad-range', 'CLUS[0].submesh', (m) => m.u32(row(m, 0, 'submesh'), 2)],
  ["another meshlet's submesh", 'bad-range', 'CLUS[1].submesh', (m) => m.u32(row(m, 1, 'submesh'), 1)],
  ['another error than its group', 'bad-value', 'CLUS[0].error', (m) => m.f32(row(m, 0, 'error'), 0.25)],
  ['an error of a meshlet', 'bad-value', 'CLUS[1].error', (m) => m.f32(row(m, 1, 'error'), 0.25)],
  ['a page that is not there', 'bad-range', 'CLUS[2].page', (m) => m.u32(row(m, 2, 'page'), 2)],
  ['a page that lists others', 'bad-range', 'CLUS[2].page', (m) => m.u32(row(m, 2, 'page'), 0)],
  ['a parent that is not there', 'bad-range', 'CLUS[1].parentGroup', (m) => m.u32(row(m, 1, 'parentGroup'), 1)],
  ['a parent of its own level', 'bad-order', 'CLUS[0].parentGroup', (m) => m.u32(row(m, 0, 'parentGroup'), 0)],
  [
    'a sphere that does not hold its members',
    'bad-value',
    'CLUS[1].parentGroup',
    (m) => m.f32(group(m, 'radius'), 0.74) * 0 + row(m, 1, 'parentGroup'),
  ],
  [
    'a group that is there before its members',
    'bad-range',
    'CLUS[1].parentGroup',
    (m) => m.u32(group(m, 'pageCount'), 1) * 0 + row(m, 1, 'parentGroup'),
  ],
  ['an error below zero', 'bad-value', 'CLGR[0].error', (m) => m.f32(group(m, 'error'), -0.5)],
  ['padding of a group', 'bad-value', 'CLGR[0].pad', (m) => m.u32(group(m, 'pad'), 1)],
  ['an entry past the vertices', 'bad-range', 'CLVR[2]', (m) => m.u32(m.at('CLVR') + 8, 4)],
  ['a corner past the vertices', 'bad-range', 'CLTR[1]', (m) => m.u8(m.at('CLTR') + 1, 3)],
  ['a page that begins elsewhere', 'bad-range', 'CLPG[0].vertexOffset', (m) => m.u32(page(m, 0, 'vertexOffset'), 1)],
  ['a page with fewer entries', 'bad-range', 'CLPG[1].vertexEntries', (m) => m.u32(page(m, 1, 'vertexEntries'), 5)],
  ['a page with other triangles', 'bad-range', 'CLPG[1].triangleOffset', (m) => m.u32(page(m, 1, 'triangleOffset'), 1)],
  ['a page with more triangles', 'bad-range', 'CLPG[1].triangleCount', (m) => m.u32(page(m, 1, 'triangleCount'), 3)],
  ['a page of clusters as one of meshlets', 'bad-value', 'CLPG[0].flags', (m) => m.u32(page(m, 0, 'flags'), 1)],
  ['vertices with a gap', 'bad-range', 'CLPG[1].firstVertex', (m) => m.u32(page(m, 1, 'firstVertex'), 4)],
  ['fewer vertices than are named', 'bad-range', 'CLPG[0].vertexCount', (m) => m.u32(page(m, 0, 'vertexCount'), 2)],
  ['another size', 'bad-range', 'CLPG[0].sizeBytes', (m) => m.u32(page(m, 0, 'sizeBytes'), 236)],
  ['more than 128 KB', 'bad-value', 'CLPG[0].sizeBytes', (m) => m.u32(page(m, 0, 'sizeBytes'), 0x20001)],
  ['a page of meshlets and others', 'bad-range', 'CLPG[0].clusterCount', (m) => m.u32(page(m, 0, 'clusterCount'), 2)],
  ['an empty page', 'bad-value', 'CLPG[1].clusterCount', (m) => m.u32(page(m, 1, 'clusterCount'), 0)],
];

it('finds nothing wrong with a mesh that has clusters', () => {
  expect(diagnose(() => 0).problems).toEqual([]);
});

describe.each(tableRules)('%s', (_, code, field, change) => {
  it('is a problem at its place, and refused', () => {
    const { problems, at, bytes } = diagnose(change);
    expect(problems.map(({ code, offset, field }) => ({ code, offset, field }))).toContainEqual({
      code,
      offset: at,
      field,
    });
    expect(() => decodeHmesh(bytes)).toThrow();
  });
});

describe.each(bulkRules)('%s', (_, code, field, change) => {
  it('is a problem at its place', () => {
    const { problems, at } = diagnose(change);
    expect(problems.map(({ code, offset, field }) => ({ code, offset, field }))).toContainEqual({
      code,
      offset: at,
      field,
    });
  });
});

/** Two groups, one above the other; `change` breaks what holds between them. */
function chain(change: (second: { error: number; radius: number; pageCount: number }) => void): HmeshModel {
  const mesh = clusteredMesh();
  const { clusters } = mesh;
  if (clusters === undefined) throw new Error('the sample has clusters');
  const top = { center: [0.5, 0.5, 0], radius: 1, error: 1, level: 2, pageCount: 1, pad: 0 };
  change(top);
  const groups = new Uint8Array(2 * ClusterGroup.size);
  ClusterGroup.write(groups, 0, top);
  ClusterGroup.write(groups, ClusterGroup.size, clusterGroupAt(clusters, 0));
  const rows = new Uint8Array(4 * Cluster.size);
  const first = clusterAt(clusters, 0);
  Cluster.write(rows, 0, { ...first, level: 2, error: top.error, group: 0 });
  Cluster.write(rows, Cluster.size, { ...first, vertexOffset: 3, triangleOffset: 1, group: 1, parentGroup: 0 });
  for (const i of [1, 2]) Cluster.write(rows, (i + 1) * Cluster.size, { ...clusterAt(clusters, i), parentGroup: 1 });
  const pages = new Uint8Array(2 * ClusterPage.size);
  const [coarse, fine] = [clusterPageAt(clusters, 0), clusterPageAt(clusters, 1)];
  const size = coarse.sizeBytes + 64 + 12 + 3;
  ClusterPage.write(pages, 0, { ...coarse, clusterCount: 2, vertexEntries: 6, triangleCount: 2, sizeBytes: size });
  ClusterPage.write(pages, ClusterPage.size, { ...fine, firstCluster: 2 });
  return {
    ...mesh,
    clusters: {
      rows: new Uint32Array(rows.buffer),
      vertices: Uint32Array.of(0, 1, 2, 0, 1, 2),
      triangles: Uint8Array.of(0, 1, 2, 0, 1, 2),
      groups: new Uint32Array(groups.buffer),
      pages: new Uint32Array(pages.buffer),
    },
  };
}

describe('groups above each other', () => {
  const problemsOf = (mesh: HmeshModel) =>
    validateHmesh(encodeHmesh(mesh)).map(({ field, message }) => `${field} ${message}`);

  it('are fine where errors grow and spheres hold each other', () => {
    const mesh = chain(() => undefined);
    expect(problemsOf(mesh)).toEqual([]);
    expect(mesh.clusters && clusterCount(mesh.clusters)).toBe(4);
  });

  it('may not lose error, hold less, or be there before what is above', () => {
    expect(problemsOf(chain((top) => Object.assign(top, { error: 0.25 })))).toEqual([
      'CLUS[1].parentGroup has the error 0.25, less than its own',
    ]);
    expect(problemsOf(chain((top) => Object.assign(top, { radius: 0.5 })))).toEqual([
      'CLUS[1].parentGroup has a sphere that does not contain its own',
    ]);
    expect(problemsOf(chain((top) => Object.assign(top, { pageCount: 3 })))).toEqual([
      'CLUS[1].parentGroup has a pageCount that ends before its members',
    ]);
  });
});

/** Rules of MLTW and CLTW. */
const wordRules: readonly Rule[] = [
  ['words of meshlets but not of clusters', 'missing', 'CLTW', (m) => m.hide('CLTW') * 0 + 32],
  ['words of clusters but not of meshlets', 'missing', 'MLTW', (m) => m.hide('MLTW') * 0 + 32],
  ['fewer words than triangles', 'bad-range', 'MLTW.size', (m) => m.u64(m.entry('MLTW') + 16, 4)],
  ['a part of a word', 'bad-range', 'CLTW.size', (m) => m.u64(m.entry('CLTW') + 16, 3)],
  ['another corner in a word', 'bad-value', 'MLTW[1]', (m) => m.u32(m.at('MLTW') + 4, 0x020101)],
  ['a word with more than three corners', 'bad-value', 'CLTW[0]', (m) => m.u32(m.at('CLTW'), 0x01020100)],
];

it.each(wordRules)('reports %s', (_, code, field, change) => {
  const patient = new Patient(encodeHmesh(wordsMesh()));
  const offset = change(patient);
  expect(validateHmesh(patient.bytes)).toContainEqual(expect.objectContaining({ code, field, offset }));
});

it('packs triangles as words, corner 0 lowest', () => {
  expect([...packTriangleWords(Uint8Array.of(1, 2, 3, 63, 0, 62))]).toEqual([0x030201, 0x3e003f]);
});
