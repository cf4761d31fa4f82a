import { decodeKtx2, encodeKtx2, type Ktx2, rgba8Format } from '@assetc/formats';
import { expect, it } from 'vitest';
import { imageName, imagesOfLevel, nearestImage, previewImageFor } from '../images.js';
import { crossSheet, imageAt, singleSheet, wholeSheet } from './sheet.js';

function texture(
  width: number,
  height: number,
  more: { depth?: number; layers?: number; faces?: number; mips?: number },
): Ktx2 {
  const { depth = 0, layers = 0, faces = 1, mips = 1 } = more;
  const levels = Array.from({ length: mips }, (_, level) => {
    const texels = Math.max(1, width >> level) * Math.max(1, height >> level) * Math.max(1, depth >> level);
    return { bytes: new Uint8Array(texels * 4 * Math.max(1, layers) * faces) };
  });
  const size = { pixelWidth: width, pixelHeight: height, pixelDepth: depth, layerCount: layers, faceCount: faces };
  return decodeKtx2(encodeKtx2({ format: rgba8Format('linear'), ...size, levels }));
}

it.each([
  ['a texture with mips', texture(64, 32, { mips: 7 }), 7],
  ['an array', texture(16, 16, { layers: 5, mips: 5 }), 25],
  ['a cube', texture(32, 32, { faces: 6, mips: 6 }), 36],
  ['an array of cubes', texture(8, 8, { faces: 6, layers: 2, mips: 2 }), 24],
  ['a 3D texture', texture(8, 8, { depth: 8, mips: 4 }), 8 + 4 + 2 + 1],
])('places every image of %s once, and none over another', (_, ktx, count) => {
  const { placed, width, height } = wholeSheet(ktx);
  expect(new Set(placed.map(({ image }) => imageName(image))).size).toBe(count);
  expect(placed).toHaveLength(count);
  for (const [i, a] of placed.entries()) {
    expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= width + 1e-9 && a.y + a.height <= height + 1e-9).toBe(true);
    for (const b of placed.slice(i + 1))
      expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true);
  }
});

it('finds the texel at a point, also in tiles', () => {
  const ktx = texture(8, 4, { mips: 4 });
  const image = { level: 0, layer: 0, face: 0, slice: 0 };
  expect(imageAt(singleSheet(ktx, image, 2), 9.5, 5.5)).toEqual({ image, x: 1, y: 1 });
  expect(imageAt(singleSheet(ktx, image), 9.5, 1)).toBeUndefined();
  // +X is right of +Z.
  expect(imageAt(crossSheet(texture(8, 8, { faces: 6 }), 0), 17, 9)?.image.face).toBe(0);
});

it('falls back to images that a changed texture still has', () => {
  const ktx = texture(8, 8, { layers: 2, mips: 2 });
  expect(nearestImage(ktx, { level: 5, layer: 7, face: 3, slice: 2 })).toEqual({
    level: 1,
    layer: 1,
    face: 0,
    slice: 0,
  });
  expect(imagesOfLevel(ktx, 0)).toHaveLength(2);
});

it('shows the level with one texel per pixel until a large image is decoded', () => {
  const large = { ...texture(8, 8, { mips: 4 }), pixelWidth: 4096, pixelHeight: 4096 };
  const image = { level: 0, layer: 1, face: 0, slice: 0 };
  const levelAt = (scale: number) => previewImageFor(large, image, scale)?.level;
  expect([0.9, 0.51, 0.5, 0.3, 0.25, 0.01].map(levelAt)).toEqual([undefined, undefined, 1, 1, 2, 3]);
  expect(levelAt(8)).toBeUndefined();
  expect(previewImageFor(large, image, 0.25)).toEqual({ ...image, level: 2 });
  expect(previewImageFor({ ...large, pixelDepth: 4 }, image, 0.25)).toBeUndefined();
  expect(previewImageFor({ ...large, pixelWidth: 1024, pixelHeight: 2048 }, image, 0.25)).toBeUndefined();
});
