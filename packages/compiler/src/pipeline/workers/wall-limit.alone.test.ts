import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startWallLimit } from './wall-limit.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

it('expires on a quiet machine as soon as that is known', () => {
  const expired = vi.fn();
  startWallLimit(1000, expired, () => () => 1);
  vi.advanceTimersByTime(1099);
  expect(expired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2);
  expect(expired).toHaveBeenCalledTimes(1);
});

it('grows with the load, and expires soon after the load is gone', () => {
  const expired = vi.fn();
  let load = 8;
  startWallLimit(1000, expired, () => () => load);
  vi.advanceTimersByTime(7900);
  expect(expired).not.toHaveBeenCalled();
  load = 1;
  vi.advanceTimersByTime(200);
  expect(expired).toHaveBeenCalledTimes(1);
});

it('measures nothing for a job that ends in time', () => {
  const meter = vi.fn(() => () => 1);
  const cancel = startWallLimit(1000, vi.fn(), meter);
  vi.advanceTimersByTime(999);
  cancel();
  vi.advanceTimersByTime(60_000);
  expect(meter).not.toHaveBeenCalled();
});

it('does not expire once it is canceled', () => {
  const expired = vi.fn();
  const cancel = startWallLimit(1000, expired, () => () => 4);
  vi.advanceTimersByTime(1500);
  cancel();
  vi.advanceTimersByTime(60_000);
  expect(expired).not.toHaveBeenCalled();
});
