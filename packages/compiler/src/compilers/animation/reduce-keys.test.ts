import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChannelModel } from '../../model/scene/animation.js';
import { reduceKeys } from './reduce-keys.js';

const channel = (
  times: readonly number[],
  values: readonly number[],
  more: Partial<ChannelModel> = {},
): ChannelModel => ({
  joint: 0,
  path: 'translation',
  interpolation: 'linear',
  times: Float32Array.from(times),
  values: Float32Array.from(values),
  ...more,
});

/** Linear, or shortest-arc slerp for rotations, as engines interpolate. */
function sample({ times, values, path, interpolation }: ChannelModel, time: number): number[] {
  const width = path === 'rotation' ? 4 : 3;
  const key = (i: number): number[] => [...values.subarray(i * width, (i + 1) * width)];
  const after = times.findIndex((t) => t > time);
  if (after === 0) return key(0);
  if (after < 0) return key(times.length - 1);
  const [a, b] = [key(after - 1), key(after)];
  if (interpolation === 'step') return a;
  const [start = 0, end = 1] = [times[after - 1], times[after]];
  const t = (time - start) / (end - start);
  if (path !== 'rotation') return a.map((n, i) => n + ((b[i] ?? 0) - n) * t);
  const dot = a.reduce((sum, n, i) => sum + n * (b[i] ?? 0), 0);
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const sign = dot < 0 ? -1 : 1;
  const [wa, wb] =
    angle < 1e-5 ? [1 - t, t] : [Math.sin((1 - t) * angle) / Math.sin(angle), Math.sin(t * angle) / Math.sin(angle)];
  return a.map((n, i) => n * wa + sign * (b[i] ?? 0) * wb);
}

function maxError(original: ChannelModel, reduced: ChannelModel): number {
  let error = 0;
  for (const time of original.times) {
    const [a, b] = [sample(original, time), sample(reduced, time)];
    const same = original.path === 'rotation' && a.reduce((sum, n, i) => sum + n * (b[i] ?? 0), 0) < 0 ? -1 : 1;
    error = Math.max(error, ...a.map((n, i) => Math.abs(n - same * (b[i] ?? 0))));
  }
  return error;
}

describe('reduceKeys', () => {
  it('keeps every key without a tolerance', () => {
    const given = channel([0, 1, 2], [0, 0, 0, 1, 1, 1, 2, 2, 2]);
    expect(reduceKeys(given, 0)).toBe(given);
  });

  it('drops keys on a straight line and keeps both ends', () => {
    const reduced = reduceKeys(channel([0, 1, 2, 5], [0, 0, 0, 1, 2, 3, 2, 4, 6, 5, 10, 15]), 1e-6);
    expect([...reduced.times]).toEqual([0, 5]);
    expect([...reduced.values]).toEqual([0, 0, 0, 5, 10, 15]);
  });

  it('keeps a key that deviates, however briefly', () => {
    const reduced = reduceKeys(channel([0, 1, 2, 3, 4], [0, 0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0]), 0.1);
    expect([...reduced.times]).toEqual([0, 1, 2, 3, 4]);
  });

  it('keeps a single key', () => {
    expect(reduceKeys(channel([3], [1, 2, 3]), 1).times.length).toBe(1);
  });

  it('joins repeated steps, and keeps the last for the duration', () => {
    const steps = channel([0, 1, 2, 3, 4], [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0], { interpolation: 'step' });
    expect([...reduceKeys(steps, 1e-6).times]).toEqual([0, 2, 4]);
  });

  it('restores every key of any linear channel within the tolerance', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.float({ min: -5, max: 5, noNaN: true }), fc.float({ min: -5, max: 5, noNaN: true })), {
          minLength: 2,
          maxLength: 60,
        }),
        fc.constantFrom(0.01, 0.5, 3),
        (keys, tolerance) => {
          const given = channel(
            keys.map((_, i) => i * 0.1),
            keys.flatMap(([x, y]) => [x, y, x * y]),
          );
          expect(maxError(given, reduceKeys(given, tolerance))).toBeLessThanOrEqual(tolerance * (1 + 1e-5) + 1e-6);
        },
      ),
    );
  });

  it('restores every key of any rotation channel within the tolerance, under slerp', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: 2, maxLength: 60 }),
        fc.constantFrom(0.0005, 0.01, 0.1),
        (turns, tolerance) => {
          let angle = 0;
          const given = channel(
            turns.map((_, i) => i * 0.1),
            turns.flatMap((turn) => {
              angle += turn;
              return [Math.sin(angle / 2) * 0.6, 0, Math.sin(angle / 2) * 0.8, Math.cos(angle / 2)];
            }),
            { path: 'rotation' },
          );
          expect(maxError(given, reduceKeys(given, tolerance))).toBeLessThanOrEqual(tolerance + 1e-6);
        },
      ),
    );
  });

  it('thins out a steady rotation', () => {
    const count = 121;
    const given = channel(
      Array.from({ length: count }, (_, i) => i / 30),
      Array.from({ length: count }, (_, i) => [0, Math.sin(i / 60), 0, Math.cos(i / 60)]).flat(),
      { path: 'rotation' },
    );
    const reduced = reduceKeys(given, 0.001);
    expect(reduced.times.length).toBeLessThan(30);
    expect(maxError(given, reduced)).toBeLessThan(0.001);
  });
});
