// The commands other than build, as a user runs them.

import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { encodeHpack } from '@assetc/formats';
import { afterEach, describe, expect, it } from 'vitest';
import { CLI, Project, png } from './testing/run-cli.js';

const SMALL = {
  'assetc.yml': 'embed: ["scene/*.json"]\ndefault: { rules: [{ match: "ui/*", texture: { compress: false } }] }\n',
  'assets/brick.png': png(),
  'assets/ui/icon.png': png(8, 3),
  'assets/scene/level.json': '{"a": 1}',
};

let project = new Project();
afterEach(() => project.dispose());
function open(files: Readonly<Record<string, string | Uint8Array>>) {
  project.dispose();
  project = new Project(files);
  return { run: project.run.bind(project), list: project.list.bind(project) };
}

describe('assetc init', () => {
  it('writes a commented configuration and the input folder, and builds at once', () => {
    const { run } = open({});
    const { code, stdout } = run(['init']);
    expect(code).toBe(0);
    expect(stdout).toContain('wrote assetc.yml\ncreated assets/\n');
    const text = readFileSync(project.path('assetc.yml'), 'utf8');
    const schema = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? '';
    expect(JSON.parse(readFileSync(new URL(schema), 'utf8'))).toMatchObject({ title: 'assetc.yml' });
    expect(run()).toMatchObject({ code: 0, stderr: '' });
  });

  it('points to the schema by a relative path where the package is installed in the project', () => {
    const { run } = open({ 'node_modules/assetc/dist/schema.json': '{}' });
    run(['init']);
    expect(readFileSync(project.path('assetc.yml'), 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\.\/node_modules\/assetc\/dist\/schema\.json\n/,
    );
  });

  it('never overwrites', () => {
    const { run } = open({ 'assetc.yml': 'input: mine\n' });
    const { code, stderr } = run(['init']);
    expect(code).toBe(1);
    expect(stderr).toContain('assetc.yml: error cli/config-exists');
    expect(readFileSync(project.path('assetc.yml'), 'utf8')).toBe('input: mine\n');
  });

  it('says so where a file stands in the place of the input folder', () => {
    const { run } = open({ assets: 'a file' });
    expect(run(['init'])).toMatchObject({ code: 1, stderr: expect.stringContaining('assets: error cli/cannot-write') });
  });
});

describe('flags before the command', () => {
  it('mean what they mean after it', () => {
    const { run } = open(SMALL);
    expect(run(['-o', 'elsewhere', 'build'])).toMatchObject({ code: 0 });
    expect(run(['-o', 'elsewhere', 'check'])).toEqual(run(['check', '-o', 'elsewhere']));
    expect(run(['-o', 'elsewhere', 'check']).stdout).toContain('checked elsewhere');
    expect(run(['check']).code).toBe(2);
  });
});

describe('assetc info', () => {
  it('tells of a folder, a pack and a single file', () => {
    const { run } = open(SMALL);
    run(['--pack']);
    const folder = run(['info']);
    expect(folder.code).toBe(0);
    expect(folder.stdout).toMatch(
      /^brick\.ktx2 {2}\d+ B\n {2}8 × 8 · 4 mips · UASTC sRGB · no supercompression · [\d.]+ bits per pixel/m,
    );
    expect(folder.stdout).toMatch(/^ui\/icon\.ktx2 .*\n {2}8 × 8 · 4 mips · R8G8B8A8_SRGB · Zstd/m);
    expect(folder.stdout).toMatch(/^total runtime\n {2}ktx2 +2 /m);
    expect(run(['info', 'runtime.hpack']).stdout).toContain('brick.ktx2');
    expect(run(['info', 'runtime/brick.ktx2']).stdout).toMatch(/^runtime\/brick\.ktx2 /);
  });

  it('names a file that cannot be read, and exits 1', () => {
    const { run } = open(SMALL);
    run();
    project.write('runtime/brick.ktx2', 'no texture');
    const { code, stdout } = run(['info']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/brick\.ktx2 .*\n {2}malformed: /);
    expect(stdout).toContain('ui/icon.ktx2');
  });
});

describe('assetc check', () => {
  it('is content with what was built, as folder and as pack', () => {
    const { run } = open(SMALL);
    run(['--pack']);
    expect(run(['check'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^checked runtime: 4 files, .*: no problems\n$/),
    });
    expect(run(['check', 'runtime.hpack'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('exits 1 where a file is missing, cut off or damaged', () => {
    const { run } = open(SMALL);
    run();
    const icon = project.read('runtime/ui/icon.ktx2');
    project.remove('runtime/brick.ktx2');
    project.write('runtime/ui/icon.ktx2', icon.subarray(0, icon.length - 1));
    const { code, stdout, stderr } = run(['check']);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'runtime/assets.hman: error check/missing-file: it lists the texture brick.ktx2, which does not exist',
    );
    expect(stderr).toMatch(/runtime\/ui\/icon\.ktx2 \(byte \d+\): error check\/malformed/);
    expect(stdout).toMatch(/^checked runtime: 3 files, .*: \d problems\n$/);
  });

  it('finds damage inside compressed levels', () => {
    const { run } = open(SMALL);
    run();
    const icon = project.read('runtime/ui/icon.ktx2');
    icon[icon.length - 3] = (icon[icon.length - 3] ?? 0) ^ 0x55;
    icon[icon.length - 20] = (icon[icon.length - 20] ?? 0) ^ 0xff;
    project.write('runtime/ui/icon.ktx2', icon);
    expect(run(['check']).code).toBe(1);
  });

  it('and build name a pack stale that is older than the output', () => {
    const { run } = open(SMALL);
    run(['--pack']);
    project.write('assets/late.png', png(90));
    const built = run();
    expect(built.code).toBe(0);
    expect(built.stderr).toMatch(/warning build\/stale-pack: .*runtime\.hpack is older than the output folder/);
    const checked = run(['check']);
    expect(checked.code).toBe(1);
    expect(checked.stderr).toMatch(/^runtime\.hpack: error check\/stale-pack: .*(late\.ktx2|assets\.hman)/m);
    run(['--pack']);
    expect(run(['check'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('refuses what is no output of ours', () => {
    const { run } = open(SMALL);
    run();
    const source = run(['check', 'assets/brick.png']);
    expect(source.code).toBe(1);
    expect(source.stderr).toContain('assets/brick.png: error check/not-an-output: the file is not in a format');
    const above = run(['check', '.']);
    expect(above.code).toBe(1);
    expect(above.stderr).toContain('it contains outputs: runtime');
  });

  it('leaves nested outputs alone', () => {
    const { run } = open(SMALL);
    run();
    project.write('runtime/nested/.assetc-cache', '');
    project.write('runtime/nested/bad.hmesh', 'bad');
    expect(run(['check']).code).toBe(0);
    expect(run(['info']).stdout).not.toContain('bad.hmesh');
  });
});

describe('assetc pack', () => {
  it('lays out a pack: header, table, payload, padding, kinds and entries', () => {
    const { run } = open(SMALL);
    run(['--pack']);
    const { code, stdout } = run(['pack', 'info']);
    expect(code).toBe(0);
    const bytes = (name: string) =>
      Number(new RegExp(`^ +${name} +([\\d,]+) B$`, 'm').exec(stdout)?.[1]?.replaceAll(',', ''));
    const sum = bytes('header') + bytes('table') + bytes('payload') + bytes('padding');
    expect(sum).toBe(project.read('runtime.hpack').length);
    expect(stdout).toMatch(/^ +ktx2 +2 /m);
    const paths = [...stdout.matchAll(/^ +(\S+\.\w+) +(\w+) +[\d,]+ +[\d,]+$/gm)].map((match) => match[1]);
    expect(paths).toEqual(['assets.hman', 'brick.ktx2', 'scene/level.json', 'ui/icon.ktx2']);
  });

  it('unpacks what the folder holds', () => {
    const { run, list } = open(SMALL);
    run(['--pack']);
    expect(run(['pack', 'extract', 'runtime.hpack', '-o', 'out'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('extracted 4 files'),
    });
    expect(list('out')).toEqual(list('runtime'));
    for (const path of list('out')) expect(project.read(`out/${path}`)).toEqual(project.read(`runtime/${path}`));
  });

  it('unpacks only what a glob matches', () => {
    const { run, list } = open(SMALL);
    run(['--pack']);
    run(['pack', 'extract', 'runtime.hpack', 'ui/*', '-o', 'out']);
    expect(list('out')).toEqual(['ui/icon.ktx2']);
    expect(run(['pack', 'extract', 'runtime.hpack', 'nothing*', '-o', 'out'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing in runtime.hpack matches "nothing*"'),
    });
  });

  it.each(['../evil', '/evil', 'a/../../evil', 'C:/evil'])(
    'refuses a pack with the path %s and writes nothing',
    (path) => {
      const { run, list } = open({});
      const same = 'x'.repeat(path.length);
      const bytes = encodeHpack([{ path: same, bytes: new Uint8Array(4) }]);
      const at = Buffer.from(bytes).indexOf(same);
      bytes.set(new TextEncoder().encode(path), at);
      project.write('evil.hpack', bytes);
      const { code, stderr } = run(['pack', 'extract', 'evil.hpack', '-o', 'out']);
      expect(code).toBe(1);
      expect(stderr).toContain('error check/malformed');
      expect(list()).toEqual(['evil.hpack']);
    },
  );

  it.skipIf(process.platform === 'win32')('does not follow links that lie in the folder', () => {
    const { run } = open({
      'pack.hpack': encodeHpack([
        { path: 'a/b.txt', bytes: new Uint8Array(4) },
        { path: 'c.txt', bytes: new Uint8Array(2) },
      ]),
    });
    mkdirSync(project.path('outside'));
    mkdirSync(project.path('out'));
    symlinkSync(project.path('outside'), project.path('out/a'));
    const { code, stderr } = run(['pack', 'extract', 'pack.hpack', '-o', 'out']);
    expect(code).toBe(1);
    expect(stderr).toContain('a is a link, which is not followed');
    expect(project.list('outside')).toEqual([]);
    expect(project.list('out')).not.toContain('c.txt');
  });

  it('says so where there is no pack', () => {
    const { run } = open(SMALL);
    expect(run(['pack', 'info'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no file or folder runtime.hpack'),
    });
  });
});

describe('assetc why', () => {
  it('names settings with the rule that set each, what is read and written, and the verdict', () => {
    const { run } = open(SMALL);
    run();
    const { code, stdout } = run(['why', 'assets/ui/icon.png']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ui\/icon\.png \(texture\)$/m);
    expect(stdout).toMatch(/texture\.compress +false +default\.rules\[0\]/);
    expect(stdout).toMatch(/texture\.quality +"normal" +built-in/);
    expect(stdout).toMatch(/ui\/icon\.png +bytes +unchanged/);
    expect(stdout).toMatch(/ui\/icon\.ktx2 +\d+ B +intact/);
    expect(stdout).toContain('up to date');
    expect(run(['why', 'runtime/ui/icon.ktx2']).stdout).toBe(stdout);
    expect(run(['why', 'ui/icon.png']).stdout).toBe(stdout);
  });

  it('names the exact cause of a rebuild', () => {
    const { run } = open(SMALL);
    run();
    project.write('assetc.yml', SMALL['assetc.yml'].replace('compress: false', 'compress: false, mips: false'));
    expect(run(['why', 'ui/icon.png']).stdout).toMatch(
      /would be built: .*texture\.mips.*true → false.*default\.rules\[0\]/,
    );
    expect(run(['why', 'brick.png']).stdout).toContain('up to date');
    project.remove('runtime/brick.ktx2');
    expect(run(['why', 'brick.png']).stdout).toMatch(/would be built: .*brick\.ktx2/);
  });

  it('knows nothing of a stranger', () => {
    const { run } = open(SMALL);
    expect(run(['why', 'stranger.png'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cli/unknown-asset'),
    });
  });
});

describe('assetc clean', () => {
  it("deletes what was built and leaves the user's own files", () => {
    const { run, list } = open(SMALL);
    run(['--pack']);
    project.write('runtime/ui/mine.txt', 'mine');
    const { code, stdout } = run(['clean']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^removed \d+ files \(.*\) from runtime\n$/);
    expect(list('runtime')).toEqual(['ui/mine.txt']);
    expect(list()).not.toContain('runtime.hpack');
    expect(run(['clean']).stdout).toBe('nothing to remove in runtime\n');
  });
});

describe('the package', () => {
  it('ships the schema of what it reads', () => {
    const schema: { $defs: Record<string, { properties: Record<string, unknown> }> } = JSON.parse(
      readFileSync(join(CLI, '../schema.json'), 'utf8'),
    );
    expect(schema.$defs.texture?.properties.quality).toMatchObject({
      anyOf: [
        { enum: ['normal', 'draft', 'fast', 'high', 'max'] },
        { anyOf: [{ required: ['psnr'] }, { required: ['ssim'] }, { required: ['bytes'] }] },
      ],
    });
  });
});
