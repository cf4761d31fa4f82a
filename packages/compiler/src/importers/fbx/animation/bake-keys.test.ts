import { describe, expect, it } from 'vitest';
import { rotationOfEuler } from '../scene/rotation.js';
import { bakeKeys, type Motion } from './bake-keys.js';
import { bakeOptions } from './bake-options.js';
import { buildCurve, GIVEN, type StoredKey } from './build-curve.js';
import { CONSTANT, CUBIC, type Curve, HOLD, LINEAR } from './curve.js';
import { evaluateCurve } from './evaluate-curve.js';

const key = (time: number, value: number, segment = LINEAR): StoredKey => ({
  time,
  value,
  segment,
  tangent: GIVEN,
  right: 0,
  nextLeft: 0,
  rightWeight: 1 / 3,
  nextLeftWeight: 1 / 3,
});

function curveOf(...keys: readonly StoredKey[]): Curve {
  const curve = buildCurve(keys, CONSTANT, CONSTANT);
  if (curve === undefined) throw new Error('no keys');
  return curve;
}

/** Turns about x and y at once. */
const turning = (x: Curve, y: Curve): Motion => ({
  width: 4,
  isRotation: true,
  at: (time, side) => rotationOfEuler([evaluateCurve(x, time, side), evaluateCurve(y, time, side), 0]),
});

const moving = (x: Curve): Motion => ({
  width: 1,
  isRotation: false,
  at: (time, side) => [evaluateCurve(x, time, side)],
});

function slerp(values: Float32Array, a: number, u: number): number[] {
  const [p, q] = [[...values.subarray(a * 4, a * 4 + 4)], [...values.subarray(a * 4 + 4, a * 4 + 8)]];
  const cosine = Math.min(
    1,
    p.reduce((sum, n, i) => sum + n * (q[i] ?? 0), 0),
  );
  const angle = Math.acos(cosine);
  if (angle < 1e-6) return p;
  return p.map((n, i) => (Math.sin((1 - u) * angle) * n + Math.sin(u * angle) * (q[i] ?? 0)) / Math.sin(angle));
}

describe('rotations', () => {
  it('stay within 0.01° of the curves, everywhere', () => {
    const x = curveOf(key(0, 0, CUBIC), key(1, 700, CUBIC), key(1.5, -200));
    const y = curveOf(key(0.2, 30), key(1.1, 80, CUBIC), key(1.5, 10));
    const motion = turning(x, y);
    const { times, values, isLimited } = bakeKeys(motion, bakeOptions([x, y], { begin: 0, end: 1.5 }, 60));
    expect(isLimited).toBe(false);
    let worst = 0;
    for (let i = 0; i < 3000; i++) {
      const time = (i / 3000) * 1.5;
      const a = Math.min(
        times.findLastIndex((t) => t <= time),
        times.length - 2,
      );
      const u = (time - (times[a] ?? 0)) / ((times[a + 1] ?? 0) - (times[a] ?? 0));
      const [qx = 0, qy = 0, qz = 0, qw = 0] = slerp(values, a, u);
      const [wx, wy, wz, ww] = rotationOfEuler([evaluateCurve(x, time), evaluateCurve(y, time), 0]);
      // The sine of half the angle between both, which is precise for small angles.
      const sine = Math.hypot(
        ww * qx - wx * qw - wy * qz + wz * qy,
        ww * qy - wy * qw - wz * qx + wx * qz,
        ww * qz - wz * qw - wx * qy + wy * qx,
      );
      worst = Math.max(worst, (2 * Math.asin(sine) * 180) / Math.PI);
    }
    expect(worst).toBeLessThan(0.01);
  });

  it('miss no full turn between two keys', () => {
    const x = curveOf(key(0, 0), key(1, 1440));
    const { times } = bakeKeys(turning(x, curveOf(key(0, 0))), bakeOptions([x], { begin: 0, end: 1 }, 60));
    expect(times.length).toBeGreaterThan(24);
  });
});

describe('numbers', () => {
  it('need only their keys if they are linear', () => {
    const x = curveOf(key(1, 0), key(2, 10), key(4, 4));
    const { interpolation, times, values } = bakeKeys(moving(x), bakeOptions([x], { begin: 1, end: 4 }));
    expect({ interpolation, times: [...times], values: [...values] }).toEqual({
      interpolation: 'linear',
      times: [0, 1, 3],
      values: [0, 10, 4],
    });
  });

  it('are steps if every segment holds its value', () => {
    const x = curveOf(key(0, 1, HOLD), key(1, 2, HOLD), key(2, 2, HOLD), key(3, 5));
    const { interpolation, times, values } = bakeKeys(moving(x), bakeOptions([x], { begin: 0, end: 3 }));
    expect({ interpolation, times: [...times], values: [...values] }).toEqual({
      interpolation: 'step',
      times: [0, 1, 3],
      values: [1, 2, 5],
    });
  });

  it('jump where a held segment ends between linear ones', () => {
    const x = curveOf(key(0, 0), key(1, 1, HOLD), key(2, 5), key(3, 6));
    const { times, values } = bakeKeys(moving(x), bakeOptions([x], { begin: 0, end: 3 }));
    expect([...values]).toEqual([0, 1, 1, 5, 6]);
    const [, , before = 0, after = 0] = times;
    expect(before).toBeLessThan(2);
    expect(before).toBeGreaterThan(1.99999);
    expect(after).toBe(2);
  });

  it('start where the clip does, also between keys', () => {
    const x = curveOf(key(0, 0), key(4, 4));
    const { times, values } = bakeKeys(moving(x), bakeOptions([x], { begin: 1, end: 3 }));
    expect([[...times], [...values]]).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });
});
