// A bucket that checks every request as received: signature, time, region, and the digest of the body. s3rver, which runs the guide's
// recipe, checks none of them.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { BlobServer } from '../../packages/compiler/src/pipeline/remote/testing/blob-server.js';
import { sha256, signature } from '../../packages/compiler/src/pipeline/remote/testing/signature-v4.js';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { SOURCES, wireProject } from './wire-project.js';

const KEY = 'AKIDEXAMPLE';
const SECRET = 'a/very+secret=key';
const REGION = 'eu-central-1';
const MAX_SKEW_MS = 15 * 60_000;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What Amazon would reject; undefined if nothing. */
function problemOf({ method = '', url = '', headers: raw }: IncomingMessage, body: Buffer): string | undefined {
  const headers = Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, `${value ?? ''}`]));
  const [, key, day, region, names = '', given] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (key !== KEY) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const time = headers['x-amz-date'] ?? '';
  const sentMs = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(sentMs - Date.now()) < MAX_SKEW_MS) || !time.startsWith(day ?? '?')) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  const must = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (must.some((name) => !signed.includes(name))) return 'AccessDenied';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  return signature({ method, path: url, headers }, signed, REGION, SECRET) === given
    ? undefined
    : 'SignatureDoesNotMatch';
}

async function openBucket(): Promise<{ readonly url: string; readonly problems: string[] }> {
  const server = await BlobServer.open();
  closing.push(() => server.close());
  const problems: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const { method, url = '' } = request;
    const problem = problemOf(request, body);
    if (problem !== undefined) {
      problems.push(problem);
      response.writeHead(403).end(`<Error><Code>${problem}</Code></Error>`);
    } else if (method === 'PUT') {
      server.blobs.set(url, body);
      response.writeHead(200).end();
    } else {
      const stored = server.blobs.get(url);
      response.writeHead(stored === undefined ? 404 : 200).end(method === 'GET' ? stored : undefined);
    }
  };
  server.misbehave = (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => answer(request, response, Buffer.concat(pieces)));
    return true;
  };
  return { url: `s3://assets/a/prefix?endpoint=${new URL(server.url).origin}&region=${REGION}`, problems };
}

const env = (secret = SECRET) => ({ AWS_ACCESS_KEY_ID: KEY, AWS_SECRET_ACCESS_KEY: secret });

describe('a bucket that checks signatures', () => {
  it('takes what is sent, and gives it to a second machine', async () => {
    const { url, problems } = await openBucket();
    const first = wireProject(url, { ...env(), CI: '1' });
    const { built, diagnostics } = await first.build();
    expect(diagnostics.filter(({ code }) => code.startsWith('cache/'))).toEqual([]);
    expect(first.events.find(({ type }) => type === 'shared-cache')).toMatchObject({ sent: built, unsent: 0 });
    const second = wireProject(url, env());
    expect(await second.build()).toMatchObject({ status: 'ok', built: 0 });
    expect(second.outputs()).toEqual(first.outputs());
    expect(problems).toEqual([]);
  });

  it('refuses who has another secret, which is reported once and shown nowhere', async () => {
    const { url, problems } = await openBucket();
    const project = wireProject(url, { ...env('a/guessed+secret'), CI: '1' });
    const { status, diagnostics } = await project.build();
    const alone = new MemoryProject(SOURCES);
    await alone.build();
    expect(status).toBe('ok');
    expect(project.outputs()).toEqual(alone.outputs());
    expect(diagnostics.map(({ code }) => code).filter((code) => code.startsWith('cache/'))).toEqual(['cache/refused']);
    expect(new Set(problems)).toEqual(new Set(['SignatureDoesNotMatch']));
    expect(JSON.stringify([project.events, [...project.host.files]])).not.toContain('guessed');
  });
});
