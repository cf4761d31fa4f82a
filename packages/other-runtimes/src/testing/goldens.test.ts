// Every golden file of this package: decoded from Buffers at any address, and with words overwritten by extreme values.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '@assetc/formats';
import { xxh3 } from '@assetc/formats/declare';
import { expect, it } from 'vitest';
import { survivesOverwrites } from '../../../formats/src/testing/damage.js';
import { expectEqualFromBuffers } from '../../../formats/src/testing/equal-from-buffers.js';
import { decodeGali } from '../galileo/read.js';
import { validateGali } from '../galileo/validate.js';
import { decodeAssetFile } from '../vkguide/read-container.js';
import { decodeVkguideMaterial } from '../vkguide/read-material.js';
import { decodeVkguideMesh } from '../vkguide/read-mesh.js';
import { decodeVkguidePrefab } from '../vkguide/read-prefab.js';
import { decodeVkguideTexture } from '../vkguide/read-texture.js';
import { validateVkguide } from '../vkguide/validate.js';
import { readGolden } from './golden.js';

const decoders: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  asset: decodeAssetFile,
  gali: decodeGali,
  mat: decodeVkguideMaterial,
  mesh: decodeVkguideMesh,
  pfb: decodeVkguidePrefab,
  tx: decodeVkguideTexture,
};
const goldens = readdirSync(join(import.meta.dirname, '../../goldens')).filter((name) => !name.endsWith('.json'));

it('there is a golden of every format', () => {
  expect(new Set(goldens.map((name) => name.split('.').at(-1)))).toEqual(new Set(Object.keys(decoders)));
});

it.each(goldens)('%s decodes the same from a Buffer at any address', (name) => {
  const decode = decoders[name.split('.').at(-1) ?? ''];
  expectEqualFromBuffers(readGolden(name), (bytes) => decode?.(bytes));
});

/** With the correct checksum, or no check after it would ever run. */
function withChecksum(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 36) return bytes;
  const copy = new Uint8Array(bytes);
  new DataView(copy.buffer).setBigUint64(28, xxh3(copy.subarray(36)), true);
  return copy;
}

type Subject = readonly [string, (bytes: Uint8Array) => unknown, (bytes: Uint8Array) => readonly Problem[]];

const subjects: readonly Subject[] = [
  ['vkguide-paged.tx', decodeVkguideTexture, (bytes) => validateVkguide(bytes, 'TEXI')],
  ['vkguide-packed.mesh', decodeVkguideMesh, (bytes) => validateVkguide(bytes, 'MESH')],
  ['vkguide-chair.pfb', decodeAssetFile, validateVkguide],
  ['vkguide-custom.asset', decodeAssetFile, validateVkguide],
  ['galileo.gali', (bytes) => decodeGali(withChecksum(bytes)), (bytes) => validateGali(withChecksum(bytes))],
  ['galileo-extended.gali', (bytes) => decodeGali(withChecksum(bytes)), (bytes) => validateGali(withChecksum(bytes))],
];

it.each(subjects)('%s gives a value or a FormatError', (name, decode, validate) => {
  const subject = { bytes: readGolden(name), decode, validate, allocationFactor: 600 };
  const report = survivesOverwrites(subject, 1500);
  expect(report.broken).toEqual([]);
  expect(report.reported).toBeGreaterThan(0);
});
