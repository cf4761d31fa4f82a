import fc from 'fast-check';
import { Quaternion } from 'three';
import { describe, expect, it } from 'vitest';
import { type LinearKeys, type Spline, splineToLinearKeys } from './spline-to-linear.js';

/** glTF's Hermite form, as in its specification. */
function splineAt({ times, values, width, isRotation }: Spline, time: number): number[] {
  let key = 0;
  while (key + 2 < times.length && (times[key + 1] ?? 0) <= time) key++;
  const [t0 = 0, t1 = 0] = [times[key], times[key + 1]];
  const span = t1 - t0;
  const t = (time - t0) / span;
  const at = (k: number, part: number, i: number): number => values[(k * 3 + part) * width + i] ?? 0;
  const value = Array.from(
    { length: width },
    (_, i) =>
      (2 * t ** 3 - 3 * t ** 2 + 1) * at(key, 1, i) +
      span * (t ** 3 - 2 * t ** 2 + t) * at(key, 2, i) +
      (-2 * t ** 3 + 3 * t ** 2) * at(key + 1, 1, i) +
      span * (t ** 3 - t ** 2) * at(key + 1, 0, i),
  );
  return isRotation ? new Quaternion(...value).normalize().toArray() : value;
}

function linearAt({ times, values }: LinearKeys, width: number, turns: boolean, time: number): number[] {
  let key = 0;
  while (key + 2 < times.length && (times[key + 1] ?? 0) <= time) key++;
  const [t0 = 0, t1 = 0] = [times[key], times[key + 1]];
  const t = (time - t0) / (t1 - t0);
  const [a, b] = [0, 1].map((k) => [...values.subarray((key + k) * width, (key + k + 1) * width)]);
  if (turns) return new Quaternion(...(a ?? [])).slerp(new Quaternion(...(b ?? [])), t).toArray();
  return (a ?? []).map((n, i) => n + ((b?.[i] ?? 0) - n) * t);
}

/** Degrees between two rotations, or the largest difference. */
function maxError(spline: Spline, keys: LinearKeys): number {
  const [first = 0, last = 0] = [spline.times[0], spline.times.at(-1)];
  let worst = 0;
  for (let i = 1; i < 997; i++) {
    const time = first + ((last - first) * i) / 997;
    const [a, b] = [splineAt(spline, time), linearAt(keys, spline.width, spline.isRotation, time)];
    if (spline.isRotation)
      worst = Math.max(worst, (new Quaternion(...a).angleTo(new Quaternion(...b)) * 180) / Math.PI);
    else worst = Math.max(worst, ...a.map((n, c) => Math.abs(n - (b[c] ?? 0))));
  }
  return worst;
}

const spline = (width: number, keys: readonly (readonly number[])[], isRotation = false): Spline => ({
  times: Float32Array.from(keys, (_, i) => i * 2),
  values: Float32Array.from(keys.flat()),
  width,
  isRotation,
});

describe('linearKeys', () => {
  it('stays within a hundred-thousandth of the range', () => {
    const number = fc.double({ min: -3, max: 3, noNaN: true });
    const key = fc.array(number, { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(key, { minLength: 2, maxLength: 4 }), (keys) => {
        const given = spline(3, keys);
        const made = splineToLinearKeys(given, 0);
        const [first = 0, last = 0] = [given.times[0], given.times.at(-1)];
        const samples = Array.from({ length: 400 }, (_, i) => splineAt(given, first + ((last - first) * i) / 400));
        const range = Math.max(
          ...[0, 1, 2].map((c) => {
            const values = samples.map((s) => s[c] ?? 0);
            return Math.max(...values) - Math.min(...values);
          }),
        );
        if (!made.isLimited) expect(maxError(given, made)).toBeLessThanOrEqual(range * 1e-5 + 1e-6);
        expect(made.times.length).toBeLessThanOrEqual((last - first) * 240 + keys.length);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps rotations within a thousandth of a degree', () => {
    const [s, c] = [Math.sin(0.6), Math.cos(0.6)];
    const given = spline(
      4,
      [
        [0, 0, 0, 0, 0, 0, 0, 1, 0.3, 0, 0, 0],
        [0, 0.2, 0, 0, s, 0, 0, c, 0, 0, 0.4, 0],
        [0, 0, 0, 0, 0, s, 0, c, 0, 0, 0, 0],
      ],
      true,
    );
    const made = splineToLinearKeys(given, 0);
    expect(made.isLimited).toBe(false);
    expect(maxError(given, made)).toBeLessThanOrEqual(0.001);
  });

  it('keeps the keys themselves, in order', () => {
    const made = splineToLinearKeys(
      spline(1, [
        [0, 5, 1],
        [2, 7, 3],
        [0, -1, 0],
      ]),
      0,
    );
    for (const [time, value] of [
      [0, 5],
      [2, 7],
      [4, -1],
    ] as const)
      expect(made.values[made.times.indexOf(time)]).toBe(value);
    expect([...made.times]).toEqual([...made.times].sort((a, b) => a - b));
    expect(new Set(made.times).size).toBe(made.times.length);
  });

  it('needs no extra key for a straight segment, and one key for a single one', () => {
    expect([
      ...splineToLinearKeys(
        spline(1, [
          [0, 0, 0.5],
          [0.5, 1, 0],
        ]),
        0,
      ).times,
    ]).toEqual([0, 2]);
    expect(splineToLinearKeys(spline(2, [[1, 2, 3, 4, 5, 6]]), 0)).toMatchObject({
      values: Float32Array.of(3, 4),
      isLimited: false,
    });
  });

  it('uses a wider tolerance, and stops at 240 keys per second', () => {
    const bent = spline(1, [
      [0, 0, 40],
      [-40, 1, 0],
    ]);
    const close = splineToLinearKeys(bent, 0).times.length;
    expect(splineToLinearKeys(bent, 0.1).times.length).toBeLessThan(close / 4);
    const hasty = splineToLinearKeys({ ...bent, times: Float32Array.of(0, 0.02) }, 0);
    expect(hasty.isLimited).toBe(true);
    expect(hasty.times.length).toBe(5);
  });

  it('terminates for times that floats cannot divide, and for huge tangents', () => {
    const times = Float32Array.of(16777216, 16777218);
    expect(
      splineToLinearKeys(
        {
          ...spline(1, [
            [0, 0, 1e30],
            [1e30, 1, 0],
          ]),
          times,
        },
        0,
      ).times.length,
    ).toBeLessThan(5);
    const long = splineToLinearKeys(
      {
        ...spline(1, [
          [0, 0, 1e30],
          [-1e30, 1, 0],
        ]),
        times: Float32Array.of(0, 1e7),
      },
      0,
    );
    expect(long.times.length).toBeLessThan(5000);
  });
});
