// Workers that come and go: one that can do nothing does not eat up the attempts of all jobs; one that is reported to stop finishes what it has begun, and
// waits for no Redis that is gone.

import { connectFarm, startFarmWorker } from '@assetc/farm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestText } from '../../packages/compiler/src/pipeline/cache/digest.js';
import { hasRedis, RedisProcess } from './redis-process.js';

type Queue = Awaited<ReturnType<typeof connectFarm>>;

const submit = (queue: Queue, payload: string) =>
  queue.submit(
    { id: digestText(payload), kind: 'texture', source: 'a.png', payload, expectedMs: 10 },
    new AbortController().signal,
  );

/** A promise, and what keeps it. */
function promised(): { readonly kept: Promise<void>; keep(): void } {
  let keep = () => {};
  const kept = new Promise<void>((done) => {
    keep = done;
  });
  return { kept, keep: () => keep() };
}

describe.skipIf(!hasRedis)('a worker', { timeout: 60_000 }, () => {
  let redis: RedisProcess;
  beforeAll(async () => {
    redis = await RedisProcess.open();
  });
  afterAll(() => redis?.close());

  it('of another version or with another cache leaves the jobs to one that does them', async () => {
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
    const answers = await Promise.all(payloads.map((payload) => submit(queue, payload)));
    expect(answers).toEqual(payloads.map((text) => ({ is: 'reply', text })));
    await Promise.all([bad.stop(true), good.stop(true)]);
    await queue.close();
    console.log(`${refused} refused`);
  });

  it('that is reported to stop finishes what it has begun', async () => {
    const queue = await connectFarm(redis.url());
    const [begun, finished] = [promised(), promised()];
    const worker = startFarmWorker({
      queue: redis.url(),
      places: 1,
      work: async () => {
        begun.keep();
        await finished.kept;
        return { is: 'reply', text: 'done' };
      },
    });
    const answer = submit(queue, 'a');
    await begun.kept;
    const stopped = worker.stop(true);
    finished.keep();
    expect(await answer).toEqual({ is: 'reply', text: 'done' });
    await stopped;
    await queue.close();
  });

  // The last: Redis is killed.
  it('that is reported to stop ends although Redis is gone', async () => {
    const lost = promised();
    const worker = startFarmWorker({
      queue: redis.url(),
      places: 1,
      work: async () => ({ is: 'reply', text: '' }),
      onTrouble: (why) => {
        if (why === undefined) void redis.kill();
        else void worker.stop(true).then(lost.keep);
      },
    });
    await lost.kept;
  });
});
