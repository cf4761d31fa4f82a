// Signatures, held against Amazon's description of Signature Version 4 by a second implementation, which gives Amazon's own example.

import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { S3Server } from './s3-server.js';

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

interface Signed {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** Of the headers that `names` lists, which must be in order. */
function signature({ method, url, headers }: Signed, names: readonly string[], region: string, secret: string): string {
  const values = names.map((name) => `${name}:${(name === 'host' ? url.host : (headers[name] ?? '')).trim()}\n`);
  const request = [method, url.pathname, '', values.join(''), names.join(';'), headers['x-amz-content-sha256']].join(
    '\n',
  );
  const time = headers['x-amz-date'] ?? '';
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`);
  return hmac(Buffer.from(key), toSign).toString('hex');
}

describe('requests to a bucket', () => {
  it('are judged here as Amazon would', () => {
    const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
    const headers = {
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
    };
    const names = ['host', 'range', 'x-amz-content-sha256', 'x-amz-date'];
    expect(
      signature({ method: 'GET', url, headers }, names, 'us-east-1', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'),
    ).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
  });

  const blob = new TextEncoder().encode('a blob');
  it.each([
    ['GET' as const, 'cas' as const, undefined],
    ['HEAD' as const, 'cas' as const, undefined],
    ['PUT' as const, 'cas' as const, blob],
    ['PUT' as const, 'ac' as const, blob],
  ])('are signed: %s %s', async (method, space, body) => {
    const credentials = { accessKeyId: 'AKID', secretAccessKey: 'a/secret+key', sessionToken: 'a token' };
    const endpoint = new URL('http://127.0.0.1:9000');
    const server = new S3Server({ bucket: 'assets', prefix: 'a/b', region: 'eu-west-1', endpoint, credentials });
    const key = space === 'ac' ? 'f'.repeat(64) : sha256(blob);
    const { url, headers } = await server.request(method, space, key, body);
    expect(url.href).toBe(`http://127.0.0.1:9000/assets/a/b/${space}/${key}`);
    expect(headers['x-amz-content-sha256']).toBe(sha256(body ?? ''));
    expect(headers['x-amz-security-token']).toBe('a token');
    const [, names = '', given = ''] =
      /SignedHeaders=([^,]+), Signature=(\w+)$/.exec(headers.authorization ?? '') ?? [];
    expect(names.split(';')).toEqual(['host', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-security-token']);
    expect(given).toBe(signature({ method, url, headers }, names.split(';'), 'eu-west-1', 'a/secret+key'));
    expect(JSON.stringify([server.name, url, headers])).not.toContain('a/secret+key');
  });
});
