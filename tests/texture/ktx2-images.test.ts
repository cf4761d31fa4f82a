// KTX2 images of models: decoded as an independent Basis decodes them, encoded anew where they cannot be copied.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeKtx2, encodeKtx2, textEntry } from '@assetc/formats';
import { read } from 'ktx-parse';
import { NodeBasisEncoder } from 'ktx2-encoder';
import { beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { compileTextureSource, rgbaPng, textureRefusal } from '../support/compile-texture.js';

type Module = Awaited<ReturnType<NodeBasisEncoder['init']>>;
interface Ktx2File {
  isValid(): boolean;
  startTranscoding(): number;
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
  transcodeImage(out: Uint8Array, ...rest: number[]): number;
}
let basis: Module & { KTX2File: new (bytes: Uint8Array) => Ktx2File };
const hasKtx2File = (module: Module): module is typeof basis => 'KTX2File' in module;

beforeAll(async () => {
  const module = await new NodeBasisEncoder().init();
  if (!hasKtx2File(module)) throw new Error('ktx2-encoder has no transcoder');
  basis = module;
});

/** RGBA of the first image by the Basis that ktx2-encoder carries, or of raw texels by ktx-parse. */
function oracle(bytes: Uint8Array): Uint8Array {
  const parsed = read(bytes);
  if (parsed.vkFormat !== 0) return new Uint8Array(parsed.levels[0]?.levelData ?? []);
  const file = new basis.KTX2File(bytes);
  expect(file.isValid() && file.startTranscoding()).toBeTruthy();
  const out = new Uint8Array(file.getImageTranscodedSizeInBytes(0, 0, 0, 13));
  expect(file.transcodeImage(out, 0, 0, 0, 13, 0, -1, -1)).toBeTruthy();
  return out;
}

const source = (bytes: Uint8Array, mode = 'color', settings = {}) => ({
  path: 'a.png',
  input: { 'a.png': bytes },
  params: { mode, alphaCutoff: null, image: { whole: { file: 'a.png' } } },
  settings,
});

/** The texels that we take from it. */
async function texelsOf(bytes: Uint8Array, mode = 'color') {
  return compileTextureSource(source(bytes, mode, { compress: false, mips: false }));
}

interface Recipe {
  readonly uastc?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly isSplit?: boolean;
  readonly isCube?: boolean;
  readonly linear?: boolean;
  readonly hasAlpha?: boolean;
}

/** A file that ktx2-encoder writes: a gradient, alpha falling from the top where wanted. */
function encodeBasis({ uastc = false, width = 20, height = 12, ...recipe }: Recipe): Uint8Array {
  const { isSplit = false, isCube = false, linear = false, hasAlpha = false } = recipe;
  const encoder = new basis.BasisEncoder();
  const pixels = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const color = isSplit ? Math.round(255 * (x / (width - 1))) : x * 12;
    const alpha = isSplit ? Math.round(255 * (y / (height - 1))) : hasAlpha ? 255 - y * 16 : 255;
    pixels.set(isSplit ? [color, color, color, alpha] : [color, y * 20, 255 - color, alpha], i * 4);
  }
  for (let face = 0; face < (isCube ? 6 : 1); face++) encoder.setSliceSourceImage(face, pixels, width, height, 0);
  if (isCube) encoder.setTexType(2);
  encoder.setUASTC(uastc);
  encoder.setCreateKTX2File(true);
  encoder.setKTX2UASTCSupercompression(false);
  if ('setKTX2AndBasisSRGBTransferFunc' in encoder && typeof encoder.setKTX2AndBasisSRGBTransferFunc === 'function')
    encoder.setKTX2AndBasisSRGBTransferFunc(!linear);
  encoder.setPerceptual(!linear);
  encoder.setMipGen(false);
  encoder.setQualityLevel(255);
  if ('setStatusOutput' in encoder && typeof encoder.setStatusOutput === 'function') encoder.setStatusOutput(false);
  const out = new Uint8Array(1 << 20);
  const length = encoder.encode(out);
  encoder.delete();
  expect(length).toBeGreaterThan(0);
  return out.slice(0, length);
}

const folder = join(corpus, 'ktx2');
const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];

describe.skipIf(files.length === 0)('KTX2 files of other tools', () => {
  it.each(files)('%s gives the texels that another decoder gives', async (path) => {
    const bytes = new Uint8Array(readFileSync(path));
    const isSrgb = decodeKtx2(bytes).dataFormat.basic?.transferFunction === 2;
    const { levels, warnings } = await texelsOf(bytes, isSrgb ? 'color' : 'linear');
    expect(warnings).toEqual([]);
    expect(Buffer.compare(levels[0] ?? new Uint8Array(0), oracle(bytes))).toBe(0);
  });

  it('an image of BoxTexturedKtx2Basis too, out of its model', async () => {
    const glb = new Uint8Array(readFileSync(join(corpus, 'gltf/BoxTexturedKtx2Basis/BoxTexturedKtx2Basis.glb')));
    const at = Buffer.from(glb).indexOf('\xabKTX 20\xbb', 0, 'latin1');
    const view = new DataView(glb.buffer, glb.byteOffset);
    const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + view.getUint32(12, true))));
    const bytes = glb.slice(at, at + json.bufferViews[json.images[0].bufferView].byteLength);
    const { levels } = await texelsOf(bytes);
    // It says, and means, that its rows begin at the bottom.
    const stored = oracle(bytes);
    const rows = Array.from({ length: 256 }, (_, y) => stored.subarray((255 - y) * 1024, (256 - y) * 1024));
    expect(Buffer.compare(levels[0] ?? new Uint8Array(0), Buffer.concat(rows))).toBe(0);
  });
});

describe('a KTX2 image that cannot be copied', () => {
  it.each<[string, Recipe]>([
    ['ETC1S', {}],
    ['ETC1S with alpha', { hasAlpha: true }],
    ['ETC1S of odd size', { width: 7, height: 5 }],
    ['UASTC without mips', { uastc: true }],
    ['UASTC with alpha and without mips', { uastc: true, hasAlpha: true }],
  ])('is decoded exactly: %s', async (_, recipe) => {
    const bytes = encodeBasis(recipe);
    const { levels, ktx } = await texelsOf(bytes);
    const texels = oracle(bytes);
    expect([ktx.pixelWidth, ktx.pixelHeight]).toEqual([recipe.width ?? 20, recipe.height ?? 12]);
    expect(Buffer.compare(levels[0] ?? new Uint8Array(0), texels)).toBe(0);
    const alphas = texels.filter((_, i) => i % 4 === 3);
    expect(Math.min(...alphas) < 255).toBe(recipe.hasAlpha === true);
  });

  it('becomes UASTC with full mips, at the size that texture.maxSize allows', async () => {
    const { ktx } = await compileTextureSource(
      source(encodeBasis({ width: 32, height: 16 }), 'color', { maxSize: 16 }),
    );
    expect([ktx.pixelWidth, ktx.pixelHeight, ktx.levels.length]).toEqual([16, 8, 5]);
  });

  it('gets the color space of its use', async () => {
    const made = await compileTextureSource(source(encodeBasis({ linear: true })));
    expect(made.ktx.dataFormat.basic?.transferFunction).toBe(2);
    expect(made.warnings).toEqual(['texture/ktx2-anew']);
  });

  it('is turned and its channels put in place as it asks', async () => {
    const plain = encodeBasis({});
    const ktx = decodeKtx2(plain);
    const marked = encodeKtx2({
      ...ktx,
      format: ktx,
      keyValues: [textEntry('KTXorientation', 'ru'), textEntry('KTXswizzle', 'bgr1')],
    });
    const { levels } = await texelsOf(marked);
    const texels = oracle(plain);
    const at = (x: number, y: number) => [...texels.subarray((y * 20 + x) * 4, (y * 20 + x) * 4 + 3)].reverse();
    expect([...(levels[0] ?? []).slice(0, 3)]).toEqual(at(0, 11));
    expect([...(levels[0] ?? []).slice((5 * 20 + 9) * 4, (5 * 20 + 9) * 4 + 3)]).toEqual(at(9, 6));
  });

  it('gives the normals that lie in red and alpha, of length one', async () => {
    const ktx = decodeKtx2(encodeBasis({ isSplit: true, linear: true }));
    const basic = ktx.dataFormat.basic;
    if (basic === undefined) throw new Error('no descriptor');
    const samples = basic.samples.map((sample, i) => ({ ...sample, channelType: 3 + i }));
    const bytes = encodeKtx2({ ...ktx, format: { ...ktx, dataFormat: { basic: { ...basic, samples }, extra: [] } } });
    const stored = oracle(bytes);
    const { levels } = await texelsOf(bytes, 'normal');
    for (let i = 0; i < stored.length; i += 4) {
      const [x = 0, y = 0, z = 0] = levels[0]?.subarray(i, i + 3) ?? [];
      expect([x, y]).toEqual([stored[i], stored[i + 3]]);
      const flat = (x / 127.5 - 1) ** 2 + (y / 127.5 - 1) ** 2;
      expect(Math.abs((z / 127.5 - 1) ** 2 + flat - Math.max(1, flat))).toBeLessThan(0.01);
    }
  });

  it('is refused where it is a cubemap or an array, by what it is', async () => {
    expect(await textureRefusal(source(encodeBasis({ isCube: true, width: 8, height: 8 })))).toMatchObject({
      code: 'texture/unsupported-ktx2',
      message: 'the KTX2 image is a cubemap, not a single 2D image',
    });
    const { ktx } = await compileTextureSource({
      path: 'a.array',
      input: {
        'a.array/0.png': rgbaPng(8, 8, () => [1, 2, 3, 255]),
        'a.array/1.png': rgbaPng(8, 8, () => [4, 5, 6, 255]),
      },
    });
    expect(await textureRefusal(source(encodeKtx2({ ...ktx, format: ktx })))).toMatchObject({
      message: 'the KTX2 image is an array of 2 layers, not a single 2D image',
    });
  });

  it('is an image or a diagnostic, whatever is broken in it', async () => {
    const good = encodeBasis({ hasAlpha: true });
    for (let length = 0; length < good.length; length += 1 + (length >> 3)) {
      if (length < 12) continue;
      expect(await textureRefusal(source(good.subarray(0, length)))).toMatchObject({ code: 'texture/bad-ktx2' });
    }
    for (let at = 12; at < good.length; at += 7) {
      const bytes = good.slice();
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      await compileTextureSource(source(bytes, 'color', { compress: false, mips: false })).catch((error: unknown) =>
        expect(error).toMatchObject({ diagnostic: { code: /^texture\/(?:bad|unsupported)-ktx2$/ } }),
      );
    }
  });
});
