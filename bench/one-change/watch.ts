// `watch`: from saving a file until the build reports that it is done, and the CPU time of the process in between.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { changes } from './project.js';

interface WatchTimes {
  readonly what: string;
  readonly rounds: readonly { readonly wallMs: number; readonly cpuMs: number }[];
}

const SETTLE_MS = 400;

/** User and system time of a process so far. Only Linux shows it; elsewhere 0. */
function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

export async function measureWatch(cli: string, root: string, rounds: number): Promise<readonly WatchTimes[]> {
  const env = { ...process.env, XDG_CACHE_HOME: join(root, 'cache') };
  const child = spawn(process.execPath, [cli, 'watch', '--json'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let onDone = (): void => {};
  let onEnded = (_: Error): void => {};
  const done = (): Promise<void> =>
    new Promise((resolve, reject) => {
      onDone = resolve;
      onEnded = reject;
    });
  child.once('exit', () => onEnded(new Error('assetc watch ended')));
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.includes('"type":"watching"')) onDone();
  });
  try {
    await done();
    const measured: WatchTimes[] = [];
    for (const { name, apply } of changes.filter((change) => change.name !== 'no-op')) {
      const taken: { wallMs: number; cpuMs: number }[] = [];
      for (let round = 0; round < rounds; round++) {
        await sleep(SETTLE_MS);
        const [startMs, startCpuMs] = [performance.now(), cpuMsOf(child.pid ?? 0)];
        const built = done();
        apply(root, rounds + round);
        await built;
        taken.push({ wallMs: performance.now() - startMs, cpuMs: cpuMsOf(child.pid ?? 0) - startCpuMs });
      }
      measured.push({ what: `watch: ${name}`, rounds: taken });
    }
    return measured;
  } finally {
    child.kill('SIGINT');
  }
}
