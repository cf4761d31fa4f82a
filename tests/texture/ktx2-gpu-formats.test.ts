// KTX2 images of models in formats of GPUs, written by ktx-parse: RGB8, and blocks of one color each, whose texels the formats define.

import { ColorModel } from '@assetc/formats';
import { createDefaultContainer, KHR_SUPERCOMPRESSION_ZSTD, write } from 'ktx-parse';
import { expect, it } from 'vitest';
import { loadZstd } from '../../packages/compiler/src/encoding/zstd.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { realProject } from '../diagnostics/raise.js';
import { compileTextureSource, textureRefusal } from '../support/compile-texture.js';

type VkFormat = ReturnType<typeof createDefaultContainer>['vkFormat'];

interface Written {
  readonly vkFormat: VkFormat;
  readonly model: number;
  /** Texels per side of a block. */
  readonly side: 1 | 4;
  readonly channels: readonly number[];
  /** Of a block. */
  readonly bytes: readonly number[];
  readonly srgb?: boolean;
}

/** Eight by four texels of equal blocks, or texels with their number in the first channel. */
async function ktx2Of({ vkFormat, model, side, channels, bytes, srgb = false }: Written, zstd = false) {
  const container = createDefaultContainer();
  container.vkFormat = vkFormat;
  container.pixelWidth = 8;
  container.pixelHeight = 4;
  container.levelCount = 1;
  const [descriptor] = container.dataFormatDescriptor;
  if (descriptor === undefined) throw new Error('ktx-parse makes a descriptor');
  const bits = (bytes.length * 8) / channels.length;
  descriptor.colorModel = model;
  descriptor.transferFunction = srgb ? 2 : 1;
  descriptor.texelBlockDimension = [side - 1, side - 1, 0, 0];
  descriptor.bytesPlane = [bytes.length, 0, 0, 0, 0, 0, 0, 0];
  descriptor.samples = channels.map((channelType, i) => ({
    bitOffset: bits * i,
    bitLength: bits - 1,
    channelType,
    samplePosition: [0, 0, 0, 0],
    sampleLower: 0,
    sampleUpper: side === 1 ? 255 : 0xffffffff,
  }));
  const count = 32 / (side * side);
  const raw = Uint8Array.from({ length: count * bytes.length }, (_, i) => bytes[i % bytes.length] ?? 0);
  if (side === 1) for (let i = 0; i < count; i++) raw[i * bytes.length] = i;
  container.supercompressionScheme = zstd ? KHR_SUPERCOMPRESSION_ZSTD : 0;
  const levelData = zstd ? Uint8Array.from((await loadZstd()).compress(raw, 3)) : raw;
  container.levels = [{ levelData, uncompressedByteLength: raw.length }];
  return write(container);
}

const rgb8 = (srgb: boolean): Written => ({
  vkFormat: srgb ? 29 : 23,
  model: ColorModel.rgbsda,
  side: 1,
  channels: [0, 1, 2],
  bytes: [0, 100, 200],
  srgb,
});
/** Pure red in 5:6:5 bits twice, all indices 0. */
const RED_565 = [0, 0xf8, 0, 0xf8, 0, 0, 0, 0];
/** The first endpoint everywhere. */
const single = (value: number) => [value, value, 0, 0, 0, 0, 0, 0];
/** A void extent: one color for the block, 16 bits a channel. */
const VOID = [0xfc, 0xfd, 255, 255, 255, 255, 255, 255, 0x40, 0x40, 0x80, 0x80, 0xff, 0xff, 0x20, 0x20];

const block = (vkFormat: VkFormat, model: number, channels: readonly number[], bytes: readonly number[]): Written => ({
  vkFormat,
  model,
  side: 4,
  channels,
  bytes,
});

const source = (bytes: Uint8Array, mode: string) => ({
  path: 'a.png',
  input: { 'a.png': bytes },
  params: { mode, alphaCutoff: null, image: { whole: { file: 'a.png' } } },
  settings: { compress: false, mips: false },
});

it.each([
  ['linear', false, false],
  ['linear with Zstd', false, true],
  ['sRGB', true, false],
  ['sRGB with Zstd', true, true],
])('takes the texels of RGB8, %s', async (_, srgb, zstd) => {
  const { levels, warnings } = await compileTextureSource(
    source(await ktx2Of(rgb8(srgb), zstd), srgb ? 'color' : 'linear'),
  );
  expect([...(levels[0] ?? [])]).toEqual(Array.from({ length: 32 }, (__, i) => [i, 100, 200, 255]).flat());
  expect(warnings).toEqual([]);
});

const BLOCKS: readonly (readonly [string, Written, readonly number[]])[] = [
  ['BC1', block(131, ColorModel.bc1, [0], RED_565), [255, 0, 0, 255]],
  ['BC3', block(137, ColorModel.bc3, [15, 0], [...single(77), ...RED_565]), [255, 0, 0, 77]],
  ['BC4', block(139, ColorModel.bc4, [0], single(90)), [90, 0, 0, 255]],
  ['BC5', block(141, ColorModel.bc5, [0, 1], [...single(90), ...single(60)]), [90, 60, 0, 255]],
  ['ASTC 4×4', block(157, ColorModel.astc, [0], VOID), [0x40, 0x80, 0xff, 0x20]],
];

it.each(BLOCKS)('takes the texels of %s', async (_, written, texel) => {
  const { levels } = await compileTextureSource(source(await ktx2Of(written), 'linear'));
  expect([...(levels[0] ?? [])]).toEqual(Array.from({ length: 32 }, () => texel).flat());
});

it.each([
  ['points out of the surface', 128, 128],
  ['is tilted', 204, 90],
])('rebuilds blue of a normal in BC5 that %s', async (_, x, y) => {
  const written = block(141, ColorModel.bc5, [0, 1], [...single(x), ...single(y)]);
  const { levels } = await compileTextureSource(source(await ktx2Of(written), 'normal'));
  const toUnit = (byte: number) => byte / 127.5 - 1;
  const z = Math.sqrt(1 - toUnit(x) ** 2 - toUnit(y) ** 2);
  expect([...(levels[0] ?? [])].slice(0, 4)).toEqual([x, y, Math.round((z + 1) * 127.5), 255]);
});

it('refuses blocks that cannot be decoded, and names the format', async () => {
  const bc2 = block(135, ColorModel.bc2, [15, 0], [...single(0), ...RED_565]);
  expect(await textureRefusal(source(await ktx2Of(bc2), 'linear'))).toMatchObject({
    code: 'texture/unsupported-ktx2',
    message: 'the KTX2 image is in a format that cannot be decoded (vkFormat 135)',
  });
});

it.each(['KHR_texture_ktx', 'KHR_texture_basisu'])('takes such an image of a glTF by %s', async (extension) => {
  const builder = new GltfBuilder();
  const attributes = {
    POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3'),
    TEXCOORD_0: builder.accessor(new Float32Array(6), 'VEC2'),
  };
  builder.node({ mesh: builder.mesh({ attributes, material: 0 }) });
  const image = await ktx2Of(block(131, ColorModel.bc1, [0], RED_565));
  builder.list('images', { bufferView: builder.view(image), mimeType: 'image/ktx2' });
  builder.list('textures', { extensions: { [extension]: { source: 0 } } });
  builder.list('materials', { occlusionTexture: { index: 0 } });
  Object.assign(builder.json, { extensionsUsed: [extension], extensionsRequired: [extension] });
  const result = await realProject({ 'a.glb': builder.glb() }).build();
  expect(result.diagnostics).toEqual([]);
  expect(result.assets.map(({ kind }) => kind).sort()).toEqual(['mesh', 'texture']);
});
