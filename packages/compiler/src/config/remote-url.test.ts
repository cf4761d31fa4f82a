import { describe, expect, it } from 'vitest';
import { isPrivateConnection, parseRemoteUrl } from './remote-url.js';

describe('the address of a shared cache', () => {
  it('is a server or a bucket', () => {
    expect(parseRemoteUrl('https://cache.example:8443/a', 'file')).toEqual({
      is: 'http',
      base: new URL('https://cache.example:8443/a'),
      basic: undefined,
    });
    expect(parseRemoteUrl('s3://bucket/a/b/', 'file')).toEqual({
      is: 's3',
      bucket: 'bucket',
      prefix: 'a/b',
      endpoint: undefined,
      region: undefined,
    });
  });

  it('never repeats possible secrets', () => {
    for (const text of ['https://me:secret@x', 'https://x/?secret', 'secret', 's3://b?endpoint=secret'])
      expect(parseRemoteUrl(text, 'file')).not.toContain('secret');
    expect(parseRemoteUrl('s3://bucket?endpoint=secret', 'variable')).toMatch(/^has an endpoint/);
  });

  it('is invalid if a "%" of a password begins no code, or its query is misspelled', () => {
    expect(parseRemoteUrl('https://me:50%off@cache.example', 'variable')).toMatch(/^has a "%".*"%25"/);
    expect(parseRemoteUrl('https://me:50%25off@cache.example', 'variable')).toMatchObject({
      basic: Buffer.from('me:50%off').toString('base64'),
    });
    expect(parseRemoteUrl('s3://bucket?endpont=https://minio.example', 'variable')).toMatch(/unknown query/);
    expect(parseRemoteUrl('s3://bucket?endpoint=localhost:9000', 'variable')).toMatch(/^has an endpoint/);
  });

  it('is private by TLS or on this machine', () => {
    const ways = ['https://a.example', 'http://127.0.0.1', 'http://[::1]:80', 'http://localhost', 'http://10.0.0.1'];
    expect(ways.map((way) => isPrivateConnection(new URL(way)))).toEqual([true, true, true, true, false]);
  });
});
