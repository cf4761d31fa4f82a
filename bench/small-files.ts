// Many small sources, built cold by one thread: what a build spends on each of them beyond decoding, encoding and putting the bytes on the
// disk. Processor time throughout, since a busy machine inflates it least: that of the whole build, less Node's start, less the same
// compiles alone (in this process, over a disk in memory), less the bare writing of the same outputs (create, write, fsync, rename).
// `overheadMs` is what is left, an asset. Medians of rounds that run all of them one after the other.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TestContext } from '../packages/compiler/src/testing/test-context.js';
import { makePng } from '../tests/png.js';

const CASES = [
  { name: 'PNG 16 × 16', count: 2_000, ending: 'png', make: smallPng },
  { name: 'glTF, two triangles', count: 500, ending: 'gltf', make: smallGltf },
] as const;
const ROUNDS = 3;
const FOLDER = 100;

interface Row {
  readonly sources: string;
  readonly assets: number;
  readonly buildMs: number;
  readonly compileMs: number;
  readonly writeMs: number;
  readonly overheadMs: number;
  /** Of Node itself, in all; the other columns are an asset's. */
  readonly nodeMs: number;
  readonly wallS: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const cli = resolve('packages/compiler/dist/cli.js');
  if (!existsSync(cli)) throw new Error('build the command line first: npm run build');
  const only = args.find((arg) => /^\d+$/.test(arg));
  const rows: Row[] = [];
  for (const each of CASES) rows.push(await measure(cli, each, only === undefined ? each.count : Number(only)));
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else console.table(rows);
}

async function measure(cli: string, { name, ending, make }: (typeof CASES)[number], count: number): Promise<Row> {
  const root = mkdtempSync(join(tmpdir(), 'assetc-small-files-'));
  try {
    const sources = Array.from({ length: count }, (_, i) => ({
      path: `d${Math.floor(i / FOLDER)}/a${i}.${ending}`,
      bytes: make(i),
    }));
    for (const { path, bytes } of sources) {
      mkdirSync(join(root, 'assets', path, '..'), { recursive: true });
      writeFileSync(join(root, 'assets', path), bytes);
    }
    const usage = join(root, 'usage.json');
    writeFileSync(
      join(root, 'usage.cjs'),
      `if (require('node:worker_threads').isMainThread) process.on('exit', () => { const u = process.resourceUsage(); require('node:fs').writeFileSync(${JSON.stringify(usage)}, String((u.userCPUTime + u.systemCPUTime) / 1000)); });`,
    );
    const cpuOf = (cache: string, ...argv: string[]): number => {
      const { status, stderr } = spawnSync(process.execPath, ['--require', join(root, 'usage.cjs'), ...argv], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, XDG_CACHE_HOME: join(root, cache) },
      });
      if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
      return Number(readFileSync(usage, 'utf8'));
    };
    const rounds = { build: [] as number[], node: [] as number[], compile: [] as number[], write: [] as number[] };
    const wall: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // A fresh place each time: ext4 finds new inodes slowly for some seconds after many were deleted.
      const output = `runtime-${round}`;
      const startMs = performance.now();
      rounds.build.push(cpuOf(`cache-${round}`, cli, 'build', '-q', '-j', '1', '-o', output));
      wall.push((performance.now() - startMs) / 1000);
      rounds.node.push(cpuOf('cache', '-e', '0'));
      rounds.compile.push(await ownCpu(() => compileAll(sources)));
      rounds.write.push(await ownCpu(() => writeAll(outputsOf(join(root, output)), join(root, `copies-${round}`))));
    }
    const [build, node, compile, write] = [rounds.build, rounds.node, rounds.compile, rounds.write].map(median);
    const left = (build ?? 0) - (node ?? 0) - (compile ?? 0) - (write ?? 0);
    const each = (ms: number | undefined): number => Math.round(((ms ?? 0) / count) * 100) / 100;
    return {
      sources: name,
      assets: count,
      buildMs: each(build),
      compileMs: each(compile),
      writeMs: each(write),
      overheadMs: each(left),
      nodeMs: Math.round(node ?? 0),
      wallS: Math.round(median(wall) * 10) / 10,
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function ownCpu(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function compileAll(sources: readonly { readonly path: string; readonly bytes: Uint8Array | string }[]) {
  for (const { path, bytes } of sources) await new TestContext({ path, input: { [path]: bytes } }).compile();
}

const outputsOf = (folder: string): readonly Uint8Array[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.assetc-'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));

async function writeAll(outputs: readonly Uint8Array[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [i, bytes] of outputs.entries()) {
    const file = await open(join(folder, `${i}.new`), 'w');
    await file.write(bytes);
    await file.sync();
    await file.close();
    await rename(join(folder, `${i}.new`), join(folder, `${i}`));
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
