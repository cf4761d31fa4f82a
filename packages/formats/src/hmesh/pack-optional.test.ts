// What programs use to make and to read colors and morph targets.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullMesh, fullMeshArbitrary } from '../testing/full-mesh.js';
import { toTwin } from '../testing/golden.js';
import { encodeHmesh } from './encode.js';
import { applyMorph, morphTargetAt } from './morph-targets.js';
import { packColors, unpackColors } from './pack-colors.js';
import { packMorphs, unpackMorphs } from './pack-morphs.js';
import { decodeHmesh } from './read.js';
import { unpackVertices } from './unpack-vertices.js';
import { validateHmesh } from './validate.js';

describe('meshes with any of the later chunks', () => {
  it('round-trip, and have nothing wrong with them', () => {
    fc.assert(
      fc.property(fullMeshArbitrary, (model) => {
        const bytes = encodeHmesh(model);
        const { desc, version, ...mesh } = decodeHmesh(bytes);
        expect(toTwin(mesh)).toEqual(toTwin(model));
        expect(encodeHmesh(mesh)).toEqual(bytes);
        expect(validateHmesh(bytes)).toEqual([]);
      }),
    );
  });

  it('are viewed without copying, and read the same at odd places of memory', () => {
    const bytes = encodeHmesh(fullMesh());
    const { colors, uvs1, morphs, lines, lods } = decodeHmesh(bytes);
    const views = [colors?.values, uvs1, morphs?.vertices, morphs?.positions, morphs?.normals, lines?.indices];
    for (const view of [...views, lods?.errors]) expect(view?.buffer).toBe(bytes.buffer);
    for (const shift of [1, 2, 4, 8]) {
      const moved = new Uint8Array(bytes.length + shift).subarray(shift);
      moved.set(bytes);
      expect(toTwin(decodeHmesh(moved))).toEqual(toTwin(decodeHmesh(bytes)));
      expect(validateHmesh(moved)).toEqual([]);
    }
  });
});

describe('colors', () => {
  it('of eight and sixteen bits are rounded to the nearest and clamped', () => {
    const rgba = Float32Array.of(0, 1, 0.5, 2, -1, 0.25, 0.999, 0.001);
    expect([...packColors(rgba, 'unorm8').values]).toEqual([0, 255, 128, 255, 0, 64, 255, 0]);
    expect([...packColors(rgba, 'unorm16').values]).toEqual([0, 65535, 32768, 65535, 0, 16384, 65469, 66]);
  });

  it('of half floats keep what is brighter than white, up to the largest', () => {
    const { values } = packColors(Float32Array.of(1, 2, 1e9, -1e9), 'float16');
    expect([...values]).toEqual([0x3c00, 0x4000, 0x7bff, 0xfbff]);
    expect([...unpackColors({ format: 'float16', values })]).toEqual([1, 2, 65504, -65504]);
  });

  it.each(['unorm8', 'unorm16'] as const)('of %s come back from floats, every one', (format) => {
    const count = format === 'unorm8' ? 0x100 : 0x10000;
    const values = format === 'unorm8' ? new Uint8Array(count) : new Uint16Array(count);
    for (let i = 0; i < count; i++) values[i] = i;
    const rgba = unpackColors({ format, values });
    expect([rgba[0], rgba[count - 1]]).toEqual([0, 1]);
    expect(packColors(rgba, format)).toEqual({ format, values });
  });

  it('cannot be NaN, nor three numbers', () => {
    expect(() => packColors(Float32Array.of(0, 0, 0, Number.NaN), 'unorm8')).toThrow('vertex 0 is NaN');
    expect(() => packColors(new Float32Array(3), 'unorm8')).toThrow('four numbers');
  });
});

describe('morph targets', () => {
  it('come back one by one as they went in', () => {
    const target = {
      vertices: Uint32Array.of(1, 3),
      positions: Float32Array.of(1, 2, 3, 4, 5, 6),
      normals: undefined,
      tangents: Float32Array.of(6, 5, 4, 3, 2, 1),
      defaultWeight: 0.5,
    };
    const other = {
      vertices: Uint32Array.of(0),
      positions: Float32Array.of(7, 8, 9),
      normals: Float32Array.of(1, 1, 1),
      tangents: Float32Array.of(2, 2, 2),
      defaultWeight: 0,
    };
    const still = { ...none(), normals: undefined, tangents: undefined, defaultWeight: 1 };
    const sources = [
      { extent: 1, targets: [target] },
      { extent: 0, targets: [] },
      { extent: 2, targets: [still, other] },
    ];
    const morphs = packMorphs(sources);
    expect(unpackMorphs(morphs)).toEqual(sources);
    expect(morphs.ranges).toEqual([
      { firstTarget: 0, targetCount: 1, extent: 1 },
      { firstTarget: 1, targetCount: 0, extent: 0 },
      { firstTarget: 1, targetCount: 2, extent: 2 },
    ]);
    expect([0, 1, 2].map((i) => morphTargetAt(morphs, i))).toEqual([target, still, other]);
    expect(() => morphTargetAt(morphs, 3)).toThrow(RangeError);
  });

  it('with deltas for other vertices are refused', () => {
    const wrong = { vertices: Uint32Array.of(0), positions: new Float32Array(6), defaultWeight: 0 };
    expect(() => packMorphs([{ extent: 0, targets: [wrong] }])).toThrow('three numbers for each vertex');
  });

  it('move vertices by their weight', () => {
    const { morphs, vertices } = fullMesh();
    if (morphs === undefined) throw new Error('the sample morphs');
    const attributes = unpackVertices(vertices);
    applyMorph(morphTargetAt(morphs, 0), 0.5, attributes);
    applyMorph(morphTargetAt(morphs, 1), 2, attributes);
    expect([...attributes.positions]).toEqual([0, 0, 0.5, -1, 0, 0, 1, 1.25, 0, 0, 1, 0]);
    expect([...attributes.normals]).toEqual([0, 0.125, 1, 0, 0, 0, 0.0625, 0, 1, 0, 0, 1]);
    const before = unpackVertices(vertices).tangents;
    expect([...attributes.tangents.map((v, i) => v - (before[i] ?? 0))]).toEqual([
      ...[0, 0, 0, 0],
      ...[0, 2, 0, 0],
      ...[0, 0, 0, 0, 0, 0, 0, 0],
    ]);
  });
});

function none() {
  return { vertices: new Uint32Array(0), positions: new Float32Array(0) };
}
