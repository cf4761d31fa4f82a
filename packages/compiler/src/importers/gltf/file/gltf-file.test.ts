import { expect, it } from 'vitest';
import { glbOf } from '../../../testing/gltf-builder.js';
import { failureOf, openGltf } from '../testing/open-gltf.js';

const asset = { version: '2.0' };

it('follows an index to its element, and reports the position of an invalid one', async () => {
  const { file, at } = openGltf({ meshes: [{ name: 'a' }, { name: 'b' }], use: 1, far: 2 });
  const { index, node } = file.follow(at('/use'), 'meshes');
  expect([index, node.pointer, node.name()]).toEqual([1, '/meshes/1', 'b']);
  expect(await failureOf(() => file.follow(at('/far'), 'meshes'))).toEqual({
    code: 'gltf/bad-reference',
    pointer: '/far',
    message: 'meshes[2] does not exist (number of meshes: 2)',
  });
  expect(await failureOf(() => file.follow(at('/use'), 'skins'))).toMatchObject({
    message: 'skins[1] does not exist (number of skins: 0)',
  });
  expect([file.count('meshes'), file.count('skins'), file.list('skins')]).toEqual([2, 0, []]);
});

it('warns once per code and topic, at the first position', () => {
  const { file, at, context, warnings } = openGltf({ a: 1, b: 2 });
  file.warnOnce('gltf/dropped-attribute', at('/a'), 'first');
  file.warnOnce('gltf/dropped-attribute', at('/b'), 'second');
  file.warnOnce('gltf/dropped-attribute', at('/b'), 'other', 'topic');
  file.warnOnce('gltf/dropped-extras', at('/b'), 'another');
  expect(warnings()).toEqual([
    ['gltf/dropped-attribute', '/a'],
    ['gltf/dropped-attribute', '/b'],
    ['gltf/dropped-extras', '/b'],
  ]);
  expect(context.warnings.map(({ message }) => message)).toEqual(['first', 'other', 'another']);
});

it("returns the position of a range's bytes: in the binary chunk", async () => {
  const json = { asset, buffers: [{ byteLength: 8 }], bufferViews: [{ buffer: 0, byteOffset: 2, byteLength: 3 }] };
  const glb = glbOf(json, Uint8Array.of(10, 11, 12, 13, 14, 15, 16, 17));
  const { file, at } = openGltf(glb);
  const { bytes, at: place } = await file.range(at('/bufferViews/0'));
  expect([...bytes]).toEqual([12, 13, 14]);
  expect(place).toEqual({ file: 'models/a.glb', offset: glb.length - 6, length: 3 });
  expect([...glb.subarray(place.offset, (place.offset ?? 0) + 3)]).toEqual([12, 13, 14]);
});

it("returns the position of a range's bytes: in a data URI, or in a file that is read once", async () => {
  const { file, at, context } = openGltf(
    {
      asset,
      buffers: [
        { byteLength: 3, uri: 'data:;base64,AQID' },
        { byteLength: 2, uri: 'a%20b.bin' },
      ],
      bufferViews: [
        { buffer: 0, byteOffset: 1, byteLength: 2 },
        { buffer: 1, byteLength: 2 },
      ],
    },
    { 'models/a b.bin': Uint8Array.of(7, 8, 9) },
  );
  const inUri = await file.range(at('/bufferViews/0'));
  expect([...inUri.bytes]).toEqual([2, 3]);
  expect(inUri.at).toEqual({ file: 'models/a.gltf', pointer: '/buffers/0/uri', offset: 1, length: 2 });
  const inFile = await file.range(at('/bufferViews/1'));
  expect([...inFile.bytes]).toEqual([7, 8]);
  expect(inFile.at).toEqual({ file: 'models/a b.bin', offset: 0, length: 2 });
  await file.range(at('/bufferViews/1'));
  expect(context.seen).toEqual(['models/a b.bin']);
});

it('reads a buffer that lacks its padding, with one warning', async () => {
  const { file, at, context } = openGltf({
    asset,
    buffers: [{ byteLength: 6, uri: 'data:;base64,AQID' }],
    bufferViews: [
      { buffer: 0, byteLength: 2 },
      { buffer: 0, byteOffset: 1, byteLength: 2 },
    ],
  });
  expect([...(await file.range(at('/bufferViews/0'))).bytes]).toEqual([1, 2]);
  expect([...(await file.range(at('/bufferViews/1'))).bytes]).toEqual([2, 3]);
  expect(context.warnings).toMatchObject([
    {
      code: 'gltf/short-buffer',
      where: { pointer: '/buffers/0/byteLength' },
      message: 'the buffer has 3 bytes, not 6',
    },
  ]);
});

it.each<[string, object, string, string, string]>([
  [
    'a view beyond the declared end of its buffer, even if there are more bytes',
    {
      buffers: [{ byteLength: 2, uri: 'data:;base64,AQID' }],
      bufferViews: [{ buffer: 0, byteOffset: 1, byteLength: 2 }],
    },
    'gltf/bad-buffer',
    '/bufferViews/0',
    "bytes 1 to 3 reach past the buffer's 2",
  ],
  [
    'a buffer with fewer bytes than it declares',
    { buffers: [{ byteLength: 7, uri: 'data:;base64,AQID' }], bufferViews: [{ buffer: 0, byteLength: 1 }] },
    'gltf/bad-buffer',
    '/buffers/0/byteLength',
    'the buffer has 3 bytes, not 7',
  ],
  [
    'a view of missing padding',
    { buffers: [{ byteLength: 4, uri: 'data:;base64,AQID' }], bufferViews: [{ buffer: 0, byteLength: 4 }] },
    'gltf/bad-buffer',
    '/bufferViews/0',
    "bytes 0 to 4 reach past the buffer's 3",
  ],
  [
    'a buffer without a URI outside of a GLB',
    { buffers: [{ byteLength: 4 }], bufferViews: [{ buffer: 0, byteLength: 1 }] },
    'gltf/bad-buffer',
    '/buffers/0',
    'the buffer has no URI and the file has no binary chunk',
  ],
  [
    'a second buffer without a URI',
    { buffers: [{ byteLength: 4 }, { byteLength: 4 }], bufferViews: [{ buffer: 1, byteLength: 1 }] },
    'gltf/bad-buffer',
    '/buffers/1',
    'the buffer has no URI: only the first buffer may be in the binary chunk',
  ],
])('rejects %s', async (_, json, code, pointer, message) => {
  const { file, at } = openGltf({ asset, ...json });
  expect(await failureOf(() => file.range(at('/bufferViews/0')))).toEqual({ code, pointer, message });
});

it('accepts JSON in a .glb, and reports a missing header for anything else', async () => {
  const json = new TextEncoder().encode(' {"asset":{"version":"2.0"}}');
  expect(openGltf(json).at('/asset/version').text()).toBe('2.0');
  expect(await failureOf(() => openGltf(new TextEncoder().encode('no model')))).toMatchObject({ code: 'gltf/bad-glb' });
});

it('adds up the declared sizes of buffers', () => {
  expect(openGltf({ asset, buffers: [{ byteLength: 5 }, {}, { byteLength: 7 }] }).file.declaredBytes).toBe(12);
});
