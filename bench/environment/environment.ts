// Skies by the built command line, without a cache: cube map, light (a chain of 256² and nine coefficients) and the split-sum table, alternating
// between one and two jobs. The limit is a wall time for the sky of 2048×1024 with two jobs. The light is not sampled: `cellsPerTexel` is the
// average number of cells of the light tree summed per texel of the rough levels. A cell stands for all source texels in it.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { decodeKtx2 } from '@assetc/formats';
import { makeHdr } from '../../tests/support/make-hdr.js';
import { builtCli } from '../built-cli.js';
import { countCells } from './environment-cells.js';

const CLI = builtCli();
const CORPUS_SKY = join(process.env.ASSETC_CORPUS ?? resolve('../shared/corpus'), 'hdr/venice_sunset_1k.hdr');
const JOBS = [1, 2] as const;
const ROUNDS = 3;
const BAR_S = 3;
const BAR_SKY = 'generated 2048×1024';

interface Row {
  readonly sky: string;
  readonly jobs: number;
  /** Minimum and median of all rounds. */
  readonly bestS: number;
  readonly medianS: number;
  readonly cpuS: number;
  readonly peakMb: number;
  readonly light: string;
  readonly cellsPerTexel: number;
}

interface Use {
  readonly wallS: number;
  readonly cpuS: number;
  readonly peakMb: number;
}

/** A sun with its glow in a sky that is brighter toward the horizon, over striped ground: no two directions are equal. */
const generatedSky = (): Uint8Array =>
  makeHdr(2048, 1024, (x, y) => {
    const away = Math.hypot(x - 700.5, y - 300.5);
    if (away < 3) return [60000, 50000, 40000];
    const glow = 40 / (1 + away * away * 0.01);
    if (y < 512) return [0.1 + y / 1024 + glow, 0.3 + y / 900 + glow * 0.8, 1 + y / 800 + glow * 0.5];
    const stripe = ((x >> 4) + (y >> 3)) % 2 === 0 ? 0.4 : 0.05;
    return [stripe, stripe * 0.8 + (x % 64) / 640, stripe * 0.5];
  });

export async function run(args: readonly string[]): Promise<void> {
  const skies: (readonly [name: string, bytes: Uint8Array])[] = [[BAR_SKY, generatedSky()]];
  if (existsSync(CORPUS_SKY)) skies.push(['venice_sunset 1024×512', readFileSync(CORPUS_SKY)]);
  const rows: Row[] = [];
  for (const [name, bytes] of skies) rows.push(...(await measure(name, bytes)));
  const isWithin = rows.every(({ sky, jobs, bestS }) => sky !== BAR_SKY || jobs !== 2 || bestS <= BAR_S);
  if (args.includes('--json')) console.log(JSON.stringify({ barS: BAR_S, isWithin, rows }));
  else {
    console.table(rows);
    console.log(`${BAR_SKY} with two jobs: ${isWithin ? 'within' : 'above'} the limit of ${BAR_S} s`);
  }
}

async function measure(sky: string, bytes: Uint8Array): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-bench-'));
  try {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'assets/sky.env.hdr'), bytes);
    writeFileSync(join(folder, 'assetc.yml'), '');
    const rounds = Array.from({ length: ROUNDS }, () => JOBS.map((jobs) => build(folder, jobs)));
    const { pixelWidth, levels } = decodeKtx2(readFileSync(join(folder, 'out/sky.ibl.ktx2')));
    const cellsPerTexel = Math.round(await countCells(bytes, pixelWidth, levels.length));
    return JOBS.map((jobs, which) => {
      const sorted = (of: keyof Use) => rounds.map((round) => round[which]?.[of] ?? 0).sort((a, b) => a - b);
      const rounded = (value = Number.NaN) => Math.round(value * 100) / 100;
      return {
        sky,
        jobs,
        bestS: rounded(sorted('wallS')[0]),
        medianS: rounded(sorted('wallS')[ROUNDS >> 1]),
        cpuS: rounded(sorted('cpuS')[ROUNDS >> 1]),
        peakMb: Math.round(sorted('peakMb')[ROUNDS >> 1] ?? 0),
        light: `${pixelWidth}², ${levels.length} levels`,
        cellsPerTexel,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build(folder: string, jobs: number): Use {
  rmSync(join(folder, 'out'), { recursive: true, force: true });
  const use = join(folder, 'use.json');
  writeFileSync(
    join(folder, 'use.cjs'),
    `process.on('exit', () => { const u = process.resourceUsage(); require('node:fs').writeFileSync(${JSON.stringify(use)}, JSON.stringify([u.maxRSS / 1024, (u.userCPUTime + u.systemCPUTime) / 1e6])); });`,
  );
  const flags = ['build', '-q', '--no-cache', '-o', 'out', '-j', `${jobs}`];
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--require', join(folder, 'use.cjs'), CLI, ...flags], {
    cwd: folder,
    encoding: 'utf8',
  });
  const wallS = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(stderr);
  const [peakMb = 0, cpuS = 0] = JSON.parse(readFileSync(use, 'utf8'));
  return { wallS, peakMb, cpuS };
}
