import { describe, expect, it } from 'vitest';
import { connectionProblem } from './connection-problem.js';

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
  ])('%s', (message, explanation) => {
    expect(connectionProblem(new Error(message))).toContain(explanation);
  });

  it('is unknown if there is no message', () => {
    expect([connectionProblem(new Error('')), connectionProblem(undefined)]).toEqual(['it failed', 'it failed']);
  });
});
