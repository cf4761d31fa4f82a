import { expect, it } from 'vitest';
import { openGltf, refusal } from './testing/open-gltf.js';
import { TextureSources } from './texture-sources.js';

/** The first bytes of a KTX2 file whose descriptor follows the header. */
function ktx2(colorModel: number, vkFormat = 0): Uint8Array {
  const bytes = new Uint8Array(104);
  bytes.set([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(bytes.buffer);
  view.setUint32(12, vkFormat, true);
  view.setUint32(48, 80, true);
  bytes[92] = colorModel;
  return bytes;
}

const UASTC = 166;
const ETC1S = 163;

/** Images 0 to 2 are a KTX2, a WebP and a PNG. */
function choose(texture: object, basis = ktx2(UASTC)) {
  const opened = openGltf(
    { images: [{ uri: 'a.ktx2' }, { uri: 'a.webp' }, { uri: 'a.png' }], textures: [texture] },
    { 'models/a.ktx2': basis },
  );
  const sources = new TextureSources(opened.file);
  return { ...opened, sources, choose: () => sources.imageOf(0, opened.at('/textures/0')) };
}

const KTX2 = { KHR_texture_basisu: { source: 0 } };
const WEBP = { EXT_texture_webp: { source: 1 } };

it('prefers KTX2 that can be taken as it is, then WebP, then the core image', async () => {
  expect(await choose({ source: 2, extensions: { ...KTX2, ...WEBP } }).choose()).toBe(0);
  expect(await choose({ source: 2, extensions: WEBP }).choose()).toBe(1);
  expect(await choose({ source: 2 }).choose()).toBe(2);
});

it.each([
  ['of another colour model', ktx2(ETC1S)],
  ['that says UASTC and a Vulkan format at once', ktx2(UASTC, 37)],
  ['that ends too early', ktx2(UASTC).subarray(0, 80)],
])('gives way to the image beside it where a KTX2 is one %s', async (_, basis) => {
  expect(await choose({ source: 2, extensions: KTX2 }, basis).choose()).toBe(2);
  expect(await choose({ extensions: KTX2 }, basis).choose()).toBe(0);
});

it('looks into a KTX2 only where there is a choice, and once', async () => {
  const alone = choose({ extensions: KTX2 });
  await alone.choose();
  expect(alone.context.seen).toEqual([]);
  const both = choose({ source: 2, extensions: KTX2 });
  await both.choose();
  const reads = both.context.dependencies.length;
  await both.choose();
  expect(both.context.seen).toEqual(['models/a.ktx2']);
  expect(both.context.dependencies.length).toBe(reads);
});

it('says what gives the only image where that is not read, or that there is none', async () => {
  const avif = choose({ extensions: { EXT_texture_avif: { source: 1 } } });
  expect(await avif.choose()).toBeUndefined();
  expect(avif.context.warnings).toMatchObject([
    {
      code: 'gltf/dropped-extension',
      where: { pointer: '/textures/0' },
      message: "a texture's image is only given by EXT_texture_avif, which is not read",
    },
  ]);
  const none = choose({});
  expect(await none.choose()).toBeUndefined();
  expect(none.context.warnings[0]?.message).toBe('a texture has no image');
});

it('refuses an image that is not there', async () => {
  expect(await refusal(() => choose({ source: 3 }).choose())).toMatchObject({
    code: 'gltf/bad-reference',
    pointer: '/textures/0/source',
  });
});
