// Time from the start of a cold build with two threads until its first thread is ready and its first job starts, by kind of source. A module
// that Node preloads in every thread records when the thread starts to listen and when it gets its first job.
// `cpuMs` is the CPU time of the process until then, which depends least on other load. `--against <tree>` alternates with the command
// line of another tree. All values are medians.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtCli } from '../built-cli.js';
import { smallGltf, smallPng, smallShader } from './small-sources.js';

const CASES = [
  { sources: 'PNG', count: 200, place: (i: number) => `a${i}.png`, make: smallPng },
  { sources: 'glTF', count: 200, place: (i: number) => `a${i}.gltf`, make: smallGltf },
  { sources: 'shaders', count: 3, place: (i: number) => `a${i}.shader/a.frag`, make: smallShader },
] as const;
const ROUNDS = 7;

/** Milliseconds since the start of the process. */
interface Start {
  /** The first thread listens. */
  readonly readyMs: number;
  /** The first job starts. */
  readonly jobMs: number;
  readonly cpuMs: number;
  /** The process ends: all assets are built. */
  readonly doneMs: number;
}

interface Row extends Start {
  readonly sources: string;
  readonly assets: number;
  readonly tree: string;
  readonly nodeMs: number;
  /** Of all rounds. */
  readonly minJobMs: number;
  readonly maxJobMs: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const against = args.includes('--against') ? args[args.indexOf('--against') + 1] : undefined;
  const trees = ['.', ...(against === undefined ? [] : [against])];
  for (const tree of trees)
    if (!existsSync(builtCli(tree))) throw new Error(`build the command line of ${tree} first: npm run build`);
  const root = mkdtempSync(join(tmpdir(), 'assetc-cold-start-'));
  try {
    const rows = CASES.flatMap((each) => measure(root, trees, each));
    if (args.includes('--json')) console.log(JSON.stringify({ rows }));
    else console.table(rows);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function measure(place: string, trees: readonly string[], each: (typeof CASES)[number]): readonly Row[] {
  const root = join(place, each.sources);
  for (let i = 0; i < each.count; i++) {
    const path = join(root, 'assets', each.place(i));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, each.make(i));
  }
  const node: number[] = [];
  const starts = trees.map((): Start[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    node.push(performance.now() - startMs);
    for (const [t, tree] of trees.entries()) starts[t]?.push(startOf(root, builtCli(tree), `${round}-${t}`));
  }
  return starts.map((rounds, t) => {
    const of = (name: keyof Start): number => Math.round(median(rounds.map((start) => start[name])));
    const jobs = rounds.map(({ jobMs }) => jobMs);
    return {
      sources: each.sources,
      assets: each.count,
      tree: trees[t] ?? '',
      nodeMs: Math.round(median(node)),
      readyMs: of('readyMs'),
      jobMs: of('jobMs'),
      minJobMs: Math.round(Math.min(...jobs)),
      maxJobMs: Math.round(Math.max(...jobs)),
      cpuMs: of('cpuMs'),
      doneMs: of('doneMs'),
    };
  });
}

function startOf(root: string, cli: string, name: string): Start {
  const reported = join(root, `${name}.json`);
  const watch = join(root, 'watch.cjs');
  writeFileSync(watch, WATCH);
  const beganMs = performance.timeOrigin + performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', watch, cli, 'build', '-q', '-j', '2', '-o', `runtime-${name}`],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, XDG_CACHE_HOME: join(root, `cache-${name}`), COLD_START: reported },
    },
  );
  const doneMs = performance.timeOrigin + performance.now() - beganMs;
  if (status !== 0) throw new Error(`${cli} ended with ${status}: ${stderr}`);
  const { readyMs, jobMs, cpuMs } = JSON.parse(readFileSync(reported, 'utf8'));
  return { readyMs: readyMs - beganMs, jobMs: jobMs - beganMs, cpuMs, doneMs };
}

/** Reports the first thread that gets a job: the file is written only once. */
const WATCH = `
const { isMainThread, parentPort } = require('node:worker_threads');
const now = () => performance.timeOrigin + performance.now();
if (!isMainThread && parentPort !== null) {
  const on = parentPort.on;
  let readyMs;
  parentPort.on = function (name, listener) {
    if (name !== 'message') return on.call(this, name, listener);
    readyMs = now();
    return on.call(this, name, (request) => {
      // Only once: another thread may remove it meanwhile.
      const reported = process.env.COLD_START;
      if (reported !== undefined) {
        const { user, system } = process.cpuUsage();
        const text = JSON.stringify({ readyMs, jobMs: now(), cpuMs: (user + system) / 1000 });
        try { require('node:fs').writeFileSync(reported, text, { flag: 'wx' }); } catch (error) { if (error.code !== 'EEXIST') throw error; }
        delete process.env.COLD_START;
      }
      listener(request);
    });
  };
}
`;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
