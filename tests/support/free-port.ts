// Ports for servers that need a fixed one. They are below the range that the system assigns, so that between the check and the start, or while a
// server is stopped, no connection and no server of another test takes them. Files that run at the same time start at different ports.

import { createServer } from 'node:net';

const FIRST = 10_240;
const COUNT = 20_000;
let next = (process.pid * 61) % COUNT;

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    next = (next + 1) % COUNT;
    if (await isFree(FIRST + next)) return FIRST + next;
  }
  throw new Error('no port is free');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}
