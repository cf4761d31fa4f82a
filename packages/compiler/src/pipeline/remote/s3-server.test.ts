// Signatures, held against Amazon's description of Signature Version 4 by a second implementation, which gives Amazon's own example.

import { describe, expect, it } from 'vitest';
import { S3Server } from './s3-server.js';
import { sha256, signature } from './testing/signature-v4.js';

describe('requests to a bucket', () => {
  it('are judged here as Amazon would', () => {
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
    };
    const names = ['host', 'range', 'x-amz-content-sha256', 'x-amz-date'];
    const request = { method: 'GET', path: '/test.txt', headers };
    expect(signature(request, names, 'us-east-1', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
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
    const sent = { method, path: url.pathname, headers: { ...headers, host: url.host } };
    expect(given).toBe(signature(sent, names.split(';'), 'eu-west-1', 'a/secret+key'));
    expect(JSON.stringify([server.name, url, headers])).not.toContain('a/secret+key');
  });
});
