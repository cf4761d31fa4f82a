// What a new user reads when something goes wrong or is counted: each message names the file, and the counts add up.

import { mkdirSync, symlinkSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { eventsOf, Project, png } from './testing/run-cli.js';

let project = new Project();
afterEach(() => project.dispose());
function open(files: Readonly<Record<string, string | Uint8Array>>) {
  project.dispose();
  project = new Project(files);
  return { run: project.run.bind(project) };
}

const OBJ = 'mtllib q.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\n';
const MODEL = {
  'assets/models/q.obj': OBJ,
  'assets/models/q.mtl': 'newmtl m\nmap_Kd wood.png\nnorm wood_n.png\n',
  'assets/models/wood.png': png(8, 1),
  'assets/models/wood_n.png': png(8, 2),
};
const hintsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('  hint:'));

describe('counts', () => {
  it('of skipped files add up between the plan, the events and the list', () => {
    const { run } = open({ ...MODEL, 'assets/readme.txt': 'x', 'assets/notes.md': 'y' });
    const before = run(['--list-skipped']);
    expect(before.stdout).toMatch(/^models\/q\.mtl /m);
    expect(before.stdout).toMatch(/\n3 files skipped\n3 assets are not built yet; .*\n$/);
    const [discovered] = eventsOf(run(['--json']).stdout).filter(({ type }) => type === 'discovered');
    expect(discovered).toMatchObject({ sources: 3, ignored: 3 });

    const list = run(['--list-skipped']).stdout.split('\n');
    expect(list.slice(0, 2).map((line) => line.split(' ')[0])).toEqual(['notes.md', 'readme.txt']);
    expect(list[2]).toBe('2 files skipped; 1 more is read by assets, and 2 sources are compiled by other assets');
    const total = eventsOf(run(['--list-skipped', '--json']).stdout).at(-1);
    expect(total).toEqual({ type: 'skipped-total', skipped: 2, read: 1, yielded: 2, unbuilt: 0 });
    expect(run(['--dry-run']).stdout).toContain('keep 3, skip 2 that other assets compile');
    expect(run(['-v']).stdout).toMatch(/^3 sources, 3 other files\n3 assets, 0 to build\n0 built, 3 cached/);
  });

  it('of assets add up between their lines, the events and the summary', () => {
    const { run } = open({ ...MODEL, 'assets/copy.png': png(8, 1), 'assets/other.png': png(8, 1) });
    const { stdout } = run();
    const lines = (word: string) => stdout.match(new RegExp(`^${word} `, 'gm'))?.length ?? 0;
    const [, built, shared] = /^(\d+) built, (\d+) shared, 0 cached, 0 failed/m.exec(stdout) ?? [];
    expect([lines('built'), lines('shared'), lines('restored')]).toEqual([Number(built), Number(shared), 0]);
    expect(lines('shared')).toBeGreaterThan(0);
    project.remove('runtime');
    const events = eventsOf(run(['--json']).stdout);
    const count = (wanted: string) =>
      events.filter((event) => event.type === 'asset' && event.status === wanted).length;
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      built: 0,
      restored: count('restored'),
      shared: count('shared'),
    });
    expect(count('restored') + count('shared')).toBe(Number(built) + Number(shared));
  });

  it('of a new project whose results are in the content store: restored, not cached', () => {
    const { run } = open({ 'assets/a.png': png() });
    run();
    project.remove('runtime');
    const { stdout } = run(['--explain']);
    expect(stdout).toMatch(/^restored a\.png: no earlier build is recorded \(/);
    expect(stdout).toMatch(/\n0 built, 1 restored, 0 cached, 0 failed, 0 removed in /);
  });
});

describe('names that collide', () => {
  it('are explained at every file', () => {
    const { run } = open({ 'assets/Photo.PNG': png(8, 1), 'assets/photo.png': png(8, 2), 'assets/ok.png': png(8, 3) });
    const { code, stderr, stdout } = run();
    expect(code).toBe(1);
    const message = 'Photo.PNG and photo.png would both write photo.ktx2 (some file systems ignore case)';
    expect(stderr).toContain(`assets/Photo.PNG: error build/output-collision: ${message}\n`);
    expect(stderr).toContain(`assets/photo.png: error build/output-collision: ${message}\n`);
    expect(stdout).toContain('1 built, 0 cached, 2 failed');
    expect(run(['why', 'Photo.PNG']).stdout).toContain('failed in the last build: Photo.PNG: error');
    const dry = run(['--dry-run']).stdout;
    expect(dry).toMatch(/^fail {3}Photo\.PNG: .*\nfail {3}photo\.png: .*\ndry run: would build 0, keep 1, fail 2;/);
  });

  it('are named all at once', () => {
    const { run } = open({ 'assets/a.bmp': 'x', 'assets/a.jpg': 'y', 'assets/a.png': png() });
    const { stderr } = run();
    for (const name of ['a.bmp', 'a.jpg', 'a.png'])
      expect(stderr).toContain(
        `assets/${name}: error build/output-collision: a.bmp, a.jpg and a.png would all write a.ktx2\n`,
      );
  });
});

describe('an output that is a file', () => {
  it.each([
    { name: 'out.txt', message: 'the output out.txt is a file, not a folder' },
    { name: 'out.txt/sub', message: 'the output folder out.txt/sub cannot be created: out.txt is a file' },
  ])('$name is named by a build and a dry run', ({ name, message }) => {
    const { run } = open({ 'assets/a.png': png(), 'out.txt': 'mine' });
    for (const flags of [[], ['--dry-run'], ['--pack']]) {
      const { code, stderr, stdout } = run(['-o', name, ...flags]);
      expect(code).toBe(1);
      expect(stderr.replaceAll(project.path('/'), '')).toContain(`assetc: error build/output-file: ${message}\n`);
      expect(stderr).not.toMatch(/ENOENT|ENOTDIR/);
      expect(stdout).toMatch(/0 failed, 0 removed, 1 error in |dry run: would build 0, keep 0, end with 1 error;/);
    }
    expect(new TextDecoder().decode(project.read('out.txt'))).toBe('mine');
  });

  it('is named by convert and by pack extract', () => {
    const { run } = open({ 'assets/a.png': png(), 'out.txt': 'mine' });
    run(['--pack']);
    const converted = run(['convert', 'runtime/a.ktx2', '--to', 'png', '-o', 'out.txt/a.png']);
    expect(converted.code).toBe(1);
    expect(converted.stderr).toMatch(
      /^out\.txt\/a\.png: error cli\/cannot-write: .*out\.txt is a file, not a folder$/m,
    );
    const extracted = run(['pack', 'extract', 'runtime.hpack', '-o', 'out.txt']);
    expect(extracted.code).toBe(1);
    expect(extracted.stderr).toMatch(/^out\.txt: error cli\/cannot-write: .*out\.txt is a file, not a folder$/m);
  });
});

describe('links that cannot be followed', () => {
  it('count as failed', () => {
    const { run } = open({ 'assets/a.png': png(), 'elsewhere/b.png': png(8, 2) });
    symlinkSync(project.path('elsewhere/b.png'), project.path('assets/b.png'));
    symlinkSync(project.path('elsewhere'), project.path('assets/folder'));
    const { code, stdout, stderr } = run();
    expect(code).toBe(1);
    expect(stderr.match(/error build\/link-leaves-input/g)).toHaveLength(2);
    expect(stdout).toContain('runtime/assets.hman was not written, because 2 assets failed');
    expect(stdout).toMatch(/^1 built, 0 cached, 2 failed, 0 removed in /m);
    expect(eventsOf(run(['--json']).stdout).at(-1)).toMatchObject({ type: 'done', status: 'failed', failed: 2 });
    expect(run(['--dry-run']).stdout).toContain('dry run: would build 0, keep 1, fail 2; nothing was written');
  });

  it('a build that fails without a failed asset names its errors in the summary', () => {
    const { run } = open({ 'assets/a.png': png() });
    mkdirSync(project.path('runtime.hpack'));
    const { code, stdout } = run(['--pack']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^1 built, 0 cached, 0 failed, 0 removed, 1 error in /m);
  });
});

describe('advice', () => {
  it('about dropped features fits the settings', () => {
    const normals = OBJ.replaceAll('vt ', 'vt ');
    const { run } = open({ ...MODEL, 'assets/models/q.obj': `${normals}usemtl n\nf 1/1 3/3 2/2\n` });
    const hintFor = (mesh: string) => {
      project.write('assetc.yml', `default: { mesh: { ${mesh} } }\n`);
      const { stderr } = run();
      expect(stderr).toContain('warning mesh/dropped');
      return hintsOf(stderr).find((line) => line.includes('mesh.format')) ?? '';
    };
    expect(hintFor('format: vkguide, lods: []')).not.toContain('mesh.lods');
    expect(hintFor('format: vkguide')).not.toContain('mesh.lods');
    expect(hintFor('format: vkguide, lods: [0.5]')).toContain('set mesh.lods to []');
  });

  it('about what a picture lacks does not speak of runtimes', () => {
    const { run } = open({ 'assets/a.png': png(), 'assetc.yml': 'default: { texture: { format: vkguide } }\n' });
    run();
    const { code, stdout, stderr } = run(['convert', 'runtime/a.tx', '--to', 'png']);
    expect(code).toBe(0);
    expect(stdout).toContain('wrote runtime/a.png');
    expect(hintsOf(stderr)).toEqual([
      '  hint: Ignore this if you do not need it here. The compiled file still has it.',
    ]);
    const lossy = run(['convert', 'runtime/a.tx', '--to', 'ktx2']);
    expect(hintsOf(lossy.stderr).join()).toContain('ompiling the source with texture.format: ktx2');
  });

  it('about a file that does not exist fits the command', () => {
    const { run } = open({ 'assets/a.png': png() });
    const { code, stderr } = run(['convert', 'x.tx', '--to', 'png']);
    expect(code).toBe(2);
    expect(stderr).toContain('cli/no-output: there is no file or folder x.tx\n  hint: Name a compiled file');
    expect(run(['check', 'nowhere']).stderr).toContain('name an output folder, a pack or a file');
  });

  it('about a missing configuration comes alone', () => {
    const { run } = open({});
    const { code, stdout, stderr } = run(['--list-presets', '-c', 'missing.yml']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('missing.yml: error config/not-found');
    expect(run(['--list-presets'])).toMatchObject({ code: 0, stdout: 'the configuration defines no presets\n' });
  });

  it('is printed once by check, however many files share it', () => {
    const { run } = open({ 'assets/a.png': png(), 'assets/b.png': png(8, 2), 'assets/c.png': png(8, 3) });
    run();
    for (const name of ['a', 'b', 'c']) project.write(`runtime/${name}.ktx2`, 'garbage');
    const { code, stderr } = run(['check']);
    expect(code).toBe(1);
    expect(stderr.match(/error check\/malformed/g)).toHaveLength(3);
    expect(hintsOf(stderr)).toHaveLength(1);
    const events = eventsOf(run(['check', '--json']).stdout).filter(({ type }) => type === 'diagnostic');
    expect(events).toHaveLength(3);
    for (const { diagnostic } of events) expect(diagnostic).toHaveProperty('hint');
  });
});
