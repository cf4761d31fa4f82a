// Answers that were damaged on the way or at the server: whatever they are, the outputs are those of a build without a cache. 60 of them; the long form
// (ASSETC_LONG=1) has 1,000.

import { afterAll, describe, expect, it } from 'vitest';
import { BlobServer } from '../../packages/compiler/src/pipeline/remote/testing/blob-server.js';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { SOURCES, wireProject } from './wire-project.js';

const WANTED = process.env.ASSETC_LONG === '1' ? 1000 : 60;

const opened: BlobServer[] = [];
afterAll(async () => {
  for (const server of opened) await server.close();
});

/** mulberry32 */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const DAMAGES: readonly ((body: Buffer, any: (below: number) => number, others: readonly Buffer[]) => Buffer)[] = [
  (body, any) => {
    const changed = Buffer.from(body);
    const at = any(body.length * 8);
    changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
    return changed;
  },
  (body, any) => body.subarray(0, any(body.length)),
  (body, any) => Buffer.concat([body, Buffer.alloc(1 + any(1 << 16), any(256))]),
  (_, any, others) => others[any(others.length)] ?? Buffer.of(),
  (body, any) => Buffer.from(body.map(() => any(256))),
  (body, any) => {
    const [a, b] = [any(body.length), any(body.length)].sort((x, y) => x - y);
    return Buffer.concat([body.subarray(0, a), body.subarray(b)]);
  },
  () => Buffer.from('<html>504 Gateway Time-out</html>'),
];

describe('damaged answers', () => {
  it(`of a server, ${WANTED} of them, never become outputs`, async () => {
    const server = await BlobServer.open();
    opened.push(server);
    const alone = new MemoryProject(SOURCES);
    const reference = await alone.build();
    await wireProject(server.url, { CI: '1' }).build();
    const others = [...server.blobs.values()];
    let damaged = 0;
    let cut = 0;
    let warned = 0;
    for (let round = 0; damaged < WANTED; round++) {
      const any = random(round);
      // From hardly ever to nearly always.
      const oneIn = 1 + (round % 8);
      server.misbehave = (request, response, stored) => {
        if (stored === undefined || request.method !== 'GET' || any(oneIn) !== 0) return false;
        const changed = (DAMAGES[any(DAMAGES.length)] ?? ((body) => body))(stored, any, others);
        if (Buffer.compare(changed, stored) === 0) return false;
        damaged++;
        // One in four says that there is more to come, and breaks off.
        if (any(4) === 0) {
          cut++;
          response.writeHead(200, { 'content-length': changed.length + 1 });
          response.write(changed, () => response.destroy());
        } else response.writeHead(200, { 'content-length': changed.length }).end(changed);
        return true;
      };
      const project = wireProject(server.url);
      const result = await project.build();
      expect(project.outputs(), `round ${round}`).toEqual(alone.outputs());
      expect(result.status).toBe('ok');
      const reported = result.diagnostics.filter(({ code }) => code.startsWith('cache/'));
      expect(reported.length).toBeLessThanOrEqual(2);
      expect(new Set(reported.map(({ code }) => code)).size).toBe(reported.length);
      expect(result.diagnostics.filter(({ code }) => !code.startsWith('cache/'))).toEqual(reference.diagnostics);
      warned += reported.length;
    }
    console.log(`${damaged} damaged answers, ${cut} of them cut off: 0 wrong outputs, ${warned} warnings`);
    expect(warned).toBeGreaterThan(0);
  });
});
