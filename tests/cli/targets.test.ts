// Textures for several GPUs, as a user builds them: the same bytes for any number of threads, alone and in one run.

import { afterAll, describe, expect, it } from 'vitest';
import { eventProblem } from '../../packages/compiler/src/cli/print/json/event-problem.js';
import { TEXTURE_TARGETS } from '../../packages/compiler/src/model/image/texture-target.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { eventsOf, Project, png } from './testing/run-cli.js';

const builder = new GltfBuilder();
builder.list('images', { uri: 'oak.png' });
builder.list('textures', { source: 0 });
builder.list('materials', { name: 'Oak', pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
builder.node({ mesh: addGrid(builder, 4, { material: 0 }) });

const presets = TEXTURE_TARGETS.map(
  (target) => `  ${target}: { output: out/${target}, texture: { target: ${target} } }`,
);
const project = new Project({
  'assetc.yml': `default: { texture: { quality: fast } }\npresets:\n${presets.join('\n')}\n`,
  'assets/chair.gltf': builder.gltf(),
  // Large enough to be divided among threads.
  'assets/oak.png': png(300, 3),
  'assets/stone.n.png': png(32, 5),
  'assets/stone.ao.png': png(31, 7),
});
afterAll(() => project.dispose());

const flags = TEXTURE_TARGETS.flatMap((target) => ['--preset', target]);
const filesIn = (folder: string) =>
  project.list(folder).map((path) => [path, project.read(`${folder}/${path}`)] as const);

describe('presets for several GPUs', () => {
  it('give the same bytes in one run and alone, with one thread and with two', () => {
    expect(project.run([...flags, '--verify', '-j', '2']).code).toBe(0);
    for (const target of TEXTURE_TARGETS) {
      const args = ['--preset', target, '--no-cache', '-q', '-j', '1', '-o', `alone/${target}`];
      expect(project.run(args).code).toBe(0);
      expect(filesIn(`alone/${target}`)).toEqual(filesIn(`out/${target}`));
    }
    expect(project.run([...flags, '--no-cache', '-q', '-j', '1']).code).toBe(0);
    for (const target of TEXTURE_TARGETS) expect(filesIn(`out/${target}`)).toEqual(filesIn(`alone/${target}`));
  });

  it('refer to textures alike, and pass check', () => {
    for (const target of TEXTURE_TARGETS) {
      expect(project.run(['check', `out/${target}`]).code).toBe(0);
      for (const name of ['chair.hmat', 'chair.hmesh', 'assets.hman'])
        expect(project.read(`out/${target}/${name}`)).toEqual(project.read(`out/universal/${name}`));
    }
  });

  it('are distinguished by info, each with its memory', () => {
    const { stdout } = project.run(['info', 'out/bc']);
    expect(stdout).toContain('BC5_UNORM');
    expect(stdout).toMatch(/on the GPU\n +BC7_SRGB +1 texture +\d+ kB\n +BC5_UNORM +1 texture/);
    const totals = eventsOf(project.run(['info', 'out/bc', '--json']).stdout).at(-1);
    expect(eventProblem(totals)).toBeUndefined();
    expect(totals).toMatchObject({
      gpu: [
        { format: 'BC7_SRGB', files: 1 },
        { format: 'BC5_UNORM', files: 1, gpuBytes: (64 + 16 + 4 + 1 + 1 + 1) * 16 },
        { format: 'BC4_UNORM', files: 1, gpuBytes: (64 + 16 + 4 + 1 + 1) * 8 },
      ],
    });
  });

  it('can be converted into each other, PNG and DDS', () => {
    expect(project.run(['convert', 'out/bc/stone.ao.ktx2', '--to', 'png']).code).toBe(0);
    expect(project.list('out/bc')).toContain('stone.ao.png');
    expect(project.run(['convert', 'out/bc/stone.n.ktx2', '--to', 'dds', '-o', 'n.dds']).code).toBe(0);
    expect(
      project.run(['convert', 'out/bc/stone.n.ktx2', '--to', 'ktx2', '--target', 'astc', '-o', 'n.ktx2']).code,
    ).toBe(0);
    expect(project.run(['info', 'n.ktx2']).stdout).toContain('ASTC_4x4_UNORM');
    const wrong = project.run(['convert', 'out/bc/stone.n.ktx2', '--to', 'ktx2', '--target', 'pvrtc']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Use one of: universal, bc')]);
    expect(project.run(['convert', 'out/bc/stone.n.ktx2', '--to', 'ktx2', '--target', 'bc']).stderr).toContain(
      'it is already bc',
    );
  });
});
