import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packOctahedral, packOctahedralAll, packTangent, packTangentAll } from './pack-octahedral.js';
import { unpackOctahedralAll, unpackTangent, unpackTangentAll } from './unpack-octahedral.js';

const pack = (x: number, y: number, z: number): [number, number] => {
  const out = new Int16Array(2);
  packOctahedral(x, y, z, out);
  return [out[0] ?? 0, out[1] ?? 0];
};

const component = fc.float({ min: -1, max: 1, noNaN: true });
const direction = fc
  .tuple(component, component, component)
  .filter(([x, y, z]) => x * x + y * y + z * z > 1e-6)
  .map(([x, y, z]) => {
    const length = Math.sqrt(x * x + y * y + z * z);
    return [x / length, y / length, z / length] as const;
  });

describe('octahedral packing', () => {
  it.each([
    [
      [1, 0, 0],
      [32767, 0],
    ],
    [
      [-1, 0, 0],
      [-32767, 0],
    ],
    [
      [0, 1, 0],
      [0, 32767],
    ],
    [
      [0, -1, 0],
      [0, -32767],
    ],
    [
      [0, 0, 1],
      [0, 0],
    ],
    [
      [0, 0, -1],
      [32767, 32767],
    ],
    [
      [-0, -0, -1],
      [32767, 32767],
    ],
    [
      [1, 1, 1],
      [10922, 10922],
    ],
    [
      [1, 1, -1],
      [21845, 21845],
    ],
    [
      [-1, 1, -1],
      [-21845, 21845],
    ],
    [
      [1, -1, -2],
      [24575, -24575],
    ],
    [
      [0.5, 0.25, 0.25],
      [16384, 8192],
    ],
    [
      [-0.5, -0.25, 0.25],
      [-16384, -8192],
    ],
  ] as const)('packs %j as %j', ([x, y, z], packed) => {
    expect(pack(x, y, z)).toEqual(packed);
  });

  it('packs a vector without direction as (0, 0)', () => {
    for (const v of [0, Number.NaN, Number.POSITIVE_INFINITY]) expect(pack(v, 0, 0)).toEqual([0, 0]);
    expect(pack(-0, -0, -0)).toEqual([0, 0]);
  });

  it('survives a round trip within one step of the grid', () => {
    fc.assert(
      fc.property(direction, ([x, y, z]) => {
        const back = unpackOctahedralAll(packOctahedralAll(Float32Array.of(x, y, z)));
        const error = Math.hypot((back[0] ?? 0) - x, (back[1] ?? 0) - y, (back[2] ?? 0) - z);
        expect(error).toBeLessThan(1e-4);
        expect(Math.hypot(...back)).toBeCloseTo(1, 6);
      }),
      { numRuns: 1000 },
    );
  });

  it('unpacks any pair to a finite unit vector', () => {
    const i16 = fc.integer({ min: -32768, max: 32767 });
    fc.assert(
      fc.property(i16, i16, (u, v) => {
        expect(Math.hypot(...unpackOctahedralAll(Int16Array.of(u, v)))).toBeCloseTo(1, 5);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('tangents', () => {
  it('carry their handedness in bit 0 of x', () => {
    const out = new Int16Array(2);
    packTangent(1, 0, 0, 1, out);
    expect([...out]).toEqual([32766, 0]);
    packTangent(1, 0, 0, -1, out);
    expect([...out]).toEqual([32767, 0]);
    packTangent(-1, 0, 0, -1, out);
    expect([...out]).toEqual([-32767, 0]);
    packTangent(-1, 0, 0, 1, out);
    expect([...out]).toEqual([-32768, 0]);
    packTangent(0, 0, 0, -1, out);
    expect([...out]).toEqual([1, 0]);
  });

  it('are zeros only without a direction', () => {
    const packed = (x: number, y: number, z: number) => [...packTangentAll(Float32Array.of(x, y, z, 1))];
    expect(packed(0, 0, 1)).toEqual([0, 1]);
    expect(packed(1e-6, -1e-6, 5)).toEqual([0, 1]);
    expect(packed(0, -4e-5, 1)).toEqual([0, -1]);
    for (const none of [0, Number.NaN, Number.POSITIVE_INFINITY]) expect(packed(0, 0, none)).toEqual([0, 0]);
    expect(packed(Number.NaN, 0, 1)).toEqual([0, 0]);
    const [x = 0, y = 0, z = 0, w] = unpackTangentAll(Int16Array.of(0, 1));
    expect([x, z, w]).toEqual([0, 1, 1]);
    expect((Math.asin(y) * 180) / Math.PI).toBeLessThan(0.002);
    expect(y).toBeGreaterThan(0);
  });

  it('come back with direction and handedness', () => {
    fc.assert(
      fc.property(direction, fc.constantFrom(-1, 1), ([x, y, z], handedness) => {
        const back = unpackTangentAll(packTangentAll(Float32Array.of(x, y, z, handedness)));
        expect(back[3]).toBe(handedness);
        expect(Math.hypot((back[0] ?? 0) - x, (back[1] ?? 0) - y, (back[2] ?? 0) - z)).toBeLessThan(2e-4);
      }),
    );
    const out = new Float32Array(4);
    unpackTangent(-32768, 0, out);
    expect([...out]).toEqual([-1, 0, 0, 1]);
  });
});
