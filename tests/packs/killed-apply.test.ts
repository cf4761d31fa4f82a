// `assetc pack apply` killed at any moment: the target is the old pack or the new one, and the next run ends with the new one.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyPatches, diffPacks } from '../../packages/compiler/src/index.js';
import { encodeHpack } from '../../packages/formats/src/index.js';
import { randomNumbers } from './random-packs.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const KILLS = isLong ? 250 : 4;
const cli = resolve(import.meta.dirname, '../../packages/compiler/bin/assetc.js');

let folder = '';
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-killed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const next = randomNumbers(42);
const noise = (size: number): Uint8Array => Uint8Array.from({ length: size }, () => next() >>> 13);

/** Half of the bytes are moved, the rest are new. */
function versions(): { readonly before: Uint8Array; readonly after: Uint8Array } {
  const kept = noise(6 << 20);
  return {
    before: encodeHpack([
      { path: 'a.bin', bytes: kept },
      { path: 'b.bin', bytes: noise(1 << 20) },
    ]),
    after: encodeHpack([
      { path: 'b.bin', bytes: noise(6 << 20) },
      { path: 'c.bin', bytes: kept },
    ]),
  };
}

/** Runs the command line, for at most so many milliseconds if they are given. */
function apply(timeout?: number): NodeJS.Signals | null {
  const args = [cli, 'pack', 'apply', at('a.hpack'), at('a.hpatch')];
  const options = timeout === undefined ? {} : { timeout: Math.ceil(timeout), killSignal: 'SIGKILL' as const };
  const { status, signal, stderr } = spawnSync(process.execPath, args, { ...options, encoding: 'utf8' });
  expect(signal === null ? { status, stderr } : {}).toEqual(signal === null ? { status: 0, stderr: '' } : {});
  return signal;
}

describe('assetc pack apply', () => {
  it('leaves the old pack or the new one when it is killed, and makes the new one when run again', async () => {
    const { before, after } = versions();
    const target = at('a.hpack');
    writeFileSync(target, before);
    writeFileSync(at('new.hpack'), after);
    await diffPacks({ before: target, after: at('new.hpack'), output: at('a.hpatch') });
    rmSync(at('new.hpack'));
    // How long a run takes depends on the machine: the limit moves to where runs write.
    let span = 500;
    const seen = { kills: 0, begun: 0, finished: 0 };
    while (seen.kills < KILLS) {
      writeFileSync(target, before);
      const signal = apply(span * (0.3 + (next() % 1000) / 1000));
      const names = readdirSync(folder).filter((name) => name.startsWith('.assetc-tmp-'));
      expect(names.length).toBeLessThan(2);
      const now = readFileSync(target);
      if (signal === null) {
        seen.finished++;
        span *= 0.8;
        expect(now.equals(after)).toBe(true);
        continue;
      }
      seen.kills++;
      if (names.length > 0) seen.begun++;
      else span *= 1.1;
      expect(now.equals(before) || now.equals(after)).toBe(true);
      await applyPatches({ path: target, patches: [at('a.hpatch')] });
      expect(readFileSync(target).equals(after)).toBe(true);
      expect(readdirSync(folder).sort()).toEqual(['a.hpack', 'a.hpatch']);
    }
    if (isLong) console.log(JSON.stringify(seen));
  });
});
