// Many small sources, built cold by one thread: what a build spends on each of them beyond decoding, encoding and the disk's fsync.
// Processor time throughout, since a busy machine inflates it least. `overheadMs` is what is left of the whole build, an asset, less Node's
// start, the same compiles in a process of their own (loading and warming up what compiles included), and what syncing the same outputs takes. The
// rest of the start is in it: `startMs`, in all, tells how much that is. Medians of rounds that run all of them one after the other.
//
// Nothing is deleted before the end: ext4 looks for new inodes a long time for a minute after many were deleted, which doubles the price of a file.

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { makePng } from '../tests/png.js';
import { compileAlone } from './compile-alone.js';

const CASES = [
  { name: 'PNG 16 × 16', count: 2_000, ending: 'png', make: smallPng },
  { name: 'glTF, two triangles', count: 500, ending: 'gltf', make: smallGltf },
] as const;
const ROUNDS = 5;
const FOLDER = 100;
/** As the command line asks of the V8 that it knows (cli/optimize-later.ts). */
const V8_FLAGS = process.versions.v8.startsWith('11.') ? ['--interrupt-budget=600000'] : [];

interface Row {
  readonly sources: string;
  readonly assets: number;
  readonly buildMs: number;
  readonly compileMs: number;
  readonly syncMs: number;
  readonly overheadMs: number;
  /** Of the rounds, each by itself: the least and the most overhead. */
  readonly leastMs: number;
  readonly mostMs: number;
  /** Of Node itself, and of a build of one asset beyond that; in all, the other columns are an asset's. */
  readonly nodeMs: number;
  readonly startMs: number;
  readonly wallS: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const [mode, folder] = args;
  if (folder !== undefined && (mode === 'reads' || mode === 'compiles')) return compileAlone(folder, mode);
  const cli = resolve('packages/compiler/dist/cli.js');
  if (!existsSync(cli)) throw new Error('build the command line first: npm run build');
  const only = args.find((arg) => /^\d+$/.test(arg));
  const root = mkdtempSync(join(tmpdir(), 'assetc-small-files-'));
  try {
    const rows = CASES.map((each) => measure(cli, root, each, only === undefined ? each.count : Number(only)));
    if (args.includes('--json')) console.log(JSON.stringify({ rows }));
    else console.table(rows);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function measure(cli: string, place: string, { name, ending, make }: (typeof CASES)[number], count: number): Row {
  const root = join(place, ending);
  for (let i = 0; i < count; i++) put(join(root, 'assets', `d${Math.floor(i / FOLDER)}/a${i}.${ending}`), make(i));
  const one = join(place, `one-${ending}`);
  put(join(one, 'assets', `a.${ending}`), make(0));
  const bench = process.argv[1] ?? '';
  const rounds: { build: number; node: number; compile: number; sync: number; start: number; wallS: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const output = `runtime-${round}`;
    const built = (project: string): number =>
      cpuOf(project, `cache-${round}`, cli, 'build', '-q', '-j', '1', '-o', output);
    const alone = (mode: string): number =>
      cpuOf(root, 'cache', ...V8_FLAGS, bench, 'small-files', mode, join(root, 'assets'));
    const startMs = performance.now();
    const build = built(root);
    const wallS = (performance.now() - startMs) / 1000;
    const outputs = outputsOf(join(root, output));
    const written = (syncs: boolean) => ownCpu(() => writeAll(outputs, join(root, `copies-${syncs}-${round}`), syncs));
    rounds.push({
      build,
      wallS,
      node: cpuOf(root, 'cache', '-e', '0'),
      compile: alone('compiles') - alone('reads'),
      sync: Math.max(0, written(true) - written(false)),
      start: built(one),
    });
  }
  const each = (ms: number): number => Math.round((ms / count) * 100) / 100;
  const of = (name: keyof (typeof rounds)[number]): number => median(rounds.map((round) => round[name]));
  const left = rounds.map(({ build, node, compile, sync }) => build - node - compile - sync);
  return {
    sources: name,
    assets: count,
    buildMs: each(of('build')),
    compileMs: each(of('compile')),
    syncMs: each(of('sync')),
    overheadMs: each(of('build') - of('node') - of('compile') - of('sync')),
    leastMs: each(Math.min(...left)),
    mostMs: each(Math.max(...left)),
    nodeMs: Math.round(of('node')),
    startMs: Math.round(of('start') - of('node')),
    wallS: Math.round(of('wallS') * 10) / 10,
  };
}

function put(path: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** In milliseconds, of all threads. */
function cpuOf(root: string, cache: string, ...argv: string[]): number {
  const usage = join(root, 'usage.json');
  writeFileSync(
    join(root, 'usage.cjs'),
    `if (require('node:worker_threads').isMainThread) process.on('exit', () => { const u = process.resourceUsage(); require('node:fs').writeFileSync(${JSON.stringify(usage)}, String((u.userCPUTime + u.systemCPUTime) / 1000)); });`,
  );
  const { status, stderr } = spawnSync(process.execPath, ['--require', join(root, 'usage.cjs'), ...argv], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: join(root, cache) },
  });
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
  return Number(readFileSync(usage, 'utf8'));
}

function ownCpu(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const outputsOf = (folder: string): readonly Uint8Array[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.assetc-'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));

function writeAll(outputs: readonly Uint8Array[], folder: string, syncs: boolean): void {
  mkdirSync(folder, { recursive: true });
  for (const [i, bytes] of outputs.entries()) {
    const file = openSync(join(folder, `${i}.new`), 'wx');
    writeSync(file, bytes);
    if (syncs) fsyncSync(file);
    closeSync(file);
    renameSync(join(folder, `${i}.new`), join(folder, `${i}`));
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function smallPng(i: number): Uint8Array {
  return makePng(16, 16, (x, y) => [x * 15, y * 15, i & 255, 255 - (i >> 8)]);
}

function smallGltf(i: number): string {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, i / 64, 1, 1, 0);
  const indices = Uint16Array.of(0, 1, 2, 2, 1, 3);
  const bytes = Buffer.concat([Buffer.from(positions.buffer), Buffer.from(indices.buffer)]);
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: `node ${i}` }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, i / 64] },
      { bufferView: 1, componentType: 5123, count: 6, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 48 },
      { buffer: 0, byteOffset: 48, byteLength: 12 },
    ],
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
  });
}
