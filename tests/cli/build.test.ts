// assetc build as a user runs it: exit codes, messages, where they go, and what is in the folder afterwards.

import { decodeHman, decodeHpack } from '@assetc/formats';
import { afterEach, describe, expect, it } from 'vitest';
import { Project, png } from './testing/run-cli.js';

let project = new Project();
afterEach(() => project.dispose());
const open = (files: Readonly<Record<string, string | Uint8Array>>) => {
  project.dispose();
  project = new Project(files);
  return project;
};

const SMALL = {
  'assetc.yml': 'embed: ["scene/*.json"]\n',
  'assets/brick.png': png(),
  'assets/ui/icon.png': png(8, 3),
  'assets/scene/level.json': '{"a": 1}',
};

describe('assetc build', () => {
  it('compiles everything and ends with one summary line', () => {
    const { run, list } = bound(open(SMALL));
    const first = run();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout.trimEnd().split('\n').at(-1)).toMatch(/^3 built, 0 cached, 0 failed, 0 removed in \d+/);
    expect(first.stdout).toMatch(/^built +brick\.png \(\d+ m?s\)$/m);
    expect(list('runtime')).toEqual(['assets.hman', 'brick.ktx2', 'scene/level.json', 'ui/icon.ktx2']);
    const entries = decodeHman(project.read('runtime/assets.hman')).entries.map(({ path }) => path);
    expect(entries.toSorted()).toEqual(['brick.ktx2', 'scene/level.json', 'ui/icon.ktx2']);
    expect(run().stdout).toMatch(/^0 built, 3 cached, 0 failed, 0 removed in \d+ m?s; \S+ k?B of sources → \S+ k?B\n$/);
  });

  it('is what assetc does without a command, from any folder below', () => {
    const { run } = bound(open(SMALL));
    expect(run(['build']).stdout).toContain('3 built');
    expect(run([], { cwd: project.path('assets/scene') }).stdout).toMatch(/^0 built, 3 cached/);
  });

  it('rebuilds what has changed and says why with --explain', () => {
    const { run } = bound(open(SMALL));
    run();
    project.write('assets/brick.png', png(8, 9));
    const { stdout } = run(['--explain']);
    expect(stdout).toMatch(/^built +brick\.png: brick\.png changed/m);
    expect(stdout).toMatch(/^cached +ui\/icon\.png: nothing changed$/m);
  });

  it('removes the outputs of sources that are gone, and nothing else', () => {
    const { run, list } = bound(open(SMALL));
    run();
    project.write('runtime/mine.txt', 'mine');
    project.remove('assets/ui');
    const { stdout } = run();
    expect(stdout).toContain('removed ui/icon.ktx2');
    expect(stdout).toContain('1 removed');
    expect(list('runtime')).toEqual(['assets.hman', 'brick.ktx2', 'mine.txt', 'scene/level.json']);
  });

  it('compiles only the sources that are named, from here or from the input', () => {
    const { run, list } = bound(open(SMALL));
    expect(run(['build', 'assets/brick.png']).code).toBe(0);
    expect(list('runtime')).toContain('brick.ktx2');
    expect(list('runtime')).not.toContain('ui/icon.ktx2');
    expect(run(['build', 'ui']).stdout).toMatch(/built +ui\/icon\.png/);
  });

  it('builds the others when one fails, and exits 1 with the place of the mistake', () => {
    const { run, list } = bound(open({ ...SMALL, 'assets/broken.png': png().subarray(0, 40) }));
    const { code, stdout, stderr } = run();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^assets\/broken\.png.*: error image\/[a-z-]+: .+$/m);
    expect(stderr).toMatch(/^ {2}hint: .+$/m);
    expect(stdout).toMatch(/3 built, 0 cached, 1 failed, 0 removed/);
    expect(list('runtime')).toEqual(['brick.ktx2', 'scene/level.json', 'ui/icon.ktx2']);
    expect(run().stdout).toMatch(/0 built, 3 cached, 1 failed/);
  });

  it('prints a plan with reasons and writes nothing with --dry-run', () => {
    const { run, list } = bound(open(SMALL));
    const { code, stdout } = run(['--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^build +brick\.png: .+$/m);
    expect(stdout).toContain('dry run: would build 3, keep 0; nothing was written');
    expect(list()).toEqual(Object.keys(SMALL).toSorted());
  });

  it('packs, and verifies what it wrote', () => {
    const { run } = bound(open(SMALL));
    const { code, stdout } = run(['--pack', '--verify']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/verified \d+ files/);
    const entries = decodeHpack(project.read('runtime.hpack')).entries;
    expect(entries.map(({ path }) => path)).toEqual(['assets.hman', 'brick.ktx2', 'scene/level.json', 'ui/icon.ktx2']);
    expect(entries.find(({ path }) => path === 'brick.ktx2')?.bytes).toEqual(
      new Uint8Array(project.read('runtime/brick.ktx2')),
    );
  });

  it('writes where -o says, relative to the working directory', () => {
    const { run, list } = bound(open(SMALL));
    expect(run(['-o', 'out'], { cwd: project.path('assets') }).code).toBe(0);
    expect(list('assets/out')).toContain('brick.ktx2');
    expect(list('runtime')).toEqual([]);
  });

  it('gives equal bytes whatever the number of jobs', () => {
    const { run } = bound(open(SMALL));
    run(['-j', '1', '-o', 'one', '--no-cache', '--pack']);
    run(['-j', '4', '-o', 'four', '--no-cache', '--pack']);
    expect(project.read('one.hpack')).toEqual(project.read('four.hpack'));
  });

  it('prints only problems and the summary with -q, more with -v', () => {
    const { run } = bound(open({ ...SMALL, 'assets/notes.txt': 'x' }));
    expect(run(['-q']).stdout).toMatch(/^3 built, [^\n]*\n$/);
    const { stdout } = run(['-v', '--no-cache']);
    expect(stdout).toContain('3 sources, 1 other file\n3 assets, 3 to build\n');
    expect(stdout).toContain('→ brick.ktx2');
  });
});

describe('presets', () => {
  const PRESETS = {
    ...SMALL,
    'assetc.yml': `
output: runtime
presets:
  desktop: { output: runtime/desktop }
  mobile: { output: runtime/mobile, texture: { maxSize: 4 } }
`,
  };

  it('are built one after another', () => {
    const { run, list } = bound(open(PRESETS));
    const { code, stdout } = run(['--preset', 'desktop', '--preset', 'mobile']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^desktop: 2 built.*$/m);
    expect(stdout).toMatch(/^mobile: 2 built.*$/m);
    expect(list('runtime')).toEqual([
      'desktop/assets.hman',
      'desktop/brick.ktx2',
      'desktop/ui/icon.ktx2',
      'mobile/assets.hman',
      'mobile/brick.ktx2',
      'mobile/ui/icon.ktx2',
    ]);
    expect(project.read('runtime/mobile/brick.ktx2').length).toBeLessThan(
      project.read('runtime/desktop/brick.ktx2').length,
    );
  });

  it('are listed', () => {
    const { run } = bound(open({ ...PRESETS, 'assetc.yml': `preset: mobile\n${PRESETS['assetc.yml']}` }));
    expect(run(['--list-presets'])).toEqual({
      code: 0,
      stdout: 'desktop  runtime/desktop\nmobile   runtime/mobile  (default)\n',
      stderr: '',
    });
  });

  it('that do not exist are an error that lists those that do', () => {
    const { run } = bound(open(PRESETS));
    expect(run(['--preset', 'moblie'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'assetc: error config/unknown-preset: there is no preset "moblie"; known: desktop, mobile\n  hint: Did you mean mobile?\n',
    });
  });

  it('that share an output are warned about', () => {
    const { run } = bound(open(PRESETS));
    const { stderr, code } = run(['--preset', 'desktop', '--preset', 'mobile', '-o', 'x', '--dry-run']);
    expect(code).toBe(0);
    expect(stderr).toContain('warning config/same-output: presets desktop and mobile both build into x');
  });
});

describe('a build of which an asset fails', () => {
  const HELD = (rest: string) =>
    `runtime/assets.hman and runtime.hpack were not written, because 1 asset failed; ${rest}`;

  it('says that manifest and pack were held back, and whether good ones stand', () => {
    const { run } = bound(open({ ...SMALL, 'assets/bad.png': 'no image' }));
    const first = run(['--pack']);
    expect(first.code).toBe(1);
    expect(first.stdout.trimEnd().split('\n').at(-2)).toBe(HELD('there is no earlier version'));
    project.remove('assets/bad.png');
    expect(run(['--pack'])).toMatchObject({ code: 0, stdout: expect.not.stringContaining('not written') });
    const before = [project.read('runtime/assets.hman'), project.read('runtime.hpack')];
    project.write('assets/bad.png', 'no image');
    project.write('assets/brick.png', png(8, 9));
    const later = run(['--pack']);
    expect(later.stdout.trimEnd().split('\n').at(-2)).toBe(HELD('the earlier versions were kept'));
    expect([project.read('runtime/assets.hman'), project.read('runtime.hpack')]).toEqual(before);
    expect(run().stdout).toContain(
      'runtime/assets.hman was not written, because 1 asset failed; the earlier version was kept',
    );
  });
});

describe('the configuration', () => {
  it('is complained about with line, column and the key that was meant, and built all the same', () => {
    const { run } = bound(open({ ...SMALL, 'assetc.yml': 'default:\n  texture:\n    qualty: high\n' }));
    const { code, stdout, stderr } = run();
    expect(code).toBe(0);
    expect(stderr).toBe(
      'assetc.yml:3:5: warning config/unknown-key: unknown key "qualty" in default.texture\n  hint: Did you mean quality?\n',
    );
    expect(stdout).toContain('1 warning');
    expect(run(['--strict']).code).toBe(2);
  });

  it('silences warnings, which then do not fail --strict', () => {
    const { run } = bound(open({ 'assets/vendor/wall_n.png': png(), 'assetc.yml': '' }));
    const loud = run(['--strict']);
    expect(loud.code).toBe(1);
    expect(loud.stderr).toContain('warning texture/normals-as-color: is named like a normal map');
    expect(loud.stderr).toContain('error cli/strict: 1 warning, which --strict treats as a failure');
    project.write('assetc.yml', 'warnings: { ignore: [{ code: texture/normals-as-color, match: "vendor/*" }] }\n');
    const quiet = run(['--strict']);
    expect(quiet).toMatchObject({ code: 0, stderr: '' });
    expect(quiet.stdout).toMatch(/0 removed, 1 silenced in /);
    // What it does not name is reported as before.
    project.write('assets/own_n.png', png(8, 2));
    const other = run(['--strict']);
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('own_n.png: warning texture/normals-as-color');
    expect(other.stderr).not.toContain('vendor');
  });

  it('with mistakes is refused with all of them at once', () => {
    const { run, list } = bound(
      open({ ...SMALL, 'assetc.yml': 'pack: yes\ndefault: { texture: { quality: ultra } }\n' }),
    );
    const { code, stderr } = run();
    expect(code).toBe(2);
    expect(stderr).toContain('assetc.yml:1:7: error config/wrong-type: pack must be true, false or recorded');
    expect(stderr).toContain('assetc.yml:2:32: error config/wrong-type: texture.quality must be');
    expect(list('runtime')).toEqual([]);
  });

  it('may be named by -c', () => {
    const { run } = bound(open({ ...SMALL, 'other/my.yml': 'input: ../assets\noutput: out\n' }));
    expect(run(['-c', 'other/my.yml']).code).toBe(0);
    expect(project.list('other/out')).toContain('brick.ktx2');
    expect(run(['-c', 'nope.yml'])).toMatchObject({ code: 2, stderr: expect.stringContaining('config/not-found') });
  });
});

describe('usage', () => {
  it.each([
    [['--bogus'], /^assetc: error: unknown option '--bogus'\n {2}hint: See "assetc build --help"\.\n$/],
    [['--presett', 'x'], / {2}hint: Did you mean --preset\?/],
    [['-j', '0'], /whole number from 1 to 1024/],
    [['-j', 'many'], /whole number from 1 to 1024/],
    [['biuld'], /unknown command "biuld"[\s\S]*Did you mean "assetc build"\?/],
    [['nothing-like-it.png'], /there is no source nothing-like-it\.png/],
    [['pack', 'infoo'], /unknown command 'infoo'[\s\S]*Did you mean info/],
    [['why'], /missing required argument 'path'/],
    [['pack', 'extract', 'x.hpack'], /required option '-o, --output <dir>' not specified/],
    [['info', 'nothing'], /cli\/no-output: there is no file or folder nothing/],
  ])('%j is refused with exit 2 and a word of help', (args, message) => {
    const { run } = bound(open(SMALL));
    const { code, stdout, stderr } = run(args);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('refuses a source outside the input', () => {
    const { run } = bound(open({ ...SMALL, 'elsewhere.png': png() }));
    expect(run(['elsewhere.png'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('outside the input folder'),
    });
  });

  it('says what to do where there is nothing to build', () => {
    const { run } = bound(open({}));
    const { code, stderr } = run();
    expect(code).toBe(2);
    expect(stderr).toContain('cli/no-input: there is no input folder assets');
    expect(stderr).toContain('assetc init');
  });

  it('prints version and help on stdout', () => {
    const { run } = bound(open({}));
    expect(run(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
    const help = run(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const command of ['build', 'watch', 'init', 'info', 'ui', 'check', 'pack', 'why', 'clean'])
      expect(help.stdout).toMatch(new RegExp(`^ {2}${command}\\b`, 'm'));
    expect(run(['help', 'build']).stdout).toContain('--dry-run');
  });
});

function bound(of: Project) {
  return { run: of.run.bind(of), list: of.list.bind(of) };
}
