// A worker that is told to stop: it finishes what it has begun, and waits for no Redis that is gone.

import { connectFarm, startFarmWorker } from '@assetc/farm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestText } from '../../packages/compiler/src/pipeline/digest.js';
import { hasRedis, RedisProcess } from './redis-process.js';

describe.skipIf(!hasRedis)('a worker that is told to stop', { timeout: 60_000 }, () => {
  let redis: RedisProcess;
  beforeAll(async () => {
    redis = await RedisProcess.open();
  });
  afterAll(() => redis?.close());

  it('finishes what it has begun', async () => {
    const queue = await connectFarm(redis.url());
    let begin = () => {};
    const begun = new Promise<void>((done) => {
      begin = done;
    });
    let finish = () => {};
    const finished = new Promise<void>((done) => {
      finish = done;
    });
    const worker = startFarmWorker({
      queue: redis.url(),
      places: 1,
      work: async () => {
        begin();
        await finished;
        return { is: 'reply', text: 'done' };
      },
    });
    const entry = { id: digestText('a'), kind: 'texture', source: 'a.png', payload: 'a', expectedMs: 1 };
    const answer = queue.submit(entry, new AbortController().signal);
    await begun;
    const stopped = worker.stop(true);
    finish();
    expect(await answer).toEqual({ is: 'reply', text: 'done' });
    await stopped;
    await queue.close();
  });

  it('ends although Redis is gone', async () => {
    const lost = new Promise<void>((done) => {
      const worker = startFarmWorker({
        queue: redis.url(),
        places: 1,
        work: async () => ({ is: 'reply', text: '' }),
        onTrouble: (why) => {
          if (why === undefined) void redis.kill();
          else void worker.stop(true).then(done);
        },
      });
    });
    await lost;
  });
});
