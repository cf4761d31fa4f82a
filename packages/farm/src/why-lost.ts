// Why a queue cannot be used, in words for people. What clients of Redis say of it holds addresses at the most, and never a password.

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/WRONGPASS|invalid (?:username-)?password/i, 'it refuses the user or the password'],
  [/NOAUTH/, 'it wants a password'],
  [/NOPERM/, 'the user may not do there what a queue needs'],
  [
    /self-signed certificate|unable to (?:verify|get)|UNABLE_TO_|issuer/i,
    'its certificate is signed by nobody that Node trusts (NODE_EXTRA_CA_CERTS names others)',
  ],
  [/altnames|ERR_TLS_CERT_ALTNAME_INVALID/i, 'its certificate is for another name'],
  [/certificate has expired/i, 'its certificate has expired'],
  [/wrong version number|packet length too long/i, 'it speaks no TLS there: redis:// is meant, or another port'],
];

export const messageOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return WORDS.find(([pattern]) => pattern.test(message))?.[1] ?? (message === '' ? 'it failed' : message);
};
