import { describe, expect, it } from 'vitest';
import { isContinuousIntegration, openServer } from './open-server.js';

const key = '0'.repeat(64);
const headersOf = async (configured: string | undefined, env: Record<string, string>) => {
  const server = openServer(configured, env);
  if (server === undefined || typeof server === 'string') return server;
  const { url, headers } = await server.request('GET', 'ac', key);
  return { url: url.href, authorization: headers.authorization };
};

describe('the server of a shared cache', () => {
  it('is none where nobody names one', () => {
    expect(openServer(undefined, { ASSETC_CACHE_TOKEN: 'secret' })).toBeUndefined();
    expect(openServer(undefined, { ASSETC_CACHE_URL: '' })).toBeUndefined();
  });

  it('gets the token only where the environment names it', async () => {
    const env = { ASSETC_CACHE_TOKEN: 'secret' };
    expect(await headersOf('https://cache.example/a/', env)).toEqual({ url: `https://cache.example/a/ac/${key}` });
    expect(await headersOf('https://other.example', { ...env, ASSETC_CACHE_URL: 'https://cache.example' })).toEqual({
      url: `https://cache.example/ac/${key}`,
      authorization: 'Bearer secret',
    });
  });

  it('gets no token over an open line, except on this machine', async () => {
    const env = { ASSETC_CACHE_TOKEN: 'secret' };
    for (const host of ['127.0.0.1:80', 'localhost:8080', '[::1]'])
      expect(await headersOf(undefined, { ...env, ASSETC_CACHE_URL: `http://${host}/` })).toMatchObject({
        authorization: 'Bearer secret',
      });
    for (const host of ['cache.lan', '127.0.0.1.evil.example', 'localhost.evil.example', '128.0.0.1'])
      expect(await headersOf(undefined, { ...env, ASSETC_CACHE_URL: `http://${host}/` })).toMatch(/not sent over http/);
    expect(await headersOf('http://cache.lan', env)).toMatchObject({ url: `http://cache.lan/ac/${key}` });
  });

  it('takes a name and a password from the environment alone, and shows neither', async () => {
    const address = 'https://ci:p%40ss@cache.example/a';
    expect(await headersOf(undefined, { ASSETC_CACHE_URL: address })).toEqual({
      url: `https://cache.example/a/ac/${key}`,
      authorization: `Basic ${Buffer.from('ci:p@ss').toString('base64')}`,
    });
    expect(openServer(undefined, { ASSETC_CACHE_URL: address })).toMatchObject({ name: 'https://cache.example/a' });
    expect(openServer(address, {})).toMatch(/must not contain credentials/);
    expect(openServer(address, {})).not.toMatch(/ss@|p%40/);
  });

  it.each([
    [{ AWS_ACCESS_KEY_ID: 'id' }, /^AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not/],
    [{ AWS_SECRET_ACCESS_KEY: 'hush' }, /^AWS_SECRET_ACCESS_KEY is set, but AWS_ACCESS_KEY_ID is not/],
    [{ AWS_SESSION_TOKEN: 'hush', AWS_SECRET_ACCESS_KEY: 'hush' }, /^AWS_SECRET_ACCESS_KEY is set, but AWS_ACC/],
    [{ AWS_SESSION_TOKEN: 'hush' }, /^AWS_SESSION_TOKEN is set, but AWS_ACCESS_KEY_ID is not/],
    [{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: '' }, /^AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY/],
  ])('is no bucket with a part of its credentials: %o', (env, why) => {
    const server = openServer('s3://bucket/prefix', env);
    expect(server).toMatch(why);
    expect(server).not.toContain('hush');
  });

  it('is a bucket that anybody may read where there are no credentials at all', async () => {
    const env = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };
    expect(await headersOf('s3://bucket', env)).toMatchObject({ authorization: undefined });
  });

  it.each([
    'nonsense',
    'ftp://a',
    'file:///a',
    's3://',
    's3://UPPER_case!',
    's3://bucket/a b',
    'https://a/#b',
    'https://a/?b',
  ])('is none by %s', (address) => {
    expect(openServer(undefined, { ASSETC_CACHE_URL: address })).toMatch(/^ASSETC_CACHE_URL /);
  });

  it('signs for a bucket, at Amazon or elsewhere', async () => {
    const env = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'shh', AWS_REGION: 'eu-west-1' };
    expect(await headersOf('s3://bucket/pre/fix', env)).toMatchObject({
      url: `https://bucket.s3.eu-west-1.amazonaws.com/pre/fix/ac/${key}`,
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/s3\/aws4_request, /),
    });
    expect(await headersOf('s3://dotted.bucket', env)).toMatchObject({
      url: `https://s3.eu-west-1.amazonaws.com/dotted.bucket/ac/${key}`,
    });
    expect(await headersOf('s3://bucket', { ...env, AWS_ENDPOINT_URL_S3: 'http://minio.lan:9000' })).toMatchObject({
      url: `http://minio.lan:9000/bucket/ac/${key}`,
    });
    // A scheme called localhost.
    for (const variable of ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'])
      expect(await headersOf('s3://bucket', { ...env, [variable]: 'localhost:9000' })).toMatch(
        `${variable} is not the address of a server`,
      );
    const given = 's3://bucket/a?endpoint=https://id.r2.cloudflarestorage.com';
    expect(await headersOf(undefined, { ...env, AWS_REGION: '', ASSETC_CACHE_URL: given })).toMatchObject({
      url: `https://id.r2.cloudflarestorage.com/bucket/a/ac/${key}`,
      authorization: expect.stringContaining('/auto/s3/'),
    });
    expect(await headersOf('s3://bucket?endpoint=https://evil.example', env)).toMatch(/credentials or a query/);
    const session = { ...env, AWS_SESSION_TOKEN: 't', AWS_ENDPOINT_URL: 'http://minio.lan' };
    expect(await headersOf('s3://bucket', session)).toMatch(/AWS_SESSION_TOKEN is not sent/);
    expect(await headersOf('s3://bucket', {})).toEqual({
      url: `https://bucket.s3.us-east-1.amazonaws.com/ac/${key}`,
    });
  });

  it('knows continuous integration by CI', () => {
    expect([{ CI: 'true' }, { CI: '1' }, { CI: 'false' }, { CI: '' }, {}].map(isContinuousIntegration)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
