// assetc build --depfile: what the file lists, and when it is written.

import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { thingsPlugin } from '../cli/testing/things-plugin.js';
import { cli, DiskProject } from '../support/disk-project.js';

let project = new DiskProject();
afterEach(() => project.remove());
const open = (files: Readonly<Record<string, string>>): DiskProject => {
  project.remove();
  project = new DiskProject({ 'assetc.yml': 'embed: ["*.json"]\n', ...files });
  return project;
};

/** Paths below the project are shown relative to it. */
function listed(file = 'out.d'): string[] {
  const [rule = ''] = project.read(file).split('\n\n');
  const [, ...inputs] = rule.split(' \\\n  ');
  return inputs.map((path) => (path.startsWith(`${project.root}/`) ? path.slice(project.root.length + 1) : path));
}

const GLTF = {
  asset: { version: '2.0' },
  buffers: [{ uri: 'parts/tri.bin', byteLength: 36 }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  nodes: [{ mesh: 0 }],
};

const PLUGIN = thingsPlugin({
  before: "import { helper } from './helper.mjs';",
  compile: "ctx.emit('.out', new TextEncoder().encode(helper + text));",
});

describe('a depfile', () => {
  it('lists sources, what they read, the configuration, every folder and the program', () => {
    const program = join(dirname(cli), 'start/start.js');
    open({
      'assets/a.json': '1',
      'assets/deep/er/b.json': '2',
      'assets/deep/readme.md': 'skipped',
      'assets/.git/x': '',
    });
    project.write('assets/m/tri.gltf', JSON.stringify(GLTF));
    project.write('assets/m/parts/tri.bin', new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer));
    expect(project.run(['build', '--depfile', 'out.d'])).toMatchObject({ status: 0, stderr: '' });
    expect(listed()).toEqual(
      [
        ...['assets', 'assets/a.json', 'assets/deep', 'assets/deep/er', 'assets/deep/er/b.json', 'assetc.yml'],
        ...['assets/m', 'assets/m/parts', 'assets/m/parts/tri.bin', 'assets/m/tri.gltf'],
      ]
        .map((path) => `${project.root}/${path}`)
        .concat(program)
        .sort()
        .map((path) => path.replace(`${project.root}/`, '')),
    );
    expect(project.read('out.d')).toMatch(/^out: \\\n/);
  });

  it('lists the files of plug-ins', () => {
    open({
      'assetc.yml': 'plugins: [./plugin.ts]\n',
      'plugin.ts': PLUGIN,
      'helper.mjs': "export const helper = 'x';",
      'assets/a.thing': '',
    });
    expect(project.run(['build', '--depfile', 'out.d']).stderr).toBe('');
    expect(listed()).toEqual(expect.arrayContaining(['plugin.ts', 'helper.mjs', 'assets/a.thing']));
  });

  it('lists files in the output folder that a pack contains though no build wrote them', () => {
    open({ 'assets/a.json': '1', 'runtime/by-hand.txt': 'mine' });
    project.run(['build', '--pack', '--depfile', 'out.d']);
    expect(listed()).toContain('runtime/by-hand.txt');
    expect(listed().filter((path) => path.startsWith('runtime'))).toEqual(['runtime/by-hand.txt']);
  });

  it('lists what all presets need, once', () => {
    open({
      'assetc.yml': 'embed: ["*.json"]\npresets:\n  one: { output: out/one }\n  two: { output: out/two }\n',
      'assets/a.json': '1',
    });
    project.run(['build', '--preset', 'one', '--preset', 'two', '--depfile', 'deps/both.d']);
    expect(listed('deps/both.d').filter((path) => path === 'assets/a.json')).toHaveLength(1);
    expect(project.read('deps/both.d')).toMatch(/^deps\/both: /);
  });

  it('is the same each time, with any number of threads, and written again even if nothing changed', () => {
    open({ 'assets/b.json': '1', 'assets/a.json': '2', 'assets/c/d.json': '3' });
    project.run(['build', '--depfile', 'out.d', '-j', '1']);
    const first = project.read('out.d');
    project.write('out.d', '');
    project.run(['build', '--depfile', 'out.d']);
    expect(project.read('out.d')).toBe(first);
    project.removeSource('out.d');
    project.run(['build', '--depfile', 'out.d', '--no-cache', '-j', '3']);
    expect(project.read('out.d')).toBe(first);
  });

  it('is written only after a success', () => {
    open({ 'assets/a.json': '1', 'assets/broken.png': 'not an image' });
    expect(project.run(['build', '--depfile', 'out.d']).status).toBe(1);
    expect(existsSync(project.path('out.d'))).toBe(false);
    project.removeSource('assets/broken.png');
    expect(project.run(['build', '--depfile', 'out.d', '--dry-run']).status).toBe(0);
    expect(existsSync(project.path('out.d'))).toBe(false);
    expect(project.run(['build', '--depfile', 'out.d']).status).toBe(0);
    const good = project.read('out.d');
    project.write('assets/broken.png', 'not an image');
    expect(project.run(['build', '--depfile', 'out.d']).status).toBe(1);
    expect(project.read('out.d')).toBe(good);
  });

  it('is needed for success, and its name must end in .d', () => {
    open({ 'assets/a.json': '1' });
    mkdirSync(project.path('out.d'));
    expect(project.run(['build', '--depfile', 'out.d'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('error cli/cannot-write'),
    });
    expect(project.run(['build', '--depfile', 'out.dep'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('must end in .d'),
    });
  });

  it('a name that Make or Ninja cannot read is a notice', () => {
    open({ "assets/wolf's.json": '1' });
    const { status, stderr } = project.run(['build', '--strict', '--depfile', 'out.d']);
    expect(stderr).toContain("assets/wolf's.json: notice build/depfile-name: ");
    expect(status).toBe(0);
  });

  it('--input replaces the configured input', () => {
    open({ 'other/a.json': '1', 'assets/b.json': '2' });
    project.run(['build', '--input', 'other', '--depfile', 'out.d']);
    expect(Object.keys(project.hashTree())).toEqual(['a.json', 'assets.hman']);
    expect(listed()).toContain('other/a.json');
    expect(listed()).not.toContain('assets/b.json');
  });

  it.skipIf(process.platform === 'win32')(
    'lists an external slangc, by path or by name, only if there are shaders',
    () => {
      open({
        'assets/a.json': '1',
        'bin/slangc': '#!/bin/sh\necho 2026.1\n',
      });
      chmodSync(project.path('bin/slangc'), 0o755);
      const list = (env: Readonly<Record<string, string>>): readonly string[] => {
        expect(project.run(['build', '--depfile', 'out.d'], env)).toMatchObject({ status: 0 });
        return listed().filter((path) => path.includes('slangc'));
      };
      const env = { SLANGC: project.path('bin/slangc') };
      expect(list(env)).toEqual([]);
      project.write('assets/b.shader/b.comp', '#version 450\nvoid main() {}\n');
      expect(list(env)).toEqual(['bin/slangc']);
      expect(list({ SLANGC: 'slangc', PATH: `${project.path('bin')}:${process.env.PATH}` })).toEqual(['bin/slangc']);
    },
  );
});
