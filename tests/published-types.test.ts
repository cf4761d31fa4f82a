// The declarations that `npm run build -- --types` ships, as a program that depends on the packages sees them: without our
// source condition, without our tsconfig, with library checking on.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const run = (args: readonly string[], cwd: string) => {
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { cwd, encoding: 'utf8' });
  return { status, stdout };
};

/** Three runs of the TypeScript compiler: seconds on an idle machine, a minute on a busy one. */
const SLOW_MS = 240_000;

let folder = '';
beforeAll(() => {
  // Inside the repository, so that third-party packages are found above; ours are found here first.
  mkdirSync(join(root, 'build'), { recursive: true });
  folder = mkdtempSync(join(root, 'build/types-'));
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
}, SLOW_MS);
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

describe('the published declarations', { timeout: SLOW_MS }, () => {
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
    const { exports } = JSON.parse(readFileSync(join(root, 'packages/formats/package.json'), 'utf8')) as {
      exports: Record<string, unknown>;
    };
    const subpaths = Object.keys(exports).filter((subpath) => !subpath.endsWith('.h'));
    expect(subpaths).toContain('./vkguide');
    const source = `${subpaths.map((subpath, i) => `import * as formats${i} from '@assetc/formats${subpath.slice(1)}';`).join('\n')}
import * as kernels from '@assetc/kernels';
import { type BuildOptions, type BuildResult, build } from 'assetc';
const run = (options: BuildOptions): Promise<BuildResult> => build(options);
console.log(${subpaths.map((_, i) => `Object.keys(formats${i})`).join(', ')}, Object.keys(kernels), run);
`;
    expect(typecheck(source, ['node'], ['ES2023'])).toEqual({ status: 0, stdout: '' });
  });
});
