import { expect, it } from 'vitest';
import type { AssetRecord, OutputRecord } from '../cache/record.js';
import { provenOutputs } from './write-cache.js';

const output = (mtimeMs: number): OutputRecord => ({
  suffix: '.ktx2',
  sizeBytes: 4,
  digest: 'aa',
  asset: { kind: 'texture', colorspace: 'linear' },
  mtimeMs,
  ctimeMs: mtimeMs,
  inode: 7,
});

const recordOf = (mtimeMs: number): AssetRecord => ({
  source: 'a.png',
  name: undefined,
  params: undefined,
  contentKey: undefined,
  kind: 'texture',
  kindIdentity: '1',
  settings: '{}',
  base: 'a',
  dependencies: [],
  outputs: [output(mtimeMs)],
  derived: [],
  diagnostics: [],
});

const EARLIER = { mtimeMs: 10_000, ctimeMs: 10_000, inode: 6 };
const observed = { renewed: new Map([['a.ktx2', EARLIER]]) };

it('keeps the stat data of an output that was made, not that of the file it replaced', () => {
  expect(provenOutputs(recordOf(50_000), true, 90_000, observed)).toEqual([output(50_000)]);
});

it('keeps no stat data of an output that was made just now: it could change again unnoticed', () => {
  expect(provenOutputs(recordOf(90_000), true, 90_000, observed)[0]).toMatchObject({ mtimeMs: -1 });
});

it('takes what was observed of an output that was only checked', () => {
  expect(provenOutputs(recordOf(-1), false, 90_000, observed)[0]).toMatchObject(EARLIER);
});
