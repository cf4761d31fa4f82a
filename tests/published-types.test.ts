// The declarations that `npm run build -- --types` ships, as a program that depends on the packages sees them: without our
// source condition, without our tsconfig, with library checking on.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const run = (args: readonly string[], cwd: string) => {
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { cwd, encoding: 'utf8' });
  return { status, stdout };
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-types-'));
  expect(run(['-p', join(root, 'tsconfig.types.json'), '--outDir', join(folder, 'types')], root)).toEqual({
    status: 0,
    stdout: '',
  });
  for (const [name, target] of [
    ['formats', '@assetc/formats'],
    ['kernels', '@assetc/kernels'],
    ['compiler', 'assetc'],
  ] as const) {
    const installed = join(folder, 'node_modules', target);
    mkdirSync(installed, { recursive: true });
    cpSync(join(root, 'packages', name, 'package.json'), join(installed, 'package.json'));
    cpSync(join(folder, 'types', name, 'src'), join(installed, 'dist'), { recursive: true });
  }
  mkdirSync(join(folder, 'node_modules/@types'));
  symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'), 'junction');
  symlinkSync(join(root, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'), 'junction');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function typecheck(source: string, types: readonly string[], lib: readonly string[]) {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'consumer.ts'), source);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { target: 'ES2022', module: 'NodeNext', lib, types, strict: true, noEmit: true },
      files: ['consumer.ts'],
    }),
  );
  return run(['-p', folder], folder);
}

describe('the published declarations', () => {
  it('serve a browser program, and catch its mistake', () => {
    const source = `import { decodeHmesh, FormatError, hashRef, type Hmesh, validateHmesh } from '@assetc/formats';
const bytes: Uint8Array = new Uint8Array(0);
const mesh: Hmesh = decodeHmesh(bytes);
const positions: Float32Array = new Float32Array(mesh.vertices.buffer, mesh.vertices.byteOffset, mesh.desc.vertexCount * 7);
const hash: bigint = hashRef('models/chair');
for (const { offset, field } of validateHmesh(bytes)) console.log(offset.toFixed(), field.length, hash, positions.length);
try { decodeHmesh(bytes); } catch (error) { if (error instanceof FormatError) console.log(error.code, error.offset); }
const wrong: number = hashRef('x');
console.log(wrong);
`;
    const { stdout } = typecheck(source, [], ['ES2022', 'DOM']);
    // The one mistake in it is found, and nothing else.
    expect(stdout.trim()).toBe("consumer.ts(8,7): error TS2322: Type 'bigint' is not assignable to type 'number'.");
  });

  it('serve a Node program', () => {
    const source = `import * as node from '@assetc/formats/node';
import * as kernels from '@assetc/kernels';
console.log(Object.keys(node), Object.keys(kernels));
`;
    expect(typecheck(source, ['node'], ['ES2023'])).toEqual({ status: 0, stdout: '' });
  });
});
