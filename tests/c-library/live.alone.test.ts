// The C client for hot reload against a scripted server: pieces of any size, cut connections, odd names, long events, wrong answers.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashRef } from '@assetc/formats';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cCompiler, compile, root, SANITIZED } from './c-compiler.js';

const hex = (name: string): string => hashRef(name).toString(16).padStart(16, '0');
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: welcome\n\nretry: 1000\n\n';
const message = (id: string, event: { readonly type: string }): string =>
  `event: ${event.type}\nid: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
const hello = (resumed: boolean) => ({ type: 'hello', state: 'idle', resumed, diagnostics: [] });
const built = (changed: readonly object[], removed: readonly string[], type = 'built') => ({
  type,
  changed,
  removed,
  diagnostics: [{ message: 'changed: [ {"path": "not me"} ]', list: [{ a: [1] }] }],
  milliseconds: 1,
});
const file = (path: string, version = 'v1') => ({ path, size: 7, version });
const END = message('e', built([], ['end']));
const ENDED = `removed ${hex('end')} end\nbuilt 1\n`;

describe.skipIf(cCompiler === undefined)('assetc_live', () => {
  let folder = '';
  let server: Server | undefined;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assetc-live-'));
    const source = join(root, 'tests/c-library/live.c');
    expect(compile({ source, output: join(folder, 'live'), flags: SANITIZED })).toBe('');
  });
  afterEach(() => server?.close());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What the program prints if the server answers each connection in order, in pieces. */
  async function follow(answers: readonly string[], { size = 65536, piece = 1 << 20 } = {}) {
    const requests: string[] = [];
    const serve = async (socket: Socket, answer: string): Promise<void> => {
      const bytes = Buffer.from(answer);
      for (let at = 0; at < bytes.length; at += piece)
        await new Promise<void>((done) => socket.write(bytes.subarray(at, at + piece), () => done()));
      socket.end();
    };
    server = createServer({ noDelay: true }, (socket) => {
      socket.on('error', () => {});
      socket.once('data', (data) => {
        requests.push(data.toString());
        void serve(socket, answers[requests.length - 1] ?? '');
      });
    });
    const port = await new Promise<number>((done) =>
      server?.listen(0, '127.0.0.1', () => {
        const address = server?.address();
        done(typeof address === 'object' && address !== null ? address.port : 0);
      }),
    );
    const program = spawn(join(folder, 'live'), [String(port), String(size)]);
    let printed = '';
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (text) => {
        printed += String(text);
      });
    const code = await new Promise((done) => program.once('exit', done));
    return { printed, requests, code, port };
  }

  it('reports changes with the hash of the manifest, and asks as the server requires', async () => {
    const event = built(
      [file('a/B.ktx2', 'x'), file('a/vertex.spv'), file('m.hmesh'), file('g.lut.ktx2')],
      ['gone.hmat'],
    );
    const { printed, requests, code, port } = await follow([
      HEAD + message('r.1', hello(false)) + message('r.2', event) + END,
    ]);
    expect(requests).toEqual([`GET /api/events HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\n\r\n`]);
    expect(printed).toBe(
      [
        'connected',
        `changed ${hex('a/B')} a/B.ktx2 x`,
        `changed ${hex('a/vertex')} a/vertex.spv v1`,
        `changed ${hex('m.hmesh')} m.hmesh v1`,
        `changed ${hex('g.lut.ktx2')} g.lut.ktx2 v1`,
        `removed ${hex('gone.hmat')} gone.hmat`,
        'built 1',
        ENDED,
      ].join('\n'),
    );
    expect(code).toBe(0);
  });

  it('decodes every name, with input cut at any position', async () => {
    const names = ['wörter “<b>”.txt', 'a"b\\c.txt', 'tab\tline\n.txt', '🎮.txt', '日本.ktx2'];
    const answer =
      HEAD +
      message('1', hello(false)) +
      message(
        '2',
        built(
          names.map((name) => file(name)),
          [],
        ),
      ) +
      END;
    const escaped = answer.replaceAll(
      /[^\x20-\x7e\r\n]/g,
      (text) => `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    for (const [text, piece] of [
      [answer, 1],
      [answer, 7],
      [escaped, 1 << 20],
    ] as const) {
      const { printed } = await follow([text], { piece });
      const stem = (name: string) => name.replace(/\.ktx2$/, '');
      const lines = names.map((name) => `changed ${hex(stem(name))} ${name} v1\n`).join('');
      expect(printed).toBe(`connected\n${lines}built 1\n${ENDED}`);
      server?.close();
    }
  });

  it('reconnects, asks for what it missed, and reports if that is gone', async () => {
    const half = message('r.3', built([file('lost.txt')], [])).slice(0, 40);
    const { printed, requests } = await follow([
      HEAD + message('r.1', hello(false)) + message('r.2', built([file('a.txt')], [])) + half,
      'HTTP/1.1 503 Service Unavailable\r\n\r\ndata: {"type":"built"}\n',
      HEAD + message('r.3', hello(true)) + message('r.4', built([file('b.txt')], [], 'failed')),
      HEAD + message('s.1', hello(false)) + END,
    ]);
    const ids = requests.map((request) => /Last-Event-ID: (\S+)/.exec(request)?.[1]);
    expect(ids).toEqual([undefined, 'r.2', 'r.2', 'r.4']);
    expect(printed).toBe(
      `connected\nchanged ${hex('a.txt')} a.txt v1\nbuilt 1\nconnected\nchanged ${hex('b.txt')} b.txt v1\nbuilt 0\nconnected\nmissed\n${ENDED}`,
    );
  });

  it('an event that does not fit into the buffer is reported as missed', async () => {
    const long = built(
      Array.from({ length: 100 }, (_, i) => file(`file ${i}.txt`)),
      [],
    );
    const { printed } = await follow([HEAD + message('1', hello(false)) + message('2', long) + END], { size: 256 });
    expect(printed).toBe(`connected\nmissed\n${ENDED}`);
  });

  it('survives anything that is not an event', async () => {
    const noise = [
      'data: {',
      'data: {"type',
      'data: {"changed":[{"path":"x"',
      'data: {"changed":[{"path":3}]}',
      'data: ]',
      'data: {"changed":{}}',
    ];
    const more = [
      'data: "\\u12',
      'data: {"a":"\\',
      'data: {"changed":["\\ud800"]}',
      'data:',
      `id: ${'x'.repeat(300)}`,
      'data: {"a":[[[[[[',
    ];
    const { code, printed } = await follow([`${HEAD}${[...noise, ...more].join('\n\n')}\n\n${END}`]);
    expect(code).toBe(0);
    expect(printed.endsWith(ENDED)).toBe(true);
  });
});
