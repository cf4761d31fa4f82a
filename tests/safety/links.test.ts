// Links below the output, there from the start or placed while a build runs: nothing outside the output changes.

import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHpack } from '@assetc/formats';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryPath } from '../../packages/compiler/src/pipeline/commit/atomic-write.js';
import { diskHost } from '../../packages/compiler/src/pipeline/host/disk-host.js';
import type { Host } from '../../packages/compiler/src/pipeline/host/host.js';
import type { BuildEvent } from '../../packages/compiler/src/pipeline/report/events.js';
import { interruptedHost, type Moment } from './interrupted-host.js';
import { Surroundings } from './surroundings.js';

let around: Surroundings;
afterEach(() => around.remove());

const SOURCES = { 'sub/a.json': '{"a":1}', 'sub/deep/b.json': '{"b":2}', 'top.json': '{}' };
const out = (path: string) => join(around.output, path);
const outside = (path: string) => join(around.root, path);
const codes = (result: { readonly diagnostics: readonly { readonly code: string }[] }) =>
  result.diagnostics.map(({ code }) => code);

/** Something outside that has the names of outputs. */
function prepareElsewhere(): Record<string, string> {
  around.write('elsewhere/a.json', 'not ours');
  around.write('elsewhere/deep/b.json', 'not ours either');
  return around.outside();
}

describe('links below the output', () => {
  it('replaces an output that is a link, and leaves what it led to', async () => {
    around = new Surroundings(SOURCES);
    mkdirSync(out('sub'), { recursive: true });
    symlinkSync(outside('victim.txt'), out('sub/a.json'));
    symlinkSync(outside('new-file-outside'), out('top.json'));
    expect(await around.build()).toMatchObject({ status: 'ok' });
    expect(lstatSync(out('sub/a.json')).isFile()).toBe(true);
    expect(readFileSync(out('sub/a.json'), 'utf8')).toBe('{"a":1}');
    expect(lstatSync(out('top.json')).isFile()).toBe(true);
    expect(around.outside()).toEqual(around.untouched);
  });

  it('deletes an output that became a link, and leaves what it leads to', async () => {
    around = new Surroundings(SOURCES);
    await around.build();
    rmSync(out('sub/a.json'));
    symlinkSync(outside('victim.txt'), out('sub/a.json'));
    rmSync(join(around.config.input, 'sub/a.json'));
    expect(await around.build()).toMatchObject({ status: 'ok', removed: 1 });
    expect(() => lstatSync(out('sub/a.json'))).toThrow('ENOENT');
    expect(around.outside()).toEqual(around.untouched);
  });

  it('refuses to write into a folder that leads elsewhere, with a diagnostic, and builds the rest', async () => {
    around = new Surroundings(SOURCES);
    const before = prepareElsewhere();
    mkdirSync(around.output);
    symlinkSync(outside('elsewhere'), out('sub'));
    const result = await around.build();
    expect(result).toMatchObject({ status: 'failed', built: 1, failed: 2 });
    expect(codes(result)).toEqual(['build/output-link', 'build/output-link']);
    expect(around.outside()).toEqual(before);
  });

  it('makes no folder behind a link', async () => {
    around = new Surroundings({ 'sub/new/x/b.json': '1' });
    mkdirSync(around.output);
    symlinkSync(outside('a/empty'), out('sub'));
    expect(codes(await around.build())).toEqual(['build/output-link']);
    expect(around.outside()).toEqual(around.untouched);
  });

  it('writes into a folder that a link within the output leads to', async () => {
    around = new Surroundings({ 'sub/a.json': '1' });
    mkdirSync(out('real'), { recursive: true });
    symlinkSync('real', out('sub'));
    expect(await around.build()).toMatchObject({ status: 'ok' });
    expect(readFileSync(out('real/a.json'), 'utf8')).toBe('1');
  });

  it('packs no link and nothing behind one, and names none as packed', async () => {
    around = new Surroundings(SOURCES, { pack: true });
    expect(await around.build()).toMatchObject({ status: 'ok', strays: [] });
    around.write('elsewhere/secret.txt', 'not ours');
    around.write('a/project/runtime/own.txt', 'put there by hand');
    symlinkSync(outside('victim.txt'), out('linked.txt'));
    symlinkSync(outside('elsewhere'), out('linked'));
    symlinkSync('own.txt', out('sub/inside.txt'));
    symlinkSync('sub', out('twice'));
    symlinkSync('nothing', out('dangling.txt'));
    expect(await around.build()).toMatchObject({ status: 'ok', strays: ['own.txt'] });
    const { entries } = decodeHpack(readFileSync(`${around.output}.hpack`));
    expect(entries.map(({ path }) => path).toSorted()).toEqual([
      'assets.hman',
      'own.txt',
      'sub/a.json',
      'sub/deep/b.json',
      'top.json',
    ]);
    // A link is no reason to pack again.
    expect(await around.build()).toMatchObject({ status: 'ok', pack: 'unchanged' });
    expect(lstatSync(out('linked')).isSymbolicLink()).toBe(true);
  });

  it('builds where the output folder itself is a link, which is what the user chose', async () => {
    around = new Surroundings({ 'sub/a.json': '1' });
    mkdirSync(outside('chosen'));
    symlinkSync(outside('chosen'), around.output);
    expect(await around.build()).toMatchObject({ status: 'ok' });
    expect(readFileSync(outside('chosen/sub/a.json'), 'utf8')).toBe('1');
  });

  it.each(['build', 'clean'] as const)('%s deletes nothing behind a link, and says so', async (command) => {
    around = new Surroundings(SOURCES);
    await around.build();
    const before = prepareElsewhere();
    rmSync(out('sub'), { recursive: true });
    symlinkSync(outside('elsewhere'), out('sub'));
    rmSync(join(around.config.input, 'sub'), { recursive: true });
    const result = command === 'build' ? await around.build() : await around.clean();
    expect(result.diagnostics).toMatchObject([
      { code: 'build/output-link', severity: 'warning', file: 'sub/a.json' },
      { code: 'build/output-link', severity: 'warning', file: 'sub/deep/b.json' },
    ]);
    expect(around.outside()).toEqual(before);
  });

  it.each(['build', 'clean'] as const)('%s removes no empty folder behind a link', async (command) => {
    around = new Surroundings({ 'sub/deep/b.json': '1', 'top.json': '1' });
    await around.build();
    rmSync(out('sub'), { recursive: true });
    symlinkSync(outside('a/empty'), out('sub'));
    rmSync(join(around.config.input, 'sub'), { recursive: true });
    await (command === 'build' ? around.build() : around.clean());
    expect(around.outside()).toEqual(around.untouched);
  });

  it.each([
    ['the temporary file of an output', (root: string) => temporaryPath(join(root, 'runtime/top.json'))],
    ['the temporary file of the manifest', (root: string) => temporaryPath(join(root, 'runtime/assets.hman'))],
    ['the temporary file of the record', (root: string) => temporaryPath(join(root, 'runtime/.assetc-cache'))],
    ['the temporary file of the pack', (root: string) => temporaryPath(join(root, 'runtime.hpack'))],
    ['the record', (root: string) => join(root, 'runtime/.assetc-cache')],
    ['the lock', (root: string) => join(root, 'runtime/.assetc-lock')],
    ['the manifest', (root: string) => join(root, 'runtime/assets.hman')],
    ['the pack', (root: string) => join(root, 'runtime.hpack')],
  ])('does not write through a link in the place of %s', async (_, place) => {
    around = new Surroundings(SOURCES, { pack: true });
    mkdirSync(around.output);
    symlinkSync(outside('victim.txt'), place(around.project));
    expect(await around.build()).toMatchObject({ status: 'ok', built: 3 });
    around.write('a/project/assets/top.json', '{"changed":1}');
    expect(await around.build()).toMatchObject({ status: 'ok', built: 1 });
    expect(around.outside()).toEqual(around.untouched);
  });
});

it.each(['nothing', 'victim.txt'])('takes over a lock that is a link to %s, without waiting', async (target) => {
  around = new Surroundings(SOURCES);
  mkdirSync(around.output);
  symlinkSync(outside(target), out('.assetc-lock'));
  const waits: string[] = [];
  const onEvent = ({ type }: BuildEvent) => {
    if (type === 'waiting') waits.push(type);
  };
  expect(await around.build({ onEvent })).toMatchObject({ status: 'ok', built: 3 });
  expect(waits).toEqual([]);
  expect(around.outside()).toEqual(around.untouched);
});

/** The disk, on which somebody swaps a folder of the output for a link at the given moment. */
const racing = (moment: Moment, when: (path: string) => boolean): Host =>
  interruptedHost(moment, when, () => {
    renameSync(out('sub'), out('moved'));
    symlinkSync(outside('elsewhere'), out('sub'));
  });

// Where folders cannot be held open (macOS, Windows), the last three of these can be lost: see FolderHandle.
describe.skipIf(process.platform !== 'linux')('links that are placed while the build runs', () => {
  it.each([
    ['openFolder', 'sub'],
    ['create', '.assetc-tmp-'],
    ['rename', 'a.json'],
  ] as const)('leads no write out: a folder swapped at %s', async (moment, part) => {
    around = new Surroundings({ 'sub/a.json': '1' });
    await around.build();
    const before = prepareElsewhere();
    around.write('a/project/assets/sub/a.json', '2');
    await around.build(
      {},
      racing(moment, (path) => path.includes(part)),
    );
    expect(lstatSync(out('sub')).isSymbolicLink()).toBe(true);
    expect(around.outside()).toEqual(before);
  });

  it.each([
    ['openFolder', 'sub'],
    ['remove', 'a.json'],
  ] as const)('leads no delete out: a folder swapped at %s', async (moment, part) => {
    around = new Surroundings({ 'sub/a.json': '1', 'top.json': '1' });
    await around.build();
    const before = prepareElsewhere();
    rmSync(join(around.config.input, 'sub'), { recursive: true });
    await around.build(
      {},
      racing(moment, (path) => path.includes(part)),
    );
    expect(lstatSync(out('sub')).isSymbolicLink()).toBe(true);
    expect(around.outside()).toEqual(before);
  });

  it('refuses an output folder that became a link after the build began', async () => {
    around = new Surroundings({ 'top.json': '1' });
    await around.build();
    const before = prepareElsewhere();
    around.write('a/project/assets/top.json', '2');
    let done = false;
    const host: Host = {
      ...diskHost,
      readFile(path) {
        if (!done && path === join(around.config.input, 'top.json')) {
          done = true;
          renameSync(around.output, join(around.project, 'assets/.moved'));
          symlinkSync(outside('elsewhere'), around.output);
        }
        return diskHost.readFile(path);
      },
    };
    expect(codes(await around.build({}, host))).toContain('build/output-link');
    expect(done).toBe(true);
    expect(around.outside()).toEqual(before);
  });
});
