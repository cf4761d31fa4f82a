import { describe, expect, it } from 'vitest';
import { parseQueueAddress } from './queue-address.js';

describe('the address of a queue', () => {
  it('is parsed, and displayed without secrets', () => {
    expect(parseQueueAddress('rediss://me:50%25%20off@queue.example/3?prefix=studio&least=200')).toEqual({
      shown: 'rediss://queue.example:6379/3',
      connection: {
        host: 'queue.example',
        port: 6379,
        username: 'me',
        password: '50% off',
        db: 3,
        tls: { rejectUnauthorized: true, servername: 'queue.example' },
      },
      prefix: 'studio',
      minMs: 200,
    });
    expect(parseQueueAddress('rediss://[::1]:7000')).toMatchObject({
      connection: { host: '::1', port: 7000, tls: { rejectUnauthorized: true } },
    });
  });

  it.each([
    ['http://secret', /^is not a redis/],
    ['redis://:50%secret@queue.example', /^has a "%".*"%25"/],
    ['redis://queue.example?prefx=secret', /^has an unknown query/],
    ['redis://queue.example?prefix=secret:s', /^has a prefix that is not valid/],
    ['redis://queue.example?least=secret', /^has a "least"/],
    ['redis://queue.example/secret', /^names a database/],
  ])('is rejected by %s, without repeating it', (address, why) => {
    const problem = parseQueueAddress(address);
    expect(problem).toMatch(why);
    expect(problem).not.toContain('secret');
  });
});
