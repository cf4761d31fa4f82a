import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullMesh, fullMeshArbitrary } from '../../testing/full-mesh.js';
import {
  compactClusters,
  compactMesh,
  compactModel,
  narrowModel,
  SAMPLE_GRID,
  splitModel,
} from '../../testing/stored-mesh.js';
import { encodeHmesh } from '../encode.js';
import type { HmeshModel } from '../model.js';
import { decodeHmesh } from '../read.js';
import { unpackSkinVertices, unpackVertices } from '../unpack-vertices.js';
import { validateHmesh } from '../validate.js';
import { packCompactSkin, packWeights } from './pack-compact.js';
import { unpackCompactSkin, unpackStoredVertices } from './unpack-compact.js';

const FORMS: readonly (readonly [string, () => HmeshModel])[] = [
  ['compact', () => compactMesh()],
  ['compact and split', () => compactMesh(true)],
  ['full and split', () => splitModel(fullMesh())],
  ['narrow indices', () => narrowModel(fullMesh())],
  ['compact clusters', compactClusters],
];

it.each(FORMS)('a mesh is written, read and written again without a change: %s', (_, make) => {
  const bytes = encodeHmesh(make());
  expect(validateHmesh(bytes)).toEqual([]);
  expect(encodeHmesh(decodeHmesh(bytes))).toEqual(bytes);
  expect(encodeHmesh({ ...decodeHmesh(bytes) })).toEqual(bytes);
  expect(encodeHmesh(structuredClone(decodeHmesh(bytes)))).toEqual(bytes);
});

describe('rows of the full form', () => {
  const full = decodeHmesh(encodeHmesh(fullMesh()));

  it('are those of the mesh if only the streams are split', () => {
    const split = decodeHmesh(encodeHmesh(splitModel(fullMesh())));
    expect(split.vertices).toEqual(full.vertices);
    expect(unpackStoredVertices(split.stored ?? { streams: [new Uint8Array(0)] })).toEqual(
      unpackVertices(full.vertices),
    );
    expect(split.desc.vertexStride).toBe(28);
  });

  it.each([false, true])('have the exact positions and normals of compact vertices (split: %s)', (isSplit) => {
    const mesh = decodeHmesh(encodeHmesh(compactMesh(isSplit)));
    const [a, b] = [unpackVertices(mesh.vertices), unpackVertices(full.vertices)];
    expect([a.positions, a.normals, a.uvs]).toEqual([b.positions, b.normals, b.uvs]);
    for (const [i, value] of a.tangents.entries()) expect(Math.abs(value - (b.tangents[i] ?? 0))).toBeLessThan(3e-4);
    expect(mesh.desc.vertexStride).toBe(16);
    expect(mesh.uvs1?.length).toBe(8);
    for (const [i, value] of (mesh.uvs1 ?? []).entries())
      expect(Math.abs(value - (full.uvs1?.[i] ?? 0))).toBeLessThan(2.5 / 65535);
    expect(mesh.morphs?.positions).toEqual(full.morphs?.positions);
    expect(mesh.morphs?.normals).toEqual(full.morphs?.normals);
    const [skin, other] = [mesh.skin, full.skin].map((each) => unpackSkinVertices(each?.vertices ?? new Uint8Array(0)));
    expect(skin?.joints).toEqual(other?.joints);
    for (const [i, value] of (skin?.weights ?? []).entries())
      expect(Math.abs(value - (other?.weights[i] ?? 0))).toBeLessThan(1 / 255);
  });
});

it('are read from any mesh that fits the grid', () => {
  fc.assert(
    fc.property(fullMeshArbitrary, fc.boolean(), (model, isSplit) => {
      const grid = {
        ...SAMPLE_GRID,
        step: 2 ** -7,
        offset: [0, 0, 0],
        uvMin: [-100, -100],
        uvExtent: [200, 200],
        uvs1Format: 1,
        uvs1Min: [0, 0],
        uvs1Extent: [1, 1],
        morphNormalStep: 2 ** -7,
        morphTangentStep: 2 ** -7,
      };
      const widened = { ...model, bounds: widen(model.bounds), submeshes: model.submeshes.map(widen) };
      const bytes = encodeHmesh(compactModel(widened, grid, isSplit));
      expect(validateHmesh(bytes)).toEqual([]);
      const [a, b] = [decodeHmesh(bytes), model].map(({ vertices }) => unpackVertices(vertices));
      for (const [i, value] of (a?.positions ?? []).entries())
        expect(Math.abs(value - (b?.positions[i] ?? 0))).toBeLessThanOrEqual(2 ** -8);
    }),
    { numRuns: 40 },
  );
});

function widen<B extends { readonly aabbMin: readonly number[]; readonly aabbMax: readonly number[] }>(box: B): B {
  return {
    ...box,
    aabbMin: box.aabbMin.map((value) => value - 1),
    aabbMax: box.aabbMax.map((value) => value + 1),
  };
}

describe('weights', () => {
  const packed = (...weights: number[]): number[] => {
    const out = new Uint8Array(4);
    packWeights(Float32Array.from(weights), 0, out, 0);
    return [...out];
  };

  it('add up to 255, with an error below 1/255, and keep zeros', () => {
    expect(packed(1, 0, 0, 0)).toEqual([255, 0, 0, 0]);
    expect(packed(0.5, 0.5, 0, 0)).toEqual([128, 127, 0, 0]);
    expect(packed(0.25, 0.25, 0.25, 0.25)).toEqual([64, 64, 64, 63]);
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }), (list) => {
        const weights = Float32Array.from(list);
        const sum = weights.reduce((a, b) => a + b, 0);
        fc.pre(sum > 0.1);
        const bytes = packed(...weights);
        expect(bytes.reduce((a, b) => a + b, 0)).toBe(255);
        for (const [lane, byte] of bytes.entries()) {
          expect(Math.abs(byte / 255 - (weights[lane] ?? 0) / sum)).toBeLessThan(1 / 255);
          if (weights[lane] === 0) expect(byte).toBe(0);
        }
      }),
    );
  });

  it('have wide joints if there are more than 256', () => {
    const joints = Uint16Array.of(300, 2, 0, 0);
    const rows = packCompactSkin(joints, Float32Array.of(0.5, 0.5, 0, 0), 301);
    expect(rows.length).toBe(12);
    expect(unpackCompactSkin(rows, 301).joints).toEqual(joints);
    expect(packCompactSkin(Uint16Array.of(255, 2, 0, 0), Float32Array.of(0.5, 0.5, 0, 0), 256).length).toBe(8);
  });
});
