import { describe, expect, it } from 'vitest';
import { FirstProblem } from '../../core/first-problem.js';
import { FormatError } from '../../core/format-error.js';
import { viewOf } from '../../core/struct.js';
import { survivesDamage } from '../../testing/damage.js';
import { clusteredMesh, emptyMesh, fullMesh, micromapMesh, wordsMesh } from '../../testing/full-mesh.js';
import { gridMesh } from '../../testing/grid-mesh.js';
import { ENCODERS } from '../../testing/mesh-encoders.js';
import { sampleMesh } from '../../testing/sample-mesh.js';
import { compactClusters, compactMesh, narrowModel, splitModel } from '../../testing/stored-mesh.js';
import { encodeHmesh } from '../encode.js';
import type { HmeshModel } from '../model.js';
import { decodeHmesh, inspectHmesh } from '../read.js';
import { validateHmesh } from '../validate.js';
import { compressHmesh } from './compress.js';
import { compressedChunks, inflateHmesh, isCompressedHmesh } from './inflate.js';

const MODELS: readonly (readonly [string, HmeshModel])[] = [
  ['a grid', gridMesh(24)],
  ['every chunk', fullMesh()],
  ['clusters', clusteredMesh()],
  ['words', wordsMesh()],
  ['micromaps', micromapMesh()],
  ['nothing', emptyMesh()],
  ['compact vertices', compactMesh()],
  ['compact split vertices', compactMesh(true)],
  ['compact clusters', compactClusters()],
  ['split vertices', splitModel(fullMesh())],
  ['narrow indices', narrowModel(fullMesh())],
];

/** Each triangle begins with its lowest corner. */
function turned(corners: ArrayLike<number>): number[] {
  const out: number[] = [];
  for (let i = 0; i < corners.length; i += 3) {
    const triangle = [corners[i] ?? 0, corners[i + 1] ?? 0, corners[i + 2] ?? 0];
    const first = triangle.indexOf(Math.min(...triangle));
    for (let corner = 0; corner < 3; corner++) out.push(triangle[(first + corner) % 3] ?? 0);
  }
  return out;
}

describe.each(MODELS)('a compressed mesh with %s', (_, model) => {
  const plain = encodeHmesh(model);
  const compressed = compressHmesh(plain, ENCODERS);

  it('is valid, and equal to the mesh except for the first corner of triangles', () => {
    expect(validateHmesh(compressed)).toEqual([]);
    const [before, after] = [decodeHmesh(plain), decodeHmesh(compressed)];
    const { indices, lods, meshletTriangles, meshletTriangleWords, clusters, ...rest } = before;
    const { triangles, triangleWords, ...otherClusters } = clusters ?? { triangles: [] };
    expect(after).toMatchObject(rest);
    expect(turned(after.indices)).toEqual(turned(indices));
    expect(turned(after.lods?.indices ?? [])).toEqual(turned(lods?.indices ?? []));
    expect(turned(after.meshletTriangles)).toEqual(turned(meshletTriangles));
    expect(after.meshletTriangleWords?.length).toBe(meshletTriangleWords?.length);
    if (clusters) expect(after.clusters).toMatchObject(otherClusters);
    expect(turned(after.clusters?.triangles ?? [])).toEqual(turned(triangles));
    expect(after.clusters?.triangleWords?.length).toBe(triangleWords?.length);
  });

  it('compresses to the same bytes again, and keeps corners that are final', () => {
    expect(compressHmesh(plain, ENCODERS)).toEqual(compressed);
    expect(compressHmesh(compressed, ENCODERS)).toBe(compressed);
    const inflated = inflateHmesh(compressed);
    expect(isCompressedHmesh(inflated)).toBe(false);
    const again = compressHmesh(inflated, ENCODERS);
    expect(inflateHmesh(again)).toEqual(inflated);
  });

  it('is refused by readers that do not know compressed chunks', () => {
    expect(() => inspectHmesh(compressed, new FirstProblem())).toThrow(FormatError);
  });
});

describe('compressed chunks', () => {
  const plain = encodeHmesh(gridMesh(24));
  const compressed = compressHmesh(plain, ENCODERS);

  it('are those that become shorter, with their codecs', () => {
    const chunks = compressedChunks(compressed);
    expect(chunks.map(({ name, codec }) => `${name} ${codec}`)).toEqual([
      'vtxs vertices',
      'idxs triangles',
      'mlts meshlets',
      'mlbn vertices',
    ]);
    for (const { sizeBytes, rawBytes } of chunks) expect(sizeBytes).toBeLessThan(rawBytes);
    expect(compressed.length).toBeLessThan(plain.length / 3);
    expect(compressedChunks(plain)).toEqual([]);
  });

  it('survive every truncation and flipped bits: a mesh or a FormatError', () => {
    const small = compressHmesh(encodeHmesh(sampleMesh()), ENCODERS);
    // A block of 256 vertices without changes takes one byte for each four of a vertex.
    const subject = { bytes: small, decode: decodeHmesh, validate: validateHmesh, allocationFactor: 1100 };
    expect(survivesDamage(subject, 29).broken).toEqual([]);
  });

  it('report data that does not fit its hash, at the hash', () => {
    const damaged = compressed.slice();
    const vtxs = compressedChunks(compressed)[0];
    const at = chunkOffset(compressed, 'vtxs');
    damaged[at + 24] = (damaged[at + 24] ?? 0) ^ 1;
    expect(vtxs?.name).toBe('vtxs');
    expect(validateHmesh(damaged)).toMatchObject([{ code: 'bad-value', offset: at + 24, field: 'vtxs.hash' }]);
    expect(decodeHmesh(damaged).vertices).toEqual(decodeHmesh(plain).vertices);
  });

  it.each([
    ['codec', 0, 9],
    ['codec', 0, 4],
    ['stride', 4, 27],
    ['count', 8, 0x40000000],
    ['pad', 12, 1],
    ['rawSize', 16, 5],
  ])('report a wrong %s', (field, offset, value) => {
    const damaged = compressed.slice();
    const at = chunkOffset(compressed, 'vtxs');
    viewOf(damaged).setUint32(at + offset, value, true);
    const [first] = validateHmesh(damaged);
    expect(first).toMatchObject({ code: 'bad-value', offset: at + offset });
    expect(first?.field).toContain(field);
  });

  it('report a chunk that is there twice, plain and compressed', () => {
    const damaged = compressed.slice();
    const view = viewOf(damaged);
    for (let at = 32; ; at += 24) {
      const name = String.fromCharCode(...damaged.subarray(at, at + 4));
      if (name === 'SUBM') {
        for (const [i, letter] of [...'VTXS'].entries()) view.setUint8(at + i, letter.charCodeAt(0));
        break;
      }
    }
    expect(validateHmesh(damaged)).toMatchObject([{ code: 'duplicate', field: 'vtxs' }]);
  });
});

function chunkOffset(bytes: Uint8Array, wanted: string): number {
  const view = viewOf(bytes);
  for (let at = 32; at < 32 + view.getUint32(8, true) * 24; at += 24)
    if (String.fromCharCode(...bytes.subarray(at, at + 4)) === wanted) return Number(view.getBigUint64(at + 8, true));
  throw new Error(`no ${wanted}`);
}
