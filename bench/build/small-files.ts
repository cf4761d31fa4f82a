// Many small sources, built cold with one thread: the time per asset that a build spends on anything but decoding, encoding and fsync.
// All times are CPU times of all threads, which depend least on other load. `overheadMs` per asset is the time of the whole build minus
// - the start of Node;
// - the same compiles in another process that reads the sources from memory: decoding, encoding, digests of inputs and outputs, and the time
//   that V8 takes to compile and optimize this code, with the same V8 flag as the command line;
// - fsync of the same outputs, one file after the other.
// It contains: loading the program (the process of the compiles loads it before measuring), starting a thread, finding and hashing
// sources, messages between threads, all other disk calls, writing the record with its syncs, the content store, and V8's work on that code.
// `startMs`, a total, is the cost of the start: a build of one asset, including its compile. `beyondStartMs` is the overhead per asset without it.
// All values are medians of rounds that run all of these in turn.
//
// `--against <tree>` also builds with the command line of another tree, right after ours in each round. `againstMs` is a total, like buildMs.
//
// Nothing is deleted before the end: for a minute after many deletions ext4 is slow to find new inodes, which doubles the cost of a file.

import { spawnSync } from 'node:child_process';
import {
  closeSync,
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
import { dirname, join } from 'node:path';
import { builtCli } from '../built-cli.js';
import { compileAlone } from './compile-alone.js';
import { smallGltf, smallPng } from './small-sources.js';

const CASES = [
  { name: 'PNG 16 × 16', count: 2_000, ending: 'png', make: smallPng },
  { name: 'glTF, two triangles', count: 500, ending: 'gltf', make: smallGltf },
  { name: 'glTF, two triangles', count: 2_000, ending: 'gltf', make: smallGltf },
] as const;
const ROUNDS = 5;
const FOLDER = 100;

interface Row {
  readonly sources: string;
  readonly assets: number;
  readonly buildMs: number;
  readonly compileMs: number;
  readonly syncMs: number;
  readonly overheadMs: number;
  /** Minimum and maximum overhead of single rounds. */
  readonly minMs: number;
  readonly maxMs: number;
  /** Totals: Node alone, and a build of one asset beyond that. The other columns are per asset. */
  readonly nodeMs: number;
  readonly startMs: number;
  readonly beyondStartMs: number;
  readonly wallS: number;
  /** Total of the other tree, to compare with buildMs; and ours ÷ theirs in single rounds: median, minimum and maximum. */
  readonly againstMs?: number;
  readonly ofAgainst?: string;
}

export async function run(args: readonly string[]): Promise<void> {
  const [mode, folder] = args;
  if (folder !== undefined && (mode === 'reads' || mode === 'compiles')) return compileAlone(folder, mode);
  const cli = builtCli();
  const only = args.find((arg) => /^\d+$/.test(arg));
  const tree = args.includes('--against') ? args[args.indexOf('--against') + 1] : undefined;
  const against = tree === undefined ? undefined : builtCli(tree);
  const root = mkdtempSync(join(tmpdir(), 'assetc-small-files-'));
  try {
    const cases = only === undefined ? CASES : CASES.slice(0, 2);
    const rows = cases.map((each) =>
      measure({ cli, against }, root, each, only === undefined ? each.count : Number(only)),
    );
    if (args.includes('--json')) console.log(JSON.stringify({ rows }));
    else console.table(rows);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function measure(
  { cli, against }: { readonly cli: string; readonly against: string | undefined },
  place: string,
  { name, ending, make }: (typeof CASES)[number],
  count: number,
): Row {
  const root = join(place, `${ending}-${count}`);
  for (let i = 0; i < count; i++) put(join(root, 'assets', `d${Math.floor(i / FOLDER)}/a${i}.${ending}`), make(i));
  const one = join(place, `one-${ending}-${count}`);
  put(join(one, 'assets', `a.${ending}`), make(0));
  const bench = process.argv[1] ?? '';
  const rounds: {
    build: number;
    node: number;
    compile: number;
    sync: number;
    start: number;
    wallS: number;
    other: number;
  }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const output = `runtime-${round}`;
    const built = (project: string, by = cli, to = output): number =>
      cpuOf(project, `cache-${to}`, by, 'build', '-q', '-j', '1', '-o', to);
    const alone = (mode: string): number => cpuOf(root, 'cache', bench, 'small-files', mode, join(root, 'assets'));
    const startMs = performance.now();
    const build = built(root);
    const wallS = (performance.now() - startMs) / 1000;
    const other = against === undefined ? Number.NaN : built(root, against, `other-${round}`);
    const outputs = outputsOf(join(root, output));
    const written = (syncs: boolean) => ownCpu(() => writeAll(outputs, join(root, `copies-${syncs}-${round}`), syncs));
    rounds.push({
      build,
      wallS,
      other,
      node: cpuOf(root, 'cache', '-e', '0'),
      compile: alone('compiles') - alone('reads'),
      sync: Math.max(0, written(true) - written(false)),
      start: built(one),
    });
  }
  const each = (ms: number): number => Math.round((ms / count) * 100) / 100;
  const of = (name: keyof (typeof rounds)[number]): number => median(rounds.map((round) => round[name]));
  const ratios = rounds.map(({ build, other }) => build / other);
  const left = rounds.map(({ build, node, compile, sync }) => build - node - compile - sync);
  return {
    sources: name,
    assets: count,
    buildMs: each(of('build')),
    compileMs: each(of('compile')),
    syncMs: each(of('sync')),
    overheadMs: each(of('build') - of('node') - of('compile') - of('sync')),
    minMs: each(Math.min(...left)),
    maxMs: each(Math.max(...left)),
    nodeMs: Math.round(of('node')),
    startMs: Math.round(of('start') - of('node')),
    beyondStartMs: each(of('build') - of('start') - of('compile') - of('sync')),
    wallS: Math.round(of('wallS') * 10) / 10,
    ...(against !== undefined && {
      againstMs: each(of('other')),
      ofAgainst: [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)).join(', '),
    }),
  };
}

function put(path: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** CPU milliseconds of all threads. */
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
