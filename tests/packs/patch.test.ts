// Patches on the disk's double: what they make, what they cost, and that the target is the old pack or the new one at any time.

import { describe, expect, it } from 'vitest';
import { applyPatches } from '../../packages/compiler/src/packs/apply-patch.js';
import { diffPacks } from '../../packages/compiler/src/packs/diff-packs.js';
import { temporaryPath } from '../../packages/compiler/src/pipeline/commit/atomic-write.js';
import { type LockHolder, lockNameOf } from '../../packages/compiler/src/pipeline/commit/lock.js';
import { hostError } from '../../packages/compiler/src/pipeline/testing/memory-file.js';
import { MemoryHost } from '../../packages/compiler/src/pipeline/testing/memory-host.js';
import { encodeHpack, FormatError, validateHpatch } from '../../packages/formats/src/index.js';
import { type PackPair, packPair, randomNumbers } from './random-packs.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const OLD = '/w/game.hpack';
const PATCH = '/w/update.hpatch';

async function patched({ before, after }: PackPair): Promise<{ host: MemoryHost; patch: Uint8Array }> {
  const host = new MemoryHost();
  host.put(OLD, before);
  host.put('/w/new.hpack', after);
  await diffPacks(host, { before: OLD, after: '/w/new.hpack', output: PATCH });
  host.files.delete('/w/new.hpack');
  return { host, patch: host.readFile(PATCH) };
}

const apply = (host: MemoryHost, ...patches: readonly string[]) =>
  applyPatches(host, { path: OLD, patches: patches.length === 0 ? [PATCH] : patches });
const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
const pack = (files: Readonly<Record<string, Uint8Array>>): Uint8Array =>
  encodeHpack(Object.entries(files).map(([path, bytes]) => ({ path, bytes })));
/** Bytes that no compressor makes smaller. */
const noise = (size: number, seed: number): Uint8Array => {
  const next = randomNumbers(seed);
  return Uint8Array.from({ length: size }, () => next() >>> 13);
};

describe('a patch', () => {
  it('makes the new pack from the old one, for packs with all kinds of edits', async () => {
    for (let seed = 1; seed <= (isLong ? 2000 : 60); seed++) {
      const pair = packPair(seed);
      const { host, patch } = await patched(pair);
      expect(validateHpatch(patch), `seed ${seed}`).toEqual([]);
      expect(await apply(host), `seed ${seed}`).toMatchObject({ path: OLD });
      expect(isEqual(host.readFile(OLD), pair.after), `seed ${seed}`).toBe(true);
      expect([...host.files.keys()].sort()).toEqual([OLD, PATCH]);
    }
  });

  it('costs next to nothing for entries that were moved and renamed', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`textures/${i}.bin`, noise(3000 + i, i + 1)]),
    );
    const renamed = Object.fromEntries(
      Object.entries(files).map(([path, bytes], i) => [
        i % 20 === 0 ? path.replace('textures', 'art/new') : path,
        bytes,
      ]),
    );
    const { patch } = await patched({ before: pack(files), after: pack(renamed) });
    expect(patch.length).toBeLessThan(700);
  });

  it('contains only what differs of an entry, also of one with several windows', async () => {
    const big = noise(20 << 20, 3);
    const now = new Uint8Array(big.length + 5000);
    now.set(big.subarray(0, 9 << 20));
    now.set(noise(5000, 4), 9 << 20);
    now.set(big.subarray(9 << 20), (9 << 20) + 5000);
    now.set(noise(2000, 5), 18 << 20);
    const { host, patch } = await patched({ before: pack({ 'a.bin': big }), after: pack({ 'a.bin': now }) });
    expect(patch.length).toBeLessThan(7000 * 1.1);
    await apply(host);
    expect(isEqual(host.readFile(OLD), pack({ 'a.bin': now }))).toBe(true);
  });

  it('finds what resembles another place of a large entry', async () => {
    const old = noise(1 << 20, 6);
    const now = Uint8Array.from(old);
    const fresh = noise(20_000, 7);
    // Blocks with other colors and the same indices: half of their bytes are those of the middle.
    for (let at = 0; at < fresh.length; at += 16) {
      now.set(fresh.subarray(at, at + 8), at);
      now.set(old.subarray((1 << 19) + at, (1 << 19) + at + 8), at + 8);
    }
    const { patch } = await patched({ before: pack({ 'a.bin': old }), after: pack({ 'a.bin': now }) });
    expect(patch.length).toBeLessThan(fresh.length * 0.75);
  });

  it('stores small changes of all bytes as differences', async () => {
    const old = noise(40_000, 9);
    const now = old.map((byte, i) => byte + (i % 3));
    const { patch } = await patched({ before: pack({ 'a.bin': old }), after: pack({ 'a.bin': now }) });
    expect(patch.length).toBeLessThan(1000);
  });

  it('is equal each time', async () => {
    const pair = packPair(7);
    expect(isEqual((await patched(pair)).patch, (await patched(pair)).patch)).toBe(true);
  });
});

describe('assetc pack apply', () => {
  const versions = [1, 2, 3].map((i) => pack({ 'a.bin': noise(5000, i), 'b.bin': noise(9000, 8) }));

  async function chain(): Promise<MemoryHost> {
    const host = new MemoryHost();
    for (const [i, bytes] of versions.entries()) host.put(`/v/${i}.hpack`, bytes);
    host.put(OLD, versions[0] ?? new Uint8Array(0));
    for (const i of [0, 1])
      await diffPacks(host, { before: `/v/${i}.hpack`, after: `/v/${i + 1}.hpack`, output: `/w/${i}.hpatch` });
    return host;
  }

  it('applies chains, continues them, and does nothing if the pack has all of them', async () => {
    const host = await chain();
    expect(await apply(host, '/w/0.hpatch', '/w/1.hpatch')).toMatchObject({ applied: 2 });
    expect(isEqual(host.readFile(OLD), versions[2] ?? new Uint8Array(0))).toBe(true);
    expect(await apply(host, '/w/0.hpatch', '/w/1.hpatch')).toMatchObject({ applied: 0 });
    host.put(OLD, versions[1] ?? new Uint8Array(0));
    expect(await apply(host, '/w/0.hpatch', '/w/1.hpatch')).toMatchObject({ applied: 1 });
    expect(isEqual(host.readFile(OLD), versions[2] ?? new Uint8Array(0))).toBe(true);
  });

  it('refuses another base, and a chain in the wrong order', async () => {
    const host = await chain();
    await expect(apply(host, '/w/1.hpatch')).rejects.toMatchObject({ diagnostic: { code: 'pack/wrong-base' } });
    await expect(apply(host, '/w/1.hpatch', '/w/0.hpatch')).rejects.toThrow('is for another pack');
    expect(isEqual(host.readFile(OLD), versions[0] ?? new Uint8Array(0))).toBe(true);
  });

  it('leaves the old pack if it writes another file', async () => {
    const host = await chain();
    await applyPatches(host, { path: OLD, patches: ['/w/0.hpatch', '/w/1.hpatch'], output: '/w/next.hpack' });
    expect(isEqual(host.readFile(OLD), versions[0] ?? new Uint8Array(0))).toBe(true);
    expect(isEqual(host.readFile('/w/next.hpack'), versions[2] ?? new Uint8Array(0))).toBe(true);
  });

  it('leaves the old pack or the new one wherever it is stopped, and ends with the new one when run again', async () => {
    const pair = packPair(12);
    const { host: fresh } = await patched(pair);
    let stops = 0;
    for (let stopAt = 1; ; stopAt++) {
      const host = fresh.afterPowerCut();
      let count = 0;
      host.onOperation = (_, path) => {
        if (++count >= stopAt) throw hostError('EIO', path);
      };
      const outcome = await apply(host).catch(() => 'stopped');
      host.onOperation = undefined;
      if (outcome !== 'stopped') break;
      stops++;
      for (const rest of [host, host.afterPowerCut()]) {
        const now = rest.readFile(OLD);
        expect(isEqual(now, pair.before) || isEqual(now, pair.after)).toBe(true);
        await apply(rest);
        expect(isEqual(rest.readFile(OLD), pair.after)).toBe(true);
        expect(rest.files.has(temporaryPath(OLD))).toBe(false);
      }
    }
    expect(stops).toBeGreaterThan(3);
  });

  it('begins again if what another program left is not the beginning of the new pack', async () => {
    const pair = packPair(12);
    const { host } = await patched(pair);
    host.put(temporaryPath(OLD), noise(100, 1));
    await apply(host);
    expect(isEqual(host.readFile(OLD), pair.after)).toBe(true);
  });

  it('waits for another process that patches the same pack, and has nothing left to do then', async () => {
    const pair = packPair(12);
    const { host } = await patched(pair);
    const waited: LockHolder[] = [];
    const onWaiting = (holder: LockHolder) => void waited.push(holder);
    const both = [1, 2].map(() => applyPatches(host, { path: OLD, patches: [PATCH], onWaiting }));
    expect((await Promise.all(both)).map(({ applied }) => applied)).toEqual([1, 0]);
    expect(waited).toEqual([host.process].map(({ pid, host: name }) => ({ pid, host: name })));
    expect(isEqual(host.readFile(OLD), pair.after)).toBe(true);
    expect([...host.files.keys()].sort()).toEqual([OLD, PATCH]);
  });

  it('removes the lock of a run that was killed when the new pack was in place', async () => {
    const pair = packPair(12);
    const { host } = await patched(pair);
    await apply(host);
    // Of this process, but not held by it.
    const left = JSON.stringify({ ...host.process, token: 'of a killed run' });
    host.put(`/w/${lockNameOf(OLD)}`, new TextEncoder().encode(left));
    expect(await apply(host)).toMatchObject({ applied: 0 });
    expect([...host.files.keys()].sort()).toEqual([OLD, PATCH]);
    expect(isEqual(host.readFile(OLD), pair.after)).toBe(true);
  });

  it('refuses a pack that the disk cannot hold, before it writes anything', async () => {
    const pair = packPair(12);
    const { host } = await patched(pair);
    host.free = pair.after.length - 1;
    await expect(apply(host)).rejects.toMatchObject({ diagnostic: { code: 'pack/no-space', file: OLD } });
    expect([...host.files.keys()].sort()).toEqual([OLD, PATCH]);
    expect(isEqual(host.readFile(OLD), pair.before)).toBe(true);
    // What an interrupted run has written need not be written again.
    host.put(temporaryPath(OLD), pair.after.subarray(0, 1000));
    host.free = pair.after.length - 1000;
    await apply(host);
    expect(isEqual(host.readFile(OLD), pair.after)).toBe(true);
  });

  it('refuses damaged patches, and changes nothing', async () => {
    const rounds = isLong ? 20_000 : 250;
    const next = randomNumbers(99);
    const { host: fresh, patch } = await patched(packPair(5));
    const before = fresh.readFile(OLD);
    for (let i = 0; i < rounds; i++) {
      const damaged = damage(patch, next);
      if (isEqual(damaged, patch)) continue;
      const host = fresh.afterPowerCut();
      host.put(PATCH, damaged);
      const error: unknown = await apply(host).then(
        () => 'applied',
        (reason: unknown) => reason,
      );
      const isRefused = error instanceof FormatError || (error instanceof Error && error.name === 'AssetError');
      expect(isRefused, `round ${i}: ${String(error)}`).toBe(true);
      expect(isEqual(host.readFile(OLD), before), `round ${i}`).toBe(true);
      expect([...host.files.keys()].sort(), `round ${i}`).toEqual([OLD, PATCH]);
    }
  });
});

/** Bits, bytes, words and the length. */
function damage(bytes: Uint8Array, next: () => number): Uint8Array {
  const out = Uint8Array.from(bytes);
  // The header is a small part, and all of it matters.
  const at = next() % (next() % 3 === 0 ? Math.min(out.length, 160) : out.length);
  switch (next() % 5) {
    case 0:
      return out.subarray(0, at);
    case 1:
      return Uint8Array.of(...out, next());
    case 2:
      out[at] = next();
      return out;
    case 3:
      for (let i = at; i < Math.min(at + 4, out.length); i++) out[i] = 0xff;
      return out;
    default:
      out[at] = (out[at] ?? 0) ^ (1 << (next() % 8));
      return out;
  }
}
