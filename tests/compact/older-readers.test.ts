// Readers from before compact vertices, and from before compression, refuse what they do not know by a chunk or a field; they never misread it.
// Their sources come from the history of the repository, in TypeScript and C.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { cCompiler, root } from '../c-library/c-compiler.js';
import { compileModel } from '../support/compile-model.js';

/** The last commits whose readers do not know them. */
const BEFORE = { 'compact vertices': '060d8a8b^', compression: '9f8c6136^' } as const;
type Age = keyof typeof BEFORE;

const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, maxBuffer: 1 << 28 });
const isHere = Object.values(BEFORE).every(
  (commit) => git('cat-file', '-e', `${commit}:packages/formats`).status === 0,
);

/** Settings of `mesh`, and whether a reader from before compression opens the result. */
const FORMS: readonly (readonly [Record<string, unknown>, boolean])[] = [
  [{ vertices: 'compact' }, true],
  [{ streams: 'split' }, true],
  [{ indexWidth: 'smallest' }, true],
  [{ vertices: 'compact', streams: 'split', indexWidth: 'smallest', clusters: true }, true],
  [{ compression: 'meshopt' }, false],
  [{ compression: 'meshopt', vertices: 'compact' }, false],
  [{ compression: 'meshopt', streams: 'split', clusters: true, lods: [] }, false],
];

const PROGRAM = `#define ASSETC_IMPLEMENTATION
#define ASSETC_NO_TRANSCODE
#include "assetc.h"
#include <stdio.h>
int main(int count, char **paths) {
  static union { double aligned; unsigned char bytes[1 << 22]; } file;
  int i;
  for (i = 1; i < count; i++) {
    AssetcMesh mesh;
    AssetcError error;
    FILE *in = fopen(paths[i], "rb");
    size_t size = in ? fread(file.bytes, 1, sizeof file.bytes, in) : 0;
    if (in) fclose(in);
    puts(assetc_mesh_open(&mesh, file.bytes, size, &error) ? "opened" : "refused");
  }
  return 0;
}
`;

describe.skipIf(!isHere)(`readers of earlier commits${isHere ? '' : ', which this clone lacks'}`, () => {
  let folder = '';
  const files: string[] = [];
  const bytes: Uint8Array[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assetc-older-'));
    const builder = new GltfBuilder();
    const { positions, normals = new Float32Array(0), indices } = grid(16);
    const attributes = { POSITION: builder.accessor(positions, 'VEC3'), NORMAL: builder.accessor(normals, 'VEC3') };
    builder.node({ mesh: builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR') }) });
    const input = { 'm.glb': builder.glb() };
    for (const mesh of [{}, ...FORMS.map(([settings]) => settings)]) {
      const { context } = await compileModel({ path: 'm.glb', input, settings: { mesh } as never });
      const path = join(folder, `${files.length}.hmesh`);
      bytes.push(context.output('.hmesh'));
      writeFileSync(path, context.output('.hmesh'));
      files.push(path);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The full form is opened, so that a refusal means something. */
  const wanted = (age: Age): readonly string[] => [
    'opened',
    ...FORMS.map(([, isOpened]) => (age === 'compression' && isOpened ? 'opened' : 'refused')),
  ];

  it.each(Object.keys(BEFORE) as Age[])('in TypeScript, from before %s', async (age) => {
    const sources = join(folder, age);
    mkdirSync(sources);
    const archive = git('archive', BEFORE[age], 'packages/formats/src').stdout;
    expect(spawnSync('tar', ['-x', '-C', sources], { input: archive }).status).toBe(0);
    const entry = join(sources, 'packages/formats/src/hmesh/read.ts');
    const outfile = join(sources, 'reader.mjs');
    await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
    const reader: { decodeHmesh(file: Uint8Array): unknown } = await import(pathToFileURL(outfile).href);
    const verdicts = bytes.map((file) => {
      try {
        reader.decodeHmesh(file);
        return 'opened';
      } catch (error) {
        expect(error).toMatchObject({ name: 'FormatError' });
        return 'refused';
      }
    });
    expect(verdicts).toEqual(wanted(age));
  });

  it.skipIf(cCompiler === undefined).each(Object.keys(BEFORE) as Age[])('in C, from before %s', (age) => {
    const sources = join(folder, `${age} in C`);
    mkdirSync(sources);
    writeFileSync(join(sources, 'assetc.h'), git('show', `${BEFORE[age]}:packages/formats/c/assetc.h`).stdout);
    writeFileSync(join(sources, 'older.c'), PROGRAM);
    const program = join(sources, 'older');
    const made = spawnSync(cCompiler ?? 'cc', ['-x', 'c', join(sources, 'older.c'), '-o', program, '-lm']);
    expect(made.status, made.stderr.toString()).toBe(0);
    const { stdout } = spawnSync(program, files, { encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual(wanted(age));
  });
});
