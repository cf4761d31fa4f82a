// `texture.target` through the texture kinds: which blocks, which keys, and that the texels are those of the source.

import { decodeTextureLevel, fullLevelCount } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { TextureMode } from '../../packages/compiler/src/model/image/texture-params.js';
import { TEXTURE_TARGETS } from '../../packages/compiler/src/model/image/texture-target.js';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { transcodeKtx2 } from '../../packages/kernels/src/testing/basis-transcoder.js';
import { type CompiledTexture, compileTextureSource, psnr, rgbaPng } from '../support/compile-texture.js';

type Settings = Readonly<Record<string, SettingValue>>;

const [width, height] = [37, 22];
const wave = (at: number): number => Math.round(127.5 + 120 * Math.sin(at));
const unit = (value: number): number => Math.round(127.5 + 127.5 * value);

/** Smooth, with an edge, and a corner that is transparent where wanted. */
const picture = (hasAlpha: boolean) => (x: number, y: number) => [
  wave(x / 9),
  wave(y / 7 + 1),
  x > 20 ? 40 : wave((x + y) / 11),
  hasAlpha && x + y < 20 ? 40 + x * 9 : 255,
];
const normals = (x: number, y: number) => {
  const [nx, ny] = [0.5 * Math.sin(x / 6), 0.5 * Math.cos(y / 5)];
  return [unit(nx), unit(ny), unit(Math.sqrt(1 - nx * nx - ny * ny)), 255];
};
const texelFor = (mode: TextureMode, hasAlpha: boolean) => (mode === 'normal' ? normals : picture(hasAlpha));
const texelsOf = (mode: TextureMode, hasAlpha: boolean) =>
  Array.from({ length: width * height }, (_, i) => texelFor(mode, hasAlpha)(i % width, Math.floor(i / width))).flat();

const paramsOf = (mode: TextureMode) => ({ mode, alphaCutoff: null, image: { whole: { file: 'a.png' } } });
const compile = (mode: TextureMode, hasAlpha: boolean, settings: Settings) =>
  compileTextureSource({
    path: 'a.png',
    input: { 'a.png': rgbaPng(width, height, texelFor(mode, hasAlpha)) },
    params: paramsOf(mode),
    settings: { quality: 'fast', ...settings },
  });

/** An image as a shader sees it. */
function shown({ ktx, levels, swizzle }: CompiledTexture, image = {}): Uint8Array {
  const level = 'level' in image ? Number(image.level) : 0;
  const { rgba } = decodeTextureLevel(ktx, levels[level] ?? new Uint8Array(), image);
  if (typeof swizzle !== 'string') return rgba;
  return rgba.map((_, i) => {
    const letter = swizzle[i % 4] ?? '';
    return letter === '1' ? 255 : letter === '0' ? 0 : (rgba[i - (i % 4) + 'rgba'.indexOf(letter)] ?? 0);
  });
}

const CHANNELS = { color: [0, 1, 2, 3], linear: [0, 1, 2, 3], normal: [0, 1], grayscale: [0] } as const;

/** Target, role, alpha, further settings; then vkFormat, bytes of a block, KTXswizzle, and the least PSNR of level 0. */
const TABLE: readonly (readonly [
  string,
  TextureMode,
  boolean,
  Settings,
  number,
  number,
  string | undefined,
  number,
])[] = [
  ['universal', 'color', false, {}, 0, 16, undefined, 40],
  ['universal', 'normal', false, {}, 0, 16, undefined, 40],
  ['bc', 'color', false, {}, 146, 16, undefined, 40],
  ['bc', 'color', true, {}, 146, 16, undefined, 36],
  ['bc', 'linear', false, {}, 145, 16, undefined, 40],
  ['bc', 'linear', true, {}, 145, 16, undefined, 36],
  ['bc', 'normal', false, {}, 141, 16, undefined, 47],
  ['bc', 'grayscale', false, {}, 139, 8, 'rrr1', 47],
  ['bc', 'color', false, { bc: 'small' }, 132, 8, undefined, 32],
  ['bc', 'color', true, { bc: 'small' }, 138, 16, undefined, 32],
  ['bc', 'linear', false, { bc: 'small' }, 131, 8, undefined, 32],
  ['bc', 'linear', true, { bc: 'small' }, 137, 16, undefined, 32],
  ['bc', 'normal', false, { bc: 'small' }, 141, 16, undefined, 47],
  ['bc', 'grayscale', false, { bc: 'small' }, 139, 8, 'rrr1', 47],
  ['astc', 'color', false, {}, 158, 16, undefined, 40],
  ['astc', 'color', true, {}, 158, 16, undefined, 36],
  ['astc', 'linear', true, {}, 157, 16, undefined, 36],
  ['astc', 'normal', false, {}, 157, 16, 'rg01', 42],
  ['astc', 'grayscale', false, {}, 157, 16, 'rrr1', 42],
  ['etc2', 'color', false, {}, 148, 8, undefined, 32],
  ['etc2', 'color', true, {}, 152, 16, undefined, 30],
  ['etc2', 'linear', false, {}, 147, 8, undefined, 32],
  ['etc2', 'linear', true, {}, 151, 16, undefined, 30],
  ['etc2', 'normal', false, {}, 155, 16, undefined, 44],
  ['etc2', 'grayscale', false, {}, 153, 8, 'rrr1', 44],
];

describe.each(TABLE)(
  '%s of %s (alpha: %s) %o',
  (target, mode, hasAlpha, more, vkFormat, blockBytes, swizzle, floor) => {
    const settings = { target, ...more };

    it('has its format, block-aligned levels down to 1×1 and the texels of the source', async () => {
      const made = await compile(mode, hasAlpha, settings);
      const { ktx, levels } = made;
      expect(ktx).toMatchObject({ vkFormat, typeSize: 1, pixelWidth: width, pixelHeight: height });
      expect(made.swizzle).toBe(swizzle);
      expect(ktx.levels).toHaveLength(fullLevelCount(ktx));
      for (const [n, level] of levels.entries()) {
        const blocks = Math.ceil(Math.max(1, width >> n) / 4) * Math.ceil(Math.max(1, height >> n) / 4);
        expect(level.length).toBe(blocks * blockBytes);
      }
      const source = texelsOf(mode, hasAlpha);
      expect(psnr(shown(made), source, CHANNELS[mode])).toBeGreaterThan(floor);
      const raw = await compile(mode, hasAlpha, { compress: false });
      for (const [level, least] of [
        [1, floor - 16],
        [2, floor - 16],
        [5, 38],
      ] as const)
        expect(psnr(shown(made, { level }), shown(raw, { level }), CHANNELS[mode])).toBeGreaterThan(least);
    });

    it('packs under Zstd to the same blocks, and yields to `compress: false`', async () => {
      const plain = await compile(mode, hasAlpha, settings);
      const packed = await compile(mode, hasAlpha, { ...settings, supercompress: 'zstd' });
      expect(packed.ktx.supercompressionScheme).toBe(2);
      expect(packed.levels).toEqual(plain.levels);
      const raw = await compile(mode, hasAlpha, { ...settings, compress: false });
      expect(raw.bytes).toEqual((await compile(mode, hasAlpha, { compress: false })).bytes);
    });

    it('is no worse at a higher quality', async () => {
      const source = texelsOf(mode, hasAlpha);
      const [fast = 0, high = 0] = await Promise.all(
        ['fast', 'high'].map(async (quality) =>
          psnr(shown(await compile(mode, hasAlpha, { ...settings, quality })), source, CHANNELS[mode]),
        ),
      );
      expect(high).toBeGreaterThanOrEqual(Math.min(fast - 0.3, 99));
    });
  },
);

describe.each(TEXTURE_TARGETS)('%s', (target) => {
  const faces = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];

  it('holds cubemaps', async () => {
    const texel = (i: number) => (x: number, y: number) => [i * 40, x * 20, y * 20, 255];
    const input = Object.fromEntries(faces.map((face, i) => [`s.env/${face}.png`, rgbaPng(12, 12, texel(i))]));
    const made = await compileTextureSource({ path: 's.env', input, settings: { target } });
    expect(made.ktx).toMatchObject({ faceCount: 6, levelCount: 4, pixelWidth: 12, pixelHeight: 12 });
    for (const [face] of faces.entries()) {
      const source = Array.from({ length: 144 }, (_, i) => texel(face)(i % 12, Math.floor(i / 12))).flat();
      expect(psnr(shown(made, { face }), source)).toBeGreaterThan(35);
    }
  });

  it('holds arrays, of a role that their folder names', async () => {
    const texel = (i: number) => (x: number, y: number) => [i * 60 + x * 5 + y, 128, 0, 255];
    const input = Object.fromEntries([0, 1, 2].map((i) => [`s.h.array/${i}.png`, rgbaPng(10, 6, texel(i))]));
    const made = await compileTextureSource({ path: 's.h.array', input, settings: { target } });
    expect(made.ktx).toMatchObject({ layerCount: 3, levelCount: 4 });
    for (const layer of [0, 1, 2]) {
      const source = Array.from({ length: 60 }, (_, i) => texel(layer)(i % 10, Math.floor(i / 10))).flat();
      expect(psnr(shown(made, { layer }), source, [0])).toBeGreaterThan(40);
    }
  });

  it('makes mips, coverage and sizes as every target does', async () => {
    const settings = { target, maxSize: 20, mipFilter: 'kaiser', wrap: 'clamp', alphaCoverage: true };
    const made = await compile('color', true, settings);
    const raw = await compile('color', true, { ...settings, compress: false });
    expect(made.ktx).toMatchObject({ pixelWidth: 20, pixelHeight: 12, levelCount: 5 });
    expect(psnr(shown(made, { level: 1 }), shown(raw, { level: 1 }))).toBeGreaterThan(22);
    expect((await compile('color', false, { target, mips: false })).ktx.levelCount).toBe(1);
  });

  it('trades quality for size under rdo where its blocks can, and else stays as it is', async () => {
    const noise = (x: number, y: number) => {
      const n = Math.imul(x * 31 + y * 17 + 5, 2654435761) >>> 24;
      return [n, (n + x) & 255, (n + y * 3) & 255, 255];
    };
    const input = { 'a.png': rgbaPng(64, 64, noise), 'a.n.png': rgbaPng(64, 64, noise) };
    const made = (path: string, rdo: number) =>
      compileTextureSource({ path, input, settings: { target, rdo, supercompress: 'zstd' } });
    const [plain, traded] = [await made('a.png', 0), await made('a.png', 4)];
    expect(traded.bytes.length < plain.bytes.length).toBe(target !== 'etc2');
    if (target === 'bc' || target === 'etc2')
      expect((await made('a.n.png', 4)).levels).toEqual((await made('a.n.png', 0)).levels);
  });

  it('changes with the metric', async () => {
    const [rgb, perceptual] = await Promise.all(
      ['rgb', 'perceptual'].map((metric) => compile('color', false, { target, metric })),
    );
    expect(rgb?.bytes).not.toEqual(perceptual?.bytes);
  });

  it('is decoded from a KTX2 image of UASTC or raw texels, whatever its own blocks', async () => {
    for (const compress of [true, false]) {
      const { bytes } = await compile('color', true, { compress, quality: 'high' });
      const input = { 'a.png': bytes };
      const taken = await compileTextureSource({
        path: 'a.png',
        input,
        params: paramsOf('color'),
        settings: { target },
      });
      expect(taken.warnings).toEqual([]);
      expect(taken.ktx.vkFormat).toBe((await compile('color', true, { target })).ktx.vkFormat);
      expect(psnr(shown(taken), texelsOf('color', true))).toBeGreaterThan(37);
    }
  });
});

describe('color under alpha', () => {
  /** Red and blue alternate where nothing is to be seen, next to green that is. */
  const hidden = (x: number, y: number) =>
    x % 4 < 2 ? [20, 200 - x, 20, 255] : [(x + y) % 2 === 0 ? 255 : 0, 0, (x + y) % 2 === 0 ? 0 : 255, 0];
  const made = async (params: object, settings: Settings) => {
    const input = { 'a.png': rgbaPng(32, 32, hidden) };
    const all = { mode: 'color', alphaCutoff: null, image: { whole: { file: 'a.png' } }, ...params };
    return shown(await compileTextureSource({ path: 'a.png', input, params: all, settings }));
  };
  const source = Array.from({ length: 1024 }, (_, i) => hidden(i % 32, Math.floor(i / 32))).flat();
  const seen = (texels: Uint8Array) => texels.filter((_, i) => source[i - (i % 4) + 3] === 255);
  const seenSource = source.filter((_, i) => source[i - (i % 4) + 3] === 255);

  it.each(['bc', 'etc2'])(
    'costs %s nothing where materials mask or blend by it, and counts where they do not',
    async (target) => {
      const free = await made({ alpha: 'hides' }, { target });
      const counted = await made({}, { target });
      expect(psnr(seen(free), seenSource)).toBeGreaterThan(psnr(seen(counted), seenSource) + 1);
      expect(psnr(counted, source, [0, 1, 2])).toBeGreaterThan(psnr(free, source, [0, 1, 2]) + 1);
      expect(await made({}, { target, alphaCoverage: true })).toEqual(free);
      expect(await made({ alpha: 'ignored' }, { target, alphaCoverage: true })).toEqual(counted);
    },
  );

  it.each(['universal', 'astc'] as const)('is nothing to %s', async (target) => {
    expect(await made({ alpha: 'hides' }, { target })).toEqual(await made({}, { target }));
  });
});

it('is nothing to vkguide, lookup tables and font atlases', async () => {
  const input = { 'a.png': rgbaPng(8, 8, picture(true)) };
  const made = async (target: string) => {
    const settings = { texture: { target, format: 'vkguide' } };
    return (await new TestContext({ path: 'a.png', input, settings }).compile()).output('.tx');
  };
  expect(await made('bc')).toEqual(await made('universal'));
  for (const kind of ['lut', 'font'])
    expect(registry.kinds.find(({ name }) => name === kind)?.settings.join()).not.toContain('texture');
});

describe('astc', () => {
  it.each(['color', 'normal', 'grayscale'] as const)('of %s is what Basis makes of the UASTC', async (mode) => {
    const { levels } = await compile(mode, mode === 'color', { target: 'astc' });
    const oracle = await transcodeKtx2((await compile(mode, mode === 'color', {})).bytes, 'astc');
    expect(Buffer.compare(levels[0] ?? new Uint8Array(), oracle)).toBe(0);
  });

  it('takes a KTX2 image of UASTC without loss, with its levels', async () => {
    for (const mode of ['color', 'normal'] as const) {
      const { bytes } = await compile(mode, false, { quality: 'high' });
      const source = { path: 'a.png', input: { 'a.png': bytes }, params: paramsOf(mode) };
      const taken = await compileTextureSource({ ...source, settings: { target: 'astc' } });
      const straight = await compile(mode, false, { quality: 'high', target: 'astc' });
      expect(taken.bytes).toEqual(straight.bytes);
      const packed = await compileTextureSource({ ...source, settings: { target: 'astc', supercompress: 'zstd' } });
      expect(packed.levels).toEqual(straight.levels);
      expect(packed.ktx.supercompressionScheme).toBe(2);
    }
  });
});
