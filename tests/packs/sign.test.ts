// Keys, signatures and verification of packs on the real disk. The signature is checked by Node's own Ed25519, apart from our code.

import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AssetError, check, generatePackKeys, signPack, verifyPack } from '../../packages/compiler/src/index.js';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import {
  bytesSource,
  decodeHpack,
  decodePackInfo,
  encodeHpack,
  FormatError,
  openPack,
  readPackInfo,
  verifyPackEntry,
} from '../../packages/formats/src/index.js';
import { DiskProject } from '../support/disk-project.js';
import { randomNumbers } from './random-packs.js';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const files = [
  { path: 'a.txt', bytes: text('one') },
  { path: 'assetz.bin', bytes: new Uint8Array((1 << 20) + 7).fill(7) },
  { path: 'levels/1.json', bytes: text('{}') },
];

let project: DiskProject;
beforeEach(async () => {
  project = new DiskProject({ 'a.hpack': encodeHpack(files) });
  await generatePackKeys({ path: project.path('game') });
});
afterEach(() => project.remove());

const key = () => project.path('game.key');
const publicKey = () => project.path('game.pub');
const entriesOf = (name = 'a.hpack') => decodeHpack(new Uint8Array(readFileSync(project.path(name)))).entries;
const bytesOf = (path: string, name?: string) => entriesOf(name).find((entry) => entry.path === path)?.bytes;
const verdict = async (name = 'a.hpack') => {
  const { ok, diagnostics } = await verifyPack({ path: project.path(name), key: publicKey() });
  return ok ? 'ok' : diagnostics.map(({ code, file }) => `${code} ${file?.replace(`${project.root}/`, '')}`);
};

describe('assetc pack sign', () => {
  it('adds the list and a signature that others verify, and keeps every other byte', async () => {
    const before = entriesOf();
    const signed = await signPack({ path: project.path('a.hpack'), key: key() });
    expect(signed).toMatchObject({ path: project.path('a.hpack'), entries: 3 });
    expect(entriesOf().map(({ path }) => path)).toEqual([
      'a.txt',
      'assetc/pack.json',
      'assetc/pack.sig',
      'assetz.bin',
      'levels/1.json',
    ]);
    for (const { path, bytes } of before) expect(Buffer.compare(bytesOf(path) ?? Buffer.of(), bytes)).toBe(0);
    const list = bytesOf('assetc/pack.json') ?? new Uint8Array(0);
    const trusted = createPublicKey(readFileSync(publicKey()));
    expect(verify(null, list, trusted, bytesOf('assetc/pack.sig') ?? new Uint8Array(0))).toBe(true);
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(decodePackInfo(list).entries).toEqual(files.map(({ path, bytes }) => ({ path, sha256: sha256(bytes) })));
    expect(await verdict()).toBe('ok');
  });

  it('gives equal packs equal signatures and builds, and writes another file with -o', async () => {
    const request = { path: project.path('a.hpack'), key: key() };
    const first = await signPack({ ...request, output: project.path('b.hpack') });
    expect(entriesOf()).toHaveLength(3);
    const again = await signPack({ ...request, path: first.path, output: project.path('c.hpack') });
    expect(again.build).toBe(first.build);
    expect(readFileSync(project.path('c.hpack')).equals(readFileSync(project.path('b.hpack')))).toBe(true);
  });

  it('refuses a pack that differs from its own list, and a key of another kind', async () => {
    await signPack({ path: project.path('a.hpack'), key: key() });
    const changed = entriesOf().map(({ path, bytes }) => ({ path, bytes: path === 'a.txt' ? text('two') : bytes }));
    project.write('a.hpack', encodeHpack(changed));
    const refused = signPack({ path: project.path('a.hpack'), key: key() });
    await expect(refused).rejects.toMatchObject({ diagnostic: { code: 'check/pack-info' } });
    await expect(signPack({ path: project.path('a.hpack'), key: publicKey() })).rejects.toThrow(AssetError);
    const withPrivate = verifyPack({ path: project.path('a.hpack'), key: key() });
    await expect(withPrivate).rejects.toThrow('it contains a private key');
  });
});

describe('assetc pack verify', () => {
  it('accepts no other files than those that were signed, whatever byte is changed', async () => {
    const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
    const small = files.filter(({ bytes }) => bytes.length < 1000);
    project.write('a.hpack', encodeHpack(small));
    await signPack({ path: project.path('a.hpack'), key: key() });
    const whole = readFileSync(project.path('a.hpack'));
    const signed = entriesOf().map(({ path, bytes }) => ({ path, bytes }));
    const next = randomNumbers(5);
    for (let i = 0; i < (isLong ? 10_000 : 150); i++) {
      const at = next() % whole.length;
      const change = 1 + (next() % 255);
      const damaged =
        next() % 8 === 0 ? whole.subarray(0, at) : whole.map((byte, k) => (k === at ? byte ^ change : byte));
      project.write('a.hpack', damaged);
      const found = await verdict().catch((error: unknown) => error);
      if (found instanceof FormatError) continue;
      // Zeros between the files and the kinds in the table are of no file.
      if (found === 'ok') expect(entriesOf().map(({ path, bytes }) => ({ path, bytes }))).toEqual(signed);
      else expect(Array.isArray(found), `round ${i}: ${String(found)}`).toBe(true);
      expect(Buffer.compare(readFileSync(project.path('a.hpack')), damaged)).toBe(0);
    }
  });

  const tampered = async (change: (entries: Map<string, Uint8Array>) => void): Promise<unknown> => {
    await signPack({ path: project.path('a.hpack'), key: key() });
    const entries = new Map(entriesOf().map(({ path, bytes }) => [path, bytes]));
    change(entries);
    project.write('a.hpack', encodeHpack([...entries].map(([path, bytes]) => ({ path, bytes }))));
    return verdict();
  };

  it('fails an entry that is changed, added or removed', async () => {
    expect(await tampered((entries) => entries.set('a.txt', text('ONE')))).toEqual(['check/pack-info a.txt']);
    project.write('a.hpack', encodeHpack(files));
    expect(await tampered((entries) => entries.set('mod.txt', text('x')))).toEqual(['check/pack-info mod.txt']);
    project.write('a.hpack', encodeHpack(files));
    expect(await tampered((entries) => entries.delete('a.txt'))).toEqual(['check/pack-info a.txt']);
  });

  it('fails a list or a signature with any bit changed, and no signature', async () => {
    for (const path of ['assetc/pack.json', 'assetc/pack.sig'])
      for (const at of [0, 31, 32, 63]) {
        project.write('a.hpack', encodeHpack(files));
        const found = await tampered((entries) => {
          const bytes = Uint8Array.from(entries.get(path) ?? []);
          bytes[at] = (bytes[at] ?? 0) ^ 1;
          entries.set(path, bytes);
        });
        expect(found).toEqual(['pack/bad-signature a.hpack']);
      }
    project.write('a.hpack', encodeHpack(files));
    expect(await tampered((entries) => entries.delete('assetc/pack.sig'))).toEqual(['pack/unsigned a.hpack']);
    expect(await tampered((entries) => entries.set('assetc/pack.sig', new Uint8Array(63)))).toEqual([
      'pack/bad-signature a.hpack',
    ]);
  });

  it('fails another key', async () => {
    await signPack({ path: project.path('a.hpack'), key: key() });
    await generatePackKeys({ path: project.path('other') });
    const { ok } = await verifyPack({ path: project.path('a.hpack'), key: project.path('other.pub') });
    expect(ok).toBe(false);
  });
});

describe('assetc pack keygen', () => {
  it('writes a key that only the user may read, and never replaces one', async () => {
    if (process.platform !== 'win32') expect(statSync(key()).mode & 0o777).toBe(0o600);
    const before = readFileSync(key());
    await expect(generatePackKeys({ path: project.path('game') })).rejects.toThrow('keys are never replaced');
    expect(readFileSync(key())).toEqual(before);
  });

  it.skipIf(process.platform === 'win32')('never prints the key, in no command and in no error', async () => {
    const secret = readFileSync(key(), 'utf8').split('\n')[1] ?? '';
    expect(secret.length).toBeGreaterThan(40);
    writeFileSync(project.path('broken.key'), readFileSync(key(), 'utf8').replace('-----END', 'x-----END'));
    const error = await signPack({ path: project.path('a.hpack'), key: project.path('broken.key') }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AssetError);
    expect(JSON.stringify(error) + String(error)).not.toContain(secret.slice(0, 16));
  });
});

describe('packInfo', () => {
  const packed = async (project_: MemoryProject) => {
    const result = await project_.build({ pack: true, verify: true });
    return { result, bytes: project_.host.readFile('/project/runtime.hpack') };
  };

  it('lists every entry, changes nothing else, and derives the build from the content', async () => {
    const sources = { 'a.list': 'one', 'b.json': '2' };
    const plain = decodeHpack((await packed(new MemoryProject(sources))).bytes).entries;
    const { bytes } = await packed(new MemoryProject(sources, { packInfo: true }));
    const entries = decodeHpack(bytes).entries;
    expect(entries.filter(({ path }) => path !== 'assetc/pack.json').map(({ path }) => path)).toEqual(
      plain.map(({ path }) => path),
    );
    const pack = await openPack(bytesSource(bytes));
    const info = (await readPackInfo(pack))?.info;
    if (info === undefined) throw new Error('there is no list');
    for (const { path } of plain) await verifyPackEntry(info, path, (await pack.read(path)) ?? new Uint8Array(0));
    await expect(verifyPackEntry(info, 'a.out', text('forged'))).rejects.toThrow(FormatError);
    await expect(verifyPackEntry(info, 'new.txt', text('x'))).rejects.toThrow('does not list new.txt');
    const other = await packed(new MemoryProject({ ...sources, 'b.json': '3' }, { packInfo: true }));
    const otherInfo = (await readPackInfo(await openPack(bytesSource(other.bytes))))?.info;
    expect(otherInfo?.build).not.toBe(info.build);
    expect({ removed: info.removed, dependencies: info.dependencies }).toEqual({ removed: [], dependencies: [] });
  });

  it('is up to date in the second build, and written again when it is switched on or off', async () => {
    const project_ = new MemoryProject({ 'b.json': '2' });
    const packs: unknown[] = [];
    for (const packInfo of [false, true, true, false]) {
      project_.config = { ...project_.config, packInfo };
      packs.push((await packed(project_)).result.pack);
    }
    expect(packs).toEqual(['written', 'written', 'unchanged', 'written']);
  });

  it('fails if the output has a file with the path of the list', async () => {
    const { diagnostics } = await new MemoryProject(
      { 'assetc/pack.sig': '' },
      { packInfo: true, embed: ['*.sig'] },
    ).build({ pack: true });
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([['build/pack-info-path', 'assetc/pack.sig']]);
    const { status } = await new MemoryProject({ 'assetc/pack.json': '1' }).build({ pack: true });
    expect(status).toBe('ok');
  });

  it('is verified by check', async () => {
    await signPack({ path: project.path('a.hpack'), key: key() });
    const codes = async () => (await check({ path: project.path('a.hpack') }))?.diagnostics.map(({ code }) => code);
    expect(await codes()).not.toContain('check/pack-info');
    const changed = entriesOf().map(({ path, bytes }) => ({ path, bytes: path === 'a.txt' ? text('two') : bytes }));
    project.write('a.hpack', encodeHpack(changed));
    expect(await codes()).toContain('check/pack-info');
  });
});
