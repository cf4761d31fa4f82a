import { describe, expect, it } from 'vitest';
import { imageFailure, loadImage } from '../testing/load-image.js';
import { vp8l, type WebpSpec, webpContainer } from '../testing/write-webp.js';

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

type Chunk = readonly [string, Uint8Array];

const animation = ([width, height]: readonly [number, number], ...frames: readonly Chunk[]): Uint8Array =>
  webpContainer(
    ['VP8X', Uint8Array.of(0x12, 0, 0, 0, (width - 1) & 255, (width - 1) >> 8, 0, height - 1, 0, 0)],
    ['ANIM', new Uint8Array(6)],
    ...frames,
  );

/** At an even position. */
function frame([left, top]: readonly [number, number], of: WebpSpec): Chunk {
  const head = [left / 2, 0, 0, top / 2, 0, 0, of.width - 1, 0, 0, of.height - 1, 0, 0, 100, 0, 0, 0];
  return ['ANMF', Uint8Array.from([...head, ...webpContainer(['VP8L', vp8l(of)]).subarray(12)])];
}

describe('decodeWebp', () => {
  it('decodes a lossless image with alpha', async () => {
    const { image, warnings } = await loadImage(file, 'a.webp');
    expect([image.width, image.height, image.hasAlpha]).toEqual([3, 2, true]);
    expect([...image.pixels]).toEqual(spec.picks.flatMap((p) => [200, spec.greens[p], 7, 128]));
    expect(warnings).toEqual([]);
  });

  it('applies the EXIF orientation and reads the profile', async () => {
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

  it('uses the first frame of an animation, with a warning', async () => {
    const bytes = animation([3, 2], frame([0, 0], spec), frame([0, 0], { ...spec, red: 9 }));
    const { image, warnings } = await loadImage(bytes, 'a.webp');
    expect([image.width, image.height, image.hasAlpha]).toEqual([3, 2, true]);
    expect([...image.pixels]).toEqual(spec.picks.flatMap((p) => [200, spec.greens[p], 7, 128]));
    expect(warnings).toMatchObject([{ code: 'image/animated', where: { offset: 44 } }]);
  });

  it('places a smaller first frame on a transparent canvas', async () => {
    const { image } = await loadImage(animation([6, 5], frame([2, 2], { ...spec, alpha: 255 })), 'a.webp');
    expect([image.width, image.height, image.hasAlpha]).toEqual([6, 5, true]);
    const row = (y: number) => [...image.pixels.subarray(y * 24, y * 24 + 24)];
    const texel = (pick: 0 | 1) => [200, spec.greens[pick], 7, 255];
    const clear = (count: number) => new Array<number>(count * 4).fill(0);
    expect(row(2)).toEqual([...clear(2), ...texel(0), ...texel(1), ...texel(0), ...clear(1)]);
    expect(row(3)).toEqual([...clear(2), ...texel(1), ...texel(1), ...texel(0), ...clear(1)]);
    for (const y of [0, 1, 4]) expect(row(y)).toEqual(clear(6));
  });

  it('rejects animations whose first frame is missing, too large or of another size than declared', async () => {
    expect(await imageFailure(animation([3, 2]), 'a.webp')).toMatchObject({ code: 'image/corrupt' });
    const beyond = animation([4, 2], frame([2, 0], spec));
    expect(await imageFailure(beyond, 'a.webp')).toMatchObject({ code: 'image/corrupt' });
    const other = animation([3, 3], ['ANMF', Uint8Array.from(frame([0, 0], spec)[1], (b, i) => (i === 9 ? 2 : b))]);
    expect(await imageFailure(other, 'a.webp')).toMatchObject({ code: 'image/corrupt' });
    expect(await imageFailure(animation([600, 2], frame([0, 0], spec)), 'a.webp', 512)).toMatchObject({
      code: 'image/too-large',
    });
  });

  it('rejects a size beyond the limit before decoding', async () => {
    const big = vp8l({ ...spec, width: 16384, height: 16384, picks: [] });
    expect(await imageFailure(webpContainer(['VP8L', big]), 'a.webp', 8192)).toMatchObject({ code: 'image/too-large' });
  });

  it('rejects every truncation', async () => {
    for (let length = 0; length < file.length; length++)
      expect((await imageFailure(file.subarray(0, length), 'cut.webp')).code).toMatch(
        /^image\/(truncated|corrupt|unknown-type)$/,
      );
  });

  it('gives an image or a diagnostic for every flipped bit', async () => {
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
