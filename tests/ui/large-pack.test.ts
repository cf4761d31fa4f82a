// A pack of more than four gigabytes: how much of it is read, and that no offset is limited to 32 bits.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveUi, type UiServer } from '../../packages/compiler/src/index.js';
import { diskHost } from '../../packages/compiler/src/pipeline/host/disk-host.js';
import type { UiOverview } from '../../packages/viewer/src/api.js';
import { DiskProject } from '../support/disk-project.js';
import { LAST, LAST_TEXT, MESHES, TEXTURES, TWINS, writeLargePack } from './large-pack.js';
import { rawRequest } from './raw-request.js';

const isReal = process.env.ASSETC_LONG !== undefined;
const MEGABYTE = 1 << 20;

let project: DiskProject;
let server: UiServer;
let size = 0;
/** Bytes that the server read from the disk. */
let readBytes = 0;

beforeAll(async () => {
  project = new DiskProject();
  size = writeLargePack(project.path('large.hpack'), isReal);
  const counting = {
    ...diskHost,
    openRead(path: string) {
      const reader = diskHost.openRead(path);
      return {
        sizeBytes: reader.sizeBytes,
        read(buffer: Uint8Array, position: number) {
          const count = reader.read(buffer, position);
          readBytes += count;
          return count;
        },
        close: () => reader.close(),
      };
    },
    readFile(path: string) {
      const bytes = diskHost.readFile(path);
      readBytes += bytes.length;
      return bytes;
    },
  };
  const started = await serveUi({ path: project.path('large.hpack') }, counting);
  if (started === undefined) throw new Error('nothing is served');
  server = started;
});
afterAll(async () => {
  await server.close();
  project.remove();
});

const overview = async (): Promise<UiOverview> =>
  JSON.parse((await rawRequest(server.port, '/api/overview.json')).body.toString());

it('is larger than numbers of 32 bits tell', () => {
  expect(size).toBeGreaterThan(2 ** 32);
});

it('tells all of it by heads alone', async () => {
  readBytes = 0;
  const { assets, unreadBytes } = await overview();
  console.log(`${(size / 2 ** 30).toFixed(1)} GB: ${(readBytes / MEGABYTE).toFixed(1)} MB were read`);
  const sum = (end: string) => assets.reduce((all, { path, video }) => all + (path.endsWith(end) ? video : 0), 0);
  expect(sum('.ktx2')).toBe(TEXTURES * 2048 * 2048);
  expect(sum('.hmesh')).toBe(MESHES * 16 * MEGABYTE);
  // Some kilobytes of each file; and of three that look alike no more than a part at once.
  expect(readBytes).toBeLessThan(60 * MEGABYTE);
  expect(unreadBytes).toBe(24 * MEGABYTE);
});

it('compares the rest when asked again, and reads nothing twice', async () => {
  const second = await overview();
  expect([second.unreadBytes, second.duplicates]).toEqual([0, [TWINS.slice(0, 2)]]);
  readBytes = 0;
  expect(await overview()).toEqual(second);
  expect(readBytes).toBeLessThan(MEGABYTE);
});

it('gives a range beyond four gigabytes, and reads no more than that', async () => {
  readBytes = 0;
  const get = (headers: Readonly<Record<string, string>>, method?: string) =>
    rawRequest(server.port, '/files/large.hpack', headers, method);
  const { status, headers, body } = await get({ Range: `bytes=${size - LAST_TEXT.length}-${size - 1}` });
  expect([status, body.toString()]).toEqual([206, LAST_TEXT]);
  expect(headers['content-range']).toBe(`bytes ${size - LAST_TEXT.length}-${size - 1}/${size}`);
  expect((await get({ Range: `bytes=-${LAST_TEXT.length}` })).body.toString()).toBe(LAST_TEXT);
  expect((await get({ Range: `bytes=${size}-` })).status).toBe(416);
  const whole = await get({}, 'HEAD');
  expect([whole.status, whole.headers['content-length'], whole.body.length]).toEqual([200, String(size), 0]);
  expect(readBytes).toBe(2 * LAST_TEXT.length);
});

it(`lists ${LAST} where it lies`, async () => {
  const { assets } = await overview();
  expect(assets.at(-1)).toMatchObject({ path: LAST, stored: LAST_TEXT.length, video: 0 });
});
