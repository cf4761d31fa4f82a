import { expect, it } from 'vitest';
import { LimitedConcurrency } from './limited-concurrency.js';

it('runs at most two at a time, in order, also after a failure', async () => {
  const limit = new LimitedConcurrency(2);
  let [running, most] = [0, 0];
  const started: number[] = [];
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((number) =>
      limit.run(async () => {
        started.push(number);
        running++;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        if (number === 2) throw new Error('third');
        return number;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    0,
    1,
    'failed',
    3,
    4,
    5,
  ]);
});
