// Amazon's Signature Version 4: a second implementation, with which tests compare ours.

import { createHash, createHmac } from 'node:crypto';

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

interface Signed {
  readonly method: string;
  /** As it is sent, without a query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Of the headers that `names` lists, which must be in order. */
export function signature(
  { method, path, headers }: Signed,
  names: readonly string[],
  region: string,
  secret: string,
): string {
  const values = names.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`);
  const request = [method, path, '', values.join(''), names.join(';'), headers['x-amz-content-sha256']].join('\n');
  const time = headers['x-amz-date'] ?? '';
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`);
  return hmac(Buffer.from(key), toSign).toString('hex');
}
