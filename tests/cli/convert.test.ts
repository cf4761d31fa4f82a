// assetc convert, and builds for other runtimes, as a user runs them.

import { decodeKtx2 } from '@assetc/formats';
import { decodeGali } from '@assetc/other-runtimes/galileo';
import { decodeVkguideTexture } from '@assetc/other-runtimes/vkguide';
import { afterAll, describe, expect, it } from 'vitest';
import { eventProblem } from '../../packages/compiler/src/cli/print/json/event-problem.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { eventsOf, Project, png } from './testing/run-cli.js';

const builder = new GltfBuilder();
builder.list('images', { uri: 'oak.png' });
builder.list('textures', { source: 0 });
builder.list('materials', { name: 'Oak', pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
builder.node({ mesh: addGrid(builder, 4, { material: 0 }) });

const project = new Project({
  'assetc.yml': `default: { texture: { standalone: all } }
presets:
  ours: { output: out/ours, texture: { quality: fast } }
  old: { output: out/old, mesh: { format: hmesh1, lods: [] }, texture: { quality: fast } }
  vkguide: { output: out/vkguide, mesh: { format: vkguide }, texture: { format: vkguide, vkguide: paged } }
  galileo: { output: out/galileo, mesh: { format: galileo }, texture: { format: vkguide } }
`,
  'assets/chair.gltf': builder.gltf(),
  'assets/oak.png': png(),
});
afterAll(() => project.dispose());

const PRESETS = ['ours', 'old', 'vkguide', 'galileo'];

describe('one source for several runtimes', () => {
  it('is built by several presets, one after another', () => {
    const run = project.run([...PRESETS.flatMap((name) => ['--preset', name]), '--verify']);
    expect(run).toMatchObject({ code: 0 });
    expect(project.list('out/vkguide')).toEqual([
      'assets.hman',
      'chair.pfb',
      'chair/mesh_0_0.mesh',
      'chair/oak.mat',
      'chair/tex_0.tx',
      'oak.tx',
    ]);
    expect(project.list('out/galileo')).toEqual([
      'assets.hman',
      'chair.gali',
      'chair.hmat',
      'chair/tex_0.tx',
      'oak.tx',
    ]);
    expect(project.list('out/old')).toEqual(project.list('out/ours'));
  });

  it.each(PRESETS)('gives the same bytes for %s with one thread and with three', (name) => {
    const args = ['--preset', name, '--no-cache', '-q'];
    for (const jobs of ['1', '3']) expect(project.run([...args, '-j', jobs, '-o', `again/${jobs}`]).code).toBe(0);
    for (const path of project.list(`out/${name}`))
      for (const jobs of ['1', '3'])
        expect(Buffer.from(project.read(`again/${jobs}/${path}`))).toEqual(
          Buffer.from(project.read(`out/${name}/${path}`)),
        );
  });

  it.each(PRESETS)('passes check and info for %s', (name) => {
    expect(project.run(['check', `out/${name}`])).toMatchObject({ code: 0, stderr: '' });
    expect(project.run(['info', `out/${name}`])).toMatchObject({ code: 0, stderr: '' });
  });

  it('tells of single files', () => {
    const { stdout, code } = project.run([
      'info',
      'out/vkguide/chair/tex_0.tx',
      'out/galileo/chair.gali',
      'out/vkguide/chair.pfb',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /8 × 8 · 4 mips · RGBA8 LZ4 · paged .* from oak\.png\n {2}used by chair\/oak\.mat\.baseColor/,
    );
    expect(stdout).toMatch(/25 vertices · 32 triangles · 1 vertex group/);
    expect(stdout).toMatch(/1 node · 1 mesh · 1 matrix/);
  });
});

describe('assetc convert', () => {
  it('writes next to the file and says what is lost', () => {
    const { code, stdout, stderr } = project.run(['convert', 'out/ours/chair.hmesh', '--to', 'galileo', '-o', 'made']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^wrote made \(galileo, [\d.]+ kB\)\n$/);
    expect(stderr).toMatch(/^out\/ours\/chair\.hmesh: warning convert\/lost: the result lacks 2 levels of detail, /m);
    const made = decodeGali(project.read('made'));
    expect(made.uuid).toEqual(decodeGali(project.read('out/galileo/chair.gali')).uuid);
    project.write('loose/chair.hmesh', project.read('out/ours/chair.hmesh'));
    expect(project.run(['convert', 'loose/chair.hmesh', '--to', 'hmesh1']).stdout).toContain(
      'wrote loose/chair.v1.hmesh',
    );
    expect(project.run(['check', 'loose/chair.v1.hmesh']).code).toBe(0);
  });

  it('turns textures into each other', () => {
    expect(project.run(['convert', 'out/ours/oak.ktx2', '--to', 'vkguide-paged', '-o', 'tex/oak.tx']).code).toBe(0);
    expect(decodeVkguideTexture(project.read('tex/oak.tx')).pages).toHaveLength(4);
    expect(project.run(['convert', 'out/vkguide/oak.tx', '--to', 'ktx2', '-o', 'tex']).stdout).toContain(
      'wrote tex/oak.ktx2',
    );
    expect(decodeKtx2(project.read('tex/oak.ktx2'))).toMatchObject({ vkFormat: 43, levelCount: 4 });
  });

  it('turns a vkguide asset into JSON that info reads, and back', () => {
    const { stdout } = project.run(['convert', 'out/vkguide/chair/oak.mat', '--to', 'text', '-o', 'oak.mat.json']);
    expect(stdout).toContain('wrote oak.mat.json (text');
    expect(project.run(['info', 'oak.mat.json']).stdout).toMatch(
      /effect texturedPBR_opaque · opaque · baseColor: chair\/tex_0\.tx/,
    );
    project.run(['convert', 'oak.mat.json', '--to', 'binary', '-o', 'again.mat']);
    expect(project.read('again.mat')).toEqual(project.read('out/vkguide/chair/oak.mat'));
  });

  it('prints events', () => {
    const { stdout, code } = project.run([
      'convert',
      'out/ours/chair.hmesh',
      '--to',
      'vkguide',
      '-o',
      'a.mesh',
      '--json',
    ]);
    const events = eventsOf(stdout);
    expect(code).toBe(0);
    expect(events.map(eventProblem).filter((problem) => problem !== undefined)).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'converted', path: project.path('a.mesh') });
  });

  it.each([
    [['out/ours/chair.hmesh', '--to', 'gallileo'], 2, /unknown format "gallileo"\n {2}hint: Did you mean galileo\?/],
    [['nothing.hmesh', '--to', 'galileo'], 2, /there is no file or folder nothing\.hmesh/],
    [['out/ours/chair.hmesh'], 2, /required option '--to <format>' not specified/],
    [
      ['out/ours/chair.hmat', '--to', 'galileo'],
      1,
      /chair\.hmat: error convert\/no-way: hmat files cannot be converted\n {2}hint: /,
    ],
    [['assets/chair.gltf', '--to', 'galileo'], 1, /chair\.gltf: error convert\/unknown-file/],
    [['out/ours/chair.hmesh', '--to', 'galileo', '-o', 'out/ours/chair.hmesh'], 1, /would replace the file itself/],
  ])('%j ends with %i', (args, code, message) => {
    const run = project.run(['convert', ...args]);
    expect(run.code).toBe(code);
    expect(run.stderr).toMatch(message);
    expect(run.stdout).toBe('');
  });
});
