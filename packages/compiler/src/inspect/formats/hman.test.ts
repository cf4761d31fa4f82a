import { type AssetKind, encodeHman } from '@assetc/formats';
import { expect, it } from 'vitest';
import { hmanFormat } from './hman.js';

it('counts entries by kind, in words', () => {
  const kinds: readonly AssetKind[] = ['texture', 'texture', 'mesh', 'mesh', 'embed', 'lut', 'font'];
  const bytes = encodeHman(
    kinds.map((kind, i) => ({ hash: BigInt(i + 1), kind, colorspace: i === 0 ? 'srgb' : 'linear', path: `a/${i}` })),
  );
  const { statements } = hmanFormat.describe(bytes);
  expect(statements).toEqual([
    '7 entries',
    '1 embedded file',
    '1 font',
    '1 LUT',
    '2 meshes',
    '2 textures',
    '1 sRGB, 6 linear',
  ]);
});
