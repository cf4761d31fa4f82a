// Builds one hostile file next to a harmless one with the command line, and measures what it cost.

import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'vitest';
import { cli, DiskProject } from '../support/disk-project.js';
import { PATIENCE_MS } from '../support/patience.js';

/** ASSETC_LONG=1 makes floods as large as the original ones; otherwise they are small, but exceed the same limits. */
export const isLong = process.env.ASSETC_LONG === '1';

/** Times the processor time of a build without the flood. */
export const MAX_COST = 40;
export const MAX_MEGABYTES = 1024;

interface FloodResult {
  /** CPU time of all threads. */
  readonly seconds: number;
  /** The same as a multiple of a build without the flood: it hardly depends on the machine and its load. */
  readonly cost: number;
  readonly megabytes: number;
  readonly stderr: string;
  readonly status: number | null;
  /** Of the outputs, by path. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Whether the harmless file next to it was built. */
  readonly otherBuilt: boolean;
}

const REPORT = `data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>{const u=process.resourceUsage();writeSync(2,"used "+u.maxRSS+" "+(u.userCPUTime+u.systemCPUTime))})`;

/** Pieces of a file are written one by one: a test must not keep the whole file in memory. A number is a file of this many zeros. */
type FloodFile = Iterable<string | Uint8Array> | number;

const OTHER = { 'assets/other.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' };

let withoutFloodSeconds: number | undefined;

export function runFlood(files: Readonly<Record<string, FloodFile>>, config = ''): FloodResult {
  withoutFloodSeconds ??= build({}, '').seconds;
  const { wallSeconds, ...built } = build(files, config);
  const result = { ...built, cost: built.seconds / withoutFloodSeconds };
  noteRow(result, wallSeconds);
  return result;
}

function build(
  files: Readonly<Record<string, FloodFile>>,
  config: string,
): Omit<FloodResult, 'cost'> & { readonly wallSeconds: number } {
  const project = new DiskProject({ ...OTHER, 'assetc.yml': config });
  try {
    for (const [path, pieces] of Object.entries(files)) {
      mkdirSync(dirname(project.path(`assets/${path}`)), { recursive: true });
      const file = openSync(project.path(`assets/${path}`), 'w');
      if (typeof pieces === 'number') ftruncateSync(file, pieces);
      else for (const piece of pieces) writeSync(file, typeof piece === 'string' ? Buffer.from(piece) : piece);
      closeSync(file);
    }
    const startMs = performance.now();
    const { status, stderr } = spawnSync(process.execPath, ['--import', REPORT, cli, '-j', '2'], {
      cwd: project.root,
      encoding: 'utf8',
      env: project.env(),
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 1 << 26,
    });
    const [, kilobytes, microseconds] = /used (\d+) (\d+)/.exec(stderr) ?? [];
    const wallSeconds = (performance.now() - startMs) / 1000;
    return {
      wallSeconds,
      seconds: Number(microseconds ?? Number.POSITIVE_INFINITY) / 1e6,
      megabytes: Number(kilobytes ?? Number.POSITIVE_INFINITY) / 1024,
      stderr,
      status,
      sizes: Object.fromEntries(
        Object.keys(files).flatMap((path) => {
          const stat = statSync(project.path(`runtime/${path}`), { throwIfNoEntry: false });
          return stat === undefined ? [] : [[path, stat.size]];
        }),
      ),
      otherBuilt: existsSync(project.path('runtime/other.hmesh')),
    };
  } finally {
    project.remove();
  }
}

/** For the table of `npm run test:floods`. */
function noteRow({ seconds, megabytes, stderr, status, otherBuilt }: FloodResult, wallSeconds: number): void {
  const file = process.env.ASSETC_FLOOD_ROWS;
  if (file === undefined) return;
  const flood = expect.getState().currentTestName ?? '';
  const code = /(?:error|warning) ([a-z0-9]+\/[a-z0-9-]+)/.exec(stderr)?.[1] ?? '';
  appendFileSync(file, `${JSON.stringify({ flood, seconds, wallSeconds, megabytes, status, code, otherBuilt })}\n`);
}
