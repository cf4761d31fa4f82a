// `<base>/ac/<key>` and `<base>/cas/<digest>` by GET, HEAD and PUT: the protocol of Bazel's remote caches, and of any server that stores files.
// Credentials are only sent to the origin for which they were given.

import type { CacheServer, RemoteSpace, ServerRequest } from './cache-server.js';

export class HttpServer implements CacheServer {
  readonly name: string;
  readonly #base: string;
  readonly #authorization: string | undefined;

  /** `base`: without credentials, query and fragment. `authorization`: for this origin only. */
  constructor(base: URL, authorization?: string) {
    this.#base = base.href.replace(/\/*$/, '');
    this.name = this.#base;
    this.#authorization = authorization;
  }

  async request(_method: string, space: RemoteSpace, key: string): Promise<ServerRequest> {
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (this.#authorization !== undefined) headers.authorization = this.#authorization;
    return { url: new URL(`${this.#base}/${space}/${key}`), headers };
  }

  /** Credentials are not sent to other hosts, and HTTPS never becomes HTTP. */
  redirect(from: ServerRequest, to: URL): ServerRequest | undefined {
    if (to.protocol !== 'https:' && (to.protocol !== 'http:' || from.url.protocol === 'https:')) return undefined;
    if (to.origin === from.url.origin) return { url: to, headers: from.headers };
    const { authorization: _, ...headers } = from.headers;
    return { url: to, headers };
  }
}
