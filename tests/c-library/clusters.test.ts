// assetc.h selects the same clusters as the SDK, for any instance, view and number of loaded pages; and it reports the same error for a damaged hierarchy.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClusterView, encodeHmesh, selectClusters, viewOfInstance } from '@assetc/formats';
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clusteredSurface } from '../clusters/clustered-surface.js';
import { CLUSTER_MODELS, random } from '../clusters/models.js';
import { cCompiler, compile, root, run } from './c-compiler.js';
import { FORMATS } from './formats.js';
import { differences } from './verdicts.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-clusters-'));
  if (cCompiler === undefined) return;
  for (const name of ['clusters', 'verdict'])
    expect(compile({ source: join(root, `tests/c-library/${name}.c`), output: join(folder, name) })).toBe('');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A matrix of floats: unit, scaled alike or differently along the axes, turned and moved. */
function instance(next: () => number, i: number): readonly number[] {
  if (i % 4 === 0) return new Matrix4().elements;
  const all = 10 ** (next() * 4 - 2);
  const scale = new Vector3(...[0, 1, 2].map(() => (i % 4 === 1 ? all * (0.5 + next()) : all)));
  const turn = new Quaternion().setFromEuler(new Euler(next() * 6, next() * 6, next() * 6));
  return new Matrix4().compose(new Vector3(next(), next(), next()), turn, scale).elements.map(Math.fround);
}

/** As C stores it. */
const rounded = (view: ClusterView): ClusterView => ({
  ...view,
  eye: Array.from(view.eye, Math.fround),
  pixelsPerUnit: Math.fround(view.pixelsPerUnit),
});

describe.skipIf(cCompiler === undefined)('clusters in assetc.h', () => {
  it('are selected as in the SDK', async () => {
    const model = CLUSTER_MODELS.find(({ name }) => name === 'two materials');
    if (model === undefined) throw new Error('there is such a model');
    const { mesh, clusters } = await clusteredSurface(model);
    writeFileSync(join(folder, 'a.hmesh'), encodeHmesh(mesh));
    const next = random(17);
    const views = Array.from({ length: 500 }, (_, i) => ({
      eye: [0, 1, 2].map(() => Math.fround((next() * 2 - 1) * 10 ** (next() * 3 - 1))),
      pixelsPerUnit: Math.fround(100 + next() * 2000),
      maxPixels: Math.fround(10 ** (next() * 4 - 2)),
      pageCount: i % 3 === 0 ? Math.floor(next() * 8) : 0xffffffff,
    }));
    const models = views.map((_, i) => instance(next, i));
    const text = views
      .map((v, i) => [...(models[i] ?? []), ...v.eye, v.pixelsPerUnit, v.maxPixels, v.pageCount].join(' '))
      .join('\n');
    const { status, stdout } = run(join(folder, 'clusters'), [join(folder, 'a.hmesh')], Buffer.from(text));
    expect(status).toBe(0);
    const lines = stdout.split('\n').slice(0, -1);
    expect(lines).toEqual(
      views.map((view, i) => selectClusters(clusters, rounded(viewOfInstance(models[i] ?? [], view))).join(' ')),
    );
    expect(new Set(lines).size).toBeGreaterThan(40);
  });

  it('are checked as in the SDK: words of the tables overwritten', async () => {
    const format = FORMATS.find(({ name }) => name === 'hmesh');
    const model = CLUSTER_MODELS.find(({ name }) => name === 'hard edges');
    if (format === undefined || model === undefined) throw new Error('there are such ones');
    const { mesh } = await clusteredSurface(model);
    const bytes = encodeHmesh(mesh);
    const view = new DataView(bytes.buffer);
    const next = random(23);
    const tables = ['CLUS', 'CLGR', 'CLPG', 'CLVR', 'CLTR'].map((name) => {
      for (let at = 32; ; at += 24)
        if (Buffer.from(bytes.subarray(at, at + 4)).toString() === name)
          return { at: Number(view.getBigUint64(at + 8, true)), size: Number(view.getBigUint64(at + 16, true)) };
    });
    const files = Array.from({ length: 120 }, (_, i) => {
      const copy = bytes.slice();
      const { at, size } = tables[i % tables.length] ?? { at: 0, size: 4 };
      const place = at + Math.floor((next() * (size - 3)) / 4) * 4;
      const words = new DataView(copy.buffer);
      const word = words.getUint32(place, true);
      words.setUint32(place, [word + 1, word - 1, 0, 0xffffffff, word ^ 0x800000][Math.floor(next() * 5)] ?? 0, true);
      return copy;
    });
    expect(differences(join(folder, 'verdict'), format, [bytes, ...files]).slice(0, 5)).toEqual([]);
    expect(files.filter((file) => format.validate(file).length > 0).length).toBeGreaterThan(60);
  });
});
