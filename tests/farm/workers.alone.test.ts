// Workers that start and stop. One that can do nothing does not use up the attempts of all jobs. One that is stopped finishes its
// running jobs, and does not wait for a Redis that is gone.

import { connectFarm, startFarmWorker } from '@assetc/farm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestText } from '../../packages/compiler/src/pipeline/cache/digest.js';
import { until } from '../support/patience.js';
import { hasRedis, RedisProcess } from './redis-process.js';

type Queue = Awaited<ReturnType<typeof connectFarm>>;

const submit = (queue: Queue, payload: string) =>
  queue.submit(
    { id: digestText(payload), kind: 'texture', source: 'a.png', payload, expectedMs: 10 },
    new AbortController().signal,
  );

/** A promise and its resolver. */
function deferred(): { readonly done: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const done = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { done, resolve: () => resolve() };
}

describe.skipIf(!hasRedis)('a worker', () => {
  let redis: RedisProcess;
  beforeAll(async () => {
    redis = await RedisProcess.open();
  });
  afterAll(() => redis?.close());

  it('of another version or with another cache does not keep jobs from one that can do them', async () => {
    const queue = await connectFarm(redis.url());
    let refused = 0;
    const bad = startFarmWorker({
      queue: redis.url(),
      places: 1,
      work: async () => ({ is: 'refused', why: `for the ${++refused}th time`, final: false }),
    });
    const good = startFarmWorker({
      queue: redis.url(),
      places: 1,
      work: async (payload) => {
        await until(() => refused > 0);
        return { is: 'reply', text: payload };
      },
    });
    const payloads = Array.from({ length: 40 }, (_, i) => `job ${i}`);
    const answers = await Promise.all(payloads.map((payload) => submit(queue, payload)));
    expect(answers).toEqual(payloads.map((text) => ({ is: 'reply', text })));
    await Promise.all([bad.stop(true), good.stop(true)]);
    await queue.close();
    expect(refused).toBeGreaterThan(0);
  });

  it('that is stopped finishes its running jobs', async () => {
    const queue = await connectFarm(redis.url());
    const [begun, finished] = [deferred(), deferred()];
    const worker = startFarmWorker({
      queue: redis.url(),
      places: 1,
      work: async () => {
        begun.resolve();
        await finished.done;
        return { is: 'reply', text: 'done' };
      },
    });
    const answer = submit(queue, 'a');
    await begun.done;
    const stopped = worker.stop(true);
    finished.resolve();
    expect(await answer).toEqual({ is: 'reply', text: 'done' });
    await stopped;
    await queue.close();
  });

  // The last test, because Redis is killed.
  it('that is stopped ends although Redis is gone', async () => {
    const lost = deferred();
    const worker = startFarmWorker({
      queue: redis.url(),
      places: 1,
      work: async () => ({ is: 'reply', text: '' }),
      onTrouble: (why) => {
        if (why === undefined) void redis.kill();
        else void worker.stop(true).then(lost.resolve);
      },
    });
    await lost.done;
  });
});
