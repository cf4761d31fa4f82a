// What clients receive when they reconnect, over real connections.

import { createServer, get, type Server } from 'node:http';
import { EventStreamReader, type StreamMessage } from '@assetc/formats/live';
import { afterEach, expect, it } from 'vitest';
import { LiveStream } from './live-stream.js';

const NOW = { state: 'idle', diagnostics: [] } as const;
let stream = new LiveStream();
let server: Server | undefined;

afterEach(async () => {
  stream.close();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

async function serve(): Promise<void> {
  stream = new LiveStream();
  const made = createServer((request, response) => stream.connect(request, response, NOW));
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
}

/** The first messages for a client that saw `lastId` last. */
function messages(count: number, lastId?: string): Promise<readonly StreamMessage[]> {
  const address = server?.address();
  if (typeof address !== 'object' || address === null) throw new Error('nobody listens');
  return new Promise((resolve, reject) => {
    const headers = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
    const asked = get({ port: address.port, host: '127.0.0.1', headers }, (response) => {
      const reader = new EventStreamReader();
      const found: StreamMessage[] = [];
      response.on('data', (piece: Buffer) => {
        found.push(...reader.push(piece));
        if (found.length < count) return;
        asked.destroy();
        resolve(found);
      });
    });
    asked.on('error', reject);
  });
}

it('greets a reconnecting client with the id that it saw last, so that nothing is lost if it is cut off then', async () => {
  await serve();
  const [first] = await messages(1);
  stream.publish({ type: 'building', saved: ['a.png'] });
  stream.publish({ type: 'building', saved: ['b.png'] });
  const [hello, ...missed] = await messages(3, first?.id);
  expect(hello).toMatchObject({ type: 'hello', id: first?.id });
  expect(JSON.parse(hello?.data ?? '')).toMatchObject({ resumed: true });
  expect(missed.map(({ data }) => JSON.parse(data).saved)).toEqual([['a.png'], ['b.png']]);
  // Cut off after the greeting: the missed events are still sent.
  const again = await messages(3, hello?.id);
  expect(again.slice(1)).toEqual(missed);
});

it('reports that it cannot resume from a dropped event, and where it continues', async () => {
  await serve();
  for (let i = 0; i < 300; i++) stream.publish({ type: 'building', saved: [] });
  const [hello] = await messages(1, 'another-run.3');
  expect(JSON.parse(hello?.data ?? '')).toMatchObject({ resumed: false });
  const [run] = hello?.id.split('.') ?? [];
  expect(hello?.id).toBe(`${run}.300`);
  expect(JSON.parse((await messages(1, `${run}.1`))[0]?.data ?? '')).toMatchObject({ resumed: false });
});
