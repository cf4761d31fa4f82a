// A shared cache behind a line of 200 Mbit/s and 50 ms: how much of the line a second machine uses that takes everything from it, and what sending
// results adds to a build. By the built command line and nginx, with the configuration of docs/guide/teams.md. `npm run bench -- remote [assets]`.

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makePng } from '../tests/png.js';
import { hasNginx, type Running, startNginx } from '../tests/remote/servers.js';
import { ShapingProxy } from '../tests/remote/shaping-proxy.js';

const CLI = resolve(import.meta.dirname, '../packages/compiler/dist/cli.js');
const GUIDE = resolve(import.meta.dirname, '../docs/guide/teams.md');
const DEMO = resolve(import.meta.dirname, '../examples/demo');
const MEGABITS = 200;
const ROUND_TRIP_MS = 50;
const ROUNDS = 3;
const TOKEN = 'choose-a-long-one';

interface Built {
  readonly built: number;
  readonly restored: number;
  readonly shared: number;
  readonly outputBytes: number;
  readonly ms: number;
  /** Of the process: what a busy machine cannot inflate as much. */
  readonly cpuMs: number;
}

export async function run(args: readonly string[]): Promise<void> {
  if (!existsSync(CLI)) throw new Error('run npm run build first: this measures the built command line');
  if (!hasNginx) throw new Error('node scripts/install-servers.mjs installs nginx, which this measures');
  const count = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 2000);
  const folder = mkdtempSync(join(tmpdir(), 'assetc-bench-'));
  const servers: Running[] = [];
  try {
    const project = join(folder, 'project');
    makeProject(project, count);
    const rows = [];
    for (const taken of [project, DEMO]) {
      rows.push(await measureTaking(folder, taken, servers));
      if (!args.includes('--json')) console.table(rows.slice(-1));
    }
    const sending = args.includes('--quick') ? [] : [await measureSending(folder, project, servers)];
    if (args.includes('--json')) console.log(JSON.stringify({ rows, sending }));
    else console.table(sending);
  } finally {
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Textures whose bytes do not compress, so that as many come over the line as are written. */
function makeProject(project: string, count: number): void {
  mkdirSync(join(project, 'assets'), { recursive: true });
  writeFileSync(join(project, 'assetc.yml'), 'default: { texture: { quality: fast } }\n');
  for (let i = 0; i < count; i++) {
    let state = i + 1;
    const noise = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    };
    const png = makePng(256, 256, () => [noise(), noise(), noise(), 255]);
    mkdirSync(join(project, 'assets', `${i % 40}`), { recursive: true });
    writeFileSync(join(project, 'assets', `${i % 40}`, `${i}.png`), png);
  }
}

async function startServer(folder: string, servers: Running[]): Promise<Running> {
  const home = mkdtempSync(join(folder, 'server-'));
  const [, configuration = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const server = await startNginx(join(home), configuration);
  servers.push(server);
  return server;
}

/** A checkout of its own, with a store of its own. */
function checkout(folder: string, project: string): string {
  const machine = mkdtempSync(join(folder, 'machine-'));
  cpSync(project, machine, { recursive: true, filter: (path) => !path.startsWith(join(project, 'runtime')) });
  const file = join(machine, 'assetc.yml');
  // On a busy machine a shader may take longer than is sensible otherwise.
  writeFileSync(file, readFileSync(file, 'utf8').replace('shader: { ', 'shader: { timeLimit: 120, '));
  return machine;
}

async function build(machine: string, env: Readonly<Record<string, string>>): Promise<Built> {
  const { CI: _, ...own } = process.env;
  const usage = join(machine, 'usage.json');
  const note = join(machine, 'usage.cjs');
  writeFileSync(
    note,
    `process.on('exit', () => { const u = process.resourceUsage(); require('node:fs').writeFileSync(${JSON.stringify(usage)}, String((u.userCPUTime + u.systemCPUTime) / 1000)); });`,
  );
  const child = spawn(process.execPath, ['-r', note, CLI, 'build', '--json'], {
    cwd: machine,
    env: { ...own, ...env, XDG_CACHE_HOME: join(machine, '.home') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += String(text);
  });
  await new Promise((ended) => child.once('close', ended));
  const done = printed.split('\n').find((line) => line.startsWith('{"type":"done"'));
  if (done === undefined) throw new Error(printed.slice(-2000));
  return { ...JSON.parse(done), cpuMs: Number(readFileSync(usage, 'utf8')) };
}

function treeOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .filter(({ name }) => !name.startsWith('.assetc-'))
      .map((entry) => [
        join(entry.parentPath, entry.name).slice(folder.length),
        readFileSync(join(entry.parentPath, entry.name), 'latin1'),
      ]),
  );
}

const outputOf = (machine: string): string => join(machine, existsSync(join(machine, 'runtime')) ? 'runtime' : 'out');

async function measureTaking(folder: string, project: string, servers: Running[]) {
  const server = await startServer(folder, servers);
  const url = (port: number) => ({ ASSETC_CACHE_URL: `http://127.0.0.1:${port}` });
  const first = checkout(folder, project);
  const made = await build(first, { ...url(server.port), ASSETC_CACHE_TOKEN: TOKEN, CI: '1' });
  const line = await ShapingProxy.open(server.port, MEGABITS, ROUND_TRIP_MS);
  const second = checkout(folder, project);
  const taken = await build(second, url(line.port));
  const { sentBytes, firstMs, lastMs } = line.down;
  await line.close();
  const [mine, theirs] = [treeOf(outputOf(second)), treeOf(outputOf(first))];
  const differ =
    [...theirs].filter(([path, bytes]) => mine.get(path) !== bytes).length + Math.abs(mine.size - theirs.size);
  for (const machine of [first, second]) rmSync(machine, { recursive: true, force: true });
  const mbitPerS = (bytes: number, ms: number): number => (bytes * 8) / ms / 1000;
  return {
    project: project === DEMO ? 'demo' : 'textures',
    assets: made.built + made.shared,
    compiledAgain: taken.built,
    differingFiles: differ,
    megabytes: Math.round(sentBytes / 1e5) / 10,
    seconds: Math.round(taken.ms / 10) / 100,
    cpuSeconds: Math.round(taken.cpuMs / 10) / 100,
    ofLineWhileUsed: Math.round((100 * mbitPerS(sentBytes, lastMs - firstMs)) / MEGABITS) / 100,
    ofLineByBuildTime: Math.round((100 * mbitPerS(sentBytes, taken.ms)) / MEGABITS) / 100,
  };
}

/** Both in every round, the middle of each; with the wait for the last uploads. */
async function measureSending(folder: string, project: string, servers: Running[]) {
  const without: Built[] = [];
  const sending: Built[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer(folder, servers);
    const alone = checkout(folder, project);
    without.push(await build(alone, {}));
    const ci = checkout(folder, project);
    sending.push(
      await build(ci, { ASSETC_CACHE_URL: `http://127.0.0.1:${server.port}`, ASSETC_CACHE_TOKEN: TOKEN, CI: '1' }),
    );
    for (const machine of [alone, ci]) rmSync(machine, { recursive: true, force: true });
    await server.stop();
    servers.pop();
  }
  const middle = (of: readonly Built[], what: 'ms' | 'cpuMs'): number =>
    of.map((one) => one[what]).sort((a, b) => a - b)[of.length >> 1] ?? 0;
  return {
    buildS: Math.round(middle(without, 'ms') / 10) / 100,
    withSendingS: Math.round(middle(sending, 'ms') / 10) / 100,
    ratio: Math.round((1000 * middle(sending, 'ms')) / middle(without, 'ms')) / 1000,
    cpuRatio: Math.round((1000 * middle(sending, 'cpuMs')) / middle(without, 'cpuMs')) / 1000,
  };
}
