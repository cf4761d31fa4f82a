import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RefusalBackoff } from './refusal-backoff.js';

describe('a worker that refuses', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function open(maxMs: number) {
    const calls: string[] = [];
    const backoff = new RefusalBackoff(
      {
        pause: async () => void calls.push('pause'),
        resume: async () => void calls.push('resume'),
      },
      maxMs,
    );
    const pausedMs = async (): Promise<number> => {
      await backoff.pauseWorker();
      let ms = 0;
      for (; !calls.includes('resume') && ms < 100_000; ms += 500) vi.advanceTimersByTime(500);
      expect(calls.splice(0)).toEqual(['pause', 'resume']);
      return ms;
    };
    return { backoff, calls, pausedMs };
  }

  it('pauses longer each time, until it has done a job', async () => {
    const { backoff, pausedMs } = open(5000);
    expect([await pausedMs(), await pausedMs(), await pausedMs(), await pausedMs()]).toEqual([1000, 2000, 4000, 5000]);
    backoff.reset();
    expect(await pausedMs()).toBe(1000);
  });

  it('pauses once for all jobs that it refuses at once, and never after it was stopped', async () => {
    const { backoff, calls } = open(5000);
    await Promise.all([backoff.pauseWorker(), backoff.pauseWorker()]);
    expect(calls).toEqual(['pause']);
    backoff.stop();
    vi.advanceTimersByTime(10_000);
    expect(calls).toEqual(['pause']);
  });
});
