import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Rest } from './rest.js';

describe('a worker that refuses', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function open(maxMs: number) {
    const reported: string[] = [];
    const rest = new Rest(
      {
        pause: async () => void reported.push('rests'),
        resume: async () => void reported.push('goes on'),
      },
      maxMs,
    );
    const restsFor = async (): Promise<number> => {
      await rest.begin();
      let ms = 0;
      for (; !reported.includes('goes on') && ms < 100_000; ms += 500) vi.advanceTimersByTime(500);
      expect(reported.splice(0)).toEqual(['rests', 'goes on']);
      return ms;
    };
    return { rest, reported, restsFor };
  }

  it('rests longer each time, until it has done something', async () => {
    const { rest, restsFor } = open(5000);
    expect([await restsFor(), await restsFor(), await restsFor(), await restsFor()]).toEqual([1000, 2000, 4000, 5000]);
    rest.forget();
    expect(await restsFor()).toBe(1000);
  });

  it('rests once for all jobs that it refuses at a time, and never after its end', async () => {
    const { rest, reported } = open(5000);
    await Promise.all([rest.begin(), rest.begin()]);
    expect(reported).toEqual(['rests']);
    rest.stop();
    vi.advanceTimersByTime(10_000);
    expect(reported).toEqual(['rests']);
  });
});
