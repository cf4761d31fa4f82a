// Every published manifest follows the rules, and the rules find what breaks them.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { lockProblems, releaseProblems } from '../../scripts/release/check-release.js';
import { manifestProblems } from '../../scripts/release/manifest-rules.js';
import { setRelease } from '../../scripts/release/set-version.js';
import { type Manifest, readJson, readWorkspacePackages } from '../../scripts/release/workspace-packages.js';

const root = resolve(import.meta.dirname, '../..');
const engines = { node: '>=20' };

it('finds nothing wrong with the packages', () => {
  expect(releaseProblems(root, undefined)).toEqual([]);
});

it('reports what a manifest lacks', () => {
  const own = new Set(['@assetc/formats']);
  const sound: Manifest = readJson(join(root, 'packages/encoder/package.json'));
  const problems = (fields: object) =>
    manifestProblems({ folder: 'packages/encoder', manifest: { ...sound, ...fields } }, own, engines);
  const problem = (text: string) => [`packages/encoder/package.json: ${text}`];
  expect(problems({})).toEqual([]);
  expect(problems({ keywords: [] })).toEqual(problem('keywords are missing'));
  expect(problems({ files: ['dist', 'README.md'] })).toEqual(problem('files lacks LICENSE'));
  expect(problems({ engines: { node: '>=18' } })).toEqual(problem('engines differ from those of the repository'));
  expect(problems({ scripts: { postinstall: 'true' } })).toEqual(
    problem('scripts has postinstall, which runs on install'),
  );
  expect(problems({ publishConfig: { registry: 'http://127.0.0.1/' } })).toEqual(
    problem('publishConfig names a registry'),
  );
  expect(problems({ dependencies: { '@assetc/formats': '^0.1.0' } })).toEqual(
    problem(`dependencies has @assetc/formats ^0.1.0, not ${sound.version}`),
  );
  const exports = { './package.json': './package.json', '.': { default: './a.js', types: './a.d.ts' } };
  expect(problems({ exports })).toEqual([
    ...problem('exports .: "default" is not the last condition'),
    ...problem('exports .: "types" is not the first published condition'),
  ]);
});

it('reports download addresses in a lock file', () => {
  const lock = {
    packages: { 'node_modules/a': { resolved: 'https://127.0.0.1/a.tgz' }, b: { resolved: 'packages/b' } },
  };
  expect(lockProblems(lock)).toEqual(['package-lock.json: node_modules/a has a download address']);
});

it('compares the tag with every version and the changelog', () => {
  const copy = mkdtempSync(join(tmpdir(), 'assetc-tag-'));
  try {
    const folders = readWorkspacePackages(root).map(({ folder }) => folder);
    for (const folder of folders) mkdirSync(join(copy, folder), { recursive: true });
    for (const path of ['package.json', 'package-lock.json', ...folders.map((folder) => `${folder}/package.json`)])
      cpSync(join(root, path), join(copy, path));
    writeFileSync(join(copy, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n');
    setRelease(copy, '3.0.0', undefined);
    expect(releaseProblems(copy, undefined)).toEqual([]);
    expect(releaseProblems(copy, 'v3.0.0')).toEqual(['CHANGELOG.md has no dated entry for 3.0.0']);
    setRelease(copy, '3.0.0', '2026-05-06');
    expect(releaseProblems(copy, 'v3.0.0')).toEqual([]);
    expect(releaseProblems(copy, 'v3.0.1')).toEqual([
      ...folders.map((folder) => `${folder}/package.json: version is 3.0.0, not 3.0.1`),
      'CHANGELOG.md has no dated entry for 3.0.1',
    ]);
    expect(releaseProblems(copy, '3.0.0')).toEqual(['the tag 3.0.0 does not start with "v"']);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

it('publishes by the workspaces, not by a list in the workflow', () => {
  const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  expect(workflow).toContain('npm run release:check -- "$GITHUB_REF_NAME"');
  expect(workflow).toContain('npm run release:publish');
  expect(workflow).not.toMatch(/npm publish|packages\//);
});
