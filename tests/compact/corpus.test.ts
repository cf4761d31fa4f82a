// Every model of the corpus as compact meshes: each vertex and triangle is that of the full form, within the errors that the file states, and
// these are within the bounds of the guide. The long form includes FBX.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { compileModel } from '../support/compile-model.js';
import { expectSameMesh } from './compare-forms.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const models = ['gltf', 'obj', ...(isLong ? ['fbx'] : [])].flatMap((folder) =>
  existsSync(join(corpusFolder, folder))
    ? readdirSync(join(corpusFolder, folder), { recursive: true })
        .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
        .filter((name) => /\.(?:gltf|glb|obj|fbx)$/i.test(name))
        .sort()
    : [],
);

it.skipIf(models.length === 0)('are the same meshes on a grid', async () => {
  let compactCount = 0;
  for (const path of models) {
    const compile = (mesh: Record<string, string | readonly number[]>) =>
      compileModel({ path, input: corpusFolder, settings: { mesh: { lods: [], ...mesh } } });
    // Some FBX files are broken on purpose.
    const full = await compile({}).catch((error: unknown) =>
      path.startsWith('fbx/') ? undefined : Promise.reject(error),
    );
    if (full === undefined) continue;
    const compact = await compile({ vertices: 'compact', streams: 'split', indexWidth: 'smallest' });
    if (full.mesh.desc.vertexCount === 0) continue;
    const grid = compact.mesh.stored?.compact?.grid;
    if (grid === undefined) throw new Error(`${path} is not compact: ${compact.warnings.join()}`);
    expectSameMesh(full.mesh, compact.mesh, path);
    const size = Math.max(...full.mesh.bounds.aabbMax.map((high, i) => high - (full.mesh.bounds.aabbMin[i] ?? 0)));
    const uvSize = Math.max(...grid.uvExtent, ...grid.uvs1Extent);
    const uvRounding = (uvSize + Math.max(...[...grid.uvMin, ...grid.uvs1Min].map(Math.abs))) * 2e-7;
    expect
      .soft({ path, position: grid.positionError <= (grid.step * Math.sqrt(3)) / 2 })
      .toEqual({ path, position: true });
    if (full.mesh.morphs === undefined)
      expect
        .soft({ path, step: grid.step <= Math.max(size / 32767, 2 ** -126) || grid.positionError === 0 })
        .toEqual({ path, step: true });
    expect.soft({ path, tangent: grid.normalError < 0.015 }).toEqual({ path, tangent: true });
    if (grid.uvFormat === 0)
      expect.soft({ path, uv: grid.uvError <= uvSize / 131070 + uvRounding }).toEqual({ path, uv: true });
    expect.soft({ path, weight: grid.weightError < 1 / 255 + 0.005 }).toEqual({ path, weight: true });
    compactCount++;
  }
  expect(compactCount).toBeGreaterThan(30);
});
