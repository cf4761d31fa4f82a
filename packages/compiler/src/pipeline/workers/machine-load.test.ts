import { describe, expect, it } from 'vitest';
import { averageLoad, cpuTimes, loadBetween, loadMeter } from './machine-load.js';

describe('the load of the machine', () => {
  it.each([
    [0, 2, 1],
    [1.5, 2, 1],
    [60, 2, 30],
    [60, 64, 1],
  ])('an average of %d on %d cores slows work down %d times', (average, cores, factor) =>
    expect(averageLoad(average, cores)).toBe(factor),
  );

  const start = { busyMs: 5000, idleMs: 7000, ownMs: 300 };
  it.each([
    ['this process has the machine for itself', { busyMs: 2000, idleMs: 0, ownMs: 2000 }, 1],
    ['eight others compute, too', { busyMs: 900, idleMs: 0, ownMs: 100 }, 9],
    ['others compute, and a core is idle', { busyMs: 1000, idleMs: 1000, ownMs: 100 }, 1],
    ['this process waits, and so do all', { busyMs: 10, idleMs: 2000, ownMs: 0 }, 1],
    ['this process waits while others compute', { busyMs: 2000, idleMs: 0, ownMs: 0 }, 10],
    ['the system reports no times', { busyMs: 0, idleMs: 0, ownMs: 0 }, 1],
  ])('follows from CPU times if %s', (_, { busyMs, idleMs, ownMs }, load) =>
    expect(
      loadBetween(start, {
        busyMs: start.busyMs + busyMs,
        idleMs: start.idleMs + idleMs,
        ownMs: start.ownMs + ownMs,
      }),
    ).toBe(load),
  );

  it('is read from this system', () => {
    const { busyMs, ownMs } = cpuTimes();
    expect(busyMs).toBeGreaterThan(0);
    expect(ownMs).toBeGreaterThan(0);
    expect(loadMeter()()).toBeGreaterThanOrEqual(1);
  });
});
