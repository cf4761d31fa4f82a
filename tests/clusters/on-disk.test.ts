// Hierarchies through the built command line: the same bytes for any number of jobs, wrong input, and the output of `info`.

import { readFileSync } from 'node:fs';
import { clusterCount, decodeHmesh } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { CLUSTER_MODELS, DAMAGED, LEAVES, ONE_TRIANGLE } from './models.js';

const CONFIG = 'default:\n  mesh: { clusters: true, lods: [] }\n';

/** Corners without normals and uvs. */
function triangles(positions: readonly number[], indices: readonly number[]): Uint8Array {
  const builder = new GltfBuilder();
  const attributes = { POSITION: builder.accessor(Float32Array.from(positions), 'VEC3') };
  builder.node({ mesh: builder.mesh({ attributes, indices: builder.accessor(Uint32Array.from(indices), 'SCALAR') }) });
  return builder.glb();
}

/** A book: all triangles on one edge, each page twice. */
const book = (pages: number): Uint8Array => {
  const positions = [0, 0, 0, 0, 1, 0];
  const indices: number[] = [];
  for (let i = 0; i < pages; i++) {
    positions.push(Math.cos(i / 50), 0.5, Math.sin(i / 50));
    indices.push(0, 1, i + 2, 0, 1, i + 2);
  }
  return triangles(positions, indices);
};

/** Nothing of it has an area: points and lines. */
const flat = (count: number): Uint8Array =>
  triangles(
    Array.from({ length: count * 3 }, (_, i) => (i % 3 === 0 ? i / 3 : 0)),
    Array.from({ length: (count - 2) * 3 }, (_, i) => Math.floor(i / 3) + (i % 3)),
  );

const WRONG: { readonly [name: string]: () => Uint8Array } = {
  damaged: DAMAGED.glb,
  one: ONE_TRIANGLE.glb,
  book: () => book(900),
  flat: () => flat(700),
};

describe.skipIf(!hasCli)('hierarchies on the command line', () => {
  it('come out the same with one job and with four', () => {
    const models = [
      LEAVES,
      ...CLUSTER_MODELS.filter(({ name }) => ['two materials', 'many UV islands'].includes(name)),
    ];
    const sources = models.map(({ glb }, i) => [`assets/${i}.glb`, glb()] as const);
    const project = new DiskProject({ ...Object.fromEntries(sources), 'assetc.yml': CONFIG });
    try {
      const outputs = ['1', '4'].map((jobs) => {
        const { status, stderr } = project.run(['-j', jobs, '--no-cache', '-o', `out${jobs}`]);
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
        return sources.map((_, i) => readFileSync(project.path(`out${jobs}/${i}.hmesh`)));
      });
      for (const [i, bytes] of (outputs[0] ?? []).entries()) {
        expect(bytes.equals(outputs[1]?.[i] ?? Buffer.alloc(0))).toBe(true);
        const { clusters, meshlets } = decodeHmesh(bytes);
        expect(clusters && clusterCount(clusters)).toBeGreaterThan(meshlets.length / 4);
      }
      const { stdout } = project.run(['info', 'out1/0.hmesh']);
      expect(stdout).toMatch(
        /[\d,]+ clusters \(\d+ levels, \d+ groups, \d+ pages, 1 root of \d+ triangles, [12]\.\d\d × the triangles\)/,
      );
    } finally {
      project.remove();
    }
  });

  it('are made of wrong input, too', () => {
    const sources = Object.entries(WRONG).map(([name, glb]) => [`assets/${name}.glb`, glb()] as const);
    const project = new DiskProject({ ...Object.fromEntries(sources), 'assetc.yml': CONFIG });
    try {
      expect(project.run(['-o', 'out']).status).toBe(0);
      expect(project.run(['check', 'out']).status).toBe(0);
      for (const name of Object.keys(WRONG)) {
        const { clusters, indices } = decodeHmesh(readFileSync(project.path(`out/${name}.hmesh`)));
        if (indices.length > 0) expect(clusters && clusterCount(clusters)).toBeGreaterThan(0);
      }
    } finally {
      project.remove();
    }
  });
});
