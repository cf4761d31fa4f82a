// Every glTF of the corpus, compiled and compared with glTF-Transform.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { compileModel, expectNoDuplicateVertices } from '../support/compile-model.js';
import { readOracle } from '../support/gltf-oracle.js';
import { compareExtras } from './compare/compare-extras.js';
import {
  compareBindings,
  compareGeometry,
  compareMaterials,
  compareSkinAndClips,
} from './compare/compare-with-oracle.js';

const models = existsSync(join(corpus, 'gltf'))
  ? readdirSync(join(corpus, 'gltf'), { recursive: true })
      .map((name) => String(name).replaceAll('\\', '/'))
      .filter((name) => /\.(?:gltf|glb)$/i.test(name))
      .sort()
  : [];

/** Expected warnings by file; all others compile without warnings. */
const WARNINGS: { readonly [file: string]: readonly string[] } = {
  'InterpolationTest/InterpolationTest.glb': ['gltf/dense-spline'],
  'MultipleScenes/MultipleScenes.gltf': ['gltf/left-out-scene'],
};

describe.skipIf(models.length === 0)('glTF corpus', () => {
  const compiled = new Map<string, ReturnType<typeof compileModel>>();
  const compile = (path: string) => compileModel({ path, input: join(corpus, 'gltf') });
  /** Compiled once for both tests. */
  const first = (path: string) => {
    const known = compiled.get(path) ?? compile(path);
    compiled.set(path, known);
    return known;
  };

  it.each(models)('%s compiles to what glTF-Transform reads', async (path) => {
    const model = await first(path);
    const document = await readOracle(join(corpus, 'gltf', path));
    compareGeometry(model, document);
    await compareMaterials(model, document);
    compareSkinAndClips(model, document);
    compareBindings(model, document);
    compareExtras(model, document);
    expectNoDuplicateVertices(model);
    expect(model.warnings).toEqual(WARNINGS[path] ?? []);
  });

  it.each(models)('%s compiles to the same bytes twice', async (path) => {
    const [a, b] = [await first(path), await compile(path)];
    expect(a.context.outputs.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).toEqual(
      b.context.outputs.map(({ bytes }) => Buffer.from(bytes).toString('base64')),
    );
  });
});

const invalid = join(corpus, 'invalid/gltf');

describe.skipIf(!existsSync(invalid))('glTF files that Khronos calls invalid', () => {
  it.each([
    ['invalid_syntax.gltf', 'gltf/bad-json', { line: 1, column: 2 }],
    ['node_loop.gltf', 'gltf/node-cycle', { pointer: '/nodes/0' }],
    ['truncated_chunk_data.glb', 'gltf/bad-glb', { offset: 8 }],
    ['unresolved_bufferviews.gltf', 'gltf/bad-reference', { pointer: '/accessors/0/bufferView' }],
  ])('%s is refused with its place', async (path, code, where) => {
    const error = await compileModel({ path, input: invalid }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(AssetError);
    expect(error instanceof AssetError ? error.diagnostic : undefined).toMatchObject({ code, file: path, where });
  });
});
