// assetc.h and the SDK's validators on real files: textures of other tools, and what the corpus' models become. All models in the
// long form, some of them otherwise; each with a few damaged copies.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { compileModel } from '../support/compile-model.js';
import { cCompiler, compile, root } from './c-compiler.js';
import { damaged } from './damage.js';
import { FORMATS } from './formats.js';
import { differences } from './verdicts.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const COPIES = isLong ? 200 : 10;

let folder = '';
let program = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-corpus-'));
  program = join(folder, 'verdict');
  const source = join(root, 'tests/c-library/verdict.c');
  if (cCompiler !== undefined) expect(compile({ source, output: program, flags: ['-O1'] })).toBe('');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Damage does not reach far into a large file: only its first part is damaged. */
function expectParity(path: string, bytes: Uint8Array, seed: number): void {
  const format = FORMATS.find((each) => each.path.test(path));
  if (format === undefined) throw new Error(`${path} is of no format`);
  const copies = [...damaged(bytes.subarray(0, 4096), COPIES, seed)].map((head) => {
    const whole = bytes.slice();
    whole.set(head);
    return head.length < Math.min(4096, bytes.length) ? head : whole;
  });
  expect(differences(program, format, [bytes, ...copies]), path).toEqual([]);
}

const below = (name: string, pattern: RegExp): string[] =>
  existsSync(join(corpusFolder, name))
    ? readdirSync(join(corpusFolder, name), { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => pattern.test(path))
        .sort()
    : [];

describe.skipIf(cCompiler === undefined)('assetc.h on the corpus', () => {
  const textures = below('ktx2', /\.ktx2$/);
  it.skipIf(textures.length === 0)('agrees on textures of other tools', () => {
    for (const [i, path] of textures.entries())
      expectParity(path, new Uint8Array(readFileSync(join(corpusFolder, 'ktx2', path))), i);
  });

  const SOME = /^(?:Fox|AnimatedMorphCube|SunglassesKhronos)\//;
  const models = below('gltf', /\.(?:gltf|glb)$/).filter((path) => isLong || SOME.test(path));
  it.skipIf(models.length === 0).each(models)('agrees on what becomes of %s', async (path) => {
    const { context } = await compileModel({ path, input: join(corpusFolder, 'gltf') });
    const files = context.outputs.filter(({ suffix }) => FORMATS.some((format) => format.path.test(`x${suffix}`)));
    expect(files.length).toBeGreaterThan(1);
    for (const [i, { suffix, bytes }] of files.entries()) expectParity(`x${suffix}`, bytes, i);
  });
});
