import { describe, expect, it } from 'vitest';
import { IdleWatch } from './idle-watch.js';

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

describe('who watches for silence', () => {
  it('gives up when nothing came for as long as patience lasts', async () => {
    const watch = new IdleWatch();
    const startMs = performance.now();
    await new Promise<void>((given) => void watch.watch(() => 200, given));
    expect(performance.now() - startMs).toBeGreaterThan(140);
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
