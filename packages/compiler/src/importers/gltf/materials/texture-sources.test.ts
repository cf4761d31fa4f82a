import { expect, it } from 'vitest';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { TextureSources } from './texture-sources.js';

/** Images 0 to 3 are a KTX2, a WebP, a PNG and an AVIF. */
function choose(texture: object) {
  const opened = openGltf({
    images: [{ uri: 'a.ktx2' }, { uri: 'a.webp' }, { uri: 'a.png' }, { uri: 'a.avif' }],
    textures: [texture],
  });
  const sources = new TextureSources(opened.file);
  return { ...opened, choose: () => sources.imageOf(0, opened.at('/textures/0')) };
}

const KTX2 = { KHR_texture_basisu: { source: 0 } };
const AVIF = { EXT_texture_avif: { source: 3 } };
const WEBP = { EXT_texture_webp: { source: 1 } };

it('prefers KTX2, then WebP, then AVIF, then the core image, and reads none of them', async () => {
  const all = choose({ source: 2, extensions: { ...AVIF, ...WEBP, ...KTX2 } });
  expect(await all.choose()).toBe(0);
  expect(all.context.seen).toEqual([]);
  expect(await choose({ extensions: KTX2 }).choose()).toBe(0);
  expect(await choose({ source: 2, extensions: { ...AVIF, ...WEBP } }).choose()).toBe(1);
  expect(await choose({ source: 2, extensions: AVIF }).choose()).toBe(3);
  expect(await choose({ source: 2 }).choose()).toBe(2);
  const blocks = { KHR_texture_ktx: { source: 0 } };
  expect(await choose({ source: 2, extensions: blocks }).choose()).toBe(2);
  expect(await choose({ extensions: blocks }).choose()).toBe(0);
});

it('names the extension of the only image if it is not supported, or reports that there is none', async () => {
  const dds = choose({ extensions: { MSFT_texture_dds: { source: 1 } } });
  expect(await dds.choose()).toBeUndefined();
  expect(dds.context.warnings).toMatchObject([
    {
      code: 'gltf/dropped-extension',
      where: { pointer: '/textures/0' },
      message: 'a texture has its image only in MSFT_texture_dds, which is not supported',
    },
  ]);
  const none = choose({});
  expect(await none.choose()).toBeUndefined();
  expect(none.context.warnings[0]?.message).toBe('a texture has no image');
});

it('rejects a missing image', async () => {
  expect(await failureOf(() => choose({ source: 4 }).choose())).toMatchObject({
    code: 'gltf/bad-reference',
    pointer: '/textures/0/source',
  });
});
