import { describe, expect, it } from 'vitest';
import { loadImage, refusalOf } from './testing/load-image.js';
import { vp8l, type WebpSpec, webpContainer } from './testing/write-webp.js';

const spec: WebpSpec = {
  width: 3,
  height: 2,
  red: 200,
  blue: 7,
  alpha: 128,
  greens: [5, 90],
  picks: [0, 1, 0, 1, 1, 0],
};
const file = webpContainer(['VP8L', vp8l(spec)]);

describe('decodeWebp', () => {
  it('decodes a lossless image with alpha', async () => {
    const { image, warnings } = await loadImage(file, 'a.webp');
    expect([image.width, image.height, image.hasAlpha]).toEqual([3, 2, true]);
    expect([...image.pixels]).toEqual(spec.picks.flatMap((p) => [200, spec.greens[p], 7, 128]));
    expect(warnings).toEqual([]);
  });

  it('honours the EXIF chunk and notes the profile', async () => {
    const tiff = Uint8Array.of(0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0);
    const extended = Uint8Array.of(0x08 | 0x20 | 0x10, 0, 0, 0, 2, 0, 0, 1, 0, 0);
    const bytes = webpContainer(
      ['VP8X', extended],
      ['ICCP', new Uint8Array(140)],
      ['VP8L', vp8l(spec)],
      ['EXIF', tiff],
    );
    const { image, warnings } = await loadImage(bytes, 'a.webp');
    expect([image.width, image.height]).toEqual([2, 3]);
    expect([...image.pixels].filter((_, i) => i % 4 === 1)).toEqual([5, 5, 90, 90, 5, 90]);
    expect(warnings).toMatchObject([{ code: 'image/color-profile' }]);
  });

  it('refuses an animation', async () => {
    const bytes = webpContainer(['VP8X', Uint8Array.of(2, 0, 0, 0, 2, 0, 0, 1, 0, 0)], ['ANIM', new Uint8Array(6)]);
    expect(await refusalOf(bytes, 'a.webp')).toMatchObject({ code: 'image/animated' });
  });

  it('refuses a size beyond the limit before decoding', async () => {
    const big = vp8l({ ...spec, width: 16384, height: 16384, picks: [] });
    expect(await refusalOf(webpContainer(['VP8L', big]), 'a.webp', 8192)).toMatchObject({ code: 'image/too-large' });
  });

  it('refuses every truncation', async () => {
    for (let length = 0; length < file.length; length++)
      expect((await refusalOf(file.subarray(0, length), 'cut.webp')).code).toMatch(
        /^image\/(truncated|corrupt|unknown-type)$/,
      );
  });

  it('answers every flipped bit with an image or a diagnostic', async () => {
    for (let bit = 0; bit < file.length * 8; bit++) {
      const damaged = file.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const result = await loadImage(damaged, 'flip.webp', 512).then(
        () => 'image',
        (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
      );
      expect(result).toMatch(/^(image|AssetError)$/);
    }
  });
});
