// What goes wrong on Windows: files that are open elsewhere or read-only, builds that are killed, compilers that do not end.

import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { DiskProject, exitCode, hasCli } from '../support/disk-project.js';
import { eventually } from '../support/patience.js';
import { makePng } from '../support/png.js';
import { WindowsProject } from './windows-project.js';
import { wineMissing } from './wine.js';

const KILLS = process.env.ASSETC_LONG === '1' ? 200 : 5;

/** Macros of which each has four times the length of the previous one: no compiler comes to an end. */
const macroBomb = (): string =>
  `#version 450\n#define A0 x+x+x+x\n${Array.from({ length: 14 }, (_, i) => `#define A${i + 1} A${i}+A${i}+A${i}+A${i}\n`).join('')}void main() { float x = gl_VertexIndex; gl_Position = vec4(A14); }\n`;

const sources = (count: number, version: number): Record<string, string | Uint8Array> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i): [string, string | Uint8Array] =>
      i % 8 === 0
        ? [`assets/p ${i}.png`, makePng(16, 16, (x, y) => [x * 16, y * 16, i + version, 255])]
        : [`assets/d${i % 5}/a ${i}.json`, JSON.stringify({ i, version, filler: `${i}`.repeat(900) })],
    ),
  );

/** Processes that a project's program started, itself included. They all have its environment. */
function processesOf(project: DiskProject): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/environ`, 'latin1').includes(project.root.slice(1).replaceAll('/', '\\'))
      );
    } catch {
      return false;
    }
  });
}

/** Whether it is the shader process, and has used a second of CPU time. */
function isCompiling(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const userTicks = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[12]);
    return userTicks > 100 && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('shader-process');
  } catch {
    return false;
  }
}

describe.skipIf(wineMissing !== undefined || !hasCli)('a build on Windows', () => {
  const projects: DiskProject[] = [];
  const project = (files: Readonly<Record<string, string | Uint8Array>>): WindowsProject => {
    const made = new WindowsProject(files);
    projects.push(made);
    return made;
  };
  afterEach(() => {
    for (const made of projects.splice(0)) made.remove();
  });

  it('reports outputs that another program has open, and writes them when it has ended', async () => {
    const p = project({ 'assetc.yml': 'embed: ["*.json"]\n', 'assets/a ä.json': '1', 'assets/b.json': '1' });
    expect(p.run()).toMatchObject({ status: 0 });
    const holder = p.hold(['runtime/a ä.json']);
    await eventually(() => expect(existsSync(p.path('held'))).toBe(true));
    for (const name of ['a ä', 'b']) p.write(`assets/${name}.json`, '2');
    const { status, stderr } = p.run();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^assets\/a ä\.json: error build\/write-failed: a ä\.json could not be written \(E\w+\)$/m);
    expect(stderr).toMatch(/^ {2}hint: .* another program has the file open\.$/m);
    expect(p.read('runtime/b.json')).toBe('2');
    p.removeSource('assets/a ä.json');
    for (const args of [['build'], ['clean']]) {
      const removal = p.run(args);
      expect(removal.status).toBe(1);
      expect(removal.stderr).toMatch(/error build\/remove-failed: a ä\.json could not be removed \(E\w+\)$/m);
    }
    holder.kill('SIGKILL');
    await exitCode(holder);
    expect(p.run()).toMatchObject({ status: 0, stderr: '' });
    expect(Object.keys(p.hashTree())).toEqual(['assets.hman', 'b.json']);
  });

  it('reports a pack that another program has open', async () => {
    const p = project({ 'assetc.yml': 'embed: ["*.json"]\npack: true\n', 'assets/a.json': '1' });
    expect(p.run()).toMatchObject({ status: 0 });
    const holder = p.hold(['runtime.hpack']);
    await eventually(() => expect(existsSync(p.path('held'))).toBe(true));
    p.write('assets/a.json', '22');
    const { status, stderr } = p.run();
    expect(status).toBe(1);
    expect(stderr).toMatch(/error build\/\S+: .*runtime\.hpack/);
    expect(stderr).not.toContain('internal');
    holder.kill('SIGKILL');
    await exitCode(holder);
    expect(p.run()).toMatchObject({ status: 0, stderr: '' });
    expect(p.run(['check', 'runtime.hpack'])).toMatchObject({ status: 0 });
  });

  it('reads read-only sources, and replaces and removes read-only outputs', () => {
    const p = project({ 'assetc.yml': 'embed: ["*.json"]\n', 'assets/a.json': '1', 'assets/b.json': '1' });
    chmodSync(p.path('assets/a.json'), 0o444);
    expect(p.run()).toMatchObject({ status: 0 });
    for (const name of ['a', 'b']) chmodSync(p.path(`runtime/${name}.json`), 0o444);
    chmodSync(p.path('assets/a.json'), 0o644);
    p.write('assets/a.json', '2');
    p.removeSource('assets/b.json');
    expect(p.run()).toMatchObject({ status: 0, stderr: '' });
    expect([p.read('runtime/a.json'), Object.keys(p.hashTree())]).toEqual(['2', ['a.json', 'assets.hman']]);
    expect(statSync(p.path('runtime/a.json')).mode & 0o200).toBe(0o200);
    expect(p.run(['clean'])).toMatchObject({ status: 0 });
  });

  it(`ends like a clean one after ${KILLS} kills`, { timeout: 3_600_000 }, async () => {
    const config = { 'assetc.yml': 'embed: ["*.json"]\npack: true\n' };
    const everything = (of: DiskProject) => ({ ...of.hashTree(), pack: of.hashTree('.')['runtime.hpack'] });
    const expected = [0, 1].map((version) => {
      const clean = new DiskProject({ ...config, ...sources(120, version) });
      clean.run(['-q']);
      const hashes = everything(clean);
      clean.remove();
      return hashes;
    });
    const p = project(config);
    for (let round = 0; round < KILLS; round++) {
      for (const [path, content] of Object.entries(sources(120, round % 2))) p.write(path, content);
      const before = JSON.stringify(p.hashTree());
      const child = p.start(['-q']);
      const ended = exitCode(child);
      // Killed in the middle: when more and more outputs have changed.
      const changed = () => JSON.stringify(p.hashTree()) !== before || child.exitCode !== null;
      await eventually(() => expect(changed()).toBe(true));
      child.kill('SIGKILL');
      await ended;
      for (const [path, hash] of Object.entries(p.hashTree()))
        expect(
          expected.map((hashes) => Reflect.get(hashes, path)),
          `round ${round}, ${path}`,
        ).toContain(hash);
    }
    expect(p.run(['-q'])).toMatchObject({ status: 0, stderr: '' });
    expect(everything(p)).toEqual(expected[(KILLS - 1) % 2]);
    expect(p.temporaryFiles()).toEqual([]);
  });

  it('lets a second build wait for the first', async () => {
    const p = project({ 'assetc.yml': 'embed: ["*.json"]\n', ...sources(40, 0) });
    const other = p.start(['-q']);
    const ended = exitCode(other);
    await eventually(() => expect(existsSync(p.path('runtime/.assetc-lock'))).toBe(true));
    const second = new WindowsProject({}, p.root);
    expect(second.run(['-c', '../assetc.yml'])).toMatchObject({ status: 0 });
    expect((await ended).code).toBe(0);
    expect(Object.keys(p.hashTree())).toHaveLength(41);
  });

  it('ends a shader compiler at its limit', () => {
    const p = project({
      'assetc.yml': 'default: { shader: { timeLimit: 1 } }\n',
      'assets/s.shader/a.vert': macroBomb(),
    });
    const { status, stderr } = p.run();
    expect(status).toBe(1);
    expect(stderr).toMatch(/error shader\/limit: glslang needs more than 1 s of CPU time \(shader\.timeLimit\)/);
  });

  it('leaves no shader compiler behind when it is killed', async () => {
    const p = project({
      'assetc.yml': 'default: { shader: { timeLimit: 3600, memoryLimit: 2048 } }\n',
      'assets/s.shader/a.vert': macroBomb(),
    });
    const child = p.start();
    const ended = exitCode(child);
    // Before that it may be suspended: Node starts a process, and lets it run when it is in the same job.
    await eventually(() => expect(processesOf(p).filter(isCompiling)).not.toEqual([]));
    child.kill('SIGKILL');
    await ended;
    await eventually(() => expect(processesOf(p)).toEqual([]));
  });
});
