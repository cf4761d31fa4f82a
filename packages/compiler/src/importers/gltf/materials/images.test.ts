import { expect, it } from 'vitest';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { readImage } from './images.js';

const views = {
  buffers: [{ byteLength: 3, uri: 'data:;base64,AQID' }],
  bufferViews: [
    { buffer: 0, byteOffset: 1, byteLength: 2 },
    { buffer: 0, byteLength: 1, extensions: { EXT_meshopt_compression: {} } },
  ],
};

const read = (image: object) => {
  const { file, at } = openGltf({ ...views, images: [image] }, { 'models/a b.png': 'x' });
  return readImage(file, at('/images/0'));
};

it('refers to a file, a data URI or a part of a buffer, whose color profile glTF ignores', async () => {
  expect(await read({ uri: 'a%20b.png' })).toEqual({
    source: { whole: { file: 'models/a b.png' } },
    mimeType: undefined,
    ignoresProfile: true,
  });
  expect(await read({ uri: 'data:image/png;base64,AQID' })).toEqual({
    source: { whole: { file: 'models/a.gltf', pointer: '/images/0/uri' } },
    mimeType: 'image/png',
    ignoresProfile: true,
  });
  expect(await read({ bufferView: 0, mimeType: 'image/webp' })).toEqual({
    source: { whole: { file: 'models/a.gltf', pointer: '/buffers/0/uri', offset: 1, length: 2 } },
    mimeType: 'image/webp',
    ignoresProfile: true,
  });
});

it('prefers a declared type to that of the data URI', async () => {
  expect(await read({ uri: 'data:image/png;base64,AQID', mimeType: 'image/jpeg' })).toMatchObject({
    mimeType: 'image/jpeg',
  });
});

it.each<[string, object, string, string]>([
  ['an image without a source', {}, 'gltf/bad-json', '/images/0'],
  ['a damaged data URI', { uri: 'data:image/png;base64,!' }, 'gltf/bad-uri', '/images/0/uri'],
  ['a missing file', { uri: 'c.png' }, 'gltf/missing-file', '/images/0/uri'],
  ['a compressed view', { bufferView: 1 }, 'gltf/bad-reference', '/images/0/bufferView'],
  ['a missing view', { bufferView: 2 }, 'gltf/bad-reference', '/images/0/bufferView'],
])('rejects %s', async (_, image, code, pointer) => {
  expect(await failureOf(() => read(image))).toMatchObject({ code, pointer });
});
