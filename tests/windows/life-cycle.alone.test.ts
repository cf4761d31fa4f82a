// One project of every kind on Linux and on Windows: what is written and what is printed is the same at every step of its life.

import { existsSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';
import { DEEP, everyKind } from './every-kind.js';
import { WindowsProject } from './windows-project.js';
import { windowsPath, wineMissing } from './wine.js';

/** What a command printed, without times, in any order of assets, with `/project` for the folder. */
function comparable(project: DiskProject, { status, stdout, stderr }: ReturnType<DiskProject['run']>) {
  const tidy = (text: string): readonly string[] =>
    text
      .replaceAll(windowsPath(project.root), '/project')
      .replaceAll(project.root, '/project')
      .replaceAll(/\d+(?:\.\d+)? (?:ms|s|min)\b/g, '<time>')
      .split('\n')
      .map((line) => (line.includes('/project') ? line.replaceAll('\\', '/') : line))
      .sort();
  return { status, stdout: tidy(stdout), stderr: tidy(stderr) };
}

describe.skipIf(wineMissing !== undefined || !hasCli)('a project of every kind on Windows', () => {
  let linux: DiskProject;
  let windows: WindowsProject;
  const both = () => [linux, windows] as const;
  const outputs = (project: DiskProject) => ({
    ...project.hashTree(),
    pack: project.hashTree('.')['runtime.hpack'] ?? '',
  });

  /** Runs it on both, expects the same text and the same output folders, and returns what Windows printed. */
  function run(...args: readonly string[]) {
    const [expected, printed] = both().map((project) => project.run(args));
    if (expected === undefined || printed === undefined) throw new Error('nothing ran');
    expect(comparable(windows, printed)).toEqual(comparable(linux, expected));
    expect(outputs(windows)).toEqual(outputs(linux));
    return printed;
  }

  beforeAll(() => {
    linux = new DiskProject(everyKind('\r\n'));
    windows = new WindowsProject(everyKind('\r\n'));
  });
  afterAll(() => {
    for (const project of both()) project.remove();
  });

  it('builds every file byte-equal', () => {
    const { status, stderr } = run('build');
    expect([status, stderr]).toEqual([0, '']);
    const files = Object.keys(windows.hashTree());
    expect(files).toContain(DEEP.replace('.png', '.ktx2'));
    expect(windows.path(`runtime/${DEEP}`).length).toBeGreaterThan(300);
    const suffixes = new Set(files.map((path) => path.slice(path.lastIndexOf('.'))));
    expect([...suffixes].sort()).toEqual([
      '.hanim',
      '.hfont',
      '.hman',
      '.hmat',
      '.hmesh',
      '.json',
      '.ktx2',
      '.sprites',
      '.spv',
    ]);
    expect(existsSync(windows.path('runtime.hpack'))).toBe(true);
  });

  it('has nothing to do afterwards', () => {
    expect(run('build').stdout).toMatch(/^0 built, 24 cached/m);
  });

  it('compiles sources with CRLF to the bytes of sources with LF, except for embedded files', () => {
    const other = new DiskProject(everyKind('\n'));
    other.run(['build', '-q']);
    const expected = other.hashTree();
    other.remove();
    const differing = Object.entries(windows.hashTree()).filter(([path, hash]) => expected[path] !== hash);
    expect(differing.map(([path]) => path)).toEqual(['Szenen/Straße 1.json']);
  });

  it.each([
    ['check'],
    ['check', 'runtime.hpack'],
    ['info'],
    ['pack', 'info'],
    ['pack', 'extract', 'runtime.hpack', 'T*ren/*', '-o', 'un packed/ä'],
    ['why', 'assets/models/fern ä.gltf'],
    ['why', 'runtime/Türen/leaf.ktx2'],
    ['convert', 'runtime/Türen/Ziegel 🧱.ktx2', '--to', 'png', '-o', 'converted/Ziegel 🧱.png'],
    ['convert', 'runtime/models/fern ä.hmesh', '--to', 'glb', '-o', 'converted/fern.glb'],
    ['convert', 'runtime/models/Leuchtturm (neu).hmesh', '--to', 'vkguide', '-o', 'converted/turm'],
    ['--list-skipped'],
    ['--dry-run'],
  ])('prints the same for %j', (...args) => {
    expect(run(...args).status).toBe(0);
    for (const folder of ['un packed', 'converted']) expect(windows.hashTree(folder)).toEqual(linux.hashTree(folder));
  });

  it('has extracted and converted files', () => {
    expect(Object.keys(windows.hashTree('un packed')).length).toBeGreaterThan(3);
    expect(Object.keys(windows.hashTree('converted')).length).toBeGreaterThan(2);
  });

  it('takes paths with backslashes and drive letters in arguments', () => {
    const path = windows.windowsPath('assets/models/fern ä.gltf');
    expect(windows.run(['why', path])).toMatchObject({ status: 0, stderr: '' });
    expect(windows.run(['why', 'assets\\models\\fern ä.gltf'])).toMatchObject({ status: 0, stderr: '' });
    const { status, stdout } = windows.run(['build', 'assets\\Türen', '-o', windows.windowsPath('other out')]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^packed other out\.hpack: 7 files.*\n.* 0 failed, /m)]);
    // A normal map, because the bytes of a color follow its use, and no model is built here.
    expect(windows.hashTree('other out')['Türen/Ziegel 🧱.n.ktx2']).toBe(linux.hashTree()['Türen/Ziegel 🧱.n.ktx2']);
  });

  it('builds only what is edited, and removes what belonged to a deleted source', () => {
    for (const project of both()) {
      project.write(
        'assets/Türen/leaf.png',
        makePng(8, 8, () => [1, 2, 3, 255]),
      );
      project.removeSource('assets/grade/größer.lut.cube');
    }
    expect(run('build').stdout).toMatch(/2 built, .* 1 removed/);
  });

  it('names files in messages as on other systems', () => {
    const broken: Record<string, string> = {
      'kaputt ä/Bild 🙂.png': 'no image',
      'kaputt ä/Modell.gltf': '{\r\n  "asset": { "version": "2.0" },\r\n  "meshes": [ }\r\n',
      'kaputt ä/Farbe.lut.cube': 'LUT_3D_SIZE 2\r\n0 0 x\r\n',
      'kaputt ä/Material.mat': '- name: a\r\n  roughness: 1\r\n  textures: { baseColor: weg.png }\r\n',
      'kaputt ä/s.shader/a.frag': '#version 450\r\nvoid main() { x; }\r\n',
      'kaputt ä/s.shader/b.wgsl': '@fragment\r\nfn main() -> f32 { return y; }\r\n',
      'kaputt ä/s.shader/c.slang': '[shader("vertex")]\r\nfloat4 cMain() : SV_Position { return z; }\r\n',
    };
    for (const project of both())
      for (const [path, content] of Object.entries(broken)) project.write(`assets/${path}`, content);
    const { status, stderr } = run('build');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^assets\/kaputt ä\/Modell\.gltf:3:\d+: error gltf\//m);
    expect(stderr).toMatch(/^assets\/kaputt ä\/Farbe\.lut\.cube:2:/m);
    for (const project of both()) rmSync(project.path('assets/kaputt ä'), { recursive: true });
    expect(run('build').status).toBe(0);
  });

  it('rebuilds the same after a clean', () => {
    const before = outputs(windows);
    expect(run('clean').status).toBe(0);
    expect(windows.hashTree()).toEqual({});
    expect(run('build', '--no-cache').status).toBe(0);
    expect(outputs(windows)).toEqual(before);
  });
});
