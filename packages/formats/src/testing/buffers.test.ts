// Every decoder takes Node's Buffers at any address.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decodeHanim } from '../hanim/read.js';
import { decodeHanimx } from '../hanim/read-hanimx.js';
import { decodeHclip } from '../hclip/read.js';
import { decodeHfont } from '../hfont/read.js';
import { decodeHman } from '../hman/read.js';
import { decodeHmat } from '../hmat/read.js';
import { decodeHmatx } from '../hmatx/read.js';
import { decodeAnyHmesh } from '../hmesh1/any-hmesh.js';
import { decodeHpack } from '../hpack/read.js';
import { decodeHscene } from '../hscene/read.js';
import { decodeHvar } from '../hvar/read.js';
import { decodeKtx2 } from '../ktx2/read.js';
import { expectEqualFromBuffers } from './equal-from-buffers.js';
import { readGolden } from './golden.js';
import { hclipModelOf } from './spec-hclip.js';

const decoders: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  hanim: decodeHanim,
  hanimx: decodeHanimx,
  hclip: (bytes) => hclipModelOf(decodeHclip(bytes)),
  hfont: decodeHfont,
  hman: decodeHman,
  hmat: decodeHmat,
  hmatx: decodeHmatx,
  hmesh: decodeAnyHmesh,
  hpack: decodeHpack,
  hscene: decodeHscene,
  hvar: decodeHvar,
  ktx2: decodeKtx2,
};
/** Readers of these need a decompressor. */
const COMPRESSED = /\.(?:hpackz|hpatch)$/;
const goldens = readdirSync(join(import.meta.dirname, '../../goldens')).filter(
  (name) => !name.endsWith('.json') && !COMPRESSED.test(name),
);

it('there is a golden of every format', () => {
  expect(new Set(goldens.map((name) => name.split('.').at(-1)))).toEqual(new Set(Object.keys(decoders)));
});

it.each(goldens)('%s decodes the same from a Buffer at any place', (name) => {
  const decode = decoders[name.split('.').at(-1) ?? ''];
  const bytes = readGolden(name);
  expectEqualFromBuffers(bytes, (buffer) => decode?.(buffer));
});
