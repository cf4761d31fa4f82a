import { afterEach, describe, expect, it, vi } from 'vitest';
import { IdleWatch, MIN_BYTES_PER_S } from './idle-watch.js';

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

describe('who watches for silence', () => {
  afterEach(() => void vi.useRealTimers());

  it('gives up when nothing came for as long as patience lasts', async () => {
    const watch = new IdleWatch();
    const startMs = performance.now();
    expect(await new Promise((given) => void watch.watch(() => 200, given))).toBe('silent');
    expect(performance.now() - startMs).toBeGreaterThan(140);
  });

  it('gives up where next to nothing comes, however often', async () => {
    const watch = new IdleWatch();
    const startMs = performance.now();
    const dripping: { timer?: NodeJS.Timeout } = {};
    const why = await new Promise((given) => {
      const activity = watch.watch(() => 400, given);
      dripping.timer = setInterval(() => activity.seen(1), 10);
    });
    clearInterval(dripping.timer);
    expect(why).toBe('slow');
    expect(performance.now() - startMs).toBeGreaterThan(300);
  });

  it('gives up where the whole takes too long, however much comes', () => {
    vi.useFakeTimers();
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

  it('asks of each that is under way no more than its share', async () => {
    const watch = new IdleWatch();
    const given: string[] = [];
    const all = Array.from({ length: 40 }, () =>
      watch.watch(
        () => 400,
        (why) => void given.push(why),
      ),
    );
    // A fortieth of the least rate, and a little more: of one alone that would be too little.
    for (let i = 0; i < 8; i++) {
      await wait(100);
      for (const activity of all) activity.seen(MIN_BYTES_PER_S / 40 / 2);
    }
    for (const activity of all) activity.end();
    expect(given).toEqual([]);
  });

  it('goes on as long as something comes', async () => {
    const watch = new IdleWatch();
    let isGivenUp = false;
    const activity = watch.watch(
      () => 5000,
      () => {
        isGivenUp = true;
      },
    );
    for (let i = 0; i < 5; i++) {
      await wait(20);
      activity.seen();
    }
    activity.end();
    await wait(100);
    expect(isGivenUp).toBe(false);
  });

  it('does not count the time in which this thread was busy', async () => {
    const watch = new IdleWatch();
    let isGivenUp = false;
    const activity = watch.watch(
      () => 400,
      () => {
        isGivenUp = true;
      },
    );
    await wait(10);
    const untilMs = performance.now() + 600;
    while (performance.now() < untilMs);
    await new Promise((done) => setImmediate(done));
    expect(isGivenUp).toBe(false);
    activity.end();
  });
});
