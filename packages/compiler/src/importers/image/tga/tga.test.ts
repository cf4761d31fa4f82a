import { describe, expect, it } from 'vitest';
import { imageFailure, loadImage } from '../testing/load-image.js';

interface TgaSpec {
  readonly type: number;
  readonly bits: number;
  readonly width: number;
  readonly height: number;
  readonly data: readonly number[];
  readonly descriptor?: number;
  readonly map?: { readonly first: number; readonly bits: number; readonly bytes: readonly number[] };
  readonly id?: readonly number[];
  readonly attributes?: number;
}

function writeTga(spec: TgaSpec): Uint8Array {
  const { map, id = [] } = spec;
  const entries = map === undefined ? 0 : map.bytes.length / Math.ceil(map.bits / 8);
  const header = [
    id.length,
    map === undefined ? 0 : 1,
    spec.type,
    (map?.first ?? 0) & 255,
    (map?.first ?? 0) >> 8,
    entries & 255,
    entries >> 8,
    map?.bits ?? 0,
  ];
  header.push(
    0,
    0,
    0,
    0,
    spec.width & 255,
    spec.width >> 8,
    spec.height & 255,
    spec.height >> 8,
    spec.bits,
    spec.descriptor ?? 32,
  );
  const body = [...header, ...id, ...(map?.bytes ?? []), ...spec.data];
  if (spec.attributes === undefined) return Uint8Array.from(body);
  const extension = new Uint8Array(495);
  extension[494] = spec.attributes;
  const at = body.length;
  return Uint8Array.from([
    ...body,
    ...extension,
    at & 255,
    (at >> 8) & 255,
    0,
    0,
    0,
    0,
    0,
    0,
    ...Buffer.from('TRUEVISION-XFILE.\0'),
  ]);
}

const pixelsOf = async (spec: TgaSpec): Promise<number[]> => [
  ...(await loadImage(writeTga(spec), 'a.tga')).image.pixels,
];
const two = { width: 2, height: 1 };

describe('decodeTga', () => {
  it('reads 24-bit color from each origin', async () => {
    const data = [3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10];
    const [a, b, c, d] = [
      [1, 2, 3, 255],
      [4, 5, 6, 255],
      [7, 8, 9, 255],
      [10, 11, 12, 255],
    ];
    const at = (descriptor: number) => pixelsOf({ type: 2, bits: 24, width: 2, height: 2, data, descriptor });
    expect(await at(32)).toEqual([a, b, c, d].flat());
    expect(await at(0)).toEqual([c, d, a, b].flat());
    expect(await at(48)).toEqual([b, a, d, c].flat());
    expect(await at(16)).toEqual([d, c, b, a].flat());
  });

  it('reads 15 and 16 bits, and takes the top bit as alpha only if the header declares it', async () => {
    const data = [0x1f, 0x80, 0xe0, 0x03];
    expect(await pixelsOf({ type: 2, bits: 16, ...two, data, descriptor: 33 })).toEqual([0, 0, 255, 255, 0, 255, 0, 0]);
    expect(await pixelsOf({ type: 2, bits: 16, ...two, data })).toEqual([0, 0, 255, 255, 0, 255, 0, 255]);
    expect(await pixelsOf({ type: 2, bits: 15, ...two, data })).toEqual([0, 0, 255, 255, 0, 255, 0, 255]);
  });

  it('reads 32 bits with alpha, and an alpha of 0 everywhere as opaque', async () => {
    expect(await pixelsOf({ type: 2, bits: 32, ...two, data: [3, 2, 1, 9, 6, 5, 4, 0], descriptor: 40 })).toEqual([
      1, 2, 3, 9, 4, 5, 6, 0,
    ]);
    expect(await pixelsOf({ type: 2, bits: 32, ...two, data: [3, 2, 1, 0, 6, 5, 4, 0] })).toEqual([
      1, 2, 3, 255, 4, 5, 6, 255,
    ]);
    expect(await pixelsOf({ type: 2, bits: 32, ...two, data: [3, 2, 1, 9, 6, 5, 4, 1], attributes: 0 })).toEqual([
      1, 2, 3, 255, 4, 5, 6, 255,
    ]);
  });

  it('reads gray with and without alpha, and skips the id', async () => {
    expect(await pixelsOf({ type: 3, bits: 8, ...two, data: [7, 9], id: [1, 2, 3] })).toEqual([
      7, 7, 7, 255, 9, 9, 9, 255,
    ]);
    expect(await pixelsOf({ type: 3, bits: 16, ...two, data: [7, 100, 9, 200], descriptor: 40 })).toEqual([
      7, 7, 7, 100, 9, 9, 9, 200,
    ]);
  });

  it('reads color maps with a first index', async () => {
    const map = { first: 4, bits: 24, bytes: [3, 2, 1, 6, 5, 4] };
    expect(await pixelsOf({ type: 1, bits: 8, ...two, data: [5, 4], map })).toEqual([4, 5, 6, 255, 1, 2, 3, 255]);
    expect(await imageFailure(writeTga({ type: 1, bits: 8, ...two, data: [5, 6], map }), 'a.tga')).toMatchObject({
      code: 'image/corrupt',
      where: { offset: 18 + 6 + 1 },
    });
  });

  it('decodes runs that cross rows', async () => {
    const data = [0x83, 3, 2, 1, 0x01, 6, 5, 4, 9, 8, 7];
    expect(await pixelsOf({ type: 10, bits: 24, width: 3, height: 2, data })).toEqual([
      ...[1, 2, 3, 255, 1, 2, 3, 255, 1, 2, 3, 255],
      ...[1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255],
    ]);
    expect(await pixelsOf({ type: 11, bits: 8, width: 4, height: 1, data: [0x83, 5] })).toEqual([
      5, 5, 5, 255, 5, 5, 5, 255, 5, 5, 5, 255, 5, 5, 5, 255,
    ]);
    const map = { first: 0, bits: 32, bytes: [3, 2, 1, 50] };
    expect(await pixelsOf({ type: 9, bits: 8, ...two, data: [0x81, 0], map })).toEqual([1, 2, 3, 50, 1, 2, 3, 50]);
  });

  it('rejects every truncation, and sizes too large for the bytes', async () => {
    for (const spec of [
      { type: 2, bits: 24, width: 2, height: 2, data: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
      { type: 10, bits: 24, width: 3, height: 2, data: [0x83, 3, 2, 1, 0x01, 6, 5, 4, 9, 8, 7] },
    ]) {
      const bytes = writeTga(spec);
      for (let length = 0; length < bytes.length; length++)
        expect((await imageFailure(bytes.subarray(0, length), 'a.tga')).code).toMatch(
          /^image\/(truncated|unknown-type)$/,
        );
    }
    const huge = writeTga({ type: 10, bits: 24, width: 16000, height: 16000, data: [0xff, 0, 0, 0] });
    expect(await imageFailure(huge, 'a.tga')).toMatchObject({ code: 'image/truncated' });
    expect(await imageFailure(huge, 'a.tga', 4096)).toMatchObject({ code: 'image/too-large' });
  });

  it('is recognized by its footer if the file name differs', async () => {
    const { warnings } = await loadImage(writeTga({ type: 3, bits: 8, ...two, data: [7, 9], attributes: 0 }), 'a.png');
    expect(warnings).toMatchObject([{ code: 'image/misnamed' }]);
  });
});
