// assetc convert for textures: other blocks, PNG and DDS, each read by a decoder that is not ours where there is one.

import { blockFormatOf, decodeKtx2, decodeTextureLevel, textValue, validateKtx2 } from '@assetc/formats';
import { decodeUastc } from '@assetc/kernels';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { type ConvertRequest, convertFile } from '../../packages/compiler/src/inspect/convert/convert-file.js';
import { memoryDisk } from '../../packages/compiler/src/inspect/testing/memory-disk.js';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import { transcodeKtx2 } from '../../packages/kernels/src/testing/basis-transcoder.js';
import { decodeDdsWithPillow, hasPillow } from '../oracles/pillow.js';
import { compileTextureSource, psnr, rgbaPng } from '../support/compile-texture.js';

type Settings = Readonly<Record<string, SettingValue>>;
const [width, height] = [24, 14];
const texel = (x: number, y: number): readonly number[] => [x * 10, y * 17, 255 - x * 9, y < 3 ? 255 - x * 10 : 255];

async function texture(settings: Settings = {}, path = 'a.png') {
  return (await compileTextureSource({ path, input: { [path]: rgbaPng(width, height, texel) }, settings })).bytes;
}

const faces = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];
const cube = async (settings: Settings = {}) => {
  const file = (face: string, i: number) => [
    `s.env/${face}.png`,
    rgbaPng(8, 8, (x, y) => [i * 40, x * 30, y * 30, 255]),
  ];
  const input: Record<string, Uint8Array> = Object.fromEntries(faces.map(file));
  return (await compileTextureSource({ path: 's.env', input, settings })).bytes;
};
const array = async (settings: Settings = {}) => {
  const file = (i: number) => [`s.array/${i}.png`, rgbaPng(8, 4, (x, y) => [x * 30, i * 100, y * 60, 255])];
  const input: Record<string, Uint8Array> = Object.fromEntries([0, 1, 2].map(file));
  return (await compileTextureSource({ path: 's.array', input, settings })).bytes;
};

async function convert(bytes: Uint8Array, request: Omit<ConvertRequest, 'path'>, name = 'oak.ktx2') {
  const converted = await convertFile(memoryDisk({ [`/w/${name}`]: bytes }), { path: `/w/${name}`, ...request });
  if (converted === undefined) throw new Error('nothing was converted');
  const { files, diagnostics } = converted;
  const [first] = files;
  if (first === undefined) throw new Error('nothing was written');
  return { ...first, files, warnings: diagnostics.map(({ code, message }) => `${code}: ${message}`) };
}

async function refusal(bytes: Uint8Array, request: Omit<ConvertRequest, 'path'>): Promise<string> {
  try {
    await convert(bytes, request);
  } catch (error) {
    if (error instanceof AssetError) return `${error.diagnostic.code}: ${error.diagnostic.message}`;
    throw error;
  }
  throw new Error('it was converted');
}

const pngTexels = (bytes: Uint8Array) => new Uint8Array(PNG.sync.read(Buffer.from(bytes)).data);
const source = pngTexels(rgbaPng(width, height, texel));

describe('convert --to png', () => {
  it('gives level 0 of raw texels as they are, and says what is lost', async () => {
    const { path, bytes, warnings } = await convert(await texture({ compress: false }), { to: 'png' });
    expect(path).toBe('/w/oak.png');
    expect(pngTexels(bytes)).toEqual(source);
    expect(warnings).toEqual(['convert/lost: the result lacks 4 mip levels']);
  });

  it('gives of UASTC what Basis decodes, and of ASTC within the rounding of sRGB', async () => {
    const uastc = await texture();
    const rgba = await transcodeKtx2(uastc, 'rgba');
    expect(pngTexels((await convert(uastc, { to: 'png' })).bytes)).toEqual(new Uint8Array(rgba));
    const astc = pngTexels((await convert(await texture({ target: 'astc' }), { to: 'png' })).bytes);
    expect(Math.max(...astc.map((value, i) => Math.abs(value - (rgba[i] ?? 0))))).toBeLessThanOrEqual(1);
  });

  it('rebuilds the Z of normals, and gives gray as gray', async () => {
    for (const target of ['universal', 'bc', 'astc', 'etc2']) {
      const normal = await convert(await texture({ target }, 'a.n.png'), { to: 'png' }, 'a.n.ktx2');
      const texels = pngTexels(normal.bytes);
      expect(psnr(texels, source, [0, 1])).toBeGreaterThan(30);
      const [x = 0, y = 0, z = 0] = texels.subarray(4 * 12 * width + 48).map((v) => v);
      const length = Math.hypot(x / 127.5 - 1, y / 127.5 - 1, z / 127.5 - 1);
      expect(z).toBeGreaterThanOrEqual(127);
      expect(length).toBeGreaterThan(0.9);
      const gray = pngTexels((await convert(await texture({ target }, 'a.ao.png'), { to: 'png' })).bytes);
      for (let i = 0; i < gray.length; i += 4)
        expect([gray[i + 1], gray[i + 2], gray[i + 3]]).toEqual([gray[i], gray[i], 255]);
      expect(psnr(gray, source, [0])).toBeGreaterThan(30);
    }
  });

  it('writes the faces of a cubemap and the layers of an array next to each other', async () => {
    const six = await convert(await cube({ compress: false }), { to: 'png' }, 'sky.env.ktx2');
    expect(six.files.map(({ path }) => path)).toEqual(faces.map((face) => `/w/sky.env.${face}.png`));
    for (const [i, { bytes }] of six.files.entries())
      expect([...pngTexels(bytes).subarray(4, 8)]).toEqual([i * 40, 30, 0, 255]);
    const three = await convert(await array({ compress: false }), { to: 'png', output: '/w/out.png' }, 'a.arr.ktx2');
    expect(three.files.map(({ path }) => path)).toEqual(['/w/out.0.png', '/w/out.1.png', '/w/out.2.png']);
    for (const [i, { bytes }] of three.files.entries()) expect(pngTexels(bytes)[1]).toBe(i * 100);
  });
});

describe('convert --to ktx2 --target', () => {
  it('refuses without a target, and where the file has the blocks already', async () => {
    expect(await refusal(await texture(), { to: 'ktx2' })).toBe(
      'convert/no-way: it is already ktx2; choose other blocks with --target: universal, bc, astc, etc2, raw',
    );
    expect(await refusal(await texture(), { to: 'text' })).toMatch(/only to png, .*, ktx2 with --target$/);
    for (const target of ['universal', 'bc', 'astc', 'etc2'] as const)
      expect(await refusal(await texture({ target }), { to: 'ktx2', target })).toMatch(`it is already ${target}`);
    expect(await refusal(await texture({ compress: false }), { to: 'ktx2', target: 'raw' })).toMatch(
      'it is already raw',
    );
    expect(await refusal(await texture(), { to: 'png', target: 'raw' })).toMatch('png files contain no');
  });

  it('turns UASTC into ASTC without loss, whatever its shape', async () => {
    for (const make of [texture, cube, array])
      for (const supercompress of ['none', 'zstd']) {
        const { path, bytes, warnings } = await convert(await make({ supercompress }), { to: 'ktx2', target: 'astc' });
        expect(path).toBe('/w/oak.astc.ktx2');
        expect(warnings).toEqual([]);
        const straight = decodeKtx2(await make({ target: 'astc', supercompress: 'none' }));
        const packed = await make({ target: 'astc', supercompress });
        expect(bytes).toEqual(packed);
        expect(decodeKtx2(bytes).levels).toHaveLength(straight.levels.length);
      }
  });

  it('encodes every level, face and layer in other blocks', async () => {
    for (const [from, target, vkFormat] of [
      ['universal', 'bc', 146],
      ['astc', 'bc', 146],
      ['bc', 'astc', 158],
      ['bc', 'universal', 0],
      ['universal', 'etc2', 148],
    ] as const)
      for (const make of [texture, cube, array]) {
        const before = await make({ target: from });
        const { bytes } = await convert(before, { to: 'ktx2', target });
        expect(validateKtx2(bytes)).toEqual([]);
        const { levelCount, layerCount, faceCount } = decodeKtx2(before);
        expect(decodeKtx2(bytes)).toMatchObject({
          vkFormat: target === 'etc2' && make === texture ? 152 : vkFormat,
          levelCount,
          layerCount,
          faceCount,
        });
        const shown = async (file: Uint8Array) => pngTexels((await convert(file, { to: 'png' })).bytes);
        expect(psnr(await shown(bytes), await shown(before))).toBeGreaterThan(target === 'etc2' ? 28 : 34);
      }
    const normals = await convert(await texture({}, 'a.n.png'), { to: 'ktx2', target: 'bc' });
    expect(decodeKtx2(normals.bytes).vkFormat).toBe(141);
    const gray = decodeKtx2((await convert(await texture({}, 'a.ao.png'), { to: 'ktx2', target: 'bc' })).bytes);
    expect([gray.vkFormat, textValue(gray.keyValues, 'KTXswizzle')]).toEqual([139, 'rrr1']);
  });

  it('makes raw texels of blocks, every level, face and layer', async () => {
    const uastc = decodeKtx2(await texture());
    const { bytes } = await convert(await texture(), { to: 'ktx2', target: 'raw' });
    expect(validateKtx2(bytes)).toEqual([]);
    const raw = decodeKtx2(bytes);
    expect(raw).toMatchObject({ vkFormat: 43, levelCount: 5, pixelWidth: width, pixelHeight: height });
    const again = await convert(bytes, { to: 'png' });
    const level0 = uastc.levels[0]?.bytes ?? new Uint8Array();
    expect(pngTexels(again.bytes)).toEqual(decodeUastc(level0, width, height));
    const sky = decodeKtx2((await convert(await cube(), { to: 'ktx2', target: 'raw' })).bytes);
    expect(sky).toMatchObject({ faceCount: 6, levelCount: 4 });
  });
});

describe('convert --to dds', () => {
  const words = (bytes: Uint8Array) => Array.from(new Uint32Array(bytes.slice(0, 148).buffer));

  it('writes the header that Direct3D documents, then each part with its levels', async () => {
    const { bytes, path } = await convert(await cube({ compress: false }), { to: 'dds' }, 'sky.env.ktx2');
    expect(path).toBe('/w/sky.env.dds');
    const head = words(bytes);
    expect(head.slice(0, 8)).toEqual([0x20534444, 124, 0x2100f, 8, 8, 32, 0, 4]);
    expect(head.slice(19, 28)).toEqual([32, 4, 0x30315844, 0, 0, 0, 0, 0, 0x401008]);
    expect(head.slice(28)).toEqual([0xfe00, 0, 0, 0, 29, 3, 4, 1, 0]);
    const faceBytes = (64 + 16 + 4 + 1) * 4;
    expect(bytes.length).toBe(148 + 6 * faceBytes);
    for (let face = 0; face < 6; face++) expect(bytes[148 + face * faceBytes]).toBe(face * 40);
    const layers = await convert(await array({ compress: false }), { to: 'dds' });
    expect(words(layers.bytes).slice(32)).toEqual([29, 3, 0, 3, 0]);
  });

  it.skipIf(!hasPillow)('is read by Pillow: raw texels as they are', async () => {
    const { bytes, warnings } = await convert(await texture({ compress: false }), { to: 'dds' });
    expect(warnings).toEqual([]);
    expect(decodeDdsWithPillow(bytes)).toEqual({ mode: 'RGBA', texels: source });
    const decoded = await convert(await texture(), { to: 'dds' });
    expect(decoded.warnings.join()).toMatch('the block compression');
    expect(decodeDdsWithPillow(decoded.bytes).texels).toEqual(
      new Uint8Array(await transcodeKtx2(await texture(), 'rgba')),
    );
  });

  it('keeps BC blocks as they are', async () => {
    const ktx = decodeKtx2(await cube({ target: 'bc' }));
    const { bytes, warnings } = await convert(await cube({ target: 'bc' }), { to: 'dds' });
    expect(warnings).toEqual([]);
    expect(words(bytes).slice(1, 8)).toEqual([124, 0xa1007, 8, 8, 64, 0, 4]);
    expect(words(bytes).slice(32)).toEqual([99, 3, 4, 1, 0]);
    const face = (64 + 16 + 16 + 16) * 5;
    const level1 = ktx.levels[1]?.bytes ?? new Uint8Array();
    expect(bytes.subarray(148 + face + 64, 148 + face + 80)).toEqual(level1.subarray(5 * 16));
  });

  it.skipIf(!hasPillow)('is read by Pillow: BC7 and BC5 as the SDK reads them', async () => {
    for (const [path, make] of [
      ['a.png', (settings: Settings) => texture(settings)],
      ['a.n.png', (settings: Settings) => texture(settings, 'a.n.png')],
    ] as const) {
      const ktx = decodeKtx2(await make({ target: 'bc' }));
      const { rgba } = decodeTextureLevel(ktx, ktx.levels[0]?.bytes ?? new Uint8Array());
      const { mode, texels } = decodeDdsWithPillow((await convert(await make({ target: 'bc' }), { to: 'dds' })).bytes);
      const channels = path === 'a.png' ? [0, 1, 2, 3] : [0, 1];
      for (const c of channels)
        for (let i = 0; i < width * height; i++)
          if (texels[i * mode.length + c] !== rgba[i * 4 + c]) throw new Error(`${path}: texel ${i}, channel ${c}`);
    }
    const anew = await convert(await texture(), { to: 'dds', target: 'bc' });
    expect(anew.warnings).toEqual([]);
    expect(psnr(decodeDdsWithPillow(anew.bytes).texels, source)).toBeGreaterThan(34);
  });

  it('has no place for blocks of phones', async () => {
    expect(await refusal(await texture(), { to: 'dds', target: 'astc' })).toMatch(
      'convert/unsupported: it cannot become dds: DDS cannot store astc blocks',
    );
    expect(blockFormatOf(decodeKtx2(await texture({ target: 'astc' })).vkFormat)?.name).toBe('astc-4x4');
  });
});
