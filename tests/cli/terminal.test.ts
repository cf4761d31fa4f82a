// Output that depends on the terminal: colors, the progress bar, a closed pipe, Ctrl-C.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { CLI, Project, png } from './testing/run-cli.js';

const ERASE = '\r\u001B[2K';
const hasPty = process.platform !== 'win32' && spawnSync('python3', ['-c', 'import pty']).status === 0;
const many = (count: number, size: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`assets/picture-${i}.png`, png(size, i + 1)]));

let project = new Project();
afterEach(() => project.dispose());
function open(files: Readonly<Record<string, string | Uint8Array>>) {
  project.dispose();
  project = new Project(files);
  return project;
}

describe('colors', () => {
  const SEQUENCE = '\u001B[';
  it.each<[string, string[], Record<string, string>, boolean]>([
    ['are absent where nobody looks', [], {}, false],
    ['are forced by --color', ['--color'], {}, true],
    ['are forced by FORCE_COLOR', [], { FORCE_COLOR: '1' }, true],
    ['are refused by NO_COLOR', [], { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ['follow the flag first', ['--no-color'], { FORCE_COLOR: '1' }, false],
  ])('%s', (_, flags, env, expected) => {
    open({ 'assets/a.png': 'broken' });
    const { stdout, stderr } = project.run(flags, { env });
    expect(stdout.includes(SEQUENCE)).toBe(expected);
    expect(stderr.includes(SEQUENCE)).toBe(expected);
  });

  it.skipIf(!hasPty)('are there on a terminal', () => {
    open({ 'assets/a.png': png() });
    expect(project.runInTerminal([]).stdout).toContain(SEQUENCE);
  });
});

describe('the progress bar', () => {
  it.skipIf(!hasPty)('shows counts and rate on a terminal, and is gone at the end', () => {
    open({ 'assetc.yml': 'default: { texture: { quality: high } }', ...many(24, 256) });
    const { code, stdout } = project.runInTerminal(['--no-color', '-j', '1']);
    expect(code).toBe(0);
    expect(stdout.split(ERASE).join('\n')).toMatch(/^━*─* +\d+ % {2}\d+(?:\/| of at least )24 · [\d.]+\/s/m);
    // A build of three seconds is over before its end can be reported; remaining-time.test.ts tests longer ones.
    expect(stdout).not.toContain('built    picture-0.png');
    const lines = stdout.trimEnd().replaceAll(ERASE, '\r\n').split('\r\n');
    // The summary is longer than a line.
    const last = lines.slice(-2).join('\n');
    expect(last).toMatch(/^24 built, 0 up to date, 0 failed, 0 removed in .*\n {4}/);
    for (const line of lines) expect([...line].length).toBeLessThan(80);
  });

  it('gives way to plain lines elsewhere', () => {
    open(many(3, 8));
    const { stdout, stderr } = project.run();
    expect(stderr).toBe('');
    expect(stdout).not.toContain('\r');
    expect(stdout.match(/^built /gm)).toHaveLength(3);
  });
});

describe('a reader that goes away', () => {
  it.skipIf(process.platform === 'win32')('is no crash', () => {
    open(many(3, 8));
    const command = `'${process.execPath}' '${CLI}' -v | head -n 1; echo "status \${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], {
      cwd: project.folder,
      // A shell warns if it lacks the locale of this machine.
      env: project.env({ LC_ALL: 'C' }),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^3 sources.*\nstatus 0\n$/);
    expect(project.list('runtime')).toContain('picture-2.ktx2');
  });
});

describe.skipIf(process.platform === 'win32')('Ctrl-C', () => {
  it('ends a build with 130 and a consistent output', async () => {
    open({ 'assetc.yml': 'default: { texture: { quality: high } }', ...many(24, 192) });
    const child = project.start(['-j', '1', '--no-color']);
    let stdout = '';
    child.stdout.on('data', (piece) => {
      if (stdout === '') child.kill('SIGINT');
      stdout += String(piece);
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(130);
    expect(stdout).toMatch(/interrupted: \d+ built, /);
    expect(project.list('runtime').filter((path) => !/^picture-\d+\.ktx2$/.test(path))).toEqual([]);
    const next = project.run();
    expect(next.code).toBe(0);
    expect(project.run(['check']).code).toBe(0);
  });
});
