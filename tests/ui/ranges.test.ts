// Files by range, as packs are read: held against the bytes on the disk.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveUi, type UiServer } from '../../packages/compiler/src/index.js';
import { DiskProject } from '../support/disk-project.js';
import { rawRequest } from './raw-request.js';

const bytes = Buffer.from(Array.from({ length: 700_001 }, (_, i) => (i * 7 + (i >> 8)) & 255));

let project: DiskProject;
let server: UiServer;
const get = (headers?: Readonly<Record<string, string>>, method?: string, path = '/files/big.bin') =>
  rawRequest(server.port, path, headers, method);

beforeAll(async () => {
  project = new DiskProject({ 'out/big.bin': bytes, 'out/empty.bin': '' });
  const started = await serveUi({ path: project.path('out') });
  if (started === undefined) throw new Error('nothing is served');
  server = started;
});
afterAll(async () => {
  await server.close();
  project.remove();
});

it.each([
  ['bytes=0-0', 0, 1],
  ['bytes=0-699', 0, 700],
  ['bytes=262143-262145', 262_143, 262_146],
  ['bytes=700000-', 700_000, 700_001],
  ['bytes=699990-900000', 699_990, 700_001],
  ['bytes=-5', 699_996, 700_001],
  ['bytes=-900000', 0, 700_001],
])('gives %s', async (range, start, end) => {
  const { status, headers, body } = await get({ Range: range });
  expect(status).toBe(206);
  expect(headers['content-range']).toBe(`bytes ${start}-${end - 1}/700001`);
  expect(headers['content-length']).toBe(String(end - start));
  expect(body.equals(bytes.subarray(start, end))).toBe(true);
});

it.each(['bytes=700001-', 'bytes=700001-700005', 'bytes=-0'])('refuses %s, which is behind the end', async (range) => {
  const { status, headers, body } = await get({ Range: range });
  expect([status, headers['content-range'], body.length]).toEqual([416, 'bytes */700001', 0]);
});

it.each(['bytes=5-3', 'bytes=0-1,5-9', 'lines=0-1', 'bytes=a-b', 'bytes=-', 'bytes=99999999999999999999-'])(
  'answers %s with everything',
  async (range) => {
    const { status, headers, body } = await get({ Range: range });
    expect([status, headers['content-range']]).toEqual([200, undefined]);
    expect(body.equals(bytes)).toBe(true);
  },
);

it('tells HEAD the size and sends nothing', async () => {
  const whole = await get({}, 'HEAD');
  expect([whole.status, whole.headers['content-length'], whole.body.length]).toEqual([200, '700001', 0]);
  const part = await get({ Range: 'bytes=2-4' }, 'HEAD');
  expect([part.status, part.headers['content-length'], part.body.length]).toEqual([206, '3', 0]);
});

it('has an ETag that changes with the file, and honours it', async () => {
  const etag = (await get({}, 'HEAD')).headers.etag ?? '';
  expect((await get({ 'If-None-Match': etag })).status).toBe(304);
  expect((await get({ 'If-None-Match': `"x", W/${etag}` })).status).toBe(304);
  expect((await get({ 'If-None-Match': '"x"' })).status).toBe(200);
  expect((await get({ Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206);
  expect((await get({ Range: 'bytes=0-1', 'If-Range': '"older"' })).status).toBe(200);
  const { files } = JSON.parse((await get({}, 'GET', '/api/index.json')).body.toString());
  expect(files[0]).toEqual({ path: 'big.bin', size: 700_001, version: etag.slice(1, -1) });
  project.write('out/big.bin', bytes.subarray(1));
  expect((await get({}, 'HEAD')).headers.etag).not.toBe(etag);
  project.write('out/big.bin', bytes);
});

it('lets a browser keep what is asked for by its version, and nothing else', async () => {
  const version = (await get({}, 'HEAD')).headers.etag?.slice(1, -1);
  const kept = await get({}, 'HEAD', `/files/big.bin?v=${version}`);
  expect(kept.headers['cache-control']).toContain('immutable');
  const stale = await get({}, 'HEAD', '/files/big.bin?v=older');
  expect(stale.headers['cache-control']).toBe('no-cache');
});

it('serves an empty file', async () => {
  const { status, headers, body } = await get({}, 'GET', '/files/empty.bin');
  expect([status, headers['content-length'], body.length]).toEqual([200, '0', 0]);
  expect((await get({ Range: 'bytes=0-' }, 'GET', '/files/empty.bin')).status).toBe(416);
});
