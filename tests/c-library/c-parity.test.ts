// assetc.h and the SDK's validators agree on every file: golden ones, and thousands of damaged ones. If a file is rejected, code and offset
// are those of the SDK's first problem. The same under sanitizers.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeHclip, encodeHman, encodeHmesh, manifestHash, validateHman } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { DfdSample, Ktx2Header } from '../../packages/formats/src/ktx2/layout.js';
import { exactSamples } from '../../packages/formats/src/ktx2/validate-data-format.js';
import { knownVkFormats, vkFormatInfo } from '../../packages/formats/src/ktx2/vk-format.js';
import { linesMesh } from '../../packages/formats/src/testing/full-mesh.js';
import { randomHclip } from '../../packages/formats/src/testing/random-hclip.js';
import { goldenNames, goldenPath } from '../../packages/other-runtimes/src/testing/all-goldens.js';
import { gridPrimitive } from '../lods/lod-source.js';
import { compileModel } from '../support/compile-model.js';
import { cCompiler, compile, root, run, SANITIZED } from './c-compiler.js';
import { damaged } from './damage.js';
import { type CFormat, FORMATS } from './formats.js';
import { cVerdicts, differences } from './verdicts.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const source = join(root, 'tests/c-library/verdict.c');

let folder = '';
let program = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-library-'));
  program = join(folder, 'verdict');
  if (cCompiler !== undefined) expect(compile({ source, output: program, flags: ['-O1'] })).toBe('');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pathsOf = ({ path }: CFormat): readonly string[] => goldenNames.filter((name) => path.test(name)).map(goldenPath);

describe.skipIf(cCompiler === undefined)('assetc.h next to the validators', () => {
  it.each(FORMATS)('agrees on golden and damaged files: $name', (format) => {
    const paths = pathsOf(format);
    expect(paths.length).toBeGreaterThan(0);
    const good = paths.map((path) => new Uint8Array(readFileSync(path)));
    const rounds = Math.ceil((isLong ? 20_000 : 400) / good.length);
    const files = good.flatMap((bytes, i) => [bytes, ...damaged(bytes, rounds, i + 1)]);
    expect(differences(program, format, files).slice(0, 10)).toEqual([]);
    const accepted = files.filter((bytes) => format.validate(bytes).length === 0).length;
    expect(accepted).toBeGreaterThanOrEqual(good.length);
    expect(accepted).toBeLessThan(files.length * 0.9);
  });
});

describe.skipIf(cCompiler === undefined)('levels of detail from a source', () => {
  it('are accepted, with materials that the finest level does not have', async () => {
    const builder = new GltfBuilder();
    builder.json.extensionsUsed = ['MSFT_lod'];
    for (const name of ['near', 'far']) builder.list('materials', { name });
    const ids = [1, 0].map((material) =>
      builder.node({ mesh: builder.mesh(gridPrimitive(builder, 2, { material })) }, false),
    );
    const mesh = builder.mesh(gridPrimitive(builder, 8, { material: 0 }));
    builder.node({ mesh, extensions: { MSFT_lod: { ids } } });
    const input = { 'm.glb': builder.glb() };
    const files: Uint8Array[] = [];
    for (const [merge, clusters] of [
      [true, true],
      [false, false],
    ]) {
      const settings = { mesh: { lods: 'source', merge: merge === true, clusters: clusters === true } };
      files.push((await compileModel({ path: 'm.glb', input, settings })).context.output('.hmesh'));
    }
    const number = FORMATS.findIndex(({ path }) => path.test('a.hmesh'));
    expect(cVerdicts(program, number, files).map(({ verdict }) => verdict)).toEqual(['ok 0', 'ok 0']);
  });
});

describe.skipIf(cCompiler === undefined)('damaged compressed clips', () => {
  it('have the same verdict, with features that the golden file does not combine', () => {
    const format = FORMATS.find((each) => each.name === 'hclip');
    if (format === undefined) throw new Error('hclip is a format');
    const good = Array.from({ length: isLong ? 200 : 20 }, (_, i) => encodeHclip(randomHclip(9000 + i)));
    const files = good.flatMap((bytes, i) => [bytes, ...damaged(bytes, isLong ? 500 : 100, i + 1)]);
    expect(differences(program, format, files).slice(0, 10)).toEqual([]);
    const fields = new Set(files.map((bytes) => format.validate(bytes)[0]?.field.replaceAll(/\[\d+\]/g, '[]')));
    expect(fields.size).toBeGreaterThan(20);
  });
});

const OPEN_C = `#define ASSETC_IMPLEMENTATION
#include "assetc.h"
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **paths) {
  void *bytes = malloc(1 << 16);
  FILE *in = fopen(paths[count - 1], "rb");
  AssetcMesh mesh;
  size_t size = fread(bytes, 1, 1 << 16, in);
  fclose(in);
  printf("%d\\n", assetc_mesh_open(&mesh, bytes, size, NULL) ? (int)mesh.lineIndexCount : -1);
  free(bytes);
  return 0;
}
`;

describe.skipIf(cCompiler === undefined)('a submesh without indices', () => {
  it.each([[[0, 0, 0]], [[5.5, 7, 5.5]], [[5.5, 5.5, 5.5]]])(
    'has its box at %j checked alike, and is opened',
    (point) => {
      const bytes = encodeHmesh(linesMesh(point));
      const format = FORMATS.find((each) => each.name === 'hmesh');
      if (format === undefined) throw new Error('hmesh is a format');
      expect(format.validate(bytes).length === 0).toBe(point[0] === 5.5 && point[1] === 5.5);
      expect(differences(program, format, [bytes])).toEqual([]);
      const [opener, file] = [join(folder, 'open'), join(folder, 'lines.hmesh')];
      writeFileSync(`${opener}.c`, OPEN_C);
      writeFileSync(file, bytes);
      expect(compile({ source: `${opener}.c`, output: opener, flags: [] })).toBe('');
      expect(run(opener, [file])).toMatchObject({ status: 0, stdout: '2\n' });
    },
  );
});

/** Fields of header and descriptor set to the values of a format, sometimes to others: for rules that random damage rarely reaches. */
function* texturesOfEveryFormat(bytes: Uint8Array, rounds: number): Generator<Uint8Array> {
  let state = 3;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
  const formats = [...knownVkFormats(), 0, 1_000_054_000, 999];
  for (let round = 0; round < rounds; round++) {
    const copy = bytes.slice();
    const view = new DataView(copy.buffer);
    const vkFormat = formats[round % formats.length] ?? 0;
    const info = vkFormatInfo(vkFormat);
    const maybe = (wanted: number, ...others: readonly number[]): number =>
      next(12) > 0 ? wanted : (others[next(others.length)] ?? wanted);
    const dfd = view.getUint32(Ktx2Header.offsetOf('dfdByteOffset'), true);
    const samples = exactSamples(vkFormat) ?? [];
    view.setUint32(Ktx2Header.offsetOf('vkFormat'), vkFormat, true);
    view.setUint32(Ktx2Header.offsetOf('typeSize'), maybe(info?.typeSize ?? 1, 1, 2, 4, 8, 3), true);
    view.setUint32(Ktx2Header.offsetOf('supercompressionScheme'), maybe(2, 0, 1, 3, 4, 0x10001), true);
    view.setUint32(Ktx2Header.offsetOf('faceCount'), maybe(1, 6, 0), true);
    copy[dfd + 12] = maybe(info?.model ?? 166, 1, 163, 166, 167);
    copy[dfd + 14] = maybe(info?.srgb === true ? 2 : 1, 2, 1, 19);
    copy[dfd + 16] = maybe((info?.blockWidth ?? 4) - 1, 0, 3);
    copy[dfd + 17] = maybe((info?.blockHeight ?? 4) - 1, 0, 3);
    copy[dfd + 20] = maybe(info?.blockBytes ?? 16, 0, 8);
    for (const [i, { bitOffset, bitLength, channelType, lower, upper }] of samples.entries()) {
      const at = dfd + 28 + i * DfdSample.size;
      if (at + DfdSample.size > dfd + view.getUint32(dfd, true)) break;
      DfdSample.write(copy, at, {
        bitOffset,
        bitLength: maybe(bitLength, 1),
        channelType,
        samplePosition: [0, 0, 0, 0],
        lower,
        upper,
      });
    }
    yield copy;
  }
}

describe.skipIf(cCompiler === undefined)('textures of every format', () => {
  it.each(['uastc-2d.ktx2', 'rgba8-srgb.ktx2', 'uastc-cube.ktx2'])('have the same wrong with them: %s', (name) => {
    const format = FORMATS.find((each) => each.name === 'ktx2');
    if (format === undefined) throw new Error('KTX2 is a format');
    const bytes = new Uint8Array(readFileSync(goldenPath(name)));
    const files = [...texturesOfEveryFormat(bytes, isLong ? 20_000 : 1500)];
    expect(differences(program, format, files).slice(0, 10)).toEqual([]);
    const kinds = new Set(files.map((file) => format.validate(file)[0]?.field));
    expect(kinds.size).toBeGreaterThan(8);
  });
});

/** Characters that decompose, are marks, or compose with others, of the Unicode version of the header's tables. */
function namesInAnyForm(): readonly string[] {
  const at = /\{ 0x([0-9A-F]+), 0x[0-9A-F]+, 0x[0-9A-F]+ \}/g;
  const tables = readFileSync(join(root, 'packages/formats/c/parts/nfc-tables.h'), 'utf8');
  const known = [...tables.matchAll(at)].map(([, hex = '']) => String.fromCodePoint(Number.parseInt(hex, 16)));
  const singles = [...known, '\uac00', '\uac01', '\ud7a3', '\u1112\u1175\u11c2', 'H\u0331', 'h\u0331', '\u2764'];
  let state = 7;
  const pick = (): string => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return singles[Math.floor((state / 0x100000000) * singles.length)] ?? '';
  };
  const mixed = Array.from(
    { length: 2000 },
    (_, i) => `${'AaEhS'[i % 5]}${pick()}${pick()}${i % 3 === 0 ? pick() : ''}`,
  );
  return [...singles.flatMap((single) => [single, single.normalize('NFD'), `e${single}`]), ...mixed];
}

describe.skipIf(cCompiler === undefined)('names of manifests', () => {
  it('are hashed in NFC, whatever form they have', () => {
    const number = FORMATS.findIndex(({ name }) => name === 'hman');
    const names = namesInAnyForm();
    expect(names.length).toBeGreaterThan(6000);
    const entry = (path: string) =>
      ({ hash: manifestHash('embed', path), kind: 'embed', colorspace: 'linear', path }) as const;
    const files = names.map((name, i) => encodeHman([entry(`n${i}/${name}.txt`)]));
    const wrong = cVerdicts(program, number, files).flatMap(({ verdict }, i) => (verdict === 'ok 0' ? [] : [names[i]]));
    expect(wrong).toEqual([]);
    expect(files.every((bytes) => validateHman(bytes).length === 0)).toBe(true);
  });
});

describe.skipIf(cCompiler === undefined)('assetc.h under AddressSanitizer and UBSan', () => {
  const sanitized = () => join(folder, 'verdict-sanitized');
  beforeAll(() => {
    expect(compile({ source, output: sanitized(), flags: ['-O1', ...SANITIZED] })).toBe('');
  });

  it.each(FORMATS)('stays inside damaged files: $name', (format) => {
    const paths = pathsOf(format);
    const rounds = Math.ceil((isLong ? 100_000 : 1000) / paths.length);
    for (const path of paths) {
      const { status, stdout, stderr } = run(sanitized(), [`${FORMATS.indexOf(format)}`, `${rounds}`, path]);
      expect({ path, status, stderr }).toEqual({ path, status: 0, stderr: '' });
      // The file itself is the first.
      expect(Number(stdout)).toBeGreaterThanOrEqual(1);
    }
  });
});

describe.skipIf(cCompiler === undefined)('the implementation of assetc.h', () => {
  it.each(['c99', 'c++17'] as const)('compiles without a warning: %s', (language) => {
    const flags = ['-fsyntax-only'];
    expect(compile({ source, output: join(folder, 'unused'), flags, language })).toBe('');
  });
});
