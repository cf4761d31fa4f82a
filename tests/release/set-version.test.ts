// One command sets the version of every package, on a copy of this repository's manifests.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releaseChangelog, setAllVersions, setRelease } from '../../scripts/release/set-version.js';
import { DEPENDENCY_FIELDS, readJson, readWorkspacePackages } from '../../scripts/release/workspace-packages.js';

const root = resolve(import.meta.dirname, '../..');
const examples = readdirSync(join(root, 'examples'))
  .map((name) => `examples/${name}/package.json`)
  .filter((path) => spawnSync('git', ['ls-files', '--error-unmatch', path], { cwd: root }).status === 0);
const manifests = [...readWorkspacePackages(root).map(({ folder }) => `${folder}/package.json`), ...examples];
const files = ['package.json', 'package-lock.json', 'CHANGELOG.md', ...manifests];
let copy = '';

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'assetc-version-'));
  for (const path of files) cpSync(join(root, path), join(copy, path), { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

const contents = () => files.map((path) => readFileSync(join(copy, path), 'utf8'));

describe('release:version', () => {
  it('sets every version and every dependency on each other, in manifests and the lock file', () => {
    setAllVersions(copy, '7.8.9-beta.1');
    const names = new Set(readWorkspacePackages(copy).map(({ manifest }) => manifest.name));
    const lock = readJson(join(copy, 'package-lock.json'));
    const own: string[] = [];
    for (const path of manifests) {
      const manifest = readJson(join(copy, path));
      if (names.has(manifest.name)) expect(manifest.version, path).toBe('7.8.9-beta.1');
      for (const field of DEPENDENCY_FIELDS)
        for (const [name, range] of Object.entries(manifest[field] ?? {}))
          if (names.has(name)) own.push(`${field} ${range}`);
      const locked = lock.packages[dirname(path)];
      if (names.has(manifest.name)) expect(locked.version, path).toBe('7.8.9-beta.1');
      for (const field of DEPENDENCY_FIELDS) expect(locked?.[field] ?? manifest[field]).toEqual(manifest[field]);
    }
    expect(new Set(own)).toEqual(
      new Set(['dependencies 7.8.9-beta.1', 'devDependencies 7.8.9-beta.1', 'peerDependencies 7.8.9-beta.1']),
    );
  });

  it('changes nothing but versions of our packages', () => {
    const before = contents();
    const { version } = readJson(join(copy, 'packages/compiler/package.json'));
    setAllVersions(copy, '7.8.9');
    expect(contents()).not.toEqual(before);
    setAllVersions(copy, version);
    expect(contents()).toEqual(before);
  });

  it('leaves a lock file that npm accepts', () => {
    setAllVersions(copy, '7.8.9');
    // npm ci compares the two. Without a cache it could not fetch what the lock file lacks.
    const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--cache', join(copy, 'cache')];
    const npm = spawnSync('npm', args, { cwd: copy, encoding: 'utf8', shell: process.platform === 'win32' });
    expect(npm.stderr).not.toContain('npm error');
    expect(npm.status).toBe(0);
  });

  it('names the "Unreleased" section of the changelog, once', () => {
    writeFileSync(join(copy, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 - 2026-01-02\n');
    setRelease(copy, '0.2.0', '2026-03-04');
    const released = '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-03-04\n\n- New.\n\n## 0.1.0 - 2026-01-02\n';
    expect(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')).toBe(released);
    expect(releaseChangelog(released, '0.2.0', '2026-03-05')).toBe(released);
  });

  it('gives a date to a version that has a section already', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- All.\n';
    expect(releaseChangelog(changelog, '0.1.0', '2026-01-02')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-02\n\n- All.\n',
    );
  });

  it('rejects wrong arguments before it changes a file', () => {
    const before = contents();
    expect(() => setRelease(copy, 'v1.0.0', undefined)).toThrow('not a version: v1.0.0');
    expect(() => setRelease(copy, '1.0.0', '2026-02-31')).toThrow('not a date, YYYY-MM-DD: 2026-02-31');
    expect(() => releaseChangelog('# Changelog\n', '1.0.0', '2026-02-03')).toThrow('no "## Unreleased" heading');
    expect(contents()).toEqual(before);
  });
});
