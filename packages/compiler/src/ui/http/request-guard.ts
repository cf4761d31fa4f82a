// Rejects requests from other sites. The server listens only on the loopback, but every page in a browser can send requests there: a name that an
// attacker rebinds to 127.0.0.1 arrives with its own Host, a page of another site with its Origin or as `cross-site`. A program that is no
// browser sends neither Origin nor Sec-Fetch-Site, and is allowed.

import type { IncomingMessage } from 'node:http';

export interface Refusal {
  readonly status: 400 | 403 | 404 | 405 | 413 | 415 | 416;
  readonly message: string;
}

const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** Why the request is refused; undefined if it is allowed. `mayPost`: where it goes, something can be changed. */
export function refusalOf(
  { headers, method, rawHeaders }: IncomingMessage,
  port: number,
  mayPost = false,
): Refusal | undefined {
  const hosts = NAMES.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  const host = headers.host?.toLowerCase();
  if (host === undefined || !hosts.includes(host) || countOf(rawHeaders, 'host') > 1)
    return { status: 403, message: 'requested under a name that is not this server’s' };
  const { origin } = headers;
  if (origin !== undefined && !hosts.some((own) => origin.toLowerCase() === `http://${own}`))
    return { status: 403, message: 'requested by a page of another origin' };
  const site = headers['sec-fetch-site'];
  // same-site is another port of this machine, that is, another program's page.
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return { status: 403, message: 'requested by a page of another site' };
  if (method !== 'GET' && method !== 'HEAD' && !(mayPost && method === 'POST'))
    return { status: 405, message: 'nothing can be changed here' };
  return undefined;
}

const countOf = (rawHeaders: readonly string[], name: string): number =>
  rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === name).length;

/** Sent with every response. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self' blob: data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
