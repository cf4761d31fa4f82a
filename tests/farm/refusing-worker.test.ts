// One worker that can do nothing, of another version or with another cache, beside one that can: it must not eat up the attempts of all jobs.

import { connectFarm, startFarmWorker } from '@assetc/farm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestText } from '../../packages/compiler/src/pipeline/digest.js';
import { hasRedis, RedisProcess } from './redis-process.js';

describe.skipIf(!hasRedis)('a worker that refuses everything', { timeout: 60_000 }, () => {
  let redis: RedisProcess;
  beforeAll(async () => {
    redis = await RedisProcess.open();
  });
  afterAll(() => redis?.close());

  it('leaves the jobs to one that does them', async () => {
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
        await new Promise((done) => setTimeout(done, 15));
        return { is: 'reply', text: payload };
      },
    });
    const payloads = Array.from({ length: 40 }, (_, i) => `job ${i}`);
    const answers = await Promise.all(
      payloads.map((payload) =>
        queue.submit(
          { id: digestText(payload), kind: 'texture', source: 'a.png', payload, expectedMs: 10 },
          new AbortController().signal,
        ),
      ),
    );
    expect(answers).toEqual(payloads.map((text) => ({ is: 'reply', text })));
    await Promise.all([bad.stop(true), good.stop(true)]);
    await queue.close();
    console.log(`${refused} refused`);
  });
});
