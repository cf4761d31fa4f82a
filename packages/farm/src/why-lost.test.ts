import { describe, expect, it } from 'vitest';
import { messageOf } from './why-lost.js';

describe('why a queue cannot be used', () => {
  it.each([
    ['WRONGPASS invalid username-password pair or user is disabled.', 'it rejects the user or the password'],
    ['ERR invalid password', 'it rejects the user or the password'],
    ['NOAUTH Authentication required.', 'it requires a password'],
    ["NOPERM this user has no permissions to run the 'client|list' command", 'the user lacks a permission'],
    ['self-signed certificate in certificate chain', 'not signed by an authority that Node trusts'],
    ['unable to verify the first certificate', 'not signed by an authority that Node trusts'],
    [
      "Hostname/IP does not match certificate's altnames: Host: a. is not in the cert's altnames: DNS:b",
      'a different name',
    ],
    ['certificate has expired', 'has expired'],
    ['write EPROTO 0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number', 'does not use TLS'],
    ['connect ECONNREFUSED 127.0.0.1:9', 'connect ECONNREFUSED 127.0.0.1:9'],
  ])('%s', (said, reported) => {
    expect(messageOf(new Error(said))).toContain(reported);
  });

  it('is not known where nothing was said', () => {
    expect([messageOf(new Error('')), messageOf(undefined)]).toEqual(['it failed', 'it failed']);
  });
});
