// The files that commands on packs write: folders are made, and no file that a command reads is replaced unless it says so.

import { describe, expect, it } from 'vitest';
import { applyPatches } from '../../packages/compiler/src/packs/apply-patch.js';
import { compressPack } from '../../packages/compiler/src/packs/compress-pack.js';
import { decompressPack } from '../../packages/compiler/src/packs/decompress-pack.js';
import { diffPacks } from '../../packages/compiler/src/packs/diff-packs.js';
import { generateKeys } from '../../packages/compiler/src/packs/keys.js';
import { signPack } from '../../packages/compiler/src/packs/sign-pack.js';
import { isTemporaryName } from '../../packages/compiler/src/pipeline/commit/atomic-write.js';
import type { Host } from '../../packages/compiler/src/pipeline/host/host.js';
import { MemoryHost } from '../../packages/compiler/src/pipeline/testing/memory-host.js';
import { packPair } from './random-packs.js';

const { before, after } = packPair(12);

async function project(): Promise<MemoryHost> {
  const host = new MemoryHost();
  host.put('/w/a.hpack', before);
  host.put('/w/b.hpack', after);
  await diffPacks(host, { before: '/w/a.hpack', after: '/w/b.hpack', output: '/w/a.hpatch' });
  await compressPack(host, { path: '/w/a.hpack', output: '/w/a.hpackz' });
  generateKeys(host, '/w/mine');
  return host;
}

type Command = (host: Host, output: string) => Promise<unknown>;
const diff: Command = (host, output) => diffPacks(host, { before: '/w/a.hpack', after: '/w/b.hpack', output });
const compress: Command = (host, output) => compressPack(host, { path: '/w/a.hpack', output });
const decompress: Command = (host, output) => decompressPack(host, { path: '/w/a.hpackz', output });
const apply: Command = (host, output) => applyPatches(host, { path: '/w/a.hpack', patches: ['/w/a.hpatch'], output });
const sign: Command = (host, output) => signPack(host, { path: '/w/a.hpack', key: '/w/mine.key', output });

const commands = { diff, compress, decompress, apply, sign };
const inputs: readonly (readonly [keyof typeof commands, string])[] = [
  ['diff', '/w/a.hpack'],
  ['diff', '/w/b.hpack'],
  ['compress', '/w/a.hpack'],
  ['decompress', '/w/a.hpackz'],
  ['apply', '/w/a.hpatch'],
];

describe('commands on packs', () => {
  it.each(inputs)('%s never replaces %s, which it reads', async (name, output) => {
    const host = await project();
    const files = new Map([...host.files.keys()].map((path) => [path, host.readFile(path)]));
    await expect(commands[name](host, output)).rejects.toMatchObject({
      diagnostic: { code: 'pack/bad-output', file: output, message: 'the command reads this file' },
    });
    expect(new Map([...host.files.keys()].map((path) => [path, host.readFile(path)]))).toEqual(files);
  });

  it.each(Object.entries(commands))('%s makes the folders of its output, and refuses a folder', async (_, run) => {
    const host = await project();
    const known = [...host.files.keys()];
    await run(host, '/w/new/folder/out');
    expect([...host.files.keys()].filter((path) => !known.includes(path))).toEqual(['/w/new/folder/out']);
    await expect(run(host, '/w/new')).rejects.toMatchObject({ diagnostic: { code: 'pack/bad-output' } });
  });

  it.each(Object.entries(commands))('%s names the file that it cannot write, not a temporary one', async (_, run) => {
    const host = await project();
    await expect(run(host, '/w/a.hpatch/out')).rejects.toMatchObject({
      diagnostic: { code: 'cli/cannot-write', file: '/w/a.hpatch/out', message: '/w/a.hpatch is a file, not a folder' },
    });
    host.onOperation = (_operation, path) => {
      if (!isTemporaryName(path.slice(path.lastIndexOf('/') + 1))) return;
      const message = `EACCES: permission denied, open '${path}'`;
      throw Object.assign(new Error(message), { code: 'EACCES', syscall: 'open', path });
    };
    await expect(run(host, '/w/out')).rejects.toMatchObject({
      diagnostic: { code: 'cli/cannot-write', file: '/w/out', message: 'EACCES: permission denied' },
    });
  });
});
