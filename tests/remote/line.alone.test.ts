// A second machine behind a line of 200 Mbit/s and 50 ms, in small: it compiles nothing, has equal files, and transfers no more
// than necessary. `npm run bench -- remote` measures the time. Also a slow line for uploads.

import { afterEach, describe, expect, it } from 'vitest';
import { BlobServer } from '../../packages/compiler/src/pipeline/remote/testing/blob-server.js';
import { MemoryNetwork } from '../../packages/compiler/src/pipeline/remote/testing/memory-network.js';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { ShapingProxy } from './shaping-proxy.js';
import { remoteOver } from './wire-project.js';

const MEGABITS = 200;
/** Few: line and server run on this thread as well, and take one connection at a time. */
const ASSETS = 16;
const ASSET_BYTES = 150_000;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Half of them read another file, so that both ways to a result are gone. */
function machine(remote: MemoryProject['remote']): MemoryProject {
  const text = (i: number): string => `${i} `.repeat(ASSET_BYTES / `${i} `.length);
  const lists = Array.from({ length: ASSETS }, (_, i): readonly [string, string] => [
    `${i}.list`,
    i % 2 === 0 ? text(i) : `include part.txt\n${text(i)}`,
  ]);
  const project = new MemoryProject({ 'part.txt': 'a part', ...Object.fromEntries(lists) });
  project.remote = remote;
  return project;
}

describe('a long line', () => {
  it('gives a second machine everything, and nothing twice', async () => {
    const network = new MemoryNetwork();
    const first = machine(network.port({ CI: '1' }));
    expect(await first.build()).toMatchObject({ status: 'ok', built: ASSETS, diagnostics: [] });
    const server = await BlobServer.open();
    closing.push(() => server.close());
    for (const [name, bytes] of network.blobs) server.blobs.set(`/cache/${name}`, Buffer.from(bytes));
    const line = await ShapingProxy.open(Number(new URL(server.url).port), MEGABITS, 50);
    closing.push(() => line.close());
    const second = machine(remoteOver(`http://127.0.0.1:${line.port}/cache`));
    expect(await second.build()).toMatchObject({ status: 'ok', built: 0, restored: ASSETS, diagnostics: [] });
    expect(second.outputs()).toEqual(first.outputs());
    const { sentBytes } = line.down;
    const keptBytes = [...network.blobs.values()].reduce((sum, { length }) => sum + length, 0);
    expect(sentBytes).toBeGreaterThan(ASSETS * ASSET_BYTES);
    // And the heads of answers.
    expect(sentBytes).toBeLessThan(keptBytes + server.asked.length * 400);
  });

  it('is no dead server while it carries what was sent', async () => {
    const server = await BlobServer.open();
    closing.push(() => server.close());
    const line = await ShapingProxy.open(Number(new URL(server.url).port), 8, 50);
    closing.push(() => line.close());
    // All are in progress when the build has nothing else to do, and take two seconds.
    const text = (name: string): string => `${name} `.repeat(300_000);
    const project = new MemoryProject({ 'a.list': text('a'), 'b.list': text('b'), 'c.list': text('c') });
    project.remote = remoteOver(`http://127.0.0.1:${line.port}/cache`, { CI: '1' });
    expect(await project.build()).toMatchObject({ status: 'ok', built: 3, diagnostics: [] });
    const reported = project.events.find((event) => event.type === 'shared-cache');
    expect(reported).toMatchObject({ sent: 3, unsent: 0 });
    console.log(`${reported?.sentBytes} bytes over 8 Mbit/s, waited ${reported?.waitedMs} ms`);
    expect(reported?.sentBytes).toBeGreaterThan(1_800_000);
  });
});
