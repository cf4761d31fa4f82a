// Meshes for Galileo.

import { createHash } from 'node:crypto';
import { decodeHmat } from '@assetc/formats';
import { decodeGali, formatUuid } from '@assetc/other-runtimes/galileo';
import { xxhash3 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';
import { compileFor } from './decode-meshes.js';
import { sceneModel, skinnedModel } from './fixtures.js';
import { inputOf } from './mesh-format-inputs.js';

describe('galileo', () => {
  it('has the UUID of its source ref and the checksum that another XXH3 computes', async () => {
    const bytes = (await compileFor('galileo', inputOf(sceneModel()))).output('.gali');
    const digest = createHash('sha256').update('assetc:models/chair').digest();
    digest[6] = ((digest[6] ?? 0) & 15) | 64;
    digest[8] = ((digest[8] ?? 0) & 63) | 128;
    const hex = digest.toString('hex');
    const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
    expect(formatUuid(decodeGali(bytes).uuid)).toBe(uuid);
    const checksum = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(28, true);
    expect(checksum).toBe(BigInt(`0x${await xxhash3(bytes.subarray(36))}`));
  });

  it('keeps further sets of texture coordinates and colors, each where the primitive has it', async () => {
    const builder = new GltfBuilder();
    const { positions, normals, indices } = grid(2);
    const count = positions.length / 3;
    const set = (seed: number) => Float32Array.from({ length: count * 2 }, (_, i) => ((i * seed) % 97) / 96);
    const bytes = (seed: number) => Uint8Array.from({ length: count * 4 }, (_, i) => (i * seed) % 256);
    const attributes = { POSITION: builder.accessor(positions, 'VEC3'), NORMAL: builder.accessor(normals, 'VEC3') };
    const uv = [set(5), set(11), set(13)];
    const color = [bytes(7), bytes(31)];
    builder.mesh(
      {
        attributes: {
          ...attributes,
          ...Object.fromEntries(uv.map((data, i) => [`TEXCOORD_${i}`, builder.accessor(data, 'VEC2')])),
          ...Object.fromEntries(
            color.map((data, i) => [`COLOR_${i}`, builder.accessor(data, 'VEC4', { normalized: true })]),
          ),
        },
        indices: builder.accessor(indices, 'SCALAR'),
      },
      { attributes, indices: builder.accessor(indices, 'SCALAR') },
    );
    builder.node({ mesh: 0 });
    const context = await compileFor('galileo', inputOf(builder), { tangents: 'none' });
    const [rich, plain] = decodeGali(context.output('.gali')).groups;
    expect([rich?.texcoords.length, rich?.colors.length, rich?.joints.length]).toEqual([3, 2, 0]);
    expect([plain?.texcoords.length, plain?.colors.length, plain?.joints.length]).toEqual([0, 0, 0]);
    for (let v = 0; v < count; v++) {
      const source = positionIndex(positions, rich?.positions.subarray(v * 3, v * 3 + 3));
      for (const [i, data] of uv.entries())
        for (const c of [0, 1])
          expect(rich?.texcoords[i]?.[v * 2 + c]).toBe(Math.round((data[source * 2 + c] ?? 0) * 65535));
      for (const [i, data] of color.entries())
        expect([...(rich?.colors[i]?.subarray(v * 4, v * 4 + 4) ?? [])]).toEqual([
          ...data.subarray(source * 4, source * 4 + 4),
        ]);
    }
    expect(context.warnings).toEqual([]);
    const hmesh = await compileModel(inputOf(builder));
    expect(hmesh.warnings).toContain('gltf/dropped-attribute');
  });

  it('keeps joints and weights, which add up to one', async () => {
    const context = await compileFor('galileo', inputOf(skinnedModel()));
    const [group] = decodeGali(context.output('.gali')).groups;
    const { positions } = grid(3);
    for (let v = 0; v < (group?.vertexCount ?? 0); v++) {
      const source = positionIndex(positions, group?.positions.subarray(v * 3, v * 3 + 3));
      const weights = group?.weights[0]?.subarray(v * 4, v * 4 + 4) ?? [];
      const joints = group?.joints[0]?.subarray(v * 4, v * 4 + 4) ?? [];
      const of = (joint: number) =>
        [0, 1, 2, 3].reduce((sum, k) => sum + (joints[k] === joint ? (weights[k] ?? 0) : 0), 0);
      expect(of(0) / 65535).toBeCloseTo((source % 5) / 4, 4);
      expect(of(0) + of(1)).toBe(65535);
    }
  });

  it('wraps texture coordinates outside 0 to 1, and counts them', async () => {
    const builder = new GltfBuilder();
    builder.mesh({
      attributes: {
        POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3'),
        TEXCOORD_0: builder.accessor(Float32Array.of(1.25, 0, -0.25, 1, 0.5, 0.75), 'VEC2'),
      },
    });
    builder.node({ mesh: 0 });
    const context = await compileFor('galileo', inputOf(builder));
    expect(context.warnings).toMatchObject([
      { code: 'mesh/wrapped-texcoords', message: expect.stringMatching(/^2 texture coordinates/) },
    ]);
    const [group] = decodeGali(context.output('.gali')).groups;
    const byX = new Map<string, readonly number[]>();
    for (let v = 0; v < 3; v++)
      byX.set([...(group?.positions.subarray(v * 3, v * 3 + 2) ?? [])].join(), [
        ...(group?.texcoords[0]?.subarray(v * 2, v * 2 + 2) ?? []),
      ]);
    expect(byX.get('0,0')).toEqual([16384, 0]);
    expect(byX.get('1,0')).toEqual([49151, 65535]);
    expect(byX.get('0,1')).toEqual([32768, 49151]);
  });

  it('has one row of materials a group', async () => {
    const context = await compileFor('galileo', inputOf(sceneModel()));
    expect(decodeGali(context.output('.gali')).groups).toHaveLength(4);
    expect(decodeHmat(context.output('.hmat')).map(({ alphaMode }) => alphaMode)).toEqual([
      'BLEND',
      'MASK',
      'OPAQUE',
      'OPAQUE',
    ]);
  });
});

function positionIndex(positions: Float32Array, wanted: Float32Array | undefined): number {
  for (let i = 0; i * 3 < positions.length; i++)
    if ([0, 1, 2].every((axis) => positions[i * 3 + axis] === wanted?.[axis])) return i;
  throw new Error('no such vertex in the source');
}
