import { describe, expect, it } from 'vitest';
import { buildCurve, GIVEN, type StoredKey } from './build-curve.js';
import { CONSTANT, CUBIC, type Curve, type Extrapolation, HOLD, HOLD_NEXT, LINEAR } from './curve.js';
import { evaluateCurve } from './evaluate-curve.js';

const key = (time: number, value: number, more: Partial<StoredKey> = {}): StoredKey => ({
  time,
  value,
  segment: LINEAR,
  tangent: GIVEN,
  right: 0,
  nextLeft: 0,
  rightWeight: 1 / 3,
  nextLeftWeight: 1 / 3,
  ...more,
});

function curve(keys: readonly StoredKey[], before: Extrapolation = CONSTANT, after: Extrapolation = CONSTANT): Curve {
  const built = buildCurve(keys, before, after);
  if (built === undefined) throw new Error('no keys');
  return built;
}

describe('between keys', () => {
  it('holds, holds the next value, or draws a line', () => {
    const keys = [key(0, 1, { segment: HOLD }), key(1, 3, { segment: HOLD_NEXT }), key(2, 7), key(4, 11)];
    const at = (time: number) => evaluateCurve(curve(keys), time);
    expect([0, 0.5, 1, 1.001, 2, 3, 4].map(at)).toEqual([1, 1, 3, 7, 7, 9, 11]);
    expect(evaluateCurve(curve(keys), 1, 'before')).toBe(1);
    expect(evaluateCurve(curve(keys), 2, 'before')).toBe(7);
  });

  it('is the Hermite curve of its slopes if handles have their default length', () => {
    const c = curve([key(2, 5, { segment: CUBIC, right: 3, nextLeft: -4 }), key(4, 9)]);
    for (const u of [0.1, 0.25, 0.5, 0.9]) {
      const hermite =
        (2 * u ** 3 - 3 * u ** 2 + 1) * 5 +
        (u ** 3 - 2 * u ** 2 + u) * 2 * 3 +
        (3 * u ** 2 - 2 * u ** 3) * 9 +
        (u ** 3 - u ** 2) * 2 * -4;
      expect(evaluateCurve(c, 2 + 2 * u)).toBeCloseTo(hermite, 12);
    }
  });

  it('is the Bezier curve of its handles if they are weighted', () => {
    const [w, v] = [0.72, 0.1];
    const c = curve([
      key(0, 0, { segment: CUBIC, right: 2, nextLeft: 1, rightWeight: w, nextLeftWeight: v }),
      key(10, 4),
    ]);
    for (const s of [0.05, 0.3, 0.5, 0.77, 0.99]) {
      const bezier = (a: number, b: number, d: number, e: number) =>
        (1 - s) ** 3 * a + 3 * (1 - s) ** 2 * s * b + 3 * (1 - s) * s ** 2 * d + s ** 3 * e;
      const time = bezier(0, 10 * w, 10 - 10 * v, 10);
      expect(evaluateCurve(c, time)).toBeCloseTo(bezier(0, 2 * 10 * w, 4 - 10 * v, 4), 9);
    }
  });

  it('jumps where two keys have the same time', () => {
    const c = curve([key(0, 0), key(1, 1), key(1, 5), key(2, 6)]);
    expect(evaluateCurve(c, 1, 'before')).toBe(1);
    expect(evaluateCurve(c, 1)).toBe(5);
  });

  it('sorts keys, and leaves out those that are not finite', () => {
    const c = curve([key(2, 4), key(0, 0), key(1, Number.NaN)]);
    expect(evaluateCurve(c, 1)).toBe(2);
    expect(buildCurve([key(Number.NaN, 0)], CONSTANT, CONSTANT)).toBeUndefined();
  });
});

describe('outside the keys', () => {
  const both = (mode: Extrapolation['mode'], count = -1) => ({ mode, count });
  const at = (mode: Extrapolation['mode'], times: readonly number[], count = -1) => {
    const c = curve([key(1, 10), key(2, 14)], both(mode, count), both(mode, count));
    return times.map((time) => evaluateCurve(c, time));
  };

  it('keeps the value of the nearest key', () => {
    expect(at('constant', [0, 3])).toEqual([10, 14]);
  });

  it('keeps the slope', () => {
    expect(at('slope', [0, 3])).toEqual([6, 18]);
  });

  it('repeats', () => {
    expect(at('repeat', [0.25, 0.75, 2.25, 3.5])).toEqual([11, 13, 11, 12]);
  });

  it('mirrors', () => {
    expect(at('mirror', [0.75, -0.25, 2.25, 3.25])).toEqual([11, 13, 13, 11]);
  });

  it('repeats from where it arrived', () => {
    expect(at('repeat-relative', [0.75, -0.25, 2.25, 3.25])).toEqual([9, 5, 15, 19]);
  });

  it('stays where the last repetition ends', () => {
    expect(at('repeat', [3.5, 9, -7], 2)).toEqual([12, 14, 10]);
    expect(at('mirror', [9, -7], 2)).toEqual([14, 10]);
    expect(at('mirror', [9, -7], 1)).toEqual([10, 14]);
    expect(at('repeat-relative', [9, -7], 2)).toEqual([22, 2]);
  });

  it('jumps at the border of two repetitions', () => {
    const c = curve([key(0, 0), key(1, 1)], CONSTANT, both('repeat'));
    expect([1, 2, 3].map((time) => evaluateCurve(c, time, 'before'))).toEqual([1, 1, 1]);
    expect([1, 2, 3].map((time) => evaluateCurve(c, time))).toEqual([0, 0, 0]);
  });

  it('has one value if there is one key', () => {
    const c = curve([key(1, 7)], both('repeat'), both('mirror'));
    expect([0, 1, 2].map((time) => evaluateCurve(c, time))).toEqual([7, 7, 7]);
  });
});
