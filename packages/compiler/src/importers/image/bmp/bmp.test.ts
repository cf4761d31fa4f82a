import { describe, expect, it } from 'vitest';
import { imageFailure, loadImage } from '../testing/load-image.js';
import { type BmpSpec, writeBmp } from '../testing/write-bmp.js';

const BLACK = [0, 0, 0] as const;
const RED = [0, 0, 255] as const; // stored as blue, green, red
const GREEN = [0, 255, 0] as const;
const BLUE = [255, 0, 0] as const;
const NAMES: Readonly<Record<string, string>> = {
  '0,0,0,255': 'k',
  '255,0,0,255': 'r',
  '0,255,0,255': 'g',
  '0,0,255,255': 'b',
};

/** Texels row by row as letters, or as numbers if they are not a pure color. */
async function rows(spec: BmpSpec): Promise<string[]> {
  const { image, warnings } = await loadImage(writeBmp(spec), 'a.bmp');
  expect(warnings).toEqual([]);
  return Array.from({ length: image.height }, (_, y) =>
    Array.from({ length: image.width }, (_, x) => {
      const at = (y * image.width + x) * 4;
      const texel = [...image.pixels.subarray(at, at + 4)].join();
      return NAMES[texel] ?? `(${texel})`;
    }).join(''),
  );
}

const palette = [BLACK, RED, GREEN, BLUE];

describe('BMP', () => {
  it.each([
    [1, [0b10110000, 0, 0, 0, 0b01000000, 0, 0, 0], ['krk', 'rkr']],
    [2, [0b00011000, 0, 0, 0, 0b11100100, 0, 0, 0], ['bgr', 'krg']],
    [4, [0x01, 0x20, 0, 0, 0x32, 0x10, 0, 0], ['bgr', 'krg']],
    [8, [0, 1, 2, 0, 3, 2, 1, 0], ['bgr', 'krg']],
  ])('reads %i bits with a palette, rows from the bottom', async (bits, data, expected) => {
    const colors = palette.slice(0, Math.min(4, 1 << bits));
    expect(await rows({ width: 3, height: 2, bits, palette: colors, data })).toEqual(expected);
    expect(await rows({ width: 3, height: -2, bits, palette: colors, data })).toEqual([...expected].reverse());
    expect(await rows({ width: 3, height: 2, bits, palette: colors, data, headerBytes: 12 })).toEqual(expected);
    expect(await rows({ width: 3, height: 2, bits, palette: colors, data, headerBytes: 64 })).toEqual(expected);
  });

  it("finds pixels after the palette if the header's offset ignores it", async () => {
    const file = writeBmp({ width: 3, height: 2, bits: 8, palette, data: [0, 1, 2, 0, 3, 2, 1, 0] });
    const wanted = (await loadImage(file, 'a.bmp')).image.pixels;
    new DataView(file.buffer).setUint32(10, 54, true);
    expect([...(await loadImage(file, 'a.bmp')).image.pixels]).toEqual([...wanted]);
    expect(await imageFailure(file.subarray(0, 60), 'a.bmp')).toMatchObject({ code: 'image/corrupt' });
  });

  it('reads 16 bits as 5-5-5, and by its masks', async () => {
    expect(await rows({ width: 2, height: 1, bits: 16, data: [0x00, 0x7c, 0xe0, 0x03] })).toEqual(['rg']);
    const masks = [0xf800, 0x7e0, 0x1f];
    const data = [0x00, 0xf8, 0xe0, 0x07];
    for (const headerBytes of [40, 52, 56, 108, 124])
      expect(await rows({ width: 2, height: 1, bits: 16, compression: 3, masks, data, headerBytes })).toEqual(['rg']);
  });

  it('reads 24 bits with padded rows', async () => {
    const data = [...RED, ...GREEN, ...BLUE, 0, 0, 0, ...BLACK, ...BLACK, ...RED, 0, 0, 0];
    expect(await rows({ width: 3, height: 2, bits: 24, data })).toEqual(['kkr', 'rgb']);
  });

  it('takes the fourth byte of 32 bits as alpha unless it is always 0', async () => {
    expect(await rows({ width: 2, height: 1, bits: 32, data: [...RED, 0, ...BLUE, 0] })).toEqual(['rb']);
    expect(await rows({ width: 2, height: 1, bits: 32, data: [...RED, 0, ...BLUE, 128] })).toEqual([
      '(255,0,0,0)(0,0,255,128)',
    ]);
  });

  it('reads 32 bits by masks of any width, with alpha if there is a mask for it', async () => {
    const tenBits = [0x3ff00000, 0xffc00, 0x3ff];
    expect(
      await rows({ width: 1, height: 1, bits: 32, compression: 3, masks: tenBits, data: [0xff, 0x01, 0x08, 0x20] }),
    ).toEqual(['(128,128,127,255)']);
    const masks = [0xff, 0xff00, 0xff0000, 0xff000000];
    const spec = { width: 1, height: 1, bits: 32, masks, data: [10, 20, 30, 0] };
    expect(await rows({ ...spec, compression: 3, headerBytes: 108 })).toEqual(['(10,20,30,0)']);
    expect(await rows({ ...spec, compression: 6 })).toEqual(['(10,20,30,0)']);
  });

  it('unpacks runs of 8 bits: equal, literal, jumps, ends of row', async () => {
    const data = [2, 1, 1, 2, 0, 0, 0, 3, 3, 2, 1, 0, 0, 0, 0, 2, 1, 0, 2, 3, 0, 1];
    expect(await rows({ width: 3, height: 3, bits: 8, compression: 1, palette, data })).toEqual(['kbb', 'bgr', 'rrg']);
  });

  it('unpacks runs of 4 bits', async () => {
    const data = [3, 0x12, 0, 0, 0, 3, 0x32, 0x10, 0, 1];
    expect(await rows({ width: 3, height: 2, bits: 4, compression: 2, palette, data })).toEqual(['bgr', 'rgr']);
  });

  it.each([
    ['truncated pixels', { width: 4, height: 4, bits: 24, data: [1, 2, 3] }, 'image/truncated'],
    ['truncated runs', { width: 4, height: 4, bits: 8, compression: 1, palette, data: [3] }, 'image/truncated'],
    ['a width of 0', { width: 0, height: 4, bits: 24, data: [] }, 'image/corrupt'],
    ['an odd depth', { width: 1, height: 1, bits: 5, data: [0] }, 'image/unsupported'],
    ['a JPEG inside', { width: 1, height: 1, bits: 24, compression: 4, data: [0] }, 'image/unsupported'],
    ['more than the limit', { width: 99999, height: 1, bits: 24, data: [0] }, 'image/too-large'],
    ['indices without a palette', { width: 1, height: 1, bits: 8, data: [0, 0, 0, 0] }, 'image/corrupt'],
  ])('rejects %s', async (_, spec, code) => {
    expect((await imageFailure(writeBmp(spec), 'a.bmp')).code).toBe(code);
  });

  it.each([
    [4, 'JPEG'],
    [5, 'PNG'],
  ])('calls a BMP of compression %s a %s, whose depth is 0', async (compression, wrapped) => {
    expect(
      await imageFailure(writeBmp({ width: 1, height: 1, bits: 0, compression, data: [0] }), 'a.bmp'),
    ).toMatchObject({
      code: 'image/unsupported',
      message: `the BMP contains a ${wrapped}, which is not supported`,
      hint: 'Save the image as PNG.',
    });
  });

  it('gives an image or a diagnostic for every truncation and changed byte', async () => {
    const whole = writeBmp({
      width: 3,
      height: 3,
      bits: 8,
      compression: 1,
      palette,
      data: [3, 1, 0, 0, 3, 2, 0, 0, 3, 3, 0, 1],
    });
    for (let i = 0; i < whole.length; i++) {
      await loadImage(whole.subarray(0, i), 'a.bmp', 64).catch((e: unknown) => expect(e).toHaveProperty('diagnostic'));
      for (const value of [0, 1, 127, 255]) {
        const changed = whole.slice();
        changed[i] = value;
        await loadImage(changed, 'a.bmp', 64).catch((e: unknown) => expect(e).toHaveProperty('diagnostic'));
      }
    }
  });
});
