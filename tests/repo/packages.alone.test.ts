// The packages as their users get them: installed in empty folders from tarballs only, without a network. Then the declarations
// in a browser program, and the command line on a Node that is too old.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalRegistry, startLocalRegistry } from '../../scripts/release/local-registry.js';
import { type PackedPackage, packAll } from '../../scripts/release/pack.js';
import { npmEnvironment } from '../../scripts/release/run-npm.js';
import { type Trial, tryEveryPackage, tryForEngines } from '../../scripts/release/try-packages.js';

const root = resolve(import.meta.dirname, '../..');
let folder = '';
let registry: LocalRegistry | undefined;
let packages: readonly PackedPackage[] = [];

beforeAll(async () => {
  if (!existsSync(join(root, 'packages/formats/dist/index.d.ts')))
    throw new Error('build the packages first: npm run build -- --types');
  folder = mkdtempSync(join(tmpdir(), 'assetc-published-'));
  registry = await startLocalRegistry(root);
  packages = await packAll(root, join(folder, 'tarballs'), () => {});
});
afterAll(async () => {
  await registry?.close();
  rmSync(folder, { recursive: true, force: true });
});

const node = (cwd: string, ...args: string[]) => spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });

/** Installs from the tarballs; third-party packages come from this repository's node_modules. */
function trial(): Trial {
  const tarballs = new Map(packages.map(({ manifest, tarball }) => [manifest.name, tarball]));
  const env = npmEnvironment(join(folder, 'npm'), registry?.url ?? '');
  return { root, folder, env, packages, specOf: ({ manifest: { name } }) => tarballs.get(name) ?? name };
}

describe('the packages', () => {
  it('build a C++ game without Vite, BullMQ or an install script', async () => {
    expect(await tryForEngines(trial())).toEqual([
      '@assetc/encoder',
      '@assetc/formats',
      '@assetc/kernels',
      '@assetc/other-runtimes',
      '@bokuweb/zstd-wasm',
      '@canvas/image-data',
      '@cwasm/jpeg-turbo',
      '@cwasm/webp',
      'assetc',
      'aws4fetch',
      'chokidar',
      'draco3dgltf',
      'fflate',
      'harfbuzzjs',
      'meshoptimizer',
      'readdirp',
    ]);
  });

  it('contain no tests and no reference implementations', () => {
    const kernels = packages.find(({ manifest }) => manifest.name === '@assetc/kernels')?.tarball ?? '';
    const { stdout } = spawnSync('tar', ['-tzf', basename(kernels)], { cwd: dirname(kernels), encoding: 'utf8' });
    expect(stdout).toContain('package/dist/index.js');
    expect(stdout).not.toMatch(/\/(reference|testing)\//);
  });

  it('import, have types and work in Vite from their tarballs', async () => {
    const specifiers = await tryEveryPackage(trial());
    expect(specifiers).toEqual(expect.arrayContaining(packages.map(({ manifest }) => manifest.name)));
  });

  it('declare types that serve a browser program, and catch its mistake', () => {
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
    mkdirSync(join(folder, 'node_modules/@assetc'), { recursive: true });
    symlinkSync(join(root, 'packages/formats'), join(folder, 'node_modules/@assetc/formats'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'consumer.ts'), source);
    const lib = ['ES2022', 'DOM'];
    const compilerOptions = { target: 'ES2022', module: 'NodeNext', lib, types: [], strict: true, noEmit: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    const { stdout } = node(folder, join(root, 'node_modules/typescript/bin/tsc'), '-p', '.');
    // The one mistake in it is found, and nothing else.
    expect(stdout.trim()).toBe("consumer.ts(8,7): error TS2322: Type 'bigint' is not assignable to type 'number'.");
  });

  it('say in one line that Node is too old', () => {
    const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.19.1' } });";
    const { status, stdout, stderr } = node(
      folder,
      '--import',
      `data:text/javascript,${encodeURIComponent(old)}`,
      join(root, 'packages/compiler/bin/assetc.js'),
      '--version',
    );
    expect(stdout).toBe('');
    expect(stderr).toBe('assetc: needs Node 20 or newer; this is Node 18.19.1\n');
    expect(status).toBe(2);
  });
});
