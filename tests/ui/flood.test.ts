// One connection that sends thousands of requests without waiting for answers does not keep the inspector from answering others.

import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveUi, type UiServer } from '../../packages/compiler/src/index.js';
import { diskHost } from '../../packages/compiler/src/pipeline/host/disk-host.js';
import { DiskProject } from '../support/disk-project.js';

const FLOOD = 2000;

let project: DiskProject;
let server: UiServer;
/** Files that were opened, in order. */
const opened: string[] = [];
let onOpened = (): void => {};

beforeAll(async () => {
  project = new DiskProject({ 'out/flood.txt': 'flood', 'out/other.txt': 'other' });
  const host = {
    ...diskHost,
    openRead(path: string) {
      opened.push(path.slice(path.lastIndexOf('/') + 1));
      onOpened();
      return diskHost.openRead(path);
    },
  };
  const started = await serveUi({ path: project.path('out') }, host);
  if (started === undefined) throw new Error('nothing is served');
  server = started;
});
afterAll(async () => {
  await server.close();
  project.remove();
});

const open = async (): Promise<Socket> => {
  const socket = connect(server.port, '127.0.0.1');
  await new Promise((done) => socket.once('connect', done));
  return socket;
};

const request = (name: string, more = ''): string =>
  `GET /files/${name} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${more}\r\n`;

/** Resolves with all that comes. */
const readAll = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece;
  });
  await new Promise((done) => socket.once('close', done));
  return text;
};

describe(`a connection that pipelines ${FLOOD} requests`, () => {
  it('lets another connection be answered first, and gets all its answers', async () => {
    opened.length = 0;
    const [flooding, other] = [await open(), await open()];
    flooding.write(request('flood.txt').repeat(FLOOD - 1) + request('flood.txt', 'Connection: close\r\n'));
    other.write(request('other.txt', 'Connection: close\r\n'));
    const [flood, answer] = await Promise.all([readAll(flooding), readAll(other)]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nother$/s);
    expect(flood.match(/\r\n\r\nflood(?=$|HTTP\/1\.1 200 OK\r\n)/g)).toHaveLength(FLOOD);
    // Both were sent at the same time: hardly any of the flood came first.
    expect(opened.indexOf('other.txt')).toBeLessThan(FLOOD / 20);
    expect(opened.filter((name) => name === 'flood.txt')).toHaveLength(FLOOD);
  });

  it('has no more of them handled when it closes', async () => {
    opened.length = 0;
    const flooding = await open();
    const closed = new Promise((done) => flooding.once('close', done));
    onOpened = () => void flooding.destroy();
    flooding.write(request('flood.txt').repeat(FLOOD));
    await closed;
    onOpened = () => {};
    // Answered after all that the server got to know of the closing.
    for (let i = 0; i < 2; i++) {
      const other = await open();
      other.write(request('other.txt', 'Connection: close\r\n'));
      expect(await readAll(other)).toContain('other');
    }
    expect(opened.filter((name) => name === 'flood.txt').length).toBeLessThan(FLOOD / 20);
  });
});
