// Golden files of containers and fonts with words overwritten by extremes: counts, lengths and offsets
// that a single flipped bit never reaches.

import { expect, it } from 'vitest';
import type { Problem } from '../core/problem.js';
import { decodeHanimx } from '../hanim/read-hanimx.js';
import { validateHanimx } from '../hanim/validate.js';
import { decodeHclip } from '../hclip/read.js';
import { validateHclip } from '../hclip/validate.js';
import { decodeHfont } from '../hfont/read.js';
import { validateHfont } from '../hfont/validate.js';
import { decodeHman } from '../hman/read.js';
import { validateHman } from '../hman/validate.js';
import { decodeHmesh } from '../hmesh/read.js';
import { validateHmesh } from '../hmesh/validate.js';
import { decodeHpack } from '../hpack/read.js';
import { validateHpack } from '../hpack/validate.js';
import { decodeKtx2 } from '../ktx2/read.js';
import { validateKtx2 } from '../ktx2/validate.js';
import { survivesOverwrites } from './damage.js';
import { readGolden } from './golden.js';

type Subject = readonly [string, (bytes: Uint8Array) => unknown, (bytes: Uint8Array) => readonly Problem[]];

const subjects: readonly Subject[] = [
  ['blink.hanimx', decodeHanimx, validateHanimx],
  ['moves.hclip', decodeHclip, validateHclip],
  ['quad-full.hmesh', decodeHmesh, validateHmesh],
  ['uastc-2d.ktx2', decodeKtx2, validateKtx2],
  ['uastc-cube.ktx2', decodeKtx2, validateKtx2],
  ['rgba16f-lut.ktx2', decodeKtx2, validateKtx2],
  ['assets.hman', decodeHman, validateHman],
  ['runtime.hpack', decodeHpack, validateHpack],
  ['font.hfont', decodeHfont, validateHfont],
  ['later-kinds.hman', decodeHman, validateHman],
  ['later-kinds.hpack', decodeHpack, validateHpack],
  ['later-chunk.hmesh', decodeHmesh, validateHmesh],
];

it.each(subjects)('%s gives a value or a FormatError', (name, decode, validate) => {
  const subject = { bytes: readGolden(name), decode, validate, allocationFactor: 600 };
  const report = survivesOverwrites(subject, 1500);
  expect(report.broken).toEqual([]);
  expect(report.reported).toBeGreaterThan(0);
});
