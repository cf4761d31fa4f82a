// Unpacking into memory of the caller's gives what the allocating readers give, and touches nothing behind it.

import { FormatError } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { readGolden } from '../testing/golden.js';
import { meshModel } from '../testing/vkguide-samples.js';
import { encodeVkguideMesh } from './encode-mesh.js';
import { decodeAssetFile } from './read-container.js';
import { decodeVkguideMesh, openVkguideMesh } from './read-mesh.js';
import { decodeVkguideTexture, readVkguidePage } from './read-texture.js';
import { unpackedSize, unpackInto } from './unpack-into.js';

const GUARD = 0xa5;

/** Fills a buffer that begins at an odd place and is larger than needed; returns what was written and what was not. */
function unpacked(asset: Parameters<typeof unpackInto>[0]) {
  const size = unpackedSize(asset);
  const memory = new Uint8Array(size + 8).fill(GUARD);
  expect(unpackInto(asset, memory.subarray(3))).toBe(size);
  const around = [...memory.subarray(0, 3), ...memory.subarray(3 + size)];
  expect(new Set(around)).toEqual(new Set([GUARD]));
  return memory.slice(3, 3 + size);
}

describe('unpackInto', () => {
  it('fills pages and whole textures', () => {
    for (const name of ['vkguide-single.tx', 'vkguide-paged.tx']) {
      const texture = decodeVkguideTexture(readGolden(name));
      const pages = texture.pages.map(readVkguidePage);
      for (const [i, page] of texture.pages.entries()) expect(unpacked(page)).toEqual(new Uint8Array(pages[i] ?? []));
      expect(unpacked(texture)).toEqual(Uint8Array.from(pages.flatMap((page) => [...page])));
    }
  });

  it('fills vertices and then indices of a mesh, compressed or not', () => {
    const stored = encodeVkguideMesh({ ...meshModel(), compression: 'None' });
    for (const bytes of [readGolden('vkguide-pncv.mesh'), readGolden('vkguide-packed.mesh'), stored]) {
      const { vertices, indices } = decodeVkguideMesh(bytes);
      const info = openVkguideMesh(decodeAssetFile(bytes));
      const data = unpacked(info);
      expect(data.subarray(0, info.vertexBytes)).toEqual(vertices);
      const wanted = new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength);
      expect(data.subarray(info.vertexBytes)).toEqual(wanted);
      expect(info.indexSize).toBe(indices.BYTES_PER_ELEMENT);
    }
  });

  it('writes nothing where the buffer is too small or the data is damaged', () => {
    const page = decodeVkguideTexture(readGolden('vkguide-single.tx')).pages[0];
    if (page === undefined) throw new Error('no page');
    const small = new Uint8Array(page.originalSize - 1).fill(GUARD);
    expect(() => unpackInto(page, small)).toThrow(RangeError);
    expect(new Set(small)).toEqual(new Set([GUARD]));
    const memory = new Uint8Array(page.originalSize).fill(GUARD);
    const cut = { ...page, stored: page.stored.subarray(0, page.stored.length - 1) };
    expect(() => unpackInto(cut, memory)).toThrow(FormatError);
    expect(new Set(memory)).toEqual(new Set([GUARD]));
  });
});
