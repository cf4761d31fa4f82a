// Patches in C: what they make is the new pack, whatever was edited; damaged ones are refused within the memory that they state.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeHpack } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diffPacks } from '../../packages/compiler/src/packs/diff-packs.js';
import { MemoryHost } from '../../packages/compiler/src/pipeline/testing/memory-host.js';
import { plainPatch } from '../packs/plain-patch.js';
import { type PackPair, packPair, randomNumbers } from '../packs/random-packs.js';
import { cCompiler, compile, root, run, SANITIZED } from './c-compiler.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';

let folder = '';
let hasZstd = false;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-patch-'));
  if (cCompiler === undefined) return;
  const source = join(root, 'tests/c-library/patch.c');
  expect(compile({ source, output: join(folder, 'patch'), flags: ['-O1', ...SANITIZED] })).toBe('');
  hasZstd = run(join(folder, 'patch'), ['zstd']).stdout === 'yes\n';
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function diff({ before, after }: PackPair): Promise<Uint8Array> {
  const host = new MemoryHost();
  host.put('/a.hpack', before);
  host.put('/b.hpack', after);
  await diffPacks(host, { before: '/a.hpack', after: '/b.hpack', output: '/a.hpatch' });
  return host.readFile('/a.hpatch');
}

function ask({ before, after }: PackPair, patch: Uint8Array, ...mode: readonly string[]): string {
  const sizes = Buffer.alloc(12);
  for (const [i, { length }] of [before, patch, after].entries()) sizes.writeUInt32LE(length, i * 4);
  const input = Buffer.concat([sizes, before, patch, after]);
  const { status, stdout, stderr } = run(join(folder, 'patch'), mode, input);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trimEnd();
}

const SEEDS = Array.from({ length: isLong ? 500 : 30 }, (_, i) => i + 1);

describe.skipIf(cCompiler === undefined)('assetc_patch_apply', () => {
  it('makes the new pack, for packs with all kinds of edits', async () => {
    for (const seed of SEEDS) {
      const pair = packPair(seed);
      expect(ask(pair, await plainPatch(pair.before, await diff(pair)), 'apply'), `seed ${seed}`).toBe('ok');
    }
  });

  it('makes the new pack from compressed patches, if Zstandard is installed', async ({ skip }) => {
    if (!hasZstd) skip('libzstd is not installed');
    for (const seed of SEEDS) {
      const pair = packPair(seed);
      expect(ask(pair, await diff(pair), 'apply'), `seed ${seed}`).toBe('ok');
    }
  });

  it('refuses another base, and a patch that was cut off or changed', async () => {
    const pair = packPair(12);
    const patch = await plainPatch(pair.before, await diff(pair));
    const flipped = (at: number): Uint8Array => patch.map((byte, i) => (i === at ? byte ^ 1 : byte));
    const other = pair.before.map((byte, i) => (i === pair.before.length - 1 ? byte ^ 1 : byte));
    expect(ask({ ...pair, before: other }, patch, 'apply')).toBe('bad-value HpatchHeader.oldSha256');
    expect(ask({ ...pair, before: pair.before.subarray(1) }, patch, 'apply')).toBe('bad-value HpatchHeader.oldBytes');
    expect(ask(pair, patch.subarray(0, 100), 'apply')).toBe('truncated HpatchHeader');
    expect(ask(pair, patch.subarray(0, -1), 'apply')).toBe('bad-value HpatchHeader.bodySha256');
    expect(ask(pair, flipped(60), 'apply')).toBe('bad-value HpatchHeader.newSha256');
    expect(ask(pair, flipped(patch.length - 1), 'apply')).toBe('bad-value HpatchHeader.bodySha256');
  });

  it('refuses damaged patches, or makes the new pack', async () => {
    const rounds = isLong ? 5000 : 300;
    for (const seed of [5, 9, 12, 20, 33]) {
      const pair = packPair(seed);
      const plain = ask(pair, await plainPatch(pair.before, await diff(pair)), 'damage', `${seed}`, `${rounds}`);
      // The damage is not always in what the hash of the body notices first.
      expect(Number(/(\d+) after/.exec(plain)?.[1])).toBeGreaterThan(rounds / 20);
      if (hasZstd) expect(ask(pair, await diff(pair), 'damage', `${seed}`, `${rounds}`)).toContain('refused');
    }
  });
});

describe.skipIf(cCompiler === undefined)('the example apply-patch', () => {
  const program = (): string => join(folder, 'apply-patch');
  beforeAll(() => {
    const source = join(root, 'packages/formats/c/example/apply-patch.c');
    expect(compile({ source, output: program(), flags: ['-O1'] })).toBe('');
  });

  async function files(): Promise<{ readonly args: readonly string[]; readonly pair: PackPair }> {
    const next = randomNumbers(3);
    const noise = (size: number) => Uint8Array.from({ length: size }, () => next());
    const [a, b] = [noise(3 << 20), noise(1 << 20)];
    const pair = {
      before: encodeHpack([
        { path: 'a.bin', bytes: a },
        { path: 'b.bin', bytes: b },
      ]),
      after: encodeHpack([
        { path: 'b.bin', bytes: noise(200_000) },
        { path: 'c.bin', bytes: a },
      ]),
    };
    const args = ['old.hpack', 'update.hpatch', 'new.hpack'].map((name) => join(folder, name));
    const contents = [pair.before, await plainPatch(pair.before, await diff(pair))];
    for (const [i, bytes] of contents.entries()) writeFileSync(args[i] ?? '', bytes);
    return { args, pair };
  }

  it('makes the new pack, continues what it was killed at, and begins again if that is something else', async () => {
    const { args, pair } = await files();
    const made = (): Buffer => readFileSync(args[2] ?? '');
    expect(run(program(), args)).toMatchObject({ status: 0, stderr: '' });
    expect(made().equals(pair.after)).toBe(true);
    for (const left of [pair.after.subarray(0, 1_000_000), new Uint8Array(1000), new Uint8Array(9 << 20)]) {
      rmSync(args[2] ?? '');
      writeFileSync(`${args[2]}.part`, left);
      expect(run(program(), args)).toMatchObject({ status: 0, stderr: '' });
      expect(made().equals(pair.after)).toBe(true);
    }
    expect(run(program(), args.slice(0, 2)).status).toBe(2);
    writeFileSync(args[1] ?? '', 'no patch');
    expect(run(program(), args)).toMatchObject({ status: 1, stderr: `${args[1]}: truncated: HpatchHeader\n` });
    expect(made().equals(pair.after)).toBe(true);
  });

  it('leaves the old pack or the new one wherever it is killed', async () => {
    const { args, pair } = await files();
    const [old = '', patch = ''] = args;
    const sizes = Math.ceil(pair.after.length / 1024);
    let kills = 0;
    // A limit of the file size kills a program at its first byte beyond. In units of 1024 bytes.
    for (let limit = 1; limit < sizes; limit += isLong ? 6 : 400) {
      writeFileSync(old, pair.before);
      const { signal } = spawnSync('bash', ['-c', `ulimit -f ${limit}; exec "$@"`, 'bash', program(), old, patch, old]);
      if (signal !== null) kills++;
      expect(readFileSync(old).equals(pair.before), `limit ${limit}`).toBe(true);
      expect(run(program(), [old, patch, old])).toMatchObject({ status: 0, stderr: '' });
      expect(readFileSync(old).equals(pair.after), `limit ${limit}`).toBe(true);
    }
    expect(kills).toBeGreaterThan(isLong ? 500 : 7);
  });
});
