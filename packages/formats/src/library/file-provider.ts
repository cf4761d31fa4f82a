// Where a library's files come from: a pack, a folder on a server, or (in `@assetc/formats/node`) a folder on disk.

import { pathProblem } from '../core/relative-path.js';
import type { Pack } from '../hpack/read.js';
import { SourceError } from '../source/source-error.js';

/** Where a library's files come from; anything that reads a file by its path will do. */
export interface FileProvider {
  /** The whole file, or undefined when there is none. Paths are relative with forward slashes. */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** The files of a pack. */
export const packProvider = (pack: Pack): FileProvider => ({ read: (path) => pack.read(path) });

/** How files are fetched. */
export interface FetchProviderOptions {
  /** Defaults to the global one. */
  readonly fetch?: typeof fetch;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** An output folder below a URL; one request a file. */
export function fetchProvider(baseUrl: string | URL, options: FetchProviderOptions = {}): FileProvider {
  const base = `${baseUrl}`.endsWith('/') ? `${baseUrl}` : `${baseUrl}/`;
  const { headers, signal } = options;
  const request = options.fetch ?? fetch;
  return {
    async read(path) {
      if (pathProblem(path) !== undefined) return undefined;
      const url = base + path.split('/').map(encodeURIComponent).join('/');
      const init = { ...(headers === undefined ? {} : { headers }), ...(signal === undefined ? {} : { signal }) };
      let response: Response;
      try {
        response = await request(url, init);
      } catch (cause) {
        if (signal?.aborted === true) throw cause;
        throw new SourceError(`${url}: the request failed`, { cause });
      }
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      await response.body?.cancel();
      if (response.status === 404 || response.status === 410) return undefined;
      throw new SourceError(`${url}: the server answered ${response.status} ${response.statusText}`);
    },
  };
}
