import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdleWatch, MIN_BYTES_PER_S } from './idle-watch.js';

describe('who watches for silence', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** What was given as a reason, and the watch that gives it. */
  function watched(patienceMs: number, watch = new IdleWatch()) {
    const given: string[] = [];
    const activity = watch.watch(
      () => patienceMs,
      (why) => void given.push(why),
    );
    return { given, activity };
  }

  it('gives up when nothing came for as long as patience lasts', () => {
    const { given } = watched(200);
    vi.advanceTimersByTime(199);
    expect(given).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(given).toEqual(['silent']);
  });

  it('gives up where next to nothing comes, however often', () => {
    const { given, activity } = watched(400);
    const drip = (ms: number) => {
      for (let t = 0; t < ms; t += 10) {
        activity.seen(1);
        vi.advanceTimersByTime(10);
      }
    };
    drip(390);
    expect(given).toEqual([]);
    drip(100);
    expect(given).toEqual(['slow']);
  });

  it('gives up where the whole takes too long, however much comes', () => {
    const watch = new IdleWatch();
    const given: string[] = [];
    let wholeMs = 500;
    const activity = watch.watch(
      () => 200,
      (why) => void given.push(why),
      () => wholeMs,
    );
    const run = (ms: number) => {
      for (let t = 0; t < ms; t += 10) {
        activity.seen(1e6);
        vi.advanceTimersByTime(10);
      }
    };
    run(490);
    expect(given).toEqual([]);
    wholeMs = Number.POSITIVE_INFINITY;
    run(2000);
    expect(given).toEqual([]);
    wholeMs = 500;
    run(50);
    expect(given).toEqual(['late']);
  });

  it('asks of each that is under way no more than its share', () => {
    const watch = new IdleWatch();
    const all = Array.from({ length: 40 }, () => watched(400, watch));
    // A fortieth of the lowest rate, and a little more: of one alone that would be too little.
    for (let i = 0; i < 8; i++) {
      vi.advanceTimersByTime(100);
      for (const { activity } of all) activity.seen(MIN_BYTES_PER_S / 40 / 2);
    }
    for (const { activity } of all) activity.end();
    expect(all.flatMap(({ given }) => given)).toEqual([]);
  });

  it('goes on as long as something comes, and ends when it is over', () => {
    const { given, activity } = watched(200);
    for (let i = 0; i < 5; i++) {
      vi.advanceTimersByTime(90);
      activity.seen();
    }
    activity.end();
    vi.advanceTimersByTime(1000);
    expect(given).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not count the time in which this thread was busy', async () => {
    vi.useRealTimers();
    const { given, activity } = watched(400);
    const untilMs = performance.now() + 600;
    while (performance.now() < untilMs);
    await new Promise((done) => setImmediate(done));
    expect(given).toEqual([]);
    activity.end();
  });
});
