// Records with every possible content.

import { digestBytes } from '../digest.js';
import type { AssetRecord, KnownFile } from '../record.js';

export const digestOf = (text: string): string => digestBytes(new TextEncoder().encode(text));

export const sampleFile = (text: string): KnownFile => ({
  sizeBytes: text.length,
  mtimeMs: 1000,
  ctimeMs: 1001,
  inode: 7,
  digest: digestOf(text),
});

export const sampleRecord: AssetRecord = {
  source: 'models/chair.list',
  name: undefined,
  kind: 'toy.list',
  kindIdentity: '1',
  settings: '{"toy":{"loud":true}}',
  base: 'models/chair',
  params: undefined,
  contentKey: undefined,
  dependencies: [
    { type: 'bytes', path: 'models/chair.list', digest: digestOf('chair') },
    {
      type: 'part',
      ref: { file: 'data.raw', offset: 1, length: 2 },
      digest: digestOf('at'),
      fileDigest: digestOf('data'),
    },
    { type: 'existence', path: 'gone.raw', exists: false },
    { type: 'listing', folder: 'crate.box', names: ['1', '2'] },
    { type: 'listing', folder: 'no.box', names: null },
    { type: 'settings-for', name: 'part', json: '{"toy":{}}' },
    { type: 'settings-of', path: 'data.raw', json: '{"toy":{"loud":true}}' },
  ],
  outputs: [
    { suffix: '.out', sizeBytes: 3, digest: digestOf('out'), mtimeMs: 2000, ctimeMs: 2001, inode: 9 },
    {
      suffix: '.more',
      sizeBytes: 4,
      digest: digestOf('more'),
      mtimeMs: -1,
      ctimeMs: -1,
      inode: 0,
      asset: { kind: 'texture', colorspace: 'srgb' },
      refersTo: ['00000000000000ff'],
    },
  ],
  derived: [],
  diagnostics: [{ code: 'shader/warning', severity: 'warning', file: 'models/chair.list', message: 'it creaks' }],
};

export const derivedRecord: AssetRecord = {
  ...sampleRecord,
  name: 'part',
  kind: 'toy.part',
  base: 'models/chair/part',
  params: { at: [1, 2], deep: { text: 'x' } },
  contentKey: digestOf('key'),
  dependencies: [],
  outputs: [],
  diagnostics: [],
};
