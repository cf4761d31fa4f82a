// The address of a queue: redis://user:password@host:port/database?prefix=…&least=…, or rediss:// with TLS. Its displayed form contains no secret.

import { isIP } from 'node:net';

/** Options of ioredis. */
interface RedisConnection {
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  readonly db?: number;
  readonly tls?: { readonly rejectUnauthorized: true; readonly servername?: string };
}

/** The parts of a queue's address. */
export interface QueueAddress {
  /** For messages: without user and password. */
  readonly shown: string;
  readonly connection: RedisConnection;
  /** Starts all keys in Redis, so that several farms can share one server. */
  readonly prefix: string;
  /** Shorter jobs stay on the building machine. */
  readonly minMs: number | undefined;
}

/** Returns what is wrong with the address of a queue, as the end of a sentence and without secrets; undefined if nothing is. */
export function queueAddressProblem(address: string): string | undefined {
  const parsed = parseQueueAddress(address);
  return typeof parsed === 'string' ? parsed : undefined;
}

/** Returns a string if the address is malformed: what is wrong with it, without secrets. */
export function parseQueueAddress(address: string): QueueAddress | string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'redis:' && url.protocol !== 'rediss:') || url.hostname === '')
    return 'is not a redis:// or rediss:// address';
  if ([...url.searchParams.keys()].some((name) => name !== 'prefix' && name !== 'least'))
    return 'has an unknown query; only ?prefix= and ?least= are supported';
  const prefix = url.searchParams.get('prefix') ?? 'assetc';
  // BullMQ joins keys with colons, and Redis Cluster gives braces a meaning.
  if (!/^[\w.-]{1,64}$/.test(prefix))
    return 'has a prefix that is not valid: use letters, digits, dots, dashes and underscores';
  const least = url.searchParams.get('least');
  if (least !== null && !/^\d{1,6}$/.test(least)) return 'has a "least" that is not a whole number of milliseconds';
  const database = url.pathname.slice(1);
  if (!/^\d{0,4}$/.test(database)) return 'names a database that is not a number';
  const user = decodePercent(url.username);
  const password = decodePercent(url.password);
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
      // Certificates are always verified, regardless of the environment. An IP address is not a server name.
      ...(url.protocol === 'rediss:' && {
        tls: { rejectUnauthorized: true, ...(isIP(host) === 0 && { servername: host }) },
      }),
    },
    prefix,
    minMs: least === null ? undefined : Number(least),
  };
}

/** Returns undefined if a "%" starts no escape. */
function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
