import { describe, expect, it } from 'vitest';
import { posixPath } from '../../../testing/posix-paths.js';
import { emptyNote, unwrittenNote } from './summary-notes.js';

type Held = Parameters<typeof unwrittenNote>[0];
const said = (changes: Partial<Held>) =>
  unwrittenNote(
    { status: 'failed', failed: 1, manifest: 'kept', pack: 'none', ...changes },
    { output: '/p/runtime' },
    (path) => posixPath(path).replace('/p/', ''),
  );

describe('emptyNote', () => {
  const NONE = { status: 'ok', built: 0, shared: 0, cached: 0, failed: 0, ignored: 0 } as const;
  it.each<[Partial<Parameters<typeof emptyNote>[0]>, string | undefined]>([
    [{}, 'assets has no files to compile: put images, models, shaders or fonts there'],
    [
      { ignored: 1 },
      'assets has nothing to compile: its 1 file is of no kind that assetc knows; --list-skipped says more',
    ],
    [
      { ignored: 1200 },
      'assets has nothing to compile: its 1,200 files are of no kind that assetc knows; --list-skipped says more',
    ],
    [{ cached: 1 }, undefined],
    [{ built: 1, ignored: 3 }, undefined],
    [{ status: 'failed' }, undefined],
  ])('%j', (changes, sentence) =>
    expect(emptyNote({ ...NONE, ...changes }, { input: '/p/assets' }, (path) => path.replace('/p/', ''))).toBe(
      sentence,
    ),
  );
});

describe('unwrittenNote', () => {
  it.each<[Partial<Held>, string | undefined]>([
    [{ status: 'ok', failed: 0, manifest: 'written', pack: 'written' }, undefined],
    [{ status: 'ok', failed: 0, manifest: 'unchanged', pack: 'stale' }, undefined],
    [{}, 'runtime/assets.hman was not written, because 1 asset failed; the earlier version was kept'],
    [
      { failed: 2, pack: 'kept' },
      'runtime/assets.hman and runtime.hpack were not written, because 2 assets failed; the earlier versions were kept',
    ],
    [
      { pack: 'missing' },
      'runtime/assets.hman and runtime.hpack were not written, because 1 asset failed; the earlier runtime/assets.hman was kept',
    ],
    [
      { manifest: 'missing', pack: 'missing' },
      'runtime/assets.hman and runtime.hpack were not written, because 1 asset failed; there is no earlier version',
    ],
    [{ failed: 0 }, 'runtime/assets.hman was not written, because the build failed; the earlier version was kept'],
    [
      { status: 'interrupted', failed: 0 },
      'runtime/assets.hman was not written, because the build was interrupted; the earlier version was kept',
    ],
    [
      { manifest: 'written', pack: 'kept', failed: 0 },
      'runtime.hpack was not written, because the build failed; the earlier version was kept',
    ],
  ])('%j', (changes, sentence) => expect(said(changes)).toBe(sentence));

  it('lists several packs', () => {
    const packs = ['german', 'base'].map((name) => ({ name, globs: ['*'] }));
    const held = { status: 'failed', failed: 1, manifest: 'kept', pack: 'kept' } as const;
    expect(unwrittenNote(held, { output: 'runtime', packs }, (path) => posixPath(path))).toBe(
      'runtime/assets.hman, runtime.german.hpack and runtime.base.hpack were not written, because 1 asset failed; the earlier versions were kept',
    );
  });
});
