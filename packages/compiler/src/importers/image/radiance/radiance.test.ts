import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataUtils, FloatType } from 'three';
import { HDRLoader } from 'three/examples/jsm/loaders/HDRLoader.js';
import { describe, expect, it } from 'vitest';
import { corpusFolder } from '../../../testing/corpus.js';
import { hdrFailure, loadHdr } from '../testing/load-hdr.js';
import { noise } from '../testing/load-image.js';
import { type RadianceCoding, writeRadiance } from '../testing/write-radiance.js';

const CODINGS: readonly RadianceCoding[] = ['planes', 'repeats', 'flat'];
const corpus = join(corpusFolder, 'hdr');

/** Texels with runs of every length, and literals between them; none resembles a repeat or a planar scanline. */
function texelsOf(count: number, seed: number): number[] {
  const [values, runs] = [noise(count * 4, 256, seed), noise(count, 6, seed + 1)];
  const texels: number[] = [];
  for (let i = 0; texels.length < count * 4; i++) {
    const run = runs[i] === 0 ? 40 * (1 + (i % 9)) : 1;
    const texel = [128 + ((values[i * 4] ?? 0) & 127), values[i * 4 + 1] ?? 0, values[i * 4 + 2] ?? 0, 100 + (i % 50)];
    for (let n = 0; n < run; n++) texels.push(...texel);
  }
  return texels.slice(0, count * 4);
}

const lightOf = (texels: ArrayLike<number>, i: number): number =>
  i % 4 === 3
    ? 1
    : texels[i - (i % 4) + 3] === 0
      ? 0
      : Math.fround((texels[i] ?? 0) * 2 ** ((texels[i - (i % 4) + 3] ?? 0) - 136));

describe('decodeRadiance', () => {
  it.each(CODINGS)('decodes %s', async (coding) => {
    const texels = texelsOf(600 * 5, 7);
    const file = writeRadiance({ scanlineCount: 5, scanlineLength: 600, texels, coding });
    const { image, warnings } = await loadHdr(file, 'a.hdr');
    expect([image.width, image.height, image.hasAlpha]).toEqual([600, 5, false]);
    expect([...image.pixels]).toEqual(texels.map((_, i) => lightOf(texels, i)));
    expect(warnings).toEqual([]);
  });

  it('decodes images too narrow or too wide for planes', async () => {
    for (const length of [7, 0x8000]) {
      const texels = texelsOf(length, 3);
      // They start like planes, but such scanlines cannot be planes.
      texels.splice(0, 4, 2, 2, length >> 8, length & 255);
      const file = writeRadiance({ scanlineCount: 1, scanlineLength: length, texels, coding: 'flat' });
      const { image } = await loadHdr(file, 'a.hdr', 40000);
      expect([...image.pixels]).toEqual(texels.map((_, i) => lightOf(texels, i)));
    }
  });

  it('decodes an exponent of 0 as black, for any mantissas', async () => {
    const file = writeRadiance({
      scanlineCount: 1,
      scanlineLength: 2,
      texels: [9, 8, 7, 0, 128, 64, 0, 129],
      coding: 'flat',
    });
    expect([...(await loadHdr(file, 'a.hdr')).image.pixels]).toEqual([0, 0, 0, 1, 1, 0.5, 0, 1]);
  });

  it.each([
    ['-Y {first} +X {second}', (s: number, x: number) => [x, s]],
    ['-Y {first} -X {second}', (s: number, x: number) => [3 - x, s]],
    ['+Y {first} +X {second}', (s: number, x: number) => [x, 2 - s]],
    ['+Y {first} -X {second}', (s: number, x: number) => [3 - x, 2 - s]],
    ['+X {first} -Y {second}', (s: number, x: number) => [s, x]],
    ['+X {first} +Y {second}', (s: number, x: number) => [s, 3 - x]],
    ['-X {first} -Y {second}', (s: number, x: number) => [2 - s, x]],
    ['-X {first} +Y {second}', (s: number, x: number) => [2 - s, 3 - x]],
  ] as const)('applies the orientation %s', async (size, placeOf) => {
    const [count, length] = [3, 4];
    const texels = texelsOf(count * length, 5);
    const file = writeRadiance({ scanlineCount: count, scanlineLength: length, texels, coding: 'flat', size });
    const { image } = await loadHdr(file, 'a.hdr');
    expect([image.width, image.height]).toEqual(size[1] === 'Y' ? [length, count] : [count, length]);
    for (let s = 0; s < count; s++)
      for (let x = 0; x < length; x++) {
        const [toX = -1, toY = -1] = placeOf(s, x);
        const from = (s * length + x) * 4;
        const to = (toY * image.width + toX) * 4;
        for (let c = 0; c < 3; c++) expect(image.pixels[to + c]).toBe(lightOf(texels, from + c));
      }
  });

  it('divides by every EXPOSURE and COLORCORR in the header', async () => {
    const variables = [
      'FORMAT=32-bit_rle_rgbe',
      'EXPOSURE=2',
      'pfilt -1',
      'EXPOSURE= 2.0',
      'COLORCORR= 1 2 .5',
      '\tEXPOSURE=9',
    ];
    const file = writeRadiance({
      scanlineCount: 1,
      scanlineLength: 1,
      texels: [128, 128, 128, 131],
      coding: 'flat',
      variables,
    });
    const { image, warnings } = await loadHdr(file, 'a.hdr');
    expect([...image.pixels]).toEqual([1, 0.5, 2, 1]);
    expect(warnings).toEqual([]);
  });

  it('reports the variables that it does not apply', async () => {
    const variables = ['EXPOSURE=0', 'PIXASPECT=1.5', 'GAMMA=2.2', 'GAMMA=1', 'PIXASPECT=1.0', 'EXPOSURE=bright'];
    const file = writeRadiance({
      scanlineCount: 1,
      scanlineLength: 1,
      texels: [128, 0, 0, 129],
      coding: 'flat',
      variables,
    });
    const { image, warnings } = await loadHdr(file, 'a.hdr');
    expect(image.pixels[0]).toBe(1);
    expect(warnings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'image/odd-data Radiance picture: EXPOSURE=0 is not applied',
      'image/odd-data Radiance picture: its pixel aspect ratio of 1.5 is ignored',
      'image/odd-data Radiance picture: its gamma of 2.2, which the format does not define, is ignored; its values are read as linear',
      'image/odd-data Radiance picture: EXPOSURE=bright is not applied',
    ]);
  });

  it('converts primaries, except default ones', async () => {
    const red = async (primaries: string) => {
      const variables = [`PRIMARIES= ${primaries}`];
      const file = writeRadiance({
        scanlineCount: 1,
        scanlineLength: 1,
        texels: [128, 0, 0, 129],
        coding: 'flat',
        variables,
      });
      return [...(await loadHdr(file, 'a.hdr')).image.pixels];
    };
    expect(await red('0 0 0 0 0 0 0 0')).toEqual([1, 0, 0, 1]);
    expect(await red('0.6400 0.3300 0.2900 0.6000 0.1500 0.0600 0.3333 0.3333')).toEqual([1, 0, 0, 1]);
    // Display P3's red is redder than sRGB's.
    const [r = 0, g, b] = await red('.68 .32 .265 .69 .15 .06 .3127 .329');
    expect(r).toBeCloseTo(1.2249, 3);
    expect([g, b]).toEqual([0, 0]);
  });

  it('converts XYZ: equal energy is white, Y is the luminance', async () => {
    const xyz = (texels: readonly number[], ...more: readonly string[]) =>
      writeRadiance({
        scanlineCount: 1,
        scanlineLength: 1,
        texels,
        coding: 'flat',
        variables: ['FORMAT=32-bit_rle_xyze', ...more],
      });
    const white = (await loadHdr(xyz([128, 128, 128, 129]), 'a.hdr')).image.pixels;
    for (const value of white) expect(value).toBeCloseTo(1, 3);
    const [r = 0, g = 0, b = 0] = (await loadHdr(xyz([100, 128, 60, 130]), 'a.hdr')).image.pixels;
    // The luminances of Radiance's primaries: 0.265, 0.670 and 0.065.
    expect(0.265 * r + 0.67 * g + 0.065 * b).toBeCloseTo(2, 2);
    // As ra_xyze records the lumens that it did not multiply by.
    const noted = (await loadHdr(xyz([128, 128, 128, 129], `EXPOSURE=${1 / 179}`), 'a.hdr')).image.pixels;
    expect([...noted]).toEqual([...white]);
    // A saturated green outside the primaries.
    expect(Math.min(...(await loadHdr(xyz([10, 200, 10, 129]), 'a.hdr')).image.pixels)).toBe(0);
  });

  it('rejects truncated files, other formats, excessive and missing sizes', async () => {
    const picture = { scanlineCount: 4, scanlineLength: 16, texels: texelsOf(64, 1) };
    for (const coding of CODINGS) {
      const file = writeRadiance({ ...picture, coding });
      for (let length = 1; length < file.length; length += 3)
        expect((await hdrFailure(file.subarray(0, length), 'a.hdr'))?.code).toMatch(
          /^image\/(truncated|unknown-type)$/,
        );
    }
    const write = (size: string, variables?: readonly string[]) =>
      writeRadiance({ ...picture, coding: 'flat', size, ...(variables === undefined ? {} : { variables }) });
    expect(await hdrFailure(write('-Y 60000 +X 60000'), 'a.hdr')).toMatchObject({ code: 'image/too-large' });
    expect(await hdrFailure(write('-Y 0 +X 9'), 'a.hdr')).toMatchObject({ code: 'image/corrupt' });
    expect(await hdrFailure(write('-Y 16384 +X 16384'), 'a.hdr')).toMatchObject({ code: 'image/truncated' });
    expect(await hdrFailure(write('-Y 4 +X 16', ['FORMAT=Radiance_spectra']), 'a.hdr')).toMatchObject({
      code: 'image/unsupported',
    });
    expect(await hdrFailure(Buffer.from(`#?RGBE\n${'x\n'.repeat(1 << 20)}`), 'a.hdr')).toMatchObject({
      code: 'image/corrupt',
    });
    expect(await hdrFailure(Buffer.from('P6 1 1 255'), 'a.hdr')).toMatchObject({ code: 'image/unknown-type' });
    const odd = writeRadiance({ ...picture, coding: 'planes' });
    odd[odd.length - 1] = 0;
    odd[odd.indexOf(2, odd.indexOf(0x58) + 4) + 3] = 17;
    expect(await hdrFailure(odd, 'a.hdr')).toMatchObject({ code: 'image/corrupt' });
  });

  it('gives an image or a diagnostic for flipped bits', async () => {
    for (const coding of CODINGS) {
      const file = writeRadiance({ scanlineCount: 6, scanlineLength: 40, texels: texelsOf(240, 2), coding });
      for (let at = 0; at < file.length; at++) {
        const bytes = file.slice();
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
        const refusal = await hdrFailure(bytes, 'a.hdr', 4096);
        if (refusal !== undefined) expect(refusal.code).toMatch(/^image\//);
      }
    }
  });
});

describe.skipIf(!existsSync(corpus))('decodeRadiance compared with three', () => {
  it("has three's texels, except that three divides by 255", async () => {
    const file = new Uint8Array(readFileSync(join(corpus, 'venice_sunset_1k.hdr')));
    const { image, warnings } = await loadHdr(file, 'venice_sunset_1k.hdr');
    expect(warnings).toEqual([]);
    const theirs = new HDRLoader().setDataType(FloatType).parse(file.slice().buffer);
    expect([image.width, image.height]).toEqual([theirs.width, theirs.height]);
    let [different, halfs] = [0, 0];
    for (let i = 0; i < image.pixels.length; i++) {
      if (i % 4 === 3) continue;
      const ours = image.pixels[i] ?? -1;
      const three = Number(theirs.data?.[i]);
      if (Math.fround((ours * 256) / 255) !== Math.fround(three)) different++;
      if (DataUtils.toHalfFloat((ours * 256) / 255) !== DataUtils.toHalfFloat(three)) halfs++;
    }
    expect([different, halfs]).toEqual([0, 0]);
  });
});
