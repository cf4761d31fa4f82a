// Ctrl-C while a build that is otherwise done waits for its uploads, which under continuous integration may take for ever.

import { describe, expect, it } from 'vitest';
import { DiskStore } from '../cache/content-store.js';
import { BuildLog } from '../report/build-log.js';
import type { BuildEvent } from '../report/events.js';
import { MemoryHost } from '../testing/memory-host.js';
import { testConfig } from '../testing/memory-project.js';
import { SharedCache } from './shared-cache.js';
import { MemoryNetwork } from './testing/memory-network.js';
import { upload } from './testing/upload-of.js';

async function waiting() {
  const network = new MemoryNetwork();
  network.tamper = (_, { signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
  const events: BuildEvent[] = [];
  const config = testConfig();
  const log = new BuildLog({ config, onEvent: (event) => events.push(event) });
  const store = new DiskStore(new MemoryHost(), '/cache', 1e9);
  const shared = new SharedCache({
    cache: config.cache,
    port: network.port({ CI: '1' }),
    store,
    memoryBytes: 1e9,
    log,
  });
  const session = await shared.open();
  // More than are sent at a time.
  for (let i = 0; i < 100; i++) session?.send(upload(String(i), 10));
  return { shared, events };
}

describe('a build that waits for its uploads', () => {
  it.each(['before', 'while'])('is stopped %s it waits, and reports what was not sent', async (when) => {
    const { shared, events } = await waiting();
    const stopping = new AbortController();
    if (when === 'before') stopping.abort();
    const ended = shared.end(stopping.signal);
    stopping.abort();
    await ended;
    expect(events.find(({ type }) => type === 'shared-cache')).toMatchObject({ sent: 0, unsent: 100 });
    const reported = events.flatMap((event) => (event.type === 'diagnostic' ? [event.diagnostic] : []));
    expect(reported.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'cache/not-sent: 100 results were not sent to https://cache.example/a: the build was stopped',
    ]);
  });
});
