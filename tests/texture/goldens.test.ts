// Texture outputs pinned by hash: bytes that change without intent fail here. Where the change is meant, bump the version of
// the kinds concerned (kinds/blocks-version.ts where an encoder changed) and pin anew: `npm run pin:textures`. Versions are pinned with the bytes, so that neither
// changes without the other.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { registry } from '../../packages/compiler/src/registry.js';
import { compileTextureSource, rgbaPng, type TextureSource } from '../support/compile-texture.js';

const file = join(import.meta.dirname, 'goldens/textures.json');
const pinning = process.env.ASSETC_PIN === '1';
const pinned: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
const found: Record<string, string> = {};
/** The kinds that a golden is made by, by its name. */
const kindOf = (name: string): string =>
  name === 'cubemap' ? 'environment' : name === 'array' ? 'texture array' : name.startsWith('lut') ? 'lut' : 'texture';
const versionOf = (name: string): string => `${registry.kinds.find((kind) => kind.name === kindOf(name))?.version}`;

/** Gradients, edges and noise, from integers alone. */
const busy = (x: number, y: number): number[] => {
  const hash = (Math.imul(x * 31 + y * 17 + 7, 2654435761) >>> 24) & 31;
  const edge = (x * 3 + y * 5) % 23 < 9 ? 60 : 0;
  return [
    (x * 5 + hash) & 255,
    (y * 6 + edge) & 255,
    200 - ((x + y) & 127),
    255 - ((y * 9) % 256 > 128 ? (x * 4) & 255 : 0),
  ];
};
const opaque = rgbaPng(44, 36, (x, y) => [...busy(x, y).slice(0, 3), 255]);
const alpha = rgbaPng(44, 36, busy);
const cube = ['# a', 'LUT_3D_SIZE 2', ...Array.from({ length: 8 }, (_, i) => `${i / 8} ${1 - i / 9} 0.123`)].join('\n');
const faces = Object.fromEntries(
  ['px', 'nx', 'py', 'ny', 'pz', 'nz'].map((name, i) => [`s.env/${name}.png`, rgbaPng(8, 8, (x, y) => busy(x + i, y))]),
);

const cases: [string, TextureSource][] = [
  ...(['fast', 'normal', 'high', 'max'] as const).flatMap((quality): [string, TextureSource][] => [
    [`color ${quality}`, { path: 'a.png', input: { 'a.png': opaque }, settings: { quality } }],
    [`color with alpha ${quality}`, { path: 'a.png', input: { 'a.png': alpha }, settings: { quality } }],
    [`normal ${quality}`, { path: 'a.n.png', input: { 'a.n.png': opaque }, settings: { quality } }],
    [`grayscale ${quality}`, { path: 'a.ao.png', input: { 'a.ao.png': opaque }, settings: { quality } }],
  ]),
  ['perceptual', { path: 'a.png', input: { 'a.png': opaque }, settings: { metric: 'perceptual' } }],
  [
    'kaiser, clamp',
    { path: 'a.png', input: { 'a.png': alpha }, settings: { mipFilter: 'kaiser', wrap: 'clamp', compress: false } },
  ],
  ['box', { path: 'a.png', input: { 'a.png': alpha }, settings: { compress: false } }],
  ['maxSize', { path: 'a.png', input: { 'a.png': alpha }, settings: { maxSize: 17, compress: false } }],
  ['alphaCoverage', { path: 'a.png', input: { 'a.png': alpha }, settings: { alphaCoverage: true, compress: false } }],
  ['normal, raw', { path: 'a.n.png', input: { 'a.n.png': opaque }, settings: { compress: false } }],
  ['zstd', { path: 'a.png', input: { 'a.png': opaque }, settings: { supercompress: 'zstd' } }],
  ['rdo', { path: 'a.png', input: { 'a.png': opaque }, settings: { rdo: 1 } }],
  ['cubemap', { path: 's.env', input: faces }],
  ['array', { path: 's.array', input: { 's.array/1.png': opaque, 's.array/2.png': alpha } }],
  ['lut', { path: 'a.lut.cube', input: { 'a.lut.cube': cube } }],
  ['lut rgba16f', { path: 'a.lut.cube', input: { 'a.lut.cube': cube }, settings: { format: 'rgba16f' } }],
];

describe('texture outputs', () => {
  for (const [name, source] of cases)
    it(`are as pinned: ${name}`, async () => {
      const { bytes } = await compileTextureSource(source);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      found[name] = `${hash} ${versionOf(name)}`;
      if (!pinning) expect(found[name]).toBe(pinned[name]);
      else if (pinned[name]?.endsWith(` ${versionOf(name)}`))
        expect(found[name], 'other bytes, so the kind needs another version').toBe(pinned[name]);
    });

  it.skipIf(pinning)('have no pin without a case', () => {
    expect(Object.keys(pinned).sort()).toEqual(cases.map(([name]) => name).sort());
  });

  afterAll(() => {
    if (pinning) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  });
});
