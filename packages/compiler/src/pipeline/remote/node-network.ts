// HTTP and HTTPS with Node's own client: connections are reused, certificates always verified; silent and very slow servers are errors.

import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { errorCode } from '../host/host.js';
import { type Activity, type Idleness, IdleWatch, MIN_BYTES_PER_S } from './idle-watch.js';
import type { Network, NetworkAnswer, NetworkRequest } from './network.js';
import { RemoteError } from './remote-error.js';
import { SharedAborts } from './shared-aborts.js';

/** A large body is sent in pieces, to detect when the server stops reading. */
const PIECE_BYTES = 1 << 18;

/** This much of an unwanted body is read, so that the connection can be reused. */
const MAX_UNWANTED_BYTES = 1 << 16;

/** To one server. Over a line of 200 Mbit/s with 50 ms each way, answers of 20 KB each need about a hundred to fill it. */
const MAX_SOCKETS = 96;

export class NodeNetwork implements Network {
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  readonly #https = new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS, rejectUnauthorized: true });
  readonly #idle = new IdleWatch();
  readonly #aborts = new SharedAborts();

  async send(asked: NetworkRequest): Promise<NetworkAnswer> {
    try {
      return await this.#attempt(asked);
    } catch (error) {
      // A kept connection may be closed by the server at the moment it is used: that does not mean that the server is broken.
      // Other kept connections may be closed as well, so the second attempt opens a new one.
      if (error instanceof StaleConnection) return this.#attempt(asked, false);
      throw error;
    }
  }

  #attempt(asked: NetworkRequest, mayReuse = true): Promise<NetworkAnswer> {
    const { method, url, headers, body, signal } = asked;
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const options = {
        method,
        // Parsed here: Node would parse every possible part of an address.
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, ...(body !== undefined && { 'content-length': String(body.length) }) },
        agent: mayReuse && (isSecure ? this.#https : this.#http),
        // Set here and for the agent, so that NODE_TLS_REJECT_UNAUTHORIZED cannot override it.
        rejectUnauthorized: true,
      };
      const request = (isSecure ? httpsRequest : httpRequest)(options);
      // A request that waits for a free connection waits for our other requests, not for the server.
      let activity: Activity | undefined;
      let isAnswered = false;
      const forget = this.#aborts.onAbort(signal, () => request.destroy());
      const end = (): void => {
        activity?.end();
        forget();
      };
      const fail = (error: unknown): void => {
        end();
        if (signal?.aborted === true) reject(signal.reason);
        else if (error instanceof RemoteError) reject(error);
        else if (request.reusedSocket && !isAnswered && isBroken(error)) reject(new StaleConnection());
        else reject(new RemoteError('unreachable', whyNot(error), { cause: error }));
      };
      request.on('error', fail);
      const seen: Seen = (bytes) => activity?.seen(bytes);
      request.on('socket', () => {
        activity ??= this.#idle.watch(asked.patienceMs, (why) => request.destroy(givenUp(why)), asked.wholeMs);
      });
      request.on('response', (response) => {
        isAnswered = true;
        readAnswer(asked, response, seen).then((answer) => {
          end();
          resolve(answer);
        }, fail);
      });
      sendBody(request, body, seen);
    });
  }

  close(): void {
    this.#idle.stop();
    this.#http.destroy();
    this.#https.destroy();
  }
}

class StaleConnection extends Error {}

type Seen = Activity['seen'];

const IDLENESS: Readonly<Record<Idleness, string>> = {
  silent: 'it does not answer',
  slow: `it transfers less than ${MIN_BYTES_PER_S >> 10} KB a second`,
  late: 'its first answer takes too long',
};

const givenUp = (why: Idleness): RemoteError => new RemoteError('unreachable', IDLENESS[why]);

function sendBody(request: ClientRequest, body: Uint8Array | undefined, seen: Seen): void {
  if (body === undefined || body.length <= PIECE_BYTES) {
    request.end(body);
    return;
  }
  let at = 0;
  let seenAt = 0;
  const pump = (): void => {
    seen(at - seenAt);
    seenAt = at;
    while (at < body.length) {
      const more = request.write(body.subarray(at, at + PIECE_BYTES));
      at += PIECE_BYTES;
      if (!more && at < body.length) {
        request.once('drain', pump);
        return;
      }
    }
    request.end();
  };
  pump();
}

/** Uses events: an iterator over the pieces took a tenth of the time of a build that restores everything from a cache. */
function readAnswer(
  { method, maxBytes }: NetworkRequest,
  response: IncomingMessage,
  seen: Seen,
): Promise<NetworkAnswer> {
  seen();
  const status = response.statusCode ?? 0;
  const { location, date } = response.headers;
  const isWanted = method === 'GET' && status === 200;
  const most = isWanted ? maxBytes : MAX_UNWANTED_BYTES;
  const announced = Number(response.headers['content-length'] ?? Number.NaN);
  return new Promise((resolve, reject) => {
    const giveUp = (count: number): void => {
      response.destroy();
      if (isWanted) reject(tooLong(count, most));
      else resolve({ status, location, date, body: NOTHING });
    };
    if (method !== 'HEAD' && announced > most) {
      giveUp(announced);
      return;
    }
    const body = new Body(isWanted ? announced : 0);
    response.on('data', (piece: Uint8Array) => {
      seen(piece.length);
      body.add(piece);
      if (body.length > most) giveUp(body.length);
    });
    response.on('end', () => resolve({ status, location, date, body: isWanted ? body.take() : NOTHING }));
    response.on('error', reject);
    // A truncated body closes without an `end` event. The error is only created if needed: its stack costs a twentieth of a request.
    response.on('close', () => {
      if (!response.readableEnded) reject(brokenOff());
    });
  });
}

const NOTHING = new Uint8Array(0);

/** The pieces in one buffer, of the size that was announced. */
class Body {
  #bytes: Uint8Array;
  length = 0;

  constructor(announced: number) {
    this.#bytes = Buffer.allocUnsafe(Number.isSafeInteger(announced) ? announced : 0);
  }

  add(piece: Uint8Array): void {
    const end = this.length + piece.length;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.length));
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.length);
    this.length = end;
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}

const brokenOff = (): RemoteError => new RemoteError('unreachable', 'it closes connections');

const tooLong = (got: number, most: number): RemoteError =>
  new RemoteError('oversized', `it sent ${got} bytes, but at most ${most} were requested`);

const isBroken = (error: unknown): boolean => ['ECONNRESET', 'EPIPE'].includes(errorCode(error) ?? '');

/** Node's messages contain addresses at most. For other errors only the code is reported. */
function whyNot(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined) return 'the connection failed';
  return REASONS[code] ?? `the connection failed (${code})`;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closes connections',
  EPIPE: 'it closes connections',
  ENOTFOUND: 'there is no such server',
  EAI_AGAIN: 'its name cannot be looked up',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  ETIMEDOUT: 'it does not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is not signed by an authority that Node trusts (add one with NODE_EXTRA_CA_CERTS)',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is not signed by an authority that Node trusts (add one with NODE_EXTRA_CA_CERTS)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is not signed by an authority that Node trusts (add one with NODE_EXTRA_CA_CERTS)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for a different name',
};
