// The network's double: a server in memory that stores PUTs, and changes its answers on demand.

import type { Network, NetworkAnswer, NetworkRequest } from '../network.js';
import type { RemotePort } from '../open-session.js';
import { RemoteError } from '../remote-error.js';

/** Returns another answer. Throws RemoteError if the network would. */
type Tamper = (answer: NetworkAnswer, request: NetworkRequest) => NetworkAnswer | Promise<NetworkAnswer>;

export class MemoryNetwork implements Network {
  /** By `ac/…` and `cas/…`. */
  readonly blobs = new Map<string, Uint8Array>();
  readonly asked: string[] = [];
  tamper: Tamper = (answer) => answer;

  async send(request: NetworkRequest): Promise<NetworkAnswer> {
    const { method, url, body, maxBytes, signal } = request;
    signal?.throwIfAborted();
    const name = url.pathname.split('/').slice(-2).join('/');
    this.asked.push(`${method} ${name}`);
    const answer = await this.tamper(this.#answer(method, name, body), request);
    signal?.throwIfAborted();
    if (answer.body.length > maxBytes) throw new RemoteError('oversized', 'it sent too much');
    return answer;
  }

  #answer(method: string, name: string, body: Uint8Array | undefined): NetworkAnswer {
    const empty = { location: undefined, body: new Uint8Array(0) };
    if (method === 'PUT' && body !== undefined) {
      this.blobs.set(name, body.slice());
      return { ...empty, status: 201 };
    }
    const stored = this.blobs.get(name);
    if (stored === undefined) return { ...empty, status: 404 };
    return { ...empty, status: 200, ...(method === 'GET' && { body: stored }) };
  }

  close(): void {}

  /** The cache of a machine that uses it. */
  port(env: Readonly<Record<string, string>> = {}): RemotePort {
    return { env: { ASSETC_CACHE_URL: 'https://cache.example/a', ...env }, openNetwork: async () => this };
  }
}
