import { deflateSync } from 'node:zlib';
import { decode as decodeFastPng } from 'fast-png';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../../../../tests/support/processor-time.js';
import { imageFailure, loadImage, noise } from '../testing/load-image.js';
import { filteredRows, joinPng, type PngSpec, pngChunk, pngHeader, writePng } from '../testing/write-png.js';

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const be16 = (values: readonly number[]): Uint8Array => Uint8Array.from(values.flatMap((v) => [v >> 8, v & 255]));

/** The pixels as pngjs decodes them, as RGBA. Its 16-bit output loses precision, so fast-png is used for depth 16. */
function oraclePixels(bytes: Uint8Array, spec: PngSpec): number[] {
  if (spec.depth < 16) return [...PNG.sync.read(Buffer.from(bytes)).data];
  const decoded = decodeFastPng(bytes);
  const channels = decoded.channels;
  const key = spec.before?.find(([type]) => type === 'tRNS')?.[1];
  const keyed =
    key === undefined
      ? undefined
      : Array.from({ length: key.length / 2 }, (_, i) => ((key[i * 2] ?? 0) << 8) | (key[i * 2 + 1] ?? 0));
  return Array.from({ length: spec.width * spec.height }, (_, p) => {
    const s = Array.from({ length: channels }, (_u, c) => decoded.data[p * channels + c] ?? 0);
    const rgb = channels >= 3 ? s.slice(0, 3) : [s[0] ?? 0, s[0] ?? 0, s[0] ?? 0];
    const alpha = channels % 2 === 0 ? (s[channels - 1] ?? 0) : keyed?.every((k, c) => k === s[c]) ? 0 : 65535;
    return [...rgb, alpha];
  }).flat();
}

/** pngjs blackens texels of the tRNS color; like libpng, we keep their color. */
function comparable(pixels: Uint8Array | Uint16Array, spec: PngSpec): number[] {
  const blackened = spec.depth < 16 && spec.colorType !== 3 && spec.before?.some(([type]) => type === 'tRNS');
  return Array.from(pixels, (v, i) => (blackened && pixels[i | 3] === 0 ? 0 : v));
}

function variants(): [string, PngSpec][] {
  const out: [string, PngSpec][] = [];
  for (const colorType of [0, 2, 3, 4, 6])
    for (const depth of DEPTHS[colorType] ?? [])
      for (const interlaced of [false, true])
        for (const keyed of colorType < 4 ? [false, true] : [false])
          for (const [width, height] of [
            [32, 32],
            [1, 1],
            [5, 3],
            [9, 17],
          ] as const) {
            // fast-png rejects a 16-bit key if there are fewer texels than channels.
            if (depth === 16 && keyed && width === 1) continue;
            const samples = noise(
              width * height * (CHANNELS[colorType] ?? 1),
              2 ** depth,
              depth * 31 + colorType + width,
            );
            const before: [string, Uint8Array][] = [];
            if (colorType === 3) before.push(['PLTE', Uint8Array.from(noise(3 * 2 ** depth, 256, depth))]);
            if (keyed)
              before.push([
                'tRNS',
                colorType === 3
                  ? Uint8Array.from(noise(Math.ceil(2 ** depth / 2), 256, 77))
                  : be16(samples.slice(0, CHANNELS[colorType])),
              ]);
            const name = `type ${colorType}, ${depth} bit${interlaced ? ', interlaced' : ''}${keyed ? ', tRNS' : ''}, ${width}×${height}`;
            out.push([
              name,
              {
                width,
                height,
                depth,
                colorType,
                samples,
                interlaced,
                before,
                filter: (y) => (y * 7 + width) % 5,
                idatParts: (width % 3) + 1,
              },
            ]);
          }
  return out;
}

describe('a PNG with very many IDAT chunks', () => {
  it('takes time by its bytes, not by its chunks, even empty ones', async () => {
    const spec: PngSpec = { width: 64, height: 64, depth: 8, colorType: 2, samples: noise(64 * 64 * 3, 256, 5) };
    const data = new Uint8Array(deflateSync(filteredRows(spec)));
    const empty = Buffer.from(pngChunk('IDAT', new Uint8Array()));
    const filled = Array.from(data, (byte) => pngChunk('IDAT', Uint8Array.of(byte)));
    const load = (emptyChunks: number) => {
      const bytes = joinPng(
        pngChunk('IHDR', pngHeader(64, 64, 8, 2)),
        new Uint8Array(Buffer.alloc(empty.length * emptyChunks, empty)),
        ...filled,
        pngChunk('IEND', new Uint8Array()),
      );
      return loadImage(bytes, 'a.png');
    };
    await expectLinear(load, 320_000);
    const { image } = await load(320_000);
    expect([...image.pixels.filter((_, i) => i % 4 < 3)]).toEqual(spec.samples);
  });
});

describe('decodePng', () => {
  const all = variants();
  it(`decodes ${all.length} variants of color type, depth, interlacing, filter and transparency like pngjs and fast-png`, async () => {
    for (const [name, spec] of all) {
      const bytes = writePng(spec);
      const { image, warnings } = await loadImage(bytes, 'a.png');
      expect([image.width, image.height], name).toEqual([spec.width, spec.height]);
      expect(comparable(image.pixels, spec), name).toEqual(oraclePixels(bytes, spec));
      expect(image.pixels instanceof Uint16Array, name).toBe(spec.depth === 16);
      const full = spec.depth === 16 ? 65535 : 255;
      expect(image.hasAlpha, name).toBe(image.pixels.some((v, i) => i % 4 === 3 && v !== full));
      expect(warnings, name).toEqual([]);
    }
  });

  it('decodes each filter for rows longer than a kernel batch', async () => {
    for (const filter of [0, 1, 2, 3, 4]) {
      const spec = {
        width: 301,
        height: 40,
        depth: 8,
        colorType: 6,
        samples: noise(301 * 40 * 4, 256, filter),
        filter: () => filter,
      };
      expect([...(await loadImage(writePng(spec), 'a.png')).image.pixels]).toEqual([...spec.samples]);
    }
  });

  const small: PngSpec = { width: 8, height: 8, depth: 8, colorType: 2, samples: noise(192, 256, 3) };
  const ihdr = pngChunk('IHDR', pngHeader(8, 8, 8, 2));
  const idat = pngChunk('IDAT', deflateSync(filteredRows(small)));
  const iend = pngChunk('IEND', new Uint8Array());
  const broken = (chunk: Uint8Array): Uint8Array => chunk.map((b, i) => (i === chunk.length - 1 ? b ^ 1 : b));
  const cases: [string, Uint8Array, string, RegExp][] = [
    ['a wrong checksum', joinPng(ihdr, broken(idat), iend), 'image/corrupt', /checksum of the PNG's IDAT/],
    ['the iOS variant', joinPng(pngChunk('CgBI', new Uint8Array(4)), ihdr, idat, iend), 'image/unsupported', /CgBI/],
    ['a first chunk other than IHDR', joinPng(idat, iend), 'image/corrupt', /begins with IDAT/],
    ['no pixels', joinPng(ihdr, iend), 'image/corrupt', /no pixels/],
    ['no end', joinPng(ihdr, idat), 'image/truncated', /before its IEND/],
    ['two headers', joinPng(ihdr, ihdr, idat, iend), 'image/corrupt', /two IHDR/],
    [
      'non-contiguous pixel chunks',
      joinPng(ihdr, idat, pngChunk('tEXt', Uint8Array.of(65, 0)), idat, iend),
      'image/corrupt',
      /not consecutive/,
    ],
    [
      'a color type that does not exist',
      joinPng(pngChunk('IHDR', pngHeader(8, 8, 8, 1)), idat, iend),
      'image/corrupt',
      /color type 1/,
    ],
    [
      'a depth that its type does not allow',
      joinPng(pngChunk('IHDR', pngHeader(8, 8, 4, 2)), idat, iend),
      'image/corrupt',
      /4 bits/,
    ],
    [
      'an interlace method that does not exist',
      joinPng(pngChunk('IHDR', pngHeader(8, 8, 8, 2, 2)), idat, iend),
      'image/corrupt',
      /interlace method 2/,
    ],
    ['no width', joinPng(pngChunk('IHDR', pngHeader(0, 8, 8, 2)), idat, iend), 'image/corrupt', /0×8/],
    [
      'an excessive width',
      joinPng(pngChunk('IHDR', pngHeader(16385, 8, 8, 2)), idat, iend),
      'image/too-large',
      /16385×8.*limit is 16384/,
    ],
    [
      'a palette type without a palette',
      joinPng(pngChunk('IHDR', pngHeader(8, 8, 8, 3)), idat, iend),
      'image/corrupt',
      /no palette/,
    ],
    [
      'a palette with an incomplete color',
      joinPng(ihdr, pngChunk('PLTE', new Uint8Array(4)), idat, iend),
      'image/corrupt',
      /palette of 4 bytes/,
    ],
    [
      'a palette after the pixels',
      joinPng(ihdr, idat, pngChunk('PLTE', new Uint8Array(3)), iend),
      'image/corrupt',
      /out of order/,
    ],
    [
      'an unknown critical chunk',
      joinPng(ihdr, pngChunk('XXXX', new Uint8Array(1)), idat, iend),
      'image/unsupported',
      /XXXX/,
    ],
    [
      'damaged compression',
      joinPng(ihdr, pngChunk('IDAT', Uint8Array.of(1, 2, 3, 4)), iend),
      'image/corrupt',
      /damaged/,
    ],
    [
      'too few rows',
      joinPng(ihdr, pngChunk('IDAT', deflateSync(filteredRows(small).subarray(0, 100))), iend),
      'image/truncated',
      /lack 100 of 200/,
    ],
    [
      'an unknown filter',
      joinPng(ihdr, pngChunk('IDAT', deflateSync(filteredRows(small).map((b, i) => (i === 50 ? 9 : b)))), iend),
      'image/corrupt',
      /row 2 .*filter/,
    ],
    [
      'too few bytes for its size',
      joinPng(pngChunk('IHDR', pngHeader(16384, 16384, 16, 6)), idat, iend),
      'image/truncated',
      /too few/,
    ],
    ['a truncated signature', Uint8Array.of(0x89, 0x50, 0x4e), 'image/truncated', /signature/],
    ['an empty file', new Uint8Array(), 'image/truncated', /empty/],
    ['another type of file', Uint8Array.of(0x47, 0x49, 0x46, 0x38, 0x39, 0x61), 'image/unknown-type', /neither a PNG/],
  ];
  for (const [name, bytes, code, message] of cases)
    it(`rejects ${name}`, async () => {
      const diagnostic = await imageFailure(bytes, 'bad.png');
      expect(diagnostic).toMatchObject({ code, file: 'bad.png', severity: 'error' });
      expect(diagnostic.message).toMatch(message);
      expect(diagnostic.where?.offset).toBeGreaterThanOrEqual(0);
    });

  it('rejects every truncation of a valid file', async () => {
    const bytes = writePng({ ...small, idatParts: 2 });
    for (let length = 0; length < bytes.length; length++)
      expect((await imageFailure(bytes.subarray(0, length), 'cut.png')).code).toMatch(/^image\/(truncated|corrupt)$/);
  });

  it('gives an image or a diagnostic for every flipped bit', async () => {
    const bytes = writePng(small);
    for (let bit = 0; bit < bytes.length * 8; bit += 3) {
      const damaged = bytes.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect((await imageFailure(damaged, 'flip.png')).code).toMatch(/^image\//);
    }
  });

  it('stops reading a stream that is longer than its header declares', async () => {
    const bomb = deflateSync(new Uint8Array(64 << 20));
    const bytes = joinPng(ihdr, pngChunk('IDAT', bomb), iend);
    const before = process.memoryUsage().arrayBuffers;
    const { image, warnings } = await loadImage(bytes, 'bomb.png');
    expect(image.pixels.length).toBe(256);
    expect(warnings).toMatchObject([{ code: 'image/odd-data' }]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 << 20);
  });

  it('skips a chunk with a wrong checksum that the pixels do not need', async () => {
    const bytes = joinPng(ihdr, broken(pngChunk('tEXt', Uint8Array.of(65, 0, 66))), idat, iend);
    const { image, warnings } = await loadImage(bytes, 'a.png');
    expect(image.pixels).toEqual((await loadImage(joinPng(ihdr, idat, iend), 'a.png')).image.pixels);
    expect(warnings).toMatchObject([{ code: 'image/odd-data', message: expect.stringContaining('tEXt') }]);
    const clear = broken(pngChunk('tRNS', new Uint8Array(6)));
    expect(await imageFailure(joinPng(ihdr, clear, idat, iend), 'a.png')).toMatchObject({ code: 'image/corrupt' });
  });

  it('uses the first frame of an animation, with a warning', async () => {
    const { image, warnings } = await loadImage(writePng({ ...small, before: [['acTL', new Uint8Array(8)]] }), 'a.png');
    expect(warnings).toMatchObject([{ code: 'image/animated' }]);
    expect(image.width).toBe(8);
  });

  it('warns if a texel is outside the palette, and makes it black', async () => {
    const spec = {
      width: 2,
      height: 1,
      depth: 8,
      colorType: 3,
      samples: [0, 7],
      before: [['PLTE', Uint8Array.of(9, 8, 7)]] as const,
    };
    const { image, warnings } = await loadImage(writePng(spec), 'a.png');
    expect([...image.pixels]).toEqual([9, 8, 7, 255, 0, 0, 0, 255]);
    expect(warnings).toMatchObject([{ code: 'image/odd-data' }]);
  });

  it('applies the orientation of its eXIf chunk', async () => {
    const exif = Uint8Array.of(0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0);
    const gray = {
      width: 3,
      height: 2,
      depth: 8,
      colorType: 0,
      samples: [1, 2, 3, 4, 5, 6],
      before: [['eXIf', exif]] as const,
    };
    const { image } = await loadImage(writePng(gray), 'a.png');
    expect([image.width, image.height]).toEqual([2, 3]);
    expect([...image.pixels].filter((_, i) => i % 4 === 0)).toEqual([4, 1, 5, 2, 6, 3]);
  });

  it('reads a PNG with a wrong file name, with a warning', async () => {
    const { image, warnings } = await loadImage(writePng(small), 'a.jpg');
    expect(image.width).toBe(8);
    expect(warnings).toMatchObject([{ code: 'image/misnamed' }]);
  });
});
