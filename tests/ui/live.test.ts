// A watch as its clients see it: the events of real builds over a real connection, and those that a client gets when it reconnects.

import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveUi, type UiServer, watch } from '../../packages/compiler/src/index.js';
import {
  EventStreamReader,
  followBuilds,
  type LiveEvent,
  readLiveEvent,
} from '../../packages/formats/src/live/index.js';
import { until } from '../support/patience.js';
import { makePng } from '../support/png.js';
import { UiProject } from './ui-project.js';

const picture = (red: number) => makePng(64, 64, (x, y) => [red, x * 4, y * 4, 255]);

let ui: UiProject;
let server: UiServer;
let watching: Promise<unknown>;
const end = new AbortController();
const events: LiveEvent[] = [];

beforeAll(async () => {
  ui = new UiProject({ 'assetc.yml': 'embed: ["*.txt"]\n', 'assets/a.png': picture(1), 'assets/b.png': picture(2) });
  const config = await ui.config();
  const started = await serveUi({ path: config.output, config, live: true });
  if (started === undefined) throw new Error('nothing is served');
  server = started;
  void followBuilds({ url: server.url, signal: end.signal, onEvent: (event) => events.push(event) });
  await until(() => events.length > 0);
  watching = watch({ loadConfig: () => config, signal: end.signal, jobs: 1, onEvent: server.follow });
  await until(() => events.some(({ type }) => type === 'built'));
});
afterAll(async () => {
  end.abort();
  await watching;
  await server.close();
  await ui.close();
});

const isEnd = ({ type }: LiveEvent): boolean => type === 'built' || type === 'failed';

/** The beginning and the end of the build that `act` causes: the first that is `wanted`, since a busy machine may build for the save before once more. */
async function after(
  act: () => void,
  wanted: (event: LiveEvent) => boolean = () => true,
): Promise<readonly (LiveEvent | undefined)[]> {
  const from = events.length;
  const found = () => events.findIndex((event, i) => i >= from && isEnd(event) && wanted(event));
  act();
  await until(() => found() >= 0);
  return [events[found() - 1], events[found()]];
}

const changes =
  (path: string) =>
  (event: LiveEvent): boolean =>
    paths(event)?.includes(path) === true;

const paths = (event: LiveEvent | undefined) =>
  event !== undefined && 'changed' in event ? event.changed.map(({ path }) => path) : undefined;

it('greets, and tells of the first build', () => {
  expect(events[0]).toEqual({ type: 'hello', state: 'idle', resumed: false, diagnostics: [] });
  expect(events[1]).toEqual({ type: 'building', saved: [] });
  expect(paths(events[2])).toEqual(['a.ktx2', 'assets.hman', 'b.ktx2']);
});

it('tells what a save changed, with the version that the index has', async () => {
  const [building, built] = await after(() => ui.project.write('assets/a.png', picture(3)), changes('a.ktx2'));
  expect(building).toEqual({ type: 'building', saved: ['a.png'] });
  expect(built).toMatchObject({ type: 'built', removed: [], diagnostics: [] });
  expect(paths(built)).toContain('a.ktx2');
  expect(paths(built)).not.toContain('b.ktx2');
  const response = await fetch(`${server.url}api/index.json`);
  const { files, live }: { files: object[]; live: boolean } = await response.json();
  expect(live).toBe(true);
  expect(files).toEqual(
    expect.arrayContaining('changed' in (built ?? {}) && built?.type === 'built' ? [...built.changed] : []),
  );
});

it('tells of nothing where a save changed nothing', async () => {
  const [, built] = await after(() => ui.project.write('assets/a.png', picture(3)));
  expect(built).toMatchObject({ type: 'built', changed: [], removed: [] });
});

it('tells what is new and what is gone', async () => {
  const [, added] = await after(() => ui.project.write('assets/note.txt', 'new'), changes('note.txt'));
  expect(paths(added)).toEqual(['assets.hman', 'note.txt']);
  const [, removed] = await after(
    () => ui.project.removeSource('assets/note.txt'),
    (event) => event.type === 'built' && event.removed.length > 0,
  );
  expect(removed).toMatchObject({ type: 'built', removed: ['note.txt'] });
});

it('tells what is wrong, and that it is mended', async () => {
  const [, failed] = await after(
    () => ui.project.write('assets/b.png', 'no picture'),
    ({ type }) => type === 'failed',
  );
  expect(failed).toMatchObject({ type: 'failed', changed: [], removed: [] });
  const [reported] = failed !== undefined && 'diagnostics' in failed ? failed.diagnostics : [];
  expect(reported).toMatchObject({ severity: 'error', file: 'b.png' });
  expect([reported?.message, reported?.remedy, reported?.code].every((text) => text !== '')).toBe(true);
  const greeting = async () => (await connect())[0];
  const failing = { type: 'hello', state: 'failed', diagnostics: [{ file: 'b.png' }] };
  await expect.poll(greeting).toMatchObject(failing);
  const [, mended] = await after(() => ui.project.write('assets/b.png', picture(7)), changes('b.ktx2'));
  expect([mended?.type, paths(mended)]).toEqual(['built', expect.arrayContaining(['b.ktx2'])]);
});

/** What a connection begins with: everything up to the answer to a request after the greeting. */
async function connect(lastId?: string): Promise<readonly (LiveEvent & { readonly id: string })[]> {
  const reader = new EventStreamReader();
  const found: (LiveEvent & { readonly id: string })[] = [];
  let isGreeted = false;
  await new Promise<void>((resolve, reject) => {
    const headers = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
    const asked = request(`${server.url}api/events`, { headers }, (response) => {
      expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
      response.on('data', (piece: Buffer) => {
        for (const { data, id } of reader.push(piece)) {
          const event = readLiveEvent(data);
          if (event !== undefined) found.push({ ...event, id });
        }
        if (found.length === 0 || isGreeted) return;
        isGreeted = true;
        void fetch(`${server.url}api/index.json`)
          .then((answer) => answer.arrayBuffer())
          .then(() => setImmediate(() => resolve(void asked.destroy())), reject);
      });
    });
    asked.on('error', (error) => (asked.destroyed ? undefined : reject(error)));
    asked.end();
  });
  return found;
}

it('tells who comes back what it missed', async () => {
  const [first] = await connect();
  expect(first).toMatchObject({ type: 'hello', resumed: false });
  const from = events.length;
  await after(() => ui.project.write('assets/a.png', picture(9)), changes('a.ktx2'));
  let missed: Awaited<ReturnType<typeof connect>> = [];
  await expect
    .poll(async () => {
      missed = await connect(first?.id);
      return missed.slice(1).map(({ id: _, ...event }) => event);
    })
    .toEqual(events.slice(from));
  expect(missed.slice(0, 3).map(({ type }) => type)).toEqual(['hello', 'building', 'built']);
  expect(missed[0]).toMatchObject({ resumed: true });
  expect(await connect(missed.at(-1)?.id)).toMatchObject([{ type: 'hello', resumed: true }]);
  for (const unknown of ['other.1', '', 'x', `${first?.id.split('.')[0]}.9999`, `${first?.id.split('.')[0]}.-5`])
    expect(await connect(unknown)).toMatchObject([{ type: 'hello', resumed: false }]);
});
