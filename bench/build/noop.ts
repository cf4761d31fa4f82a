// A build with nothing to do, by the built command line, compared with the start of Node and a plain walk that stats
// the same files (the minimum that `ninja -n` does). `ofBound` is the time of the build divided by 1.25 × (Node + stats): above 1 it is too slow.
// Every round runs all three; medians are compared. Peak memory is that of the process.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePng } from '../../tests/support/png.js';
import { builtCli } from '../built-cli.js';
import { STAT_WALK } from './stat-walk.js';

const COUNTS = [1_000, 10_000, 50_000];
const ROUNDS = 11;
const FOLDER = 100;
const BOUND = 1.25;

interface Row {
  readonly assets: number;
  readonly nodeMs: number;
  readonly statMs: number;
  readonly noopMs: number;
  /** The first no-op build, which does the full check: no summary of an earlier one exists. */
  readonly fullMs: number;
  readonly ofBound: number;
  /** CPU time of Node alone and of the no-op build. It depends less on other load than wall time. */
  readonly nodeCpuMs: number;
  readonly noopCpuMs: number;
  readonly peakMb: number;
  readonly coldS: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const cli = builtCli();
  const only = args.find((arg) => /^\d+$/.test(arg));
  const counts = only === undefined ? COUNTS : [Number(only)];
  const rows: Row[] = [];
  for (const count of counts) rows.push(measure(cli, count));
  if (args.includes('--json')) {
    console.log(JSON.stringify({ rows }));
    return;
  }
  console.table(rows);
}

function measure(cli: string, count: number): Row {
  const root = mkdtempSync(join(tmpdir(), 'assetc-noop-'));
  try {
    generate(root, count);
    const memory = join(root, 'memory.txt');
    writeFileSync(join(root, 'stat-walk.mjs'), STAT_WALK);
    writeFileSync(
      join(root, 'peak.cjs'),
      `process.on('exit', () => { const u = process.resourceUsage(); require('node:fs').writeFileSync(${JSON.stringify(memory)}, JSON.stringify([u.maxRSS / 1024, (u.userCPUTime + u.systemCPUTime) / 1000])); });`,
    );
    const run = (...argv: string[]): number => {
      const start = performance.now();
      const { status, stderr } = spawnSync(process.execPath, argv, {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, XDG_CACHE_HOME: join(root, 'cache') },
      });
      if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
      return performance.now() - start;
    };
    const coldS = run(cli, 'build', '-q') / 1000;
    // The first no-op confirms stat data of outputs that were a few milliseconds old when the cold build ended; the next one writes
    // the summary. The following ones are measured.
    const firstMs = run(cli, 'build', '-q');
    run(cli, 'build', '-q');
    const times = { node: [] as number[], walk: [] as number[], noop: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      times.node.push(run('-e', '0'));
      times.walk.push(run(join(root, 'stat-walk.mjs'), 'assets', 'runtime'));
      times.noop.push(run(cli, 'build', '-q'));
    }
    const nodeMs = median(times.node);
    // The walk is a Node program too: its time beyond the start of Node is that of the stats.
    const statMs = Math.max(0, median(times.walk) - nodeMs);
    const noopMs = median(times.noop);
    const usage = (...argv: string[]): { peakMb: number; cpuMs: number } => {
      let best = { peakMb: 0, cpuMs: Infinity };
      for (let round = 0; round < ROUNDS; round++) {
        run('--require', join(root, 'peak.cjs'), ...argv);
        const [peakMb, cpuMs]: number[] = JSON.parse(readFileSync(memory, 'utf8'));
        best = { peakMb: Math.max(best.peakMb, peakMb ?? 0), cpuMs: Math.min(best.cpuMs, cpuMs ?? 0) };
      }
      return best;
    };
    const node = usage('-e', '0');
    const noop = usage(cli, 'build', '-q');
    return {
      assets: count,
      nodeMs: Math.round(nodeMs),
      statMs: Math.round(statMs),
      noopMs: Math.round(noopMs),
      fullMs: Math.round(firstMs),
      ofBound: Math.round((noopMs / (BOUND * (nodeMs + statMs))) * 100) / 100,
      nodeCpuMs: Math.round(node.cpuMs),
      noopCpuMs: Math.round(noop.cpuMs),
      peakMb: Math.round(noop.peakMb),
      coldS: Math.round(coldS * 10) / 10,
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function generate(root: string, count: number): void {
  writeFileSync(
    join(root, 'assetc.yml'),
    'embed: ["*.json"]\ndefault: { rules: [{ match: "d1*", texture: { quality: high } }] }\n',
  );
  for (let i = 0; i < count; i++) {
    const folder = join(root, 'assets', `d${Math.floor(i / FOLDER)}`);
    if (i % FOLDER === 0) mkdirSync(folder, { recursive: true });
    // One image in ten sources, because kinds differ in what they record.
    if (i % 10 === 3)
      writeFileSync(
        join(folder, `asset-${i}.png`),
        makePng(4, 4, (x, y) => [x * 60, y * 60, i & 255, 255]),
      );
    else writeFileSync(join(folder, `asset-${i}.json`), `{"asset":${i}}`);
  }
}
