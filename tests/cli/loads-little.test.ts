// The files that the built command line loads when there is nothing to do: every file costs start-up time, and compilers are not loaded.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const projects: DiskProject[] = [];

afterEach(() => {
  for (const made of projects.splice(0)) made.remove();
});

/** Files of ours that a run loaded, as V8's coverage lists them. */
function loadedBy(
  project: DiskProject,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): readonly string[] {
  const folder = project.path(`coverage-${Object.keys(env).length}`);
  expect(project.run(args, { ...env, NODE_V8_COVERAGE: folder })).toMatchObject({ status: 0 });
  const urls = readdirSync(folder).flatMap((file) => {
    const { result }: { result: readonly { readonly url: string }[] } = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    );
    return result.map(({ url }) => url);
  });
  return urls.filter((url) => url.includes('/compiler/dist/')).map((url) => basename(url));
}

describe.skipIf(!hasCli)('a build that has nothing to do', () => {
  it('loads few files, and none that compiles', () => {
    const project = new DiskProject({ 'assetc.yml': 'embed: ["*.json"]\n', 'assets/a.json': '1' });
    projects.push(project);
    expect(project.run()).toMatchObject({ status: 0 });
    const loaded = loadedBy(project);
    expect(loaded).toContain('cli-build.js');
    // Two of them for its configuration, one because it is narrow.
    expect(loaded.length).toBeLessThanOrEqual(11);
    expect(loaded.filter((name) => /executor|make-asset|write-pack|verify|-job/.test(name))).toEqual([]);
  });

  it('loads nothing of a shared cache that is named, until something has to be made', () => {
    const project = new DiskProject({ 'assetc.yml': 'embed: ["*.json"]\n', 'assets/a.json': '1' });
    projects.push(project);
    expect(project.run()).toMatchObject({ status: 0 });
    const ofCache = (env: Readonly<Record<string, string>>) =>
      loadedBy(project, [], env).filter((name) => /open-session|network/.test(name));
    const url = { ASSETC_CACHE_URL: 'http://127.0.0.1:9' };
    expect(ofCache(url)).toEqual([]);
    project.write('assets/a.json', '2');
    expect(ofCache({ ...url, CI: '1' })).not.toEqual([]);
  });
});

describe.skipIf(!hasCli)('a build without a configuration', () => {
  it('does not load what reads one', () => {
    const project = new DiskProject({ 'assets/a.png': makePng(4, 4, () => [1, 2, 3, 255]) });
    projects.push(project);
    expect(loadedBy(project)).not.toContain('cli-yaml.js');
    project.write('assetc.yml', 'input: assets\n');
    expect(loadedBy(project, [], { NO_COLOR: '1' })).toContain('cli-yaml.js');
  });
});

describe.skipIf(!hasCli)('a build of small sources', () => {
  const small = (count: number): DiskProject => {
    const sources = Array.from({ length: count }, (_, i) => [
      `assets/a${i}.png`,
      makePng(16, 16, (x, y) => [x * 15, y * 15, i, 255]),
    ]);
    const project = new DiskProject(Object.fromEntries(sources));
    projects.push(project);
    return project;
  };

  it('starts no thread, and gives the bytes that a thread gives', () => {
    const alone = small(20);
    expect(loadedBy(alone, ['-j', '1'])).not.toContain('worker.js');
    const shared = small(20);
    expect(loadedBy(shared, ['-j', '2'])).toContain('worker.js');
    expect(alone.hashTree()).toEqual(shared.hashTree());
    expect(Object.keys(alone.hashTree())).toContain('a19.ktx2');
  });

  it('starts none for few of them, and some as soon as one is larger', () => {
    expect(loadedBy(small(3), ['-j', '2'])).not.toContain('worker.js');
    const mixed = small(3);
    mixed.write(
      'assets/large.png',
      makePng(256, 256, () => [1, 2, 3, 255]),
    );
    expect(loadedBy(mixed, ['-j', '2'])).toContain('worker.js');
  });
});

describe.skipIf(!hasCli)('a build and its check', () => {
  const chunks = resolve(import.meta.dirname, '../../packages/compiler/dist/chunks');
  /** The files with the code of @assetc/other-runtimes, which the command line bundles. */
  const otherRuntimes = hasCli
    ? readdirSync(chunks).filter((name) => /function emitGalileo\b/.test(readFileSync(join(chunks, name), 'utf8')))
    : [];
  const loadedFor = (config: string, args: readonly string[]): readonly string[] => {
    const project = new DiskProject({ 'assetc.yml': config, 'assets/a.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' });
    projects.push(project);
    return loadedBy(project, args).filter((name) => otherRuntimes.includes(name));
  };

  it('load the package of other runtimes only for their files', () => {
    expect(loadedFor('default: {}\n', ['--verify'])).toEqual([]);
    expect(loadedFor('default: { mesh: { format: galileo } }\n', ['--verify'])).not.toEqual([]);
  });
});

describe.skipIf(!hasCli)('--version', () => {
  it('does not load what builds', () => {
    const project = new DiskProject({});
    projects.push(project);
    expect(loadedBy(project, ['--version'])).not.toContain('cli-build.js');
  });
});
