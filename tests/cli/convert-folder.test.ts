// assetc convert <folder>: the converter of vkguide in one command, as a user runs it.

import { symlinkSync } from 'node:fs';
import { decodeVkguideMesh, decodeVkguideTexture } from '@assetc/other-runtimes/vkguide';
import { afterEach, describe, expect, it } from 'vitest';
import { eventProblem } from '../../packages/compiler/src/cli/print/json/event-problem.js';
import { check } from '../../packages/compiler/src/index.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { eventsOf, Project, png } from './testing/run-cli.js';

const builder = new GltfBuilder();
builder.list('images', { uri: 'oak.png' });
builder.list('textures', { source: 0 });
builder.list('materials', { name: 'Oak', pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
builder.node({ mesh: addGrid(builder, 4, { material: 0 }) });

const FILES = {
  'game/models/chair.gltf': builder.gltf(),
  'game/models/oak.png': png(8, 1),
  'game/quad.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n',
  'game/grass.png': png(8, 2),
  'game/notes.txt': 'mine',
  'game/grade.lut.cube': 'LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n',
};
const VKGUIDE = [
  'grass.tx',
  'models/chair.pfb',
  'models/chair/mesh_0_0.mesh',
  'models/chair/oak.mat',
  'models/chair/tex_0.tx',
  'models/oak.tx',
  'quad.mesh',
];

let project = new Project();
afterEach(() => project.dispose());
const open = () => {
  project.dispose();
  project = new Project(FILES);
  return project.run.bind(project);
};
const SOURCES = Object.keys(FILES).map((path) => path.slice('game/'.length));
const results = (folder = 'game') => project.list(folder).filter((path) => !SOURCES.includes(path));

describe('a folder', () => {
  it('gets .tx and .mesh files next to its sources, without a configuration', () => {
    const run = open();
    const { code, stdout, stderr } = run(['convert', 'game', '--to', 'vkguide']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(results()).toEqual(VKGUIDE);
    for (const path of VKGUIDE) expect(stdout).toContain(`wrote game/${path} (`);
    expect(stdout).toMatch(/\n4 sources: 7 files written, 0 unchanged, 0 failed in .*\n$/);
    expect(decodeVkguideMesh(project.read('game/quad.mesh'))).toMatchObject({ vertexCount: 3 });
    expect(decodeVkguideTexture(project.read('game/grass.tx'))).toMatchObject({ originalFile: 'grass.png' });
    for (const [path, content] of Object.entries(FILES))
      expect(Buffer.from(project.read(path))).toEqual(Buffer.from(content));
    expect(project.list()).not.toContain('runtime/assets.hman');

    const again = run(['convert', 'game', '--to', 'vkguide']);
    expect(again.stdout).toMatch(/^4 sources: 0 files written, 7 unchanged, 0 failed in /);
  });

  it('gets the bytes that a build for the runtime writes, with any number of threads', () => {
    const run = open();
    expect(run(['convert', 'game', '--to', 'vkguide', '-o', 'out']).code).toBe(0);
    expect(results()).toEqual([]);
    expect(results('out')).toEqual(VKGUIDE);
    project.write(
      'assetc.yml',
      'input: game\nexclude: ["*.cube"]\ndefault: { mesh: { format: vkguide }, texture: { format: vkguide, standalone: all } }\n',
    );
    expect(run(['-q', '--no-cache', '-j', '1']).code).toBe(0);
    expect(project.list('runtime')).toEqual(['assets.hman', ...VKGUIDE]);
    for (const path of VKGUIDE)
      expect(Buffer.from(project.read(`out/${path}`))).toEqual(Buffer.from(project.read(`runtime/${path}`)));
  });

  it.each([
    ['hmesh', ['grass.ktx2', 'models/chair.hmesh', 'quad.hmesh']],
    ['hmesh1', ['grass.ktx2', 'models/chair.hmesh', 'quad.hmesh']],
    ['ktx2', ['grass.ktx2', 'models/chair.hmesh', 'quad.hmesh']],
    ['vkguide-packed', ['grass.tx', 'models/chair.pfb', 'quad.mesh']],
    ['vkguide-paged', ['grass.tx', 'models/chair.pfb', 'quad.mesh']],
    ['galileo', ['grass.ktx2', 'models/chair.gali', 'quad.gali']],
  ])('can be converted to %s, without a warning about settings', async (to, some) => {
    const run = open();
    const { code, stderr } = run(['convert', 'game', '--to', to, '-o', 'out']);
    expect(code).toBe(0);
    expect(stderr).not.toContain('mesh/dropped');
    expect(results('out')).toEqual(expect.arrayContaining(some));
    for (const path of results('out'))
      expect(await check({ path: project.path(`out/${path}`) })).toMatchObject({ ok: true, files: 1, diagnostics: [] });
  });

  it('keeps every file that it did not write', () => {
    const run = open();
    project.write('game/grass.tx', 'made by hand');
    symlinkSync(project.path('game/notes.txt'), project.path('game/quad.mesh'));
    const { code, stdout, stderr } = run(['convert', 'game', '--to', 'vkguide']);
    expect(code).toBe(1);
    expect(stderr).toContain('game/grass.tx: error convert/foreign-file: ');
    expect(stderr).toContain('game/quad.mesh: error convert/foreign-file: ');
    expect(stderr).toContain('hint: Move or delete the file, or write the results into another folder with -o.');
    expect(stdout).toMatch(/4 sources: 5 files written, 0 unchanged, 2 not written, 0 failed in /);
    expect(new TextDecoder().decode(project.read('game/grass.tx'))).toBe('made by hand');
    expect(new TextDecoder().decode(project.read('game/notes.txt'))).toBe('mine');

    project.remove('game/grass.tx');
    project.remove('game/quad.mesh');
    expect(run(['convert', 'game', '--to', 'vkguide'])).toMatchObject({ code: 0, stderr: '' });
    project.write('game/grass.png', png(8, 9));
    const changed = run(['convert', 'game', '--to', 'vkguide']);
    expect(changed).toMatchObject({ code: 0, stderr: '' });
    expect(changed.stdout).toMatch(/^wrote game\/grass\.tx \(.*\)\n4 sources: 1 file written, 6 unchanged/);
  });

  it('reports what a build would report, and converts the rest', () => {
    const run = open();
    project.write('game/broken.png', 'no picture');
    const { code, stdout, stderr } = run(['convert', 'game', '--to', 'vkguide', '--json']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^game\/broken\.png: error image\/unknown-type: /);
    const events = eventsOf(stdout);
    for (const event of events) expect(eventProblem(event)).toBeUndefined();
    expect(events.filter(({ type }) => type === 'converted')).toHaveLength(7);
    expect(events.at(-1)).toMatchObject({
      type: 'converted-folder',
      path: project.path('game'),
      output: project.path('game'),
      status: 'failed',
      sources: 5,
      failed: 1,
      written: 7,
      unchanged: 0,
      kept: 0,
    });
  });

  it.each([
    [['game', '--to', 'png'], 2, /a folder cannot be converted to png\n {2}hint: Use one of: hmesh, hmesh1, ktx2, /],
    [['game', '--to', 'ktx2', '--target', 'bc'], 2, /--target, --ktx2 and --meshopt only apply to a compiled file/],
    [['empty', '--to', 'vkguide'], 1, /error convert\/no-sources: there are no images and no models in .*empty/],
    [['game', '--to', 'vkguide', '-o', 'game/notes.txt'], 1, /error build\/output-file: .*notes\.txt is a file/],
    [['nowhere', '--to', 'vkguide'], 2, /there is no file or folder nowhere/],
  ])('%j ends with %i', (args, status, message) => {
    const run = open();
    project.write('empty/readme.md', '');
    const { code, stdout, stderr } = run(['convert', ...args]);
    expect({ code, stdout }).toEqual({ code: status, stdout: '' });
    expect(stderr).toMatch(message);
    expect(results()).toEqual([]);
  });
});
