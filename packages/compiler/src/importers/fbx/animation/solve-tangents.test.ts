import { describe, expect, it } from 'vitest';
import { autoSlope, type KeyNeighbors, tcbSlopes } from './solve-tangents.js';

const KEY: KeyNeighbors = {
  time: 1,
  value: 2,
  previous: { time: 0, value: 0 },
  next: { time: 3, value: 10 },
  leftWeight: 1 / 3,
  rightWeight: 1 / 3,
};
const PLAIN = { isTimeIndependent: false, clamps: false, clampsProgressively: false, bias: 0 };

describe('automatic tangents', () => {
  it('are the mean of both sides', () => {
    expect(autoSlope(KEY, PLAIN)).toBe(3);
  });

  it('point from the previous key to the next if they do not depend on time', () => {
    expect(autoSlope(KEY, { ...PLAIN, isTimeIndependent: true })).toBeCloseTo(10 / 3, 12);
  });

  it('are flat at the ends', () => {
    expect(autoSlope({ ...KEY, next: undefined }, PLAIN)).toBe(0);
    expect(autoSlope({ ...KEY, previous: undefined }, PLAIN)).toBe(0);
  });

  it('are flat next to an equal value if clamped', () => {
    const equal = { ...KEY, next: { time: 3, value: 2 } };
    expect(autoSlope(equal, PLAIN)).not.toBe(0);
    expect(autoSlope(equal, { ...PLAIN, clamps: true })).toBe(0);
  });

  it('do not pass the value of a neighbor if clamped progressively', () => {
    const steep = { ...KEY, previous: { time: 0, value: 1.9 } };
    const slope = autoSlope(steep, { ...PLAIN, clampsProgressively: true });
    expect(steep.value - slope / 3).toBeCloseTo(1.9, 12);
    const peak = { ...KEY, next: { time: 3, value: 1 } };
    expect(autoSlope(peak, { ...PLAIN, clampsProgressively: true })).toBeCloseTo(0, 12);
  });

  it('lean toward a side by their bias', () => {
    expect(autoSlope(KEY, { ...PLAIN, bias: 100 })).toBeCloseTo(4, 12);
    expect(autoSlope(KEY, { ...PLAIN, bias: -100 })).toBeCloseTo(2, 12);
  });
});

describe('tangents by tension, continuity and bias', () => {
  it('are those of Catmull-Rom if all are zero', () => {
    expect(tcbSlopes(KEY, { tension: 0, continuity: 0, bias: 0 })).toEqual({ left: 3, right: 3 });
  });

  it('vanish at full tension, and split at a corner', () => {
    expect(tcbSlopes(KEY, { tension: 1, continuity: 0, bias: 0 })).toEqual({ left: 0, right: 0 });
    expect(tcbSlopes(KEY, { tension: 0, continuity: -1, bias: 0 })).toEqual({ left: 2, right: 4 });
  });

  it('use the only neighbor at an end', () => {
    expect(tcbSlopes({ ...KEY, previous: undefined }, { tension: 0, continuity: 0, bias: 0 }).right).toBe(4);
  });
});
