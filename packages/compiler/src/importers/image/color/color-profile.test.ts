// Which color information each container provides, and which takes precedence. Conversion is tested in convert-colors.test.ts.

import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ColorSpace } from '../../../model/image/color-space.js';
import { type Loaded, loadImage } from '../testing/load-image.js';
import { writeBmp } from '../testing/write-bmp.js';
import { ADOBE_RGB, type IccSpec, P3, SRGB_CURVE, writeIcc } from '../testing/write-icc.js';
import { writeJpeg } from '../testing/write-jpeg.js';
import { writePng } from '../testing/write-png.js';
import { vp8l, webpContainer } from '../testing/write-webp.js';

const p3 = writeIcc({ description: 'Display P3', xy: P3, curve: SRGB_CURVE });
/** P3's primaries adapted to D50, as its own profile lists them. */
const P3_D50 = [0.51512, 0.29198, 0.15711, 0.24119, 0.69225, 0.06657, -0.00105, 0.04189, 0.78407];

const u32 = (...values: number[]) =>
  Uint8Array.from(values.flatMap((v) => [v >>> 24, (v >> 16) & 255, (v >> 8) & 255, v & 255]));
const iccp = (profile: Uint8Array, name = 'a name') =>
  Uint8Array.from([...Buffer.from(`${name}\0\0`), ...deflateSync(profile)]);

const png = (...before: [string, Uint8Array][]): Promise<Loaded> =>
  loadImage(writePng({ width: 1, height: 1, depth: 8, colorType: 2, samples: [200, 100, 50], before }), 'a.png');
const grayPng = (...before: [string, Uint8Array][]): Promise<Loaded> =>
  loadImage(writePng({ width: 1, height: 1, depth: 8, colorType: 0, samples: [200], before }), 'a.png');
const app2 = (number: number, count: number, part: Uint8Array): [number, Uint8Array] => [
  0xe2,
  Uint8Array.from([...Buffer.from('ICC_PROFILE\0'), number, count, ...part]),
];
const jpeg = (...segments: [number, Uint8Array][]): Promise<Loaded> =>
  loadImage(writeJpeg({ blocksWide: 1, blocksHigh: 1, values: [99], segments }), 'a.jpg');
const webp = (profile: Uint8Array): Promise<Loaded> => {
  const pixels = { width: 1, height: 1, red: 1, blue: 2, alpha: 255, greens: [3, 4], picks: [0] } as const;
  const extended = Uint8Array.of(0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return loadImage(webpContainer(['VP8X', extended], ['ICCP', profile], ['VP8L', vp8l(pixels)]), 'a.webp');
};
const bmp = (profile: Uint8Array, type = 'DEBM', length = profile.length): Promise<Loaded> => {
  const plain = writeBmp({ width: 1, height: 1, bits: 24, headerBytes: 124, data: [1, 2, 3, 0] });
  const bytes = Buffer.concat([plain, profile]);
  bytes.write(type, 70);
  bytes.writeUInt32LE(plain.length - 14, 126);
  bytes.writeUInt32LE(length, 130);
  return loadImage(bytes, 'a.bmp');
};

function expectP3({ image, warnings }: Loaded): void {
  expect(warnings).toEqual([]);
  expect(image.colors?.name).toBe('Display P3');
  for (const [i, value] of P3_D50.entries()) expect(image.colors?.primaries?.[i]).toBeCloseTo(value, 3);
  const [curve] = image.colors?.curves ?? [];
  expect(curve).toMatchObject({ shape: 'power', g: expect.closeTo(2.4, 4), d: expect.closeTo(0.04045, 4) });
}

describe('an embedded profile', () => {
  it('is read from PNG', async () => expectP3(await png(['iCCP', iccp(p3)])));
  it('is read from WebP', async () => expectP3(await webp(p3)));
  it('is read from BMP', async () => expectP3(await bmp(p3)));
  it('is read from JPEG, in parts of any order', async () => {
    const [a, b, c] = [p3.subarray(0, 100), p3.subarray(100, 333), p3.subarray(333)];
    expectP3(await jpeg(app2(1, 1, p3)));
    expectP3(await jpeg(app2(3, 3, c), app2(1, 3, a), app2(2, 3, b)));
  });

  const curves: [string, IccSpec['curve'], object][] = [
    ['no samples: linear', { samples: [] }, { shape: 'power', g: 1, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0 }],
    ['one sample: a gamma', { gamma: 563 / 256 }, { shape: 'power', g: 563 / 256, a: 1, b: 0, d: 0 }],
    ['samples', { samples: [0, 9000, 65535] }, { shape: 'table', values: Uint16Array.of(0, 9000, 65535) }],
    ['parametric 0', { para: 0, values: [1.5] }, { g: 1.5, a: 1, b: 0, d: 0 }],
    ['parametric 1', { para: 1, values: [2, 0.5, -0.25] }, { g: 2, a: 0.5, b: -0.25, c: 0, d: 0.5, e: 0, f: 0 }],
    ['parametric 2', { para: 2, values: [2, 0.5, -0.25, 0.125] }, { a: 0.5, c: 0, d: 0.5, e: 0.125, f: 0.125 }],
    ['parametric 3', { para: 3, values: [2, 1, 0.5, 0.25, 0.125] }, { a: 1, b: 0.5, c: 0.25, d: 0.125, e: 0, f: 0 }],
    [
      'parametric 4',
      { para: 4, values: [2, 1, 0.5, 0.25, 0.125, 0.75, 0.0625] },
      { g: 2, a: 1, b: 0.5, c: 0.25, d: 0.125, e: 0.75, f: 0.0625 },
    ],
  ];
  for (const [name, curve, wanted] of curves)
    it(`has curves of ${name}`, async () => {
      const { image } = await png(['iCCP', iccp(writeIcc({ xy: ADOBE_RGB, curve }))]);
      expect(image.colors?.curves[1]).toMatchObject(wanted);
    });

  it('may be gray for a gray image', async () => {
    const gray = writeIcc({ space: 'GRAY', curve: { gamma: 1.75 } });
    const { image, warnings } = await grayPng(['iCCP', iccp(gray)]);
    expect(warnings).toEqual([]);
    expect(image.colors).toMatchObject({ primaries: undefined, curves: [{ g: 1.75 }, { g: 1.75 }, { g: 1.75 }] });
    expect((await jpeg(app2(1, 1, gray))).image.colors?.curves[0]).toMatchObject({ g: 1.75 });
    const colored = await png(['iCCP', iccp(gray)]);
    expect([colored.image.colors, colored.warnings[0]?.message]).toEqual([
      undefined,
      expect.stringMatching(/for gray images/),
    ]);
  });

  const faults: [string, () => Promise<Loaded>, RegExp][] = [
    [
      'is not one',
      () => png(['iCCP', iccp(new Uint8Array(200), 'Adobe RGB')]),
      /"Adobe RGB" is damaged \(its signature/,
    ],
    ['does not inflate', () => png(['iCCP', Uint8Array.of(65, 0, 0, 1, 2, 3)]), /cannot be decompressed/],
    ['lacks a part', () => jpeg(app2(1, 3, p3.subarray(0, 100)), app2(3, 3, p3.subarray(100))), /2 parts/],
    ['has a part twice', () => jpeg(app2(1, 2, p3), app2(1, 2, p3)), /2 parts/],
    ['uses tables', () => png(['iCCP', iccp(writeIcc({ curve: SRGB_CURVE, without: ['rTRC'] }))]), /uses tables/],
    ['is for CMYK', () => png(['iCCP', iccp(writeIcc({ space: 'CMYK', curve: SRGB_CURVE }))]), /for CMYK images/],
    ['is linked', () => bmp(p3, 'KNIL'), /is in another file/],
    ['reaches beyond its BMP', () => bmp(p3, 'DEBM', 1 << 20), /cut off/],
    ['has no gamma', () => webp(writeIcc({ curve: { gamma: 0 } })), /gamma of 0/],
    [
      'has primaries in a line',
      () =>
        webp(
          writeIcc({
            curve: SRGB_CURVE,
            xyz: [
              [1, 1, 1],
              [1, 1, 1],
              [1, 1, 1],
            ],
          }),
        ),
      /do not define a color space/,
    ],
  ];
  for (const [name, load, message] of faults)
    it(`that ${name} causes a warning, and the pixels stay as they are`, async () => {
      const { image, warnings } = await load();
      expect(image.colors).toBeUndefined();
      expect(warnings).toMatchObject([{ code: 'image/color-profile', message: expect.stringMatching(message) }]);
    });

  it('that uses tables and is named sRGB is treated as sRGB', async () => {
    const tables = writeIcc({ description: 'sRGB v4 ICC preference', curve: SRGB_CURVE, without: ['rTRC'] });
    expect(await png(['iCCP', iccp(tables)])).toMatchObject({ warnings: [] });
  });

  it('never fails an image, at any truncation or flipped bit', async () => {
    for (let length = 0; length < p3.length; length += 3) {
      const { image, warnings } = await webp(p3.subarray(0, length));
      // The last tag is one that the reader does not use.
      expect([image.colors === undefined, warnings.length]).toEqual(length < p3.length - 20 ? [true, 1] : [false, 0]);
    }
    for (let bit = 0; bit < p3.length * 8; bit += 5) {
      const damaged = p3.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const { image, warnings } = await webp(damaged);
      expect(warnings.length).toBe(image.colors === undefined ? 1 : 0);
    }
  });
});

describe("a PNG's color chunks", () => {
  const gamma = (value: number): [string, Uint8Array] => ['gAMA', u32(value)];
  const srgb: [string, Uint8Array] = ['cHRM', u32(31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)];
  const wide: [string, Uint8Array] = ['cHRM', u32(31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)];
  const intent: [string, Uint8Array] = ['sRGB', Uint8Array.of(0)];
  const code = (...values: number[]): [string, Uint8Array] => ['cICP', Uint8Array.from(values)];
  const colors = async (...before: [string, Uint8Array][]): Promise<ColorSpace | undefined> => {
    const { image, warnings } = await png(...before);
    expect(warnings).toEqual([]);
    return image.colors;
  };

  it('mean sRGB by a gamma of 1/2.2, with sRGB primaries or none', async () => {
    expect(await colors(gamma(45455))).toBeUndefined();
    expect(await colors(gamma(45455), srgb)).toBeUndefined();
    expect(await colors(srgb)).toBeUndefined();
    expect(await colors(intent)).toBeUndefined();
  });

  it('are a gamma and primaries if they are not those of sRGB', async () => {
    expect(await colors(gamma(100000))).toMatchObject({ curves: [{ g: 1 }, { g: 1 }, { g: 1 }], primaries: undefined });
    expect(await colors(gamma(55556), srgb)).toMatchObject({ curves: [{ g: 100000 / 55556 }, {}, {}] });
    const both = await colors(gamma(45455), wide);
    expect(both?.curves[0]).toMatchObject({ g: 100000 / 45455 });
    // For D65, as published.
    for (const [i, value] of [0.48657, 0.26567, 0.19822, 0.22897, 0.69174, 0.07929].entries())
      expect(both?.primaries?.[i]).toBeCloseTo(value, 4);
    expect((await colors(wide))?.curves[0]).toEqual({ shape: 'srgb' });
  });

  it('have the precedence cICP, iCCP, sRGB, gAMA and cHRM, in any order', async () => {
    const profile: [string, Uint8Array] = ['iCCP', iccp(p3)];
    expect(await colors(gamma(100000), wide, intent)).toBeUndefined();
    expect((await colors(gamma(100000), intent, profile))?.name).toBe('Display P3');
    expect((await colors(profile, intent, code(9, 8, 0, 1)))?.name).toBe('cICP 9/8/0/1');
    expect(await colors(profile, code(1, 13, 0, 1))).toMatchObject({ curves: [{ shape: 'srgb' }, {}, {}] });
  });

  it('cause a warning if they cannot be applied', async () => {
    const words = [
      gamma(0),
      gamma(4_000_000_000),
      ['gAMA', Uint8Array.of(1)],
      ['cHRM', u32(0, 0, 0, 0, 0, 0, 0, 0)],
      ['cHRM', u32(31270, 32900, 1, 1, 2, 2, 3, 3)],
      code(9, 16, 0, 1),
      code(1, 13, 0, 0),
      code(1, 13, 0),
    ] as const;
    for (const [type, payload] of words) {
      const { image, warnings } = await png([type, payload]);
      expect([image.colors, warnings.map((w) => w.code)]).toEqual([undefined, ['image/color-profile']]);
    }
  });
});
