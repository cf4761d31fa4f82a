// The address of a queue: redis://user:password@host:port/database?prefix=…&least=…, rediss:// with TLS. What is shown of it holds no secret.

import { isIP } from 'node:net';

/** As ioredis takes it. */
interface RedisPlace {
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  readonly db?: number;
  readonly tls?: { readonly rejectUnauthorized: true; readonly servername?: string };
}

/** Where the queue is, taken apart. */
export interface QueueAddress {
  /** To be shown: no user, no password. */
  readonly shown: string;
  readonly connection: RedisPlace;
  /** Of all keys in Redis, so that several farms may share one. */
  readonly prefix: string;
  /** Jobs that are expected to take less stay where they are built. */
  readonly minMs: number | undefined;
}

/** What is wrong with the address of a queue, in words that follow it and hold nothing of it; undefined: nothing. */
export function queueAddressProblem(address: string): string | undefined {
  const parsed = parseQueueAddress(address);
  return typeof parsed === 'string' ? parsed : undefined;
}

/** A text says what is wrong with it, and holds nothing of it. */
export function parseQueueAddress(address: string): QueueAddress | string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'redis:' && url.protocol !== 'rediss:') || url.hostname === '')
    return 'is not a redis:// or rediss:// address';
  if ([...url.searchParams.keys()].some((name) => name !== 'prefix' && name !== 'least'))
    return 'has an unknown query; only ?prefix= and ?least= are supported';
  const prefix = url.searchParams.get('prefix') ?? 'assetc';
  // BullMQ joins keys with colons, and Redis Cluster takes braces for itself.
  if (!/^[\w.-]{1,64}$/.test(prefix))
    return 'has a prefix that is not valid: use letters, digits, dots, dashes and underscores';
  const least = url.searchParams.get('least');
  if (least !== null && !/^\d{1,6}$/.test(least)) return 'has a "least" that is not a whole number of milliseconds';
  const database = url.pathname.slice(1);
  if (!/^\d{0,4}$/.test(database)) return 'names a database that is not a number';
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (user === undefined || password === undefined)
    return 'has a "%" in its user or password that is not part of a code; write "%25" for the character itself';
  const port = url.port === '' ? 6379 : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    shown: `${url.protocol}//${url.hostname}:${port}${database === '' ? '' : `/${database}`}`,
    connection: {
      host,
      port,
      ...(user !== '' && { username: user }),
      ...(password !== '' && { password }),
      ...(database !== '' && { db: Number(database) }),
      // Certificates are verified, whatever the environment says. Addresses in numbers are no names of servers.
      ...(url.protocol === 'rediss:' && {
        tls: { rejectUnauthorized: true, ...(isIP(host) === 0 && { servername: host }) },
      }),
    },
    prefix,
    minMs: least === null ? undefined : Number(least),
  };
}

/** Undefined if a "%" begins no code. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
