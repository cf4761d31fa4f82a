// Programs that await nothing but their threads: what keeps them alive shows in how they end.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'assetc-threads-'));
const THREAD = `
  import { parentPort, workerData } from 'node:worker_threads';
  parentPort.on('message', (message) => {
    parentPort.postMessage(message);
    Atomics.store(workerData, 0, 1);
    Atomics.notify(workerData, 0);
  });
`;
const OPENING = `
  import { ThreadPool } from './thread-pool.mjs';
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const pool = new ThreadPool({ workerFile: ${JSON.stringify(join(folder, 'thread.mjs'))}, threads: 2, workerData: answered });
`;

beforeAll(async () => {
  const outfile = join(folder, 'thread-pool.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'thread-pool.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  writeFileSync(join(folder, 'thread.mjs'), THREAD);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(body: string): { readonly code: number | null; readonly stdout: string } {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, OPENING + body);
  const { status, stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  return { code: status, stdout };
}

describe('a program that awaits its threads', () => {
  it('goes on when they have ended, though one of them answered while it was being ended', () => {
    // The thread runs, and its answer waits in the port before the end begins: it is heard between that and the end of the thread.
    const run = program(`
      await pool.run('first', () => true);
      Atomics.wait(answered, 0, 0);
      Atomics.store(answered, 0, 0);
      const asked = pool.run('asked', () => true).then(() => 'answered', () => 'lost');
      Atomics.wait(answered, 0, 0);
      await pool.destroy();
      process.stdout.write('ended, ' + await asked);
    `);
    expect(run).toEqual({ code: 0, stdout: 'ended, answered' });
  });

  it('goes on when a thread has ended that got ready and was never asked', () => {
    const run = program(`
      pool.getReady();
      await pool.destroy();
      process.stdout.write('ended');
    `);
    expect(run).toEqual({ code: 0, stdout: 'ended' });
  });

  it('is kept alive by a thread that works, and not by those that wait', () => {
    const run = program(`
      pool.getReady();
      await pool.run('asked', () => true);
      process.stdout.write('answered');
    `);
    expect(run).toEqual({ code: 0, stdout: 'answered' });
  });
});
