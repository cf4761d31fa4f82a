// Compares `@assetc/formats/layouts`, which does not decode files, with the decoders.

import { describe, expect, it } from 'vitest';
import { hasMagic } from '../core/magic.js';
import { GpuSkinVertex, GpuVertex, HMESH_MAGIC } from '../hmesh/layout.js';
import { packSkinVertices } from '../hmesh/pack-vertices.js';
import { hmeshVersion } from '../hmesh/peek.js';
import { decodeHmesh } from '../hmesh/read.js';
import { unpackSkinVertices } from '../hmesh/unpack-vertices.js';
import { isKtx2, isUastcKtx2, peekColorModel } from '../ktx2/peek.js';
import { decodeKtx2 } from '../ktx2/read.js';
import { readGolden } from '../testing/golden.js';

describe('peeking', () => {
  it('names the color model that decoding finds', () => {
    for (const name of ['uastc-2d.ktx2', 'uastc-cube.ktx2', 'rgba8-srgb.ktx2', 'rgba16f-lut.ktx2']) {
      const bytes = readGolden(name);
      expect(isKtx2(bytes)).toBe(true);
      expect(peekColorModel(bytes)).toBe(decodeKtx2(bytes).dataFormat.basic?.colorModel);
    }
  });

  it('gives nothing for other files, and for a descriptor beyond the end', () => {
    expect(isKtx2(readGolden('quad.hmesh'))).toBe(false);
    expect(peekColorModel(readGolden('quad.hmesh'))).toBeUndefined();
    const bytes = readGolden('uastc-2d.ktx2');
    for (const length of [0, 11, 12, 79, 80, 100]) expect(peekColorModel(bytes.subarray(0, length))).toBeUndefined();
    const astray = bytes.slice();
    new DataView(astray.buffer).setUint32(48, 0xffffffff, true);
    expect(peekColorModel(astray)).toBeUndefined();
  });

  it('detects UASTC only without a Vulkan format', () => {
    const bytes = readGolden('uastc-2d.ktx2').slice();
    expect(isUastcKtx2(bytes)).toBe(true);
    expect(isUastcKtx2(readGolden('rgba8-srgb.ktx2'))).toBe(false);
    expect(isUastcKtx2(bytes.subarray(0, 40))).toBe(false);
    new DataView(bytes.buffer).setUint32(12, 37, true);
    expect(isUastcKtx2(bytes)).toBe(false);
  });

  it('distinguishes the versions of meshes, including unknown ones', () => {
    expect(hmeshVersion(readGolden('quad.hmesh'))).toBe(2);
    expect(hmeshVersion(readGolden('quad-v1.hmesh'))).toBe(1);
    expect(hmeshVersion(readGolden('chair.hmat'))).toBeUndefined();
    expect(hmeshVersion(readGolden('quad.hmesh').subarray(0, 31))).toBeUndefined();
    const later = readGolden('quad.hmesh');
    later[4] = 7;
    expect(hmeshVersion(later)).toBe(7);
    expect(hasMagic(later, HMESH_MAGIC)).toBe(true);
    expect(hasMagic(Uint8Array.of(0x48, 0x4d, 0x53), HMESH_MAGIC)).toBe(false);
  });
});

describe('rows read by their layout', () => {
  it('hold what the decoded mesh holds', () => {
    const mesh = decodeHmesh(readGolden('quad.hmesh'));
    expect(mesh.vertices.byteLength).toBe(mesh.desc.vertexCount * GpuVertex.size);
    const rows = mesh.skin?.vertices ?? new Uint8Array(0);
    const { joints, weights } = unpackSkinVertices(rows);
    expect(joints.length).toBe(mesh.desc.vertexCount * 4);
    const second = GpuSkinVertex.read(rows, GpuSkinVertex.size);
    expect([...joints.subarray(4, 8)]).toEqual(second.joints);
    expect([...weights.subarray(4, 8)]).toEqual(second.weights);
    expect(packSkinVertices(joints, weights)).toEqual(new Uint8Array(rows));
  });
});
