import { describe, expect, it } from 'vitest';
import { messageOf } from './why-lost.js';

describe('why a queue cannot be used', () => {
  it.each([
    ['WRONGPASS invalid username-password pair or user is disabled.', 'it refuses the user or the password'],
    ['ERR invalid password', 'it refuses the user or the password'],
    ['NOAUTH Authentication required.', 'it wants a password'],
    ["NOPERM this user has no permissions to run the 'client|list' command", 'the user may not do there'],
    ['self-signed certificate in certificate chain', 'signed by nobody that Node trusts'],
    ['unable to verify the first certificate', 'signed by nobody that Node trusts'],
    [
      "Hostname/IP does not match certificate's altnames: Host: a. is not in the cert's altnames: DNS:b",
      'another name',
    ],
    ['certificate has expired', 'has expired'],
    ['write EPROTO 0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number', 'speaks no TLS'],
    ['connect ECONNREFUSED 127.0.0.1:9', 'connect ECONNREFUSED 127.0.0.1:9'],
  ])('%s', (said, reported) => {
    expect(messageOf(new Error(said))).toContain(reported);
  });

  it('is not known where nothing was said', () => {
    expect([messageOf(new Error('')), messageOf(undefined)]).toEqual(['it failed', 'it failed']);
  });
});
