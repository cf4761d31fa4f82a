// Two presets that differ only in `texture.target`, by the built command line: each by itself, and both in one run. `ratio` is the CPU time of the run
// of both divided by that of the slower one alone. Every round runs all three; medians are compared.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePng } from '../../packages/compiler/src/importers/image/testing/write-png.js';
import { builtCli } from '../built-cli.js';
import { benchImages } from '../uastc/uastc-images.js';

const CLI = builtCli();
const PAIRS = [
  ['bc', 'astc'],
  ['universal', 'bc'],
  ['universal', 'astc'],
  ['astc', 'etc2'],
] as const;
const ROUNDS = 3;
const COPIES = 2;

interface Row {
  readonly presets: string;
  readonly cache: 'store' | 'none';
  readonly firstCpuS: number;
  readonly secondCpuS: number;
  readonly bothCpuS: number;
  readonly ratio: number;
  readonly wallRatio: number;
  /** Of both in one run, and of the larger one alone. */
  readonly peakMb: number;
  readonly alonePeakMb: number;
}

interface Use {
  readonly cpuS: number;
  readonly wallS: number;
  readonly peakMb: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-bench-'));
  const rows: Row[] = [];
  try {
    makeProject(folder);
    const caches = args.includes('--quick') ? (['none'] as const) : (['store', 'none'] as const);
    for (const pair of PAIRS) for (const cache of caches) rows.push(measure(folder, pair, cache));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else console.table(rows);
}

/** The images of the UASTC benchmark, each several times with different brightness. */
function makeProject(folder: string): void {
  mkdirSync(join(folder, 'assets'));
  const presets = ['universal', 'bc', 'astc', 'etc2'].map(
    (target) => `  ${target}: { output: out/${target}, texture: { target: ${target} } }`,
  );
  writeFileSync(join(folder, 'assetc.yml'), `presets:\n${presets.join('\n')}\n`);
  for (const { name, kind, rgba, width, height } of benchImages())
    for (let copy = 0; copy < COPIES; copy++) {
      const samples = rgba.map((value, i) => (i % 4 === 3 ? value : Math.min(255, value + copy)));
      const role = kind === 'normal' ? '.n' : kind === 'gray' ? '.r' : '';
      const png = writePng({ width, height, depth: 8, colorType: 6, samples: [...samples], filter: () => 4 });
      writeFileSync(join(folder, 'assets', `${name.replace(/[^a-z0-9]+/gi, '-')}-${copy}${role}.png`), png);
    }
}

function measure(folder: string, [first, second]: readonly [string, string], cache: Row['cache']): Row {
  const rounds = Array.from({ length: ROUNDS }, () =>
    [[first], [second], [first, second]].map((presets) => build(folder, presets, cache)),
  );
  const median = (which: number, of: keyof Use): number =>
    rounds.map((round) => round[which]?.[of] ?? 0).sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  const slower = (of: keyof Use): number => Math.max(median(0, of), median(1, of));
  return {
    presets: `${first} ${second}`,
    cache,
    firstCpuS: median(0, 'cpuS'),
    secondCpuS: median(1, 'cpuS'),
    bothCpuS: median(2, 'cpuS'),
    ratio: median(2, 'cpuS') / slower('cpuS'),
    wallRatio: median(2, 'wallS') / slower('wallS'),
    peakMb: median(2, 'peakMb'),
    alonePeakMb: slower('peakMb'),
  };
}

function build(folder: string, presets: readonly string[], cache: Row['cache']): Use {
  for (const name of ['out', 'cache']) rmSync(join(folder, name), { recursive: true, force: true });
  const use = join(folder, 'use.json');
  writeFileSync(
    join(folder, 'use.cjs'),
    `process.on('exit', () => { const u = process.resourceUsage(); require('node:fs').writeFileSync(${JSON.stringify(use)}, JSON.stringify([u.maxRSS / 1024, (u.userCPUTime + u.systemCPUTime) / 1e6])); });`,
  );
  const flags = [...presets.flatMap((name) => ['--preset', name]), ...(cache === 'none' ? ['--no-cache'] : [])];
  const start = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', join(folder, 'use.cjs'), CLI, 'build', '-q', ...flags],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') },
    },
  );
  const wallS = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(stderr);
  const [peakMb = 0, cpuS = 0] = JSON.parse(readFileSync(use, 'utf8'));
  return { wallS, peakMb, cpuS };
}
