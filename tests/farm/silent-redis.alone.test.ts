// A Redis that stops answering without closing its connections, like a cut line: nothing waits for it forever.

import { connectFarm } from '@assetc/farm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestText } from '../../packages/compiler/src/pipeline/cache/digest.js';
import { hasRedis, PASSWORD, RedisProcess } from './redis-process.js';

const entry = (payload: string, plugins?: string) => ({
  id: digestText(payload),
  kind: 'texture',
  source: 'a.png',
  payload,
  expectedMs: 100,
  ...(plugins !== undefined && { plugins }),
});

describe.skipIf(!hasRedis)('a queue that stops answering', () => {
  let redis: RedisProcess;
  let queue: Awaited<ReturnType<typeof connectFarm>>;
  const never = new AbortController().signal;

  beforeAll(async () => {
    redis = await RedisProcess.open();
    queue = await connectFarm(redis.url());
  });
  afterAll(async () => {
    redis.resume();
    await queue?.close();
    await redis?.close();
  });

  it('is lost for waiting jobs, for jobs that are being added, and for later ones', async () => {
    await expect.poll(() => queue.trouble).toBeUndefined();
    const waiting = queue.submit(entry('waiting'), never);
    redis.pause();
    const stopped = new AbortController();
    const aborted = expect(queue.submit(entry('aborted'), stopped.signal)).rejects.toThrow('the user has stopped it');
    // Before Redis confirmed that it was added.
    await new Promise((done) => setImmediate(done));
    stopped.abort(new Error('the user has stopped it'));
    await aborted;
    const added = queue.submit(entry('added'), never);
    const withPlugins = queue.submit(entry('with plug-ins', '0123456789abcdef'), never);
    for (const answer of await Promise.all([waiting, added, withPlugins])) {
      expect(answer).toMatchObject({ is: 'lost', why: expect.stringContaining('stopped answering') });
      expect(JSON.stringify(answer)).not.toContain(PASSWORD);
    }
    expect(await queue.submit(entry('later'), never)).toMatchObject({ is: 'lost' });
    expect(queue.places).toBe(0);
    await queue.forget(digestText('waiting'));
  });

  it('is used again when it answers again', async () => {
    redis.resume();
    await expect.poll(() => queue.trouble).toBeUndefined();
    const stop = queue.serve(async (payload) => ({ is: 'reply', text: `done: ${payload}` }), 1);
    expect(await queue.submit(entry('again'), never)).toEqual({ is: 'reply', text: 'done: again' });
    await stop();
  });
});
