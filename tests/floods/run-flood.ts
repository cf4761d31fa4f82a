// Builds one hostile file beside a harmless one with the command line, and measures what it cost.

import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { cli, DiskProject } from '../disk-project.js';

/** ASSETC_LONG=1 makes floods as large as they were first met; else they are small, but pass the same limits. */
export const isLong = process.env.ASSETC_LONG === '1';

export const MOST_SECONDS = 10;
export const MOST_MEGABYTES = 1024;

export interface FloodResult {
  /** Of the processor, all threads: a busy machine stretches the clock on the wall, and hardly this. */
  readonly seconds: number;
  readonly megabytes: number;
  readonly stderr: string;
  readonly status: number | null;
  /** Whether the harmless file beside it was built. */
  readonly otherBuilt: boolean;
}

const REPORT = `data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>{const u=process.resourceUsage();writeSync(2,"used "+u.maxRSS+" "+(u.userCPUTime+u.systemCPUTime))})`;

/** `pieces` of each file are written one by one: a test must not hold what it hands to the compiler. */
export function runFlood(files: Readonly<Record<string, Iterable<string | Uint8Array>>>): FloodResult {
  const project = new DiskProject({ 'assets/other.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' });
  try {
    for (const [path, pieces] of Object.entries(files)) {
      mkdirSync(dirname(project.path(`assets/${path}`)), { recursive: true });
      const file = openSync(project.path(`assets/${path}`), 'w');
      for (const piece of pieces) writeSync(file, typeof piece === 'string' ? Buffer.from(piece) : piece);
      closeSync(file);
    }
    const { status, stderr } = spawnSync(process.execPath, ['--import', REPORT, cli, '-j', '2'], {
      cwd: project.root,
      encoding: 'utf8',
      env: project.env(),
      timeout: 120_000,
      killSignal: 'SIGKILL',
      maxBuffer: 1 << 26,
    });
    const [, kilobytes, microseconds] = /used (\d+) (\d+)/.exec(stderr) ?? [];
    return {
      seconds: Number(microseconds ?? Number.POSITIVE_INFINITY) / 1e6,
      megabytes: Number(kilobytes ?? Number.POSITIVE_INFINITY) / 1024,
      stderr,
      status,
      otherBuilt: existsSync(project.path('runtime/other.hmesh')),
    };
  } finally {
    project.remove();
  }
}
