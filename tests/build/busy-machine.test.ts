// The processor is taken away: a build gets a ninth of one core. It takes longer, and makes the same files. Its limits count CPU time, so
// that none is hit.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cli, DiskProject, exitCode, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const isLong = process.env.ASSETC_LONG === '1';
const LOOPS = 8;
/** Ends with the test, even if that is killed. */
const LOOP = 'while kill -0 $PPID 2>/dev/null; do :; done';

/** The first core that this process may use; undefined if it cannot be found. */
function firstCore(): string | undefined {
  const status = '/proc/self/status';
  if (!existsSync(status) || spawnSync('taskset', ['--version']).status !== 0) return undefined;
  return /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1];
}

/** Half a second of CPU time: more than the limit of three seconds on a ninth of a core. */
const LONG_SUM = `#version 450
void main() { float x = gl_VertexIndex;
${Array.from({ length: 3000 }, (_, i) => `x = sin(x * ${i}.5) + cos(x);`).join('\n')}
gl_Position = vec4(x); }
`;

/** About ten seconds of CPU time: functions whose loops are unrolled. */
function unrolledLoops(): string {
  const layers = Array.from({ length: 60 }, (_, i) => i);
  return [
    'float hash(float x) { return frac(sin(x) * 43758.5453); }',
    ...layers.map(
      (i) =>
        `float layer${i}(float x) { float s = 0; [ForceUnroll] for (int k = 0; k < 128; k++) s += hash(x * ${i + 1}.0 + k); return s; }`,
    ),
    '[shader("fragment")]',
    'float4 main(float2 uv : TEXCOORD) : SV_Target {',
    '  float s = 0;',
    ...layers.map((i) => `  s += layer${i}(uv.x + s);`),
    '  return float4(s, s, s, 1);',
    '}',
  ].join('\n');
}

const FILES = {
  'assetc.yml': isLong ? 'timeLimit: 300\n' : 'timeLimit: 60\ndefault: { shader: { timeLimit: 3 } }\n',
  'assets/long.shader/a.vert': LONG_SUM,
  'assets/brick.png': makePng(64, 64, (x, y) => [x * 4, y * 4, (x * y) & 255, 255]),
  'assets/roof.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n',
  'assets/warm.lut.cube': 'LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n',
  ...(isLong && { 'assets/unrolled.shader/a.slang': unrolledLoops() }),
};

const core = firstCore();
const projects: DiskProject[] = [];
const project = (): DiskProject => {
  const made = new DiskProject(FILES);
  projects.push(made);
  return made;
};

describe.skipIf(!hasCli || core === undefined)('a build that shares one core with eight busy loops', () => {
  const loops: ChildProcess[] = [];
  beforeAll(() => {
    for (let i = 0; i < LOOPS; i++)
      loops.push(spawn('taskset', ['-c', core ?? '', 'sh', '-c', LOOP], { stdio: 'ignore' }));
  });
  afterAll(async () => {
    await Promise.all(
      loops.map((loop) => {
        const ended = exitCode(loop);
        loop.kill('SIGKILL');
        return ended;
      }),
    );
  });
  afterEach(() => {
    for (const made of projects.splice(0)) made.remove();
  });

  it('succeeds, and makes what a build with the whole machine makes', async () => {
    const [starved, free] = [project(), project()];
    const child = spawn('taskset', ['-c', core ?? '', process.execPath, cli], {
      cwd: starved.root,
      env: starved.env(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => {
      stderr += text;
    });
    expect(await exitCode(child), stderr).toEqual({ code: 0, signal: null });
    expect(stderr).toBe('');
    expect(free.run()).toMatchObject({ status: 0, stderr: '' });
    const files = starved.hashTree();
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['brick.ktx2', 'long/vertex.spv', 'roof.hmesh']));
    expect(files).toEqual(free.hashTree());
  });
});
