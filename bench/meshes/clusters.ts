// The cluster hierarchy of a rough closed body of 0.1, 1 and 4 million triangles, by the built command line with one and two threads:
// what `mesh.clusters` adds to the build of the same mesh, in wall and CPU time, and peak memory. Limits: 0.3 million
// triangles per second on one core, 0.55 on two, 600 bytes per triangle. `--sides 220,708` and `--rounds n` run less; `--json` prints rows.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeHmesh } from '@assetc/formats';
import { type TimedBuild, timedBuild } from '../build/timed-build.js';
import { builtCli } from '../built-cli.js';
import { scanGlb } from './mesh-shapes.js';

export async function run(args: readonly string[]): Promise<void> {
  const option = (name: string, otherwise: string): string => {
    const at = args.indexOf(name);
    return at < 0 ? otherwise : (args[at + 1] ?? otherwise);
  };
  const cli = builtCli();
  const sides = option('--sides', '224,708,1414').split(',').map(Number);
  const rounds = Number(option('--rounds', '3'));
  const rows = sides.flatMap((side) => measure(cli, side, rounds));
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else console.table(rows);
}

function measure(cli: string, side: number, rounds: number) {
  const root = mkdtempSync(join(tmpdir(), 'assetc-clusters-'));
  try {
    mkdirSync(join(root, 'assets'));
    writeFileSync(join(root, 'assets/scan.glb'), scanGlb(side));
    return [1, 2].map((jobs) => {
      const plain: TimedBuild[] = [];
      const clustered: TimedBuild[] = [];
      for (let round = 0; round < rounds; round++) {
        plain.push(build(root, cli, jobs, false));
        clustered.push(build(root, cli, jobs, true));
      }
      const { indices } = decodeHmesh(new Uint8Array(readFileSync(join(root, 'runtime/scan.hmesh'))));
      return rowOf(indices.length / 3, jobs, plain, clustered);
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function build(root: string, cli: string, jobs: number, clusters: boolean): TimedBuild {
  writeFileSync(join(root, 'assetc.yml'), `default: { mesh: { lods: [], tangents: none, clusters: ${clusters} } }\n`);
  return timedBuild(root, cli, jobs);
}

function rowOf(triangles: number, jobs: number, plain: readonly TimedBuild[], clustered: readonly TimedBuild[]) {
  const least = (runs: readonly TimedBuild[], pick: (run: TimedBuild) => number): number => Math.min(...runs.map(pick));
  const wallS = least(clustered, (run) => run.wallS) - least(plain, (run) => run.wallS);
  const cpuS = least(clustered, (run) => run.cpuS) - least(plain, (run) => run.cpuS);
  const rounded = (value: number): number => Math.round(value * 1000) / 1000;
  return {
    triangles,
    jobs,
    addedWallS: rounded(wallS),
    addedCpuS: rounded(cpuS),
    millionPerS: rounded(triangles / wallS / 1e6),
    millionPerCpuS: rounded(triangles / cpuS / 1e6),
    bar: jobs === 1 ? 0.3 : 0.55,
    bytesPerTriangle: Math.round(Math.max(...clustered.map(({ peakBytes }) => peakBytes)) / triangles),
  };
}
