import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { machineLoad, startWallLimit } from './wall-limit.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

it('expires at its limit on a quiet machine', () => {
  const expired = vi.fn();
  startWallLimit(1000, expired, () => 1);
  vi.advanceTimersByTime(999);
  expect(expired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2);
  expect(expired).toHaveBeenCalledTimes(1);
});

it('grows with the load, and expires soon after the load is gone', () => {
  const expired = vi.fn();
  let load = 8;
  startWallLimit(1000, expired, () => load);
  vi.advanceTimersByTime(7900);
  expect(expired).not.toHaveBeenCalled();
  load = 1;
  vi.advanceTimersByTime(200);
  expect(expired).toHaveBeenCalledTimes(1);
});

it('does not expire once it is cancelled', () => {
  const expired = vi.fn();
  const cancel = startWallLimit(1000, expired, () => 4);
  vi.advanceTimersByTime(1500);
  cancel();
  vi.advanceTimersByTime(60_000);
  expect(expired).not.toHaveBeenCalled();
});

it.each([
  [0, 2, 1],
  [1.5, 2, 1],
  [60, 2, 30],
  [60, 64, 1],
])('a load of %d on %d cores slows work down %d times', (average, cores, factor) =>
  expect(machineLoad(average, cores)).toBe(factor),
);
