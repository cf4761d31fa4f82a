// Models with images replaced: other bytes are equal, and readers of glTF find the new images.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { validateBytes } from 'gltf-validator';
import { expect, it } from 'vitest';
import { splitGlb } from '../../packages/compiler/src/model/glb.js';
import { glbOf } from '../../packages/compiler/src/testing/gltf-builder.js';
import { replaceImages } from '../../site/src/playground/worker/replace-images.js';

const ktx2 = Uint8Array.of(0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);

interface Written {
  readonly bin: Uint8Array;
  readonly bufferViews: readonly {
    readonly buffer: number;
    readonly byteOffset?: number;
    readonly byteLength: number;
  }[];
  readonly [name: string]: unknown;
}

function opened(glb: Uint8Array): Written {
  const split = splitGlb(glb);
  if ('is' in split) throw new Error(split.message);
  return { ...JSON.parse(new TextDecoder().decode(split.json)), bin: split.bin?.bytes ?? new Uint8Array(0) };
}

function viewBytes({ bin, bufferViews }: Written, index: number): readonly number[] {
  const { byteOffset = 0, byteLength = 0 } = bufferViews[index] ?? {};
  return [...bin.subarray(byteOffset, byteOffset + byteLength)];
}

it('keeps geometry, drops the bytes of the old images, and passes glTF-Validator', async () => {
  const before = readFileSync(resolve(import.meta.dirname, '../../examples/demo/assets/models/dragon.glb'));
  const source = await io.readBinary(before);
  const textures = source.getRoot().listTextures();
  const after = replaceImages(before, new Map(textures.map((_, index) => [index, ktx2])));
  const old = textures.reduce((sum, texture) => sum + (texture.getImage()?.length ?? 0), 0);
  expect(Math.abs(before.length - old - after.length)).toBeLessThan(1000);
  const result = await io.readBinary(after);
  for (const [index, texture] of result.getRoot().listTextures().entries()) {
    expect(texture.getMimeType(), `${index}`).toBe('image/ktx2');
    expect(texture.getImage()).toEqual(ktx2);
  }
  const arrays = (from: typeof source) =>
    from
      .getRoot()
      .listAccessors()
      .map((each) => each.getArray());
  expect(arrays(result)).toEqual(arrays(source));
  const { issues } = await validateBytes(after, { format: 'glb' });
  expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);
});

it('takes images in data URIs, also if the file has no binary chunk, and leaves other buffers alone', () => {
  const uri = `data:application/octet-stream;base64,${Buffer.from([1, 2, 3, 4]).toString('base64')}`;
  const json = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: 4, uri }],
    bufferViews: [{ buffer: 0, byteLength: 4 }],
    images: [{ uri: 'data:image/png;base64,AAAA' }, { uri: 'data:image/png;base64,AAAA' }],
    textures: [{ source: 0 }, { source: 1 }],
  };
  const after = opened(replaceImages(glbOf(json, new Uint8Array(0)), new Map([[1, ktx2]])));
  expect(after).toMatchObject({
    buffers: [{ byteLength: 15 }, { byteLength: 4, uri }],
    bufferViews: [
      { buffer: 1, byteLength: 4 },
      { buffer: 0, byteOffset: 0, byteLength: 15 },
    ],
    images: [{ uri: 'data:image/png;base64,AAAA' }, { bufferView: 1, mimeType: 'image/ktx2' }],
    textures: [{ source: 0 }, { extensions: { KHR_texture_basisu: { source: 1 } } }],
    extensionsUsed: ['KHR_texture_basisu'],
    extensionsRequired: ['KHR_texture_basisu'],
  });
  expect(viewBytes(after, 1)).toEqual([...ktx2]);
});

it('moves compressed views, keeps what a kept image shares, and forgets WebP', () => {
  const bin = Uint8Array.from({ length: 96 }, (_, index) => index);
  const json = {
    asset: { version: '2.0' },
    extensionsUsed: ['EXT_texture_webp', 'EXT_meshopt_compression'],
    extensionsRequired: ['EXT_meshopt_compression'],
    buffers: [{ byteLength: 96 }, { byteLength: 64, extensions: { EXT_meshopt_compression: { fallback: true } } }],
    bufferViews: [
      { buffer: 0, byteLength: 30 },
      {
        buffer: 1,
        byteLength: 64,
        extensions: { EXT_meshopt_compression: { buffer: 0, byteOffset: 64, byteLength: 20 } },
      },
      { buffer: 0, byteOffset: 32, byteLength: 9 },
    ],
    images: [{ bufferView: 0, mimeType: 'image/webp' }, { bufferView: 2 }, { bufferView: 2 }],
    textures: [{ source: 1, extensions: { EXT_texture_webp: { source: 0 } } }, { source: 2 }],
  };
  const replaced = new Map([
    [0, ktx2],
    [2, ktx2],
  ]);
  const after = opened(replaceImages(glbOf(json, bin), replaced));
  expect(after).toMatchObject({
    extensionsUsed: ['EXT_meshopt_compression', 'KHR_texture_basisu'],
    textures: [
      { extensions: { KHR_texture_basisu: { source: 0 } } },
      { extensions: { KHR_texture_basisu: { source: 2 } } },
    ],
    bufferViews: [{}, { buffer: 1, extensions: { EXT_meshopt_compression: { buffer: 0, byteOffset: 16 } } }, {}, {}],
  });
  expect(after.textures).not.toContainEqual(expect.objectContaining({ source: expect.anything() }));
  expect([viewBytes(after, 0), viewBytes(after, 2), viewBytes(after, 3)]).toEqual([
    [...ktx2],
    [...bin.subarray(32, 41)],
    [...ktx2],
  ]);
  expect([...after.bin.subarray(16, 36)]).toEqual([...bin.subarray(64, 84)]);
});
