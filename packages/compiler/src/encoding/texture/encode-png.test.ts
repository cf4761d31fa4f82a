import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { encodePng } from './encode-png.js';
import { rebuildNormalZ } from './rebuild-normal-z.js';

const texels = (width: number, height: number, alpha: (i: number) => number) => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height * 4 }, (_, i) =>
    i % 4 === 3 ? alpha(i >> 2) : (i * i * 7 + i) & 255,
  ),
});

it.each([
  ['opaque texels as RGB', 5, 3, 2, () => 255],
  ['transparent texels with alpha', 4, 7, 6, (i: number) => (i * 37) & 255],
  ['a single texel', 1, 1, 6, () => 0],
] as const)('writes %s, as another decoder reads them', async (_, width, height, colorType, alpha) => {
  const image = texels(width, height, alpha);
  const bytes = await encodePng(image);
  expect(bytes[25]).toBe(colorType);
  const read = PNG.sync.read(Buffer.from(bytes));
  expect([read.width, read.height]).toEqual([width, height]);
  expect(Buffer.compare(read.data, image.pixels)).toBe(0);
});

it('rebuilds Z so that normals have unit length', () => {
  const { pixels } = rebuildNormalZ({
    width: 3,
    height: 1,
    pixels: Uint8Array.of(128, 128, 0, 255, 218, 128, 0, 255, 255, 255, 0, 255),
  });
  expect([...pixels]).toEqual([128, 128, 255, 255, 218, 128, 217, 255, 255, 255, 128, 255]);
});
