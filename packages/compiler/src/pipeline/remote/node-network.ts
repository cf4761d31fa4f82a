// HTTP and HTTPS by Node's own client: connections are kept, certificates always verified, silence is an error.

import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { errorCode } from '../host.js';
import { type Activity, IdleWatch } from './idle-watch.js';
import type { Network, NetworkAnswer, NetworkRequest } from './network.js';
import { RemoteError } from './remote-error.js';

/** A body goes out in pieces, so that it shows when the server takes no more. */
const PIECE_BYTES = 1 << 16;

/** To one server. Over a line of 200 Mbit/s with 50 ms each way, answers of 20 KB each need about a hundred to fill it. */
const MAX_SOCKETS = 96;

export class NodeNetwork implements Network {
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  /** Said here, NODE_TLS_REJECT_UNAUTHORIZED cannot undo it. */
  readonly #https = new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS, rejectUnauthorized: true });
  readonly #idle = new IdleWatch();

  async send(asked: NetworkRequest): Promise<NetworkAnswer> {
    try {
      return await this.#attempt(asked);
    } catch (error) {
      // A kept connection may be closed by the server at the very moment that it is used: that tells nothing about the server.
      if (error instanceof StaleConnection) return this.#attempt(asked);
      throw error;
    }
  }

  #attempt(asked: NetworkRequest): Promise<NetworkAnswer> {
    const { method, url, headers, body, signal } = asked;
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const options = {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': String(body.length) }) },
        agent: isSecure ? this.#https : this.#http,
        ...(signal !== undefined && { signal }),
      };
      const request = (isSecure ? httpsRequest : httpRequest)(url, options);
      // What waits for a free connection waits for others of ours, not for the server.
      let activity: Activity | undefined;
      let isAnswered = false;
      const fail = (error: unknown): void => {
        activity?.end();
        if (signal?.aborted === true) reject(signal.reason);
        else if (error instanceof RemoteError) reject(error);
        else if (request.reusedSocket && !isAnswered && isBroken(error)) reject(new StaleConnection());
        else reject(new RemoteError('unreachable', whyNot(error), { cause: error }));
      };
      request.on('error', fail);
      const seen = (): void => activity?.seen();
      request.on('socket', () => {
        activity ??= this.#idle.watch(asked.patienceMs, () => request.destroy(silence()));
      });
      request.on('response', (response) => {
        isAnswered = true;
        readAnswer(asked, response, seen).then((answer) => {
          activity?.end();
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

const silence = (): RemoteError => new RemoteError('unreachable', 'it does not answer');

function sendBody(request: ClientRequest, body: Uint8Array | undefined, seen: () => void): void {
  if (body === undefined) {
    request.end();
    return;
  }
  let at = 0;
  const pump = (): void => {
    seen();
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

async function readAnswer(
  { method, mostBytes }: NetworkRequest,
  response: IncomingMessage,
  seen: () => void,
): Promise<NetworkAnswer> {
  seen();
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  const empty = { status, location, body: new Uint8Array(0) };
  if (method !== 'GET' || status !== 200) {
    // Read to its end where that is near, so that the connection can be used again.
    let rest = 0;
    for await (const piece of response) {
      seen();
      rest += lengthOf(piece);
      if (rest > PIECE_BYTES) response.destroy();
    }
    return empty;
  }
  const announced = Number(response.headers['content-length'] ?? Number.NaN);
  if (announced > mostBytes) {
    response.destroy();
    throw tooLong(announced, mostBytes);
  }
  const pieces: Uint8Array[] = [];
  let count = 0;
  for await (const piece of response) {
    seen();
    if (!(piece instanceof Uint8Array)) continue;
    pieces.push(piece);
    count += piece.length;
    if (count > mostBytes) {
      response.destroy();
      throw tooLong(count, mostBytes);
    }
  }
  return { ...empty, body: Buffer.concat(pieces, count) };
}

const lengthOf = (piece: unknown): number => (piece instanceof Uint8Array ? piece.length : 0);

const tooLong = (got: number, most: number): RemoteError =>
  new RemoteError('oversized', `it sent ${got} bytes where at most ${most} were asked for`);

const isBroken = (error: unknown): boolean => ['ECONNRESET', 'EPIPE'].includes(errorCode(error) ?? '');

/** Node's own messages name addresses at the most; of others only the code is told. */
function whyNot(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined) return 'the connection failed';
  return REASONS[code] ?? `the connection failed (${code})`;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it breaks connections off',
  EPIPE: 'it breaks connections off',
  ENOTFOUND: 'there is no such server',
  EAI_AGAIN: 'its name cannot be looked up',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  ETIMEDOUT: 'it does not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is signed by nobody that Node trusts (NODE_EXTRA_CA_CERTS names others)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by nobody that Node trusts (NODE_EXTRA_CA_CERTS names others)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is signed by nobody that Node trusts (NODE_EXTRA_CA_CERTS names others)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};
