// Publishing in order, to a registry on this machine.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalRegistry, startLocalRegistry } from '../../scripts/release/local-registry.js';
import type { PackedPackage } from '../../scripts/release/pack.js';
import { publishAll } from '../../scripts/release/publish-all.js';
import { npmEnvironment, run } from '../../scripts/release/run-npm.js';
import type { Manifest } from '../../scripts/release/workspace-packages.js';

const root = resolve(import.meta.dirname, '../..');
let folder = '';
let registry: LocalRegistry | undefined;
let env: NodeJS.ProcessEnv = {};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-publish-'));
  registry = await startLocalRegistry(root);
  env = npmEnvironment(join(folder, 'npm'), registry.url);
});
afterEach(async () => {
  await registry?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function pack(manifest: Manifest): Promise<PackedPackage> {
  const source = join(folder, manifest.name);
  mkdirSync(source);
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(source, 'index.js'), `module.exports = '${manifest.name}';\n`);
  await run(source, 'npm', ['pack', '--pack-destination', folder], env);
  return { folder: source, manifest, tarball: join(folder, `${manifest.name}-${manifest.version}.tgz`) };
}

describe('a release', () => {
  it('publishes in order, continues after a failure, and installs by name with third-party packages', async () => {
    const lines: string[] = [];
    const options = { folder, env, hasProvenance: false, log: (line: string) => lines.push(line) };
    const base = await pack({ name: 'zz-base', version: '2.0.0', dependencies: { fflate: '0.8.3' } });
    const top = await pack({ name: 'aa-top', version: '2.0.0-rc.1', dependencies: { 'zz-base': '2.0.0' } });

    await expect(publishAll([top, base], options)).rejects.toThrow('aa-top requires zz-base, not published yet');
    await publishAll([base], options);
    await publishAll([base, top], options);
    expect(registry?.published).toEqual(['zz-base@2.0.0', 'aa-top@2.0.0-rc.1']);
    expect(lines).toEqual([
      'published zz-base@2.0.0',
      'zz-base@2.0.0 is already published',
      'published aa-top@2.0.0-rc.1',
    ]);

    const game = join(folder, 'game');
    mkdirSync(game);
    writeFileSync(join(game, 'package.json'), '{}');
    await run(game, 'npm', ['install', 'aa-top@next'], env);
    const script = "console.log(require('aa-top'), require('zz-base'), typeof require('fflate').inflateSync)";
    const { stdout } = await run(game, process.execPath, ['-e', script]);
    expect(stdout.trim()).toBe('aa-top zz-base function');
  });
});

it('offers third-party packages as installed, and nothing of ours', async () => {
  const status = async (name: string) => (await fetch(new URL(name, registry?.url))).status;
  expect(await status('fflate')).toBe(200);
  expect(await status('@types%2fnode')).toBe(200);
  expect(await status('assetc')).toBe(404);
  expect(await status('@assetc%2fformats')).toBe(404);
});
