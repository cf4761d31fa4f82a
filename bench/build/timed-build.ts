// Runs a cold build in its own process and measures wall time, CPU time and peak memory.

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TimedBuild {
  readonly wallS: number;
  readonly cpuS: number;
  readonly peakBytes: number;
}

/** `root` is a project whose output folder is `runtime`. */
export function timedBuild(root: string, cli: string, jobs: number): TimedBuild {
  const usage = join(root, 'usage.json');
  writeFileSync(
    join(root, 'usage.cjs'),
    `require('node:worker_threads').isMainThread && process.on('exit', () => { const u = process.resourceUsage(); require('node:fs').writeFileSync(${JSON.stringify(usage)}, JSON.stringify([u.maxRSS * 1024, u.userCPUTime + u.systemCPUTime])); });`,
  );
  for (const made of ['runtime', 'store']) rmSync(join(root, made), { recursive: true, force: true });
  const start = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', join(root, 'usage.cjs'), cli, 'build', '-q', '--no-cache', '-j', String(jobs)],
    { cwd: root, encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: join(root, 'store') } },
  );
  const wallS = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`${cli} ended with ${status}: ${stderr}`);
  const [peakBytes = 0, micros = 0]: number[] = JSON.parse(readFileSync(usage, 'utf8'));
  return { wallS, cpuS: micros / 1e6, peakBytes };
}
