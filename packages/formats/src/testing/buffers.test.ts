// Node hands out Buffers: a Uint8Array whose slice() shares memory, often at odd places of a pool. Every decoder must
// give the same value for one as for plain bytes.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decodeGali } from '../galileo/read.js';
import { decodeHanim } from '../hanim/read.js';
import { decodeHanimx } from '../hanim/read-hanimx.js';
import { decodeHfont } from '../hfont/read.js';
import { decodeHman } from '../hman/read.js';
import { decodeHmat } from '../hmat/read.js';
import { decodeHmatx } from '../hmatx/read.js';
import { decodeAnyHmesh } from '../hmesh1/any-hmesh.js';
import { decodeHpack } from '../hpack/read.js';
import { decodeHscene } from '../hscene/read.js';
import { decodeKtx2 } from '../ktx2/read.js';
import { decodeAssetFile } from '../vkguide/read-container.js';
import { decodeVkguideMaterial } from '../vkguide/read-material.js';
import { decodeVkguideMesh } from '../vkguide/read-mesh.js';
import { decodeVkguidePrefab } from '../vkguide/read-prefab.js';
import { decodeVkguideTexture } from '../vkguide/read-texture.js';
import { readGolden, toTwin } from './golden.js';

const decoders: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  asset: decodeAssetFile,
  gali: decodeGali,
  hanim: decodeHanim,
  hanimx: decodeHanimx,
  hfont: decodeHfont,
  hman: decodeHman,
  hmat: decodeHmat,
  hmatx: decodeHmatx,
  hmesh: decodeAnyHmesh,
  hpack: decodeHpack,
  hscene: decodeHscene,
  ktx2: decodeKtx2,
  mat: decodeVkguideMaterial,
  mesh: decodeVkguideMesh,
  pfb: decodeVkguidePrefab,
  tx: decodeVkguideTexture,
};
const goldens = readdirSync(join(import.meta.dirname, '../../goldens')).filter((name) => !name.endsWith('.json'));

it('there is a golden of every format', () => {
  expect(new Set(goldens.map((name) => name.split('.').at(-1)))).toEqual(new Set(Object.keys(decoders)));
});

it.each(goldens)('%s decodes the same from a Buffer at any place', (name) => {
  const decode = decoders[name.split('.').at(-1) ?? ''];
  const bytes = readGolden(name);
  const wanted = toTwin(decode?.(bytes));
  for (const shift of [0, 1, 2, 4, 8]) {
    const pool = Buffer.alloc(bytes.length + 8);
    pool.set(bytes, shift);
    expect(toTwin(decode?.(pool.subarray(shift, shift + bytes.length)))).toEqual(wanted);
    expect(Buffer.compare(pool.subarray(shift, shift + bytes.length), bytes)).toBe(0);
  }
});
