// The built command line on a real disk: links, names, locks, interrupts, full disks, and the same bytes under all
// circumstances.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DiskProject, exitCode, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const CONFIG = 'embed: ["*.json"]\n';
const projects: DiskProject[] = [];

function project(files: Readonly<Record<string, string | Uint8Array>> = {}, parent?: string): DiskProject {
  const made = new DiskProject({ 'assetc.yml': CONFIG, ...files }, parent);
  projects.push(made);
  return made;
}

afterEach(() => {
  for (const made of projects.splice(0)) made.remove();
});

describe.skipIf(!hasCli)('links in the input', () => {
  it('that stay inside are followed', () => {
    const p = project({ 'assets/a.json': '1', 'assets/real/b.json': '2' });
    symlinkSync('a.json', p.path('assets/link.json'));
    symlinkSync('real', p.path('assets/folder'));
    expect(p.run()).toMatchObject({ status: 0 });
    expect(Object.keys(p.hashTree())).toEqual(['a.json', 'assets.hman', 'folder/b.json', 'link.json', 'real/b.json']);
  });

  it('that leave it are refused by name, and the others are built', () => {
    const p = project({ 'assets/a.json': '1', 'secret/s.json': 'secret' });
    symlinkSync('../secret/s.json', p.path('assets/s.json'));
    symlinkSync('../secret', p.path('assets/folder'));
    const { status, stderr } = p.run();
    expect(status).toBe(1);
    expect(stderr).toContain('s.json');
    expect(stderr).toContain('folder');
    expect(stderr.match(/build\/link-leaves-input/g)).toHaveLength(2);
    expect(stderr).toContain('outside the input');
    expect(Object.keys(p.hashTree())).toEqual(['a.json']);
  });

  it('that form a loop or multiply without end do not hang it', () => {
    const p = project({ 'assets/a.json': '1' });
    mkdirSync(p.path('assets/x/y'), { recursive: true });
    symlinkSync('../..', p.path('assets/x/y/up'));
    symlinkSync('self.json', p.path('assets/self.json'));
    for (let i = 0; i < 30; i++) {
      mkdirSync(p.path(`assets/m${i}`));
      for (const name of ['p', 'q']) symlinkSync(`../m${i + 1}`, p.path(`assets/m${i}/${name}`));
    }
    const { status, stderr } = p.run();
    expect(status).toBe(1);
    expect(stderr).toContain('assets/x/y/up'.slice('assets/'.length));
    expect(stderr).toContain('self.json');
    for (const code of ['build/link-loop', 'build/dangling-link', 'build/too-many-links'])
      expect(stderr).toContain(code);
    expect(p.hashTree()).toHaveProperty(['a.json']);
  });
});

describe.skipIf(!hasCli)('names', () => {
  it('with spaces, Unicode, quotes and 255 bytes come out as they went in', () => {
    const long = `${'ä'.repeat(125)}.json`;
    expect(Buffer.byteLength(long)).toBe(255);
    const names = ['with space.json', 'it\'s "quoted".json', '空の.json', 'e\u0301.json', '-q.json', '#%?.json', long];
    const p = project(Object.fromEntries(names.map((name) => [`assets/${name}`, name])));
    expect(p.run(['build', '--pack', '--verify'])).toMatchObject({ status: 0 });
    for (const name of names) expect(p.read(`runtime/${name}`)).toBe(name);
    expect(p.run(['check'])).toMatchObject({ status: 0 });
  });

  it('that are NFC/NFD twins or differ only in case are refused, both named', () => {
    const p = project({
      'assets/caf\u00e9.json': '1',
      'assets/cafe\u0301.json': '2',
      'assets/A.json': '1',
      'assets/a.json': '2',
    });
    const { status, stderr } = p.run();
    expect(status).toBe(1);
    for (const name of ['caf\u00e9.json', 'cafe\u0301.json', 'A.json and a.json']) expect(stderr).toContain(name);
  });
});

describe.skipIf(!hasCli)('outputs', () => {
  /** Until the stored summary of a build without work answers, which needs files that are older than a step of the clock. */
  const settle = (p: DiskProject) => {
    for (let i = 0; i < 3; i++) expect(p.run(['--pack'])).toMatchObject({ status: 0 });
  };

  it('that are edited and get their old time back are written again', () => {
    const p = project({ 'assets/a.json': '[1]', 'assets/b.json': '[2]' });
    settle(p);
    const whole = { ...p.hashTree(), pack: p.hashFile('runtime.hpack') };
    // utimes sets whole milliseconds, so the old time must be one.
    const oldSeconds = 1_700_000_000;
    const products = ['runtime/a.json', 'runtime/assets.hman', 'runtime.hpack'];
    for (const name of products) utimesSync(p.path(name), oldSeconds, oldSeconds);
    settle(p);
    for (const name of products) {
      const bytes = readFileSync(p.path(name));
      writeFileSync(
        p.path(name),
        bytes.map((byte) => byte ^ 1),
      );
      utimesSync(p.path(name), oldSeconds, oldSeconds);
      expect(p.run(['--pack'])).toMatchObject({ status: 0 });
      expect({ ...p.hashTree(), pack: p.hashFile('runtime.hpack') }).toEqual(whole);
    }
  });

  it('that are copied, or whose mode changes, are not written again', () => {
    const p = project({ 'assets/a.json': '[1]' });
    settle(p);
    chmodSync(p.path('runtime/a.json'), 0o600);
    expect(p.listAssets((status) => status !== 'cached')).toEqual([]);
    cpSync(p.path('runtime'), p.path('copy'), { recursive: true });
    rmSync(p.path('runtime'), { recursive: true });
    renameSync(p.path('copy'), p.path('runtime'));
    const { ino } = statSync(p.path('runtime/a.json'));
    expect(p.listAssets((status) => status !== 'cached')).toEqual([]);
    expect(statSync(p.path('runtime/a.json')).ino).toBe(ino);
  });

  it('inside the input are not compiled again, nested ones are left alone', () => {
    const p = project({
      'assetc.yml': 'input: .\noutput: runtime/a\nembed: ["*.json"]\npresets: { b: { output: runtime/a/b } }\n',
      'x.json': '1',
    });
    expect(p.run()).toMatchObject({ status: 0 });
    expect(p.run(['build', '--preset', 'b'])).toMatchObject({ status: 0 });
    expect(p.run()).toMatchObject({ status: 0 });
    expect(Object.keys(p.hashTree('runtime'))).toEqual(['a/assets.hman', 'a/b/assets.hman', 'a/b/x.json', 'a/x.json']);
    expect(p.run(['clean'])).toMatchObject({ status: 0 });
    expect(Object.keys(p.hashTree('runtime'))).toEqual(['a/b/assets.hman', 'a/b/x.json']);
  });

  it.skipIf(process.getuid?.() === 0)('of unreadable sources stay, the source is named', () => {
    const p = project({ 'assets/a.json': '1', 'assets/b.json': '2' });
    chmodSync(p.path('assets/a.json'), 0);
    const { status, stderr } = p.run();
    expect(status).toBe(1);
    expect(stderr).toContain('a.json');
    expect(p.hashTree()).toHaveProperty(['b.json']);
  });

  it('of one failing asset among many: the others are built and cached, the last good manifest and pack stand', () => {
    const p = project({ 'assetc.yml': `${CONFIG}pack: true\n` });
    for (let i = 0; i < 30; i++) p.write(`assets/${i}.json`, `${i}`);
    p.write(
      'assets/bad.png',
      makePng(4, 4, () => [1, 2, 3, 255]),
    );
    expect(p.run()).toMatchObject({ status: 0 });
    const before: Record<string, string | undefined> = { ...p.hashTree(), pack: p.hashTree('.')['runtime.hpack'] };
    p.write('assets/bad.png', 'not an image');
    p.write('assets/3.json', 'three');
    p.write('assets/new.json', 'new');
    const failed = p.run();
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('bad.png');
    expect(p.read('runtime/3.json')).toBe('three');
    const after: Record<string, string | undefined> = { ...p.hashTree(), pack: p.hashTree('.')['runtime.hpack'] };
    for (const path of ['assets.hman', 'pack', 'bad.ktx2']) expect(after[path]).toBe(before[path]);
    expect(p.run().stdout).toMatch(/0 built, 31 cached, 1 failed/);
  });
});

describe.skipIf(!hasCli)('two builds at once', () => {
  it('take turns, and both end well', async () => {
    const p = project();
    for (let i = 0; i < 300; i++) p.write(`assets/${i}.json`, `${i}`.repeat(100));
    const children = [p.start(['build', '--json']), p.start(['build', '--json'])];
    const outputs = children.map((child) => {
      const chunks: Buffer[] = [];
      child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
      return chunks;
    });
    const ends = await Promise.all(children.map(exitCode));
    expect(ends.map((end) => end.code)).toEqual([0, 0]);
    const built = outputs.map((chunks) => /"built":(\d+)/.exec(Buffer.concat(chunks).toString())?.[1]);
    expect(built.sort()).toEqual(['0', '300']);
    expect(existsSync(p.path('runtime/.assetc-lock'))).toBe(false);
  });

  it('do not wait for one that died', () => {
    const p = project({ 'assets/a.json': '1' });
    const dead = spawnSync(process.execPath, ['-e', 'console.log(process.pid)'], { encoding: 'utf8' });
    const host = spawnSync(process.execPath, ['-p', 'require("node:os").hostname()'], {
      encoding: 'utf8',
    }).stdout.trim();
    p.write('runtime/.assetc-lock', JSON.stringify({ pid: Number(dead.stdout), host, token: 'x' }));
    expect(p.run()).toMatchObject({ status: 0 });
  });
});

describe.skipIf(!hasCli)('an interrupted build', () => {
  it('ends with 130, leaves a consistent output, and the next one finishes', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 24 }, (_, i) => [
        `assets/${i}.png`,
        makePng(256, 256, (x, y) => [x ^ y, (x * i) & 255, (y * i) & 255, 255]),
      ]),
    );
    const p = project(files);
    const child = p.start(['build']);
    await new Promise<void>((seen) => child.stdout?.once('data', () => seen()));
    child.kill('SIGINT');
    expect((await exitCode(child)).code).toBe(130);
    const partial = p.hashTree();
    expect(partial).not.toHaveProperty(['assets.hman']);
    expect(p.temporaryFiles()).toEqual([]);
    expect(p.run(['build', '-q'])).toMatchObject({ status: 0 });
    const whole = p.hashTree();
    for (const [path, digest] of Object.entries(partial)) expect(whole[path]).toBe(digest);
    expect(Object.keys(whole)).toHaveLength(25);
  });
});

describe.skipIf(!hasCli)('reproducibility', () => {
  it('gives equal trees for any number of jobs, folder, locale and time zone', () => {
    const files: Record<string, string | Uint8Array> = { 'assetc.yml': `${CONFIG}pack: true\n` };
    for (let i = 0; i < 6; i++)
      files[`assets/t/İstanbul ${i}.png`] = makePng(64, 48, (x, y) => [x * 4, y * 5, (x * y * i) & 255, 255 - i]);
    for (const name of ['z', 'ä', 'a', 'Z1', 'z10', 'z9']) files[`assets/${name}.json`] = name;
    files['assets/n.n.png'] = files['assets/t/İstanbul 1.png'] ?? '';
    const runs: [string[], Record<string, string>][] = [
      [['-j', '1'], {}],
      [['-j', '4'], { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' }],
      [['-j', '2'], { LC_ALL: 'sv_SE.UTF-8', TZ: 'America/Caracas' }],
    ];
    const trees = runs.map(([args, env]) => {
      const p = project(files);
      expect(p.run(['build', '-q', ...args], env)).toMatchObject({ status: 0 });
      return { ...p.hashTree(), pack: p.hashTree('.')['runtime.hpack'] };
    });
    expect(trees[0]?.pack).toBeDefined();
    expect(trees[1]).toEqual(trees[0]);
    expect(trees[2]).toEqual(trees[0]);
  });
});

describe.skipIf(!hasCli)('a large pack', () => {
  it('takes no more memory than a small one', () => {
    const p = project({ 'assetc.yml': 'embed: ["*.bin"]\n' });
    for (let i = 0; i < 4; i++) {
      p.write(`assets/${i}.bin`, `${i}`);
      truncateSync(p.path(`assets/${i}.bin`), 48 << 20);
    }
    expect(p.run(['build', '-q', '--no-cache', '-j', '1'])).toMatchObject({ status: 0 });
    p.write(
      'peak.cjs',
      `const { existsSync, readFileSync, writeFileSync } = require('node:fs');
process.on('exit', () => {
  const status = '/proc/self/status';
  // Linux counts what the parent had when it started the process in maxRSS, but not here.
  const own = existsSync(status) ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  writeFileSync('peak.txt', own ?? String(process.resourceUsage().maxRSS));
});`,
    );
    expect(p.run(['build', '-q', '--pack'], { NODE_OPTIONS: `--require "${p.path('peak.cjs')}"` })).toMatchObject({
      status: 0,
    });
    expect(readFileSync(p.path('runtime.hpack')).length).toBeGreaterThan(4 * (48 << 20));
    expect(Number(p.read('peak.txt')) / 1024).toBeLessThan(150);
  });
});

/** A file system of a few megabytes, if the machine allows mounting one. */
function smallDisk(): { path: string; unmount(): void } | undefined {
  const path = join(tmpdir(), `assetc-small-${process.pid}`);
  mkdirSync(path, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', path]).status === 0;
  return mounted ? { path, unmount: () => void spawnSync('umount', [path]) } : undefined;
}

const disk = hasCli ? smallDisk() : undefined;

describe.skipIf(disk === undefined)('a full disk', () => {
  it('fails with what could not be written, keeps what stands, and recovers', () => {
    if (disk === undefined) return;
    try {
      const p = project({}, disk.path);
      const config = (name: string) => p.write('assetc.yml', `${CONFIG}cache: { dir: ${join(p.root, name)} }\n`);
      config('c1');
      for (let i = 0; i < 8; i++) p.write(`assets/${i}.json`, 'a'.repeat(20_000));
      expect(p.run(['build', '--no-cache', '--pack'])).toMatchObject({ status: 0 });
      const before = { ...p.hashTree(), pack: p.hashTree('.')['runtime.hpack'] };
      for (let i = 0; i < 8; i++) p.write(`assets/${i}.json`, 'b'.repeat(20_000 + i));
      writeFileSync(join(disk.path, 'ballast'), '');
      // Fills the disk to the last block.
      spawnSync('sh', ['-c', 'cat /dev/zero > ballast'], { cwd: disk.path });
      const full = p.run(['build', '--no-cache', '--pack']);
      expect(full.status).toBe(1);
      expect(full.stderr).toContain('build/write-failed');
      expect(full.stderr).toContain('disk is full');
      const after = { ...p.hashTree(), pack: p.hashTree('.')['runtime.hpack'] };
      expect(after).toEqual(before);
      spawnSync('rm', ['ballast'], { cwd: disk.path });
      const recovered = p.run(['build', '--no-cache', '--pack']);
      expect(recovered).toMatchObject({ status: 0 });
      // The lock that could not be written is gone: nobody waits for its holder.
      expect(recovered.stderr).not.toContain('waiting');
      expect(p.read('runtime/7.json')).toBe('b'.repeat(20_007));
      expect(p.temporaryFiles()).toEqual([]);
    } finally {
      disk.unmount();
    }
  });
});
