import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fromHalf, toHalf } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { HdrImage } from '../../../model/image/hdr-image.js';
import { hdrFailure, loadHdr } from '../testing/load-hdr.js';
import { noise } from '../testing/load-image.js';
import { type WrittenExr, writeExr } from '../testing/write-exr.js';

const fixtures = resolve(import.meta.dirname, '../testing/exr');
const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(join(fixtures, name)));
const floatsOf = (bytes: Uint8Array): Float32Array => new Float32Array(bytes.slice().buffer);
/** Negative values become 0. */
const clean = (values: Float32Array): number[] => Array.from(values, (value) => Math.max(value, 0));

const random = noise(40 * 50 * 4, 64, 11).map((value) => value / 32);
const WIDTH = 23;
const valueAt = (c: number) => (x: number, y: number) =>
  random[((y + 10) * WIDTH + Math.floor(x / 7) + 10) * 4 + (x < 5 ? x + c : c)] ?? 0;
const rgb = (type: 'half' | 'float' | 'uint') =>
  ['A', 'B', 'G', 'R'].map((name, i) => ({
    name,
    type,
    valueAt: (x: number, y: number) => (type === 'uint' ? Math.floor(valueAt(3 - i)(x, y) * 99) : valueAt(3 - i)(x, y)),
  }));
const image = (changes: Partial<WrittenExr> = {}): WrittenExr => ({
  channels: rgb('half').slice(1),
  dataWindow: [0, 0, WIDTH - 1, 20],
  ...changes,
});

/** The expected texels of a written file, from its value functions. */
function texelsOf(
  { channels, dataWindow, displayWindow = dataWindow }: WrittenExr,
  keep = (value: number) => value,
): number[] {
  const [left, top, right, bottom] = displayWindow;
  const out: number[] = [];
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++)
      for (const name of ['R', 'G', 'B', 'A']) {
        const channel = channels.find((each) => each.name === name);
        const isInside = x >= dataWindow[0] && x <= dataWindow[2] && y >= dataWindow[1] && y <= dataWindow[3];
        const value = channel === undefined ? (name === 'A' ? 1 : 0) : isInside ? channel.valueAt(x, y) : 0;
        const exact = channel?.type === 'half' ? fromHalf(toHalf(value)) : Math.fround(value);
        out.push(name === 'A' ? Math.min(1, exact) : keep(exact));
      }
  return out;
}

async function decoded(file: Uint8Array): Promise<HdrImage> {
  const { image: read, warnings } = await loadHdr(file, 'a.exr');
  expect(warnings).toEqual([]);
  return read;
}

describe('decodeExr', () => {
  it.each([
    'piz-half',
    'piz-float',
    'piz-uint',
    'b44',
    'b44a-tiled',
    'pxr24-float',
    'pxr24-half',
    'rle',
    'yc-zip',
    'yca-b44a',
    'mip-piz',
    'rip-zip',
    'multipart',
  ])("has exactly OpenEXR's texels for %s", async (name) => {
    const { image: read } = await loadHdr(fixture(`${name}.exr`), 'a.exr');
    expect([read.width, read.height]).toEqual([20, 38]);
    expect([...read.pixels]).toEqual(clean(floatsOf(fixture(`expected/${name}.f32`))));
  });

  it.each(['dwaa-half', 'dwab-float', 'dwab-tiled', 'yca-dwaa'])("has OpenEXR's texels for %s", async (name) => {
    const { image: read } = await loadHdr(fixture(`${name}.exr`), 'a.exr');
    const expected = clean(floatsOf(fixture(`expected/${name}.f32`)));
    expect([read.width, read.height]).toEqual([20, 38]);
    const off = expected.map((value, i) => Math.abs((read.pixels[i] ?? 0) - value) / (value + 1e-3));
    // A DCT sum occasionally rounds to the other half, and the power of 2.2 enlarges the difference.
    expect(Math.max(...off)).toBeLessThan(name === 'yca-dwaa' ? 0.02 : 0.006);
    expect(off.filter((difference) => difference > 1e-6).length).toBeLessThan(expected.length / 50);
    expect(expected.filter((_, i) => i % 4 === 3)).toEqual([...read.pixels].filter((_, i) => i % 4 === 3));
  });

  it.each([0, 1, 2, 3] as const)('decodes compression %i for every type, in lines and tiles', async (compression) => {
    for (const type of ['half', 'float', 'uint'] as const)
      for (const tile of [undefined, [8, 5] as const]) {
        const written = image({ channels: rgb(type), compression, ...(tile === undefined ? {} : { tile }) });
        const file = writeExr(written);
        expect([...(await decoded(file)).pixels]).toEqual(texelsOf(written));
        if (compression > 0) expect(file.length).toBeLessThan(writeExr({ ...written, compression: 0 }).length);
      }
  });

  it('decodes PXR24, whose floats lost a byte', async () => {
    const shortened = (value: number): number => {
      const bits = new Uint32Array(Float32Array.of(value).buffer);
      return new Float32Array(bits.map((word) => word & 0xffffff00).buffer)[0] ?? 0;
    };
    for (const type of ['half', 'float', 'uint'] as const) {
      const written = image({ channels: rgb(type).slice(1), compression: 5 });
      const keep = type === 'float' ? shortened : (value: number) => value;
      expect([...(await decoded(writeExr(written))).pixels]).toEqual(texelsOf(written, keep));
    }
  });

  it('accepts chunks in any order, with and without a valid table', async () => {
    for (const hasTable of [true, false])
      for (const compression of [0, 3] as const)
        for (const tile of [undefined, [7, 4] as const]) {
          const order = (count: number) => Array.from({ length: count }, (_, i) => (i * 7 + 3) % count);
          const written = image({
            compression,
            hasTable,
            dataWindow: [-3, -5, 17, 32],
            ...(tile === undefined ? { order } : { tile, order: (count) => order(count).reverse() }),
          });
          const isOrder = new Set(order(chunkCountOf(written))).size === chunkCountOf(written);
          const file = writeExr(
            isOrder
              ? written
              : { ...written, order: (count) => Array.from({ length: count }, (_, i) => count - 1 - i) },
          );
          expect([...(await decoded(file)).pixels]).toEqual(texelsOf(written));
        }
  });

  it('decodes the display window: black around a smaller data window, a larger one cropped', async () => {
    for (const channels of [rgb('half'), rgb('half').slice(1)])
      for (const displayWindow of [
        [-4, -3, 30, 29],
        [3, 2, 9, 7],
        [10, -5, 40, 8],
      ] as const) {
        const written = image({ channels, displayWindow, compression: 3 });
        const read = await decoded(writeExr(written));
        const [left, top, right, bottom] = displayWindow;
        expect([read.width, read.height]).toEqual([right - left + 1, bottom - top + 1]);
        expect([...read.pixels]).toEqual(texelsOf(written));
      }
    const apart = image({ displayWindow: [100, 100, 110, 110] });
    const { image: read, warnings } = await loadHdr(writeExr(apart), 'a.exr');
    expect(read.width).toBe(WIDTH);
    expect(warnings).toMatchObject([{ code: 'image/odd-data' }]);
  });

  it('finds the colors among channels and layers, and reports unused ones', async () => {
    const one = (name: string, value: number) => ({ name, type: 'float' as const, valueAt: () => value });
    const read = async (...channels: ReturnType<typeof one>[]) => {
      const { image: found, warnings } = await loadHdr(writeExr({ channels, dataWindow: [0, 0, 0, 0] }), 'a.exr');
      return [[...found.pixels], warnings.map(({ code, message }) => `${code} ${message}`)];
    };
    const unused = (used: string, left: string) => [
      `image/unused-channels the channels ${used} of the OpenEXR file are used, but not ${left}`,
    ];
    expect(await read(one('Y', 2))).toEqual([[2, 2, 2, 1], []]);
    expect(await read(one('A', 0.5), one('Y', 2))).toEqual([[2, 2, 2, 0.5], []]);
    expect(await read(one('G', 3), one('R', 2))).toEqual([[2, 3, 0, 1], []]);
    expect(await read(one('b', 4), one('g', 3), one('r', 2))).toEqual([[2, 3, 4, 1], []]);
    expect(await read(one('Z', 9))).toEqual([[9, 9, 9, 1], []]);
    expect(await read(one('B', 4), one('G', 3), one('R', 2), one('Z', 9))).toEqual([
      [2, 3, 4, 1],
      unused('B, G, R', 'Z'),
    ]);
    const layers = [one('Sun.B', 4), one('Sun.G', 3), one('Sun.R', 2), one('Sun.Depth.Z', 9), one('Sun.Normal.Y', 9)];
    expect(await read(...layers)).toEqual([[2, 3, 4, 1], unused('Sun.B, Sun.G, Sun.R', 'Sun.Depth.Z, Sun.Normal.Y')]);
    // Chroma for every texel: R = (RY + 1)·Y, and the luminance is Y.
    const [[r = 0, g = 0, b = 0] = []] = (await read(one('BY', -0.5), one('RY', 0.25), one('Y', 2))) as [
      number[],
      string[],
    ];
    expect([r, b]).toEqual([2.5, 1]);
    expect(0.212639 * r + 0.715169 * g + 0.072192 * b).toBeCloseTo(2, 5);
    const normals = writeExr({ channels: [one('X', 1), one('Z', 1)], dataWindow: [0, 0, 0, 0] });
    expect(await hdrFailure(normals, 'a.exr')).toMatchObject({
      code: 'image/unsupported',
      message: 'the OpenEXR file has no color channels, only X, Z',
    });
  });

  it('repeats a subsampled channel for all texels that it covers', async () => {
    const [blue, green, red] = rgb('half').slice(1);
    if (blue === undefined || green === undefined || red === undefined) throw new Error('no channels');
    const written = image({
      channels: [{ ...blue, step: 2 }, green, red],
      dataWindow: [-2, -4, 19, 21],
      compression: 3,
    });
    const thin = image({
      ...written,
      channels: [
        { ...blue, valueAt: (x, y) => blue.valueAt(Math.floor(x / 2) * 2, Math.floor(y / 2) * 2) },
        green,
        red,
      ],
    });
    expect([...(await decoded(writeExr(written))).pixels]).toEqual(texelsOf(thin));
  });

  it('replaces and counts NaN, negative and infinite values', async () => {
    const values = [Number.NaN, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 70000];
    const channel = (name: string) => ({ name, type: 'float' as const, valueAt: (x: number) => values[x] ?? 0 });
    const file = writeExr({ channels: [channel('A'), channel('R')], dataWindow: [0, 0, 5, 0] });
    const { image: read, warnings } = await loadHdr(file, 'a.exr');
    expect([...read.pixels].filter((_, i) => i % 4 === 0)).toEqual([0, 0, 65504, 0, 0, 70000]);
    expect([...read.pixels].filter((_, i) => i % 4 === 3)).toEqual([0, 0, 1, 0, 0, 1]);
    expect(read.pixels.some((value) => Object.is(value, -0))).toBe(false);
    expect(warnings).toMatchObject([
      {
        code: 'image/no-light',
        message:
          'the image has values that light cannot have: 2 NaN (stored as 0), 4 negative (stored as 0), 2 infinite (stored as 65504)',
      },
    ]);
  });

  it('converts its primaries to those of sRGB', async () => {
    const floats = (...values: readonly number[]) => [...new Uint8Array(Float32Array.from(values).buffer)];
    const one = (name: string, value: number) => ({ name, type: 'float' as const, valueAt: () => value });
    const read = async (r: number, g: number, b: number, primaries: readonly number[]) =>
      loadHdr(
        writeExr({
          channels: [one('B', b), one('G', g), one('R', r)],
          dataWindow: [0, 0, 0, 0],
          more: [['chromaticities', 'chromaticities', floats(...primaries)]],
        }),
        'a.exr',
      );
    const acescg = [0.713, 0.293, 0.165, 0.83, 0.128, 0.044, 0.32168, 0.33767];
    const white = await read(4, 4, 4, acescg);
    for (const value of white.image.pixels.subarray(0, 3)) expect(value).toBeCloseTo(4, 4);
    // As published for AP1 to BT.709 with Bradford's adaptation: rows 1.70505 −0.62179 −0.08326, −0.13026 1.1408 −0.01055, −0.024 −0.12897 1.15297.
    const red = await read(1, 0, 0, acescg);
    expect(red.image.pixels[0]).toBeCloseTo(1.70505, 3);
    expect([...red.image.pixels.subarray(1, 4)]).toEqual([0, 0, 1]);
    const mixed = (await read(0.5, 1, 2, acescg)).image.pixels;
    for (const [i, value] of [0.06422, 1.05457, 2.16497].entries()) expect(mixed[i]).toBeCloseTo(value, 3);
    expect(red.warnings).toEqual([]);
    const srgb = await read(0.1, 0.2, 0.3, [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329]);
    expect([...srgb.image.pixels]).toEqual([0.1, 0.2, 0.3, 1].map(Math.fround));
    const broken = await read(0.1, 0.2, 0.3, [0, 0, 0, 0, 0, 0, 0, 0]);
    expect(broken.image.pixels[2]).toBe(Math.fround(0.3));
    expect(broken.warnings).toMatchObject([{ code: 'image/color-profile' }]);
  });

  it.each([{}, { tile: [8, 5] }] as const)('uses the flags of a plain file (%o), not its type', async (layout) => {
    for (const type of ['scanlineimage', 'tiledimage', 'deepscanline', 'deeptile']) {
      const written = image({ ...layout, more: [['type', 'string', [...Buffer.from(type)]]] });
      expect([...(await decoded(writeExr(written))).pixels]).toEqual(texelsOf(written));
    }
  });

  it('rejects deep data, unknown compressions and files that are not OpenEXR', async () => {
    expect(await hdrFailure(fixture('deep.exr'), 'a.exr')).toMatchObject({
      code: 'image/unsupported',
      message: 'the OpenEXR file contains deep data (several values per texel)',
    });
    const unknown = writeExr(image());
    unknown[Buffer.from(unknown).indexOf('compression\0compression\0') + 28] = 77;
    expect(await hdrFailure(unknown, 'a.exr')).toMatchObject({
      code: 'image/corrupt',
      message: 'the OpenEXR file is compressed with the unknown method 77, which is not supported',
    });
    expect(await hdrFailure(Buffer.from('v/1?'), 'a.exr')).toMatchObject({ code: 'image/unknown-type' });
    expect((await loadHdr(writeExr(image()), 'a.hdr')).warnings).toMatchObject([{ code: 'image/misnamed' }]);
  });

  it('reports negative values, but not those that filters and lossy compression leave near 0', async () => {
    const dark = (value: number) => ({
      name: 'R',
      type: 'float' as const,
      valueAt: (x: number) => (x === 1 ? value : 1),
    });
    expect((await loadHdr(writeExr(image({ channels: [dark(-0.003)] })), 'a.exr')).warnings).toEqual([]);
    const { image: read, warnings } = await loadHdr(writeExr(image({ channels: [dark(-0.1)] })), 'a.exr');
    expect(warnings).toMatchObject([
      { code: 'image/no-light', message: 'the image has values that light cannot have: 21 negative (stored as 0)' },
    ]);
    expect(read.pixels[4]).toBe(0);
  });

  it('rejects absurd sizes before allocating memory', async () => {
    const sized = (...window: [number, number, number, number]) => {
      const file = Buffer.from(writeExr(image()));
      for (const name of ['dataWindow\0box2i\0', 'displayWindow\0box2i\0'])
        file.set(new Uint8Array(Int32Array.from(window).buffer), file.indexOf(name) + name.length + 4);
      return file;
    };
    expect(await hdrFailure(sized(0, 0, 59999, 59999), 'a.exr')).toMatchObject({ code: 'image/too-large' });
    expect(await hdrFailure(sized(-2147483648, 0, 2147483647, 9), 'a.exr')).toMatchObject({
      code: 'image/too-large',
    });
    expect(await hdrFailure(sized(5, 5, 4, 4), 'a.exr')).toMatchObject({ code: 'image/corrupt' });
    expect(await hdrFailure(sized(0, 0, 59999, 59999), 'a.exr', 65536)).toMatchObject({ code: 'image/truncated' });
  });
});

const chunkCountOf = (written: WrittenExr): number => {
  const [left, top, right, bottom] = written.dataWindow;
  if (written.tile !== undefined)
    return Math.ceil((right - left + 1) / written.tile[0]) * Math.ceil((bottom - top + 1) / written.tile[1]);
  return Math.ceil((bottom - top + 1) / (written.compression === 3 ? 16 : 1));
};

describe('decodeExr on damaged files', () => {
  const names = ['piz-half', 'b44', 'b44a-tiled', 'pxr24-float', 'rle', 'yc-zip', 'multipart', 'deep', 'dwaa-half'];

  it.each(names)('gives a diagnostic for every truncation of %s', async (name) => {
    const file = fixture(`${name}.exr`);
    for (let length = 1; length < file.length; length += 1 + Math.floor(file.length / 150)) {
      const failure = await hdrFailure(file.subarray(0, length), 'a.exr');
      // The missing bytes may belong to a part that is not read.
      if (name !== 'multipart' || failure !== undefined) expect(failure?.code).toMatch(/^image\//);
    }
  });

  it.each(names)('gives an image or a diagnostic for %s with changed bytes', async (name) => {
    const file = fixture(`${name}.exr`);
    // Every other byte of the header, and some of the rest.
    const offsets = [...Array.from({ length: 170 }, (_, n) => n * 2), ...noise(120, file.length, 5)];
    for (const [i, at] of offsets.entries()) {
      const bytes = file.slice();
      bytes[at] = i % 3 === 0 ? 0xff : (bytes[at] ?? 0) ^ (1 << (i % 8));
      const failure = await hdrFailure(bytes, 'a.exr', 4096);
      if (failure !== undefined) expect(failure.code).toMatch(/^image\//);
    }
  });
});
