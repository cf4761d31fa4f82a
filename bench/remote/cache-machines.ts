// Simulates machines that share a cache: nginx with the configuration of docs/guide/teams.md, checkouts with separate content stores, and builds by the
// built command line.

import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasNginx, type Running, startNginx } from '../../tests/remote/servers.js';
import { builtCli } from '../built-cli.js';

const CLI = builtCli();
const GUIDE = resolve(import.meta.dirname, '../../docs/guide/teams.md');

/** The network between them, simulated by a proxy. */
export const LINE = { megabits: 200, roundTripMs: 50 } as const;

/** Credentials that the server of the guide requires for writing. */
export const TOKEN = 'choose-a-long-one';

export interface Built {
  readonly built: number;
  readonly restored: number;
  readonly shared: number;
  readonly outputBytes: number;
  /** The whole build. */
  readonly ms: number;
  /** The last part: outputs were written, and the build waited for uploads. */
  readonly waitedMs: number;
  readonly sentBytes: number;
  /** CPU time of the process, which depends less on other load. */
  readonly cpuMs: number;
}

export function needServers(): void {
  if (!hasNginx) throw new Error('nginx is missing: node scripts/install/install-servers.mjs installs it');
}

export function startServer(folder: string): Promise<Running> {
  const [, configuration = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  return startNginx(mkdtempSync(join(folder, 'server-')), configuration);
}

/** A checkout with its own content store. */
export function checkout(folder: string, project: string): string {
  const machine = mkdtempSync(join(folder, 'machine-'));
  cpSync(project, machine, { recursive: true, filter: (path) => !path.startsWith(join(project, 'runtime')) });
  const file = join(machine, 'assetc.yml');
  // On a busy machine a shader may take longer than the default limit.
  writeFileSync(file, readFileSync(file, 'utf8').replace('shader: { ', 'shader: { timeLimit: 120, '));
  return machine;
}

export async function buildOn(
  machine: string,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Built> {
  const { CI: _, ...own } = process.env;
  const usage = join(machine, 'usage.json');
  const note = join(machine, 'usage.cjs');
  writeFileSync(
    note,
    `require('node:worker_threads').isMainThread && process.on('exit', () => { const u = process.resourceUsage(); require('node:fs').writeFileSync(${JSON.stringify(usage)}, String((u.userCPUTime + u.systemCPUTime) / 1000)); });`,
  );
  const child = spawn(process.execPath, ['-r', note, CLI, 'build', '--json', ...args], {
    cwd: machine,
    env: { ...own, ...env, XDG_CACHE_HOME: join(machine, '.home') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += String(text);
  });
  await new Promise((ended) => child.once('close', ended));
  const event = (type: string) => printed.split('\n').find((line) => line.startsWith(`{"type":"${type}"`));
  const done = event('done');
  if (done === undefined) throw new Error(printed.slice(-2000));
  const { waitedMs = 0, sentBytes = 0 } = JSON.parse(event('shared-cache') ?? '{}');
  return { ...JSON.parse(done), waitedMs, sentBytes, cpuMs: Number(readFileSync(usage, 'utf8')) };
}
