// The client with a scripted server: what it reports after cut, resumed and new connections.

import { expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { followBuilds } from './follow-builds.js';
import { type LiveEvent, readLiveEvent } from './live-event.js';

const file = (path: string, version: string) => ({ path, size: 1, version });
const built = (changed: readonly object[], removed: readonly string[] = []) => ({
  type: 'built',
  changed,
  removed,
  diagnostics: [],
  milliseconds: 5,
});
const hello = (resumed: boolean) => ({ type: 'hello', state: 'idle', resumed, diagnostics: [] });

const streamOf = (events: readonly object[], firstId: number): Response =>
  new Response(
    ['retry: 1\n\n', ...events.map((event, i) => `id: r.${firstId + i}\ndata: ${JSON.stringify(event)}\n\n`)].join(''),
  );

/** The answer of each connection, in order; then following ends. `index` is the folder at that time. */
async function follow(
  connections: readonly { readonly events?: readonly object[]; readonly index?: readonly object[] }[],
) {
  const reported: LiveEvent[] = [];
  const resumedFrom: (string | undefined)[] = [];
  const end = new AbortController();
  let at = -1;
  await followBuilds({
    url: 'http://127.0.0.1:1/sub/',
    signal: end.signal,
    onEvent: (event) => reported.push(event),
    fetch: async (url, { headers }) => {
      if (url === 'http://127.0.0.1:1/sub/api/index.json') return Response.json({ files: connections[at]?.index });
      expect(url).toBe('http://127.0.0.1:1/sub/api/events');
      const connection = connections[++at];
      if (connection === undefined) end.abort();
      else resumedFrom.push(headers['Last-Event-ID']);
      if (connection?.events === undefined) throw new Error('nobody listens');
      return streamOf(connection.events, at * 10);
    },
  });
  return { reported, resumedFrom };
}

it('reports the events of the stream, and sends the last id when it reconnects', async () => {
  const { reported, resumedFrom } = await follow([
    { events: [hello(false), built([file('a', '1')])], index: [] },
    { events: [hello(true), built([file('b', '1')], ['a'])] },
  ]);
  expect(reported.map(({ type }) => type)).toEqual(['hello', 'built', 'hello', 'built']);
  expect(reported[3]).toMatchObject({ changed: [file('b', '1')], removed: ['a'] });
  expect(resumedFrom).toEqual([undefined, 'r.1']);
});

it('continues if there is no answer for a while', async () => {
  const { reported } = await follow([
    {},
    { events: [hello(false)], index: [file('a', '1')] },
    {},
    { events: [hello(true)] },
  ]);
  expect(reported.map(({ type }) => type)).toEqual(['hello', 'hello']);
});

it('finds changes itself if a stream cannot be resumed', async () => {
  const { reported } = await follow([
    { events: [hello(false)], index: [file('same', '1'), file('edited', '1'), file('gone', '1')] },
    { events: [hello(false)], index: [file('same', '1'), file('edited', '2'), file('new', '1')] },
    { events: [hello(false)], index: [file('same', '1'), file('edited', '2'), file('new', '1')] },
  ]);
  expect(reported.filter(({ type }) => type !== 'hello')).toEqual([
    { ...built([file('edited', '2'), file('new', '1')], ['gone']), milliseconds: 0 },
  ]);
});

it('compares again if the index could not be read', async () => {
  const { reported, resumedFrom } = await follow([
    { events: [hello(false)], index: [file('edited', '1')] },
    // The server answers this one with no list of files.
    { events: [hello(false), built([file('late', '1')])] },
    { events: [hello(false)], index: [file('edited', '2'), file('late', '1')] },
  ]);
  expect(reported.filter(({ type }) => type !== 'hello')).toEqual([
    { ...built([file('edited', '2'), file('late', '1')]), milliseconds: 0 },
  ]);
  expect(resumedFrom).toEqual([undefined, 'r.0', undefined]);
});

it('reports each version once, even if index and stream both have it', async () => {
  const { reported } = await follow([
    { events: [hello(false), built([file('a', '2'), file('b', '9')])], index: [file('a', '2'), file('b', '8')] },
  ]);
  expect(reported[1]).toMatchObject({ changed: [file('b', '9')] });
});

it('rejects with the error of its listener', async () => {
  const following = followBuilds({
    url: 'http://127.0.0.1:1/',
    fetch: async () => streamOf([hello(true)], 0),
    onEvent: () => {
      throw new Error('of the engine');
    },
  });
  await expect(following).rejects.toThrow('of the engine');
});

it('rejects invalid events, and ignores unknown ones', () => {
  expect(readLiveEvent('{"type":"later","more":1}')).toBeUndefined();
  const wrong = [
    'no JSON',
    '[]',
    '{}',
    '{"type":"building"}',
    '{"type":"building","saved":[1]}',
    JSON.stringify({ ...hello(true), state: 'asleep' }),
    JSON.stringify({ ...built([{ path: 'a', size: -1, version: '1' }]) }),
    JSON.stringify({ ...built([]), diagnostics: [{ severity: 'hint' }] }),
    JSON.stringify({ ...built([]), milliseconds: null }),
  ];
  for (const data of wrong) expect(() => readLiveEvent(data), data).toThrow(FormatError);
});
