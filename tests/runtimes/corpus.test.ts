// Every glTF and OBJ of the corpus, compiled for each other runtime: valid, and the triangles that version 2 of .hmesh has.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { compileModel, cornersOf } from '../support/compile-model.js';
import { compareTriangles } from '../support/triangle-match.js';
import { compileFor, join as concat, placedMeshes, trianglesOf } from './decode-meshes.js';

const models = ['gltf', 'obj'].flatMap((folder) =>
  existsSync(join(corpus, folder))
    ? readdirSync(join(corpus, folder), { recursive: true })
        .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
        // Two files of the corpus require extensions which are not read.
        .filter((name) => /\.(?:gltf|glb|obj)$/i.test(name) && !/(?:Cube|Light)Visibility\./.test(name))
        .sort()
    : [],
);

describe.skipIf(models.length === 0)('corpus for other runtimes', () => {
  it.each(models)('%s', async (path) => {
    const options = { path, input: corpus };
    const { mesh, vertices } = await compileModel({ ...options, settings: { mesh: { lods: [] } } });
    const expected = { corners: cornersOf(vertices, mesh.indices) };
    const old = trianglesOf(await compileFor('hmesh1', options), '.hmesh');
    expect(compareTriangles({ corners: old }, expected, { position: 0, normal: 0, uv: 0 })).toBeUndefined();
    const gali = await compileFor('galileo', options);
    const close = { position: 0, normal: 1.5e-4, uv: Number.POSITIVE_INFINITY };
    expect(compareTriangles({ corners: trianglesOf(gali, '.gali') }, expected, close)).toBeUndefined();

    // Without merging, .hmesh has each mesh once in its own space, as vkguide has; a skin only adds weights to it.
    const local = await compileModel({ ...options, settings: { mesh: { lods: [], merge: false, tangents: 'none' } } });
    const vkguide = await compileFor('vkguide', options);
    const meshes = vkguide.outputs.filter(({ suffix }) => suffix.endsWith('.mesh'));
    const isObject = /\.obj$/i.test(path);
    expect(meshes).toHaveLength(isObject ? 1 : local.mesh.submeshes.length);
    const all = concat(meshes.map(({ suffix }) => trianglesOf(vkguide, suffix)));
    const whole = { corners: cornersOf(local.vertices, local.mesh.indices) };
    expect(compareTriangles({ corners: all }, whole, { position: 0, normal: 1.5e-4, uv: 0 })).toBeUndefined();
    if (isObject) return;
    const names = new Set(vkguide.outputs.map(({ suffix }) => `${path.replace(/\.[^.]*$/, '')}${suffix}`));
    for (const { meshPath, materialPath } of placedMeshes(vkguide))
      expect(names.has(meshPath) && names.has(materialPath)).toBe(true);
  });
});
