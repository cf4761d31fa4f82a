// Large meshes by the built command line, each in its own project: wall time, CPU time and peak memory.
// `--against <tree>` alternates with the command line of another tree in the same run, compares the times with the goals,
// and reports whether the files are equal. `--mesh '{"compression":"meshopt"}'` alternates with builds without these settings of `mesh`. `--shape <name>`, `--rounds <n>` and `--jobs <n>` run less; meshes of 4 and 10 million triangles
// (scan-4m, scan-10m, terrain-10m) run only if named. Every mesh that is built is validated.

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateHmesh } from '@assetc/formats';
import { timedBuild } from '../build/timed-build.js';
import { builtCli } from '../built-cli.js';
import { SHAPES, type Shape } from './mesh-shapes.js';

const ROUNDS = 3;

interface Run {
  readonly wallS: number;
  readonly cpuS: number;
  readonly peakMb: number;
  /** One hash of all outputs and their names. */
  readonly digest: string;
}

interface Row {
  readonly shape: string;
  readonly jobs: number;
  readonly inputMb: number;
  readonly wallS: number;
  readonly cpuS: number;
  readonly peakMb: number;
  readonly barMb?: number;
  readonly otherWallS?: number;
  readonly otherCpuS?: number;
  readonly otherPeakMb?: number;
  readonly wallRatio?: number;
  readonly cpuRatio?: number;
  readonly bars?: string;
  readonly sameBytes?: boolean;
}

export async function run(args: readonly string[]): Promise<void> {
  const option = (name: string): string | undefined => {
    const at = args.indexOf(name);
    return at < 0 ? undefined : args[at + 1];
  };
  const other = option('--against');
  const mesh = option('--mesh');
  const own = { cli: commandLine('.'), ...(mesh === undefined ? {} : { mesh }) };
  const variants: Variant[] = [own];
  if (other !== undefined) variants.push({ cli: commandLine(other) });
  else if (mesh !== undefined) variants.push({ cli: own.cli });
  const rounds = Number(option('--rounds') ?? ROUNDS);
  const only = option('--shape');
  const jobs = option('--jobs')?.split(',').map(Number) ?? [1, 2];
  const rows: Row[] = [];
  for (const [name, shape] of Object.entries(SHAPES))
    if (only === undefined ? shape.isHuge !== true : only === name)
      rows.push(...measureShape(shape, variants, rounds, jobs));
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else console.table(rows);
}

function commandLine(tree: string): string {
  const cli = builtCli(tree);
  return cli;
}

interface Variant {
  readonly cli: string;
  /** JSON of settings. */
  readonly mesh?: string;
}

function measureShape(
  shape: Shape,
  variants: readonly Variant[],
  rounds: number,
  jobs: readonly number[],
): readonly Row[] {
  const root = mkdtempSync(join(tmpdir(), 'assetc-meshes-'));
  try {
    mkdirSync(join(root, 'assets'));
    shape.write(join(root, 'assets'));
    const inputMb = statSync(join(root, 'assets', shape.file)).size / 1e6;
    return jobs.map((count) => {
      const runs: Run[][] = variants.map(() => []);
      for (let round = 0; round < rounds; round++)
        for (const [i, variant] of variants.entries()) runs[i]?.push(build(root, variant, count));
      return rowOf(shape, count, inputMb, runs);
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function build(root: string, { cli, mesh = '{}' }: Variant, jobs: number): Run {
  writeFileSync(join(root, 'assetc.yml'), `{ "default": { "mesh": ${mesh} } }\n`);
  const { wallS, cpuS, peakBytes } = timedBuild(root, cli, jobs);
  validateMeshes(join(root, 'runtime'));
  return { wallS, cpuS, peakMb: peakBytes / 1e6, digest: digestOf(join(root, 'runtime')) };
}

function validateMeshes(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.hmesh')) continue;
    const problems = validateHmesh(readFileSync(join(folder, name)));
    if (problems.length > 0) throw new Error(`${name}: ${JSON.stringify(problems[0])}`);
  }
}

function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
    // The record contains file times.
    if (name.startsWith('.')) continue;
    const path = join(folder, name);
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function rowOf(
  { title, bars }: Shape,
  jobs: number,
  inputMb: number,
  [own = [], other = []]: readonly (readonly Run[])[],
): Row {
  const of = (runs: readonly Run[], pick: (run: Run) => number): number => rounded(median(runs.map(pick)));
  const wallS = of(own, (run) => run.wallS);
  const cpuS = of(own, (run) => run.cpuS);
  const row: Row = {
    shape: title,
    jobs,
    inputMb: Math.round(inputMb),
    wallS,
    cpuS,
    peakMb: Math.round(Math.max(...own.map((run) => run.peakMb))),
    ...(bars.peakMb === undefined ? {} : { barMb: bars.peakMb }),
  };
  if (other.length === 0) return row;
  const [otherWallS, otherCpuS] = [of(other, (run) => run.wallS), of(other, (run) => run.cpuS)];
  return {
    ...row,
    otherWallS,
    otherCpuS,
    otherPeakMb: Math.round(Math.max(...other.map((run) => run.peakMb))),
    wallRatio: rounded(otherWallS / wallS),
    cpuRatio: rounded(otherCpuS / cpuS),
    ...(jobs === 2 ? { bars: `${bars.wall}, ${bars.cpu}` } : {}),
    sameBytes: new Set([...own, ...other].map(({ digest }) => digest)).size === 1,
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
