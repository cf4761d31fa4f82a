// Explains why a queue cannot be used. Messages of Redis clients may contain addresses, but never a password.

const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [/WRONGPASS|invalid (?:username-)?password/i, 'it rejects the user or the password'],
  [/NOAUTH/, 'it requires a password'],
  [/NOPERM/, 'the user lacks a permission that the queue needs'],
  [
    /self-signed certificate|unable to (?:verify|get)|UNABLE_TO_|issuer/i,
    'its certificate is not signed by an authority that Node trusts (add one with NODE_EXTRA_CA_CERTS)',
  ],
  [/altnames|ERR_TLS_CERT_ALTNAME_INVALID/i, 'its certificate is for a different name'],
  [/certificate has expired/i, 'its certificate has expired'],
  [/wrong version number|packet length too long/i, 'it does not use TLS: use redis://, or another port'],
];

export const connectionProblem = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return EXPLANATIONS.find(([pattern]) => pattern.test(message))?.[1] ?? (message === '' ? 'it failed' : message);
};
