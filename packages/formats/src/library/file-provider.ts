// Reads a library's files from a pack, a folder on a server, or (in `@assetc/formats/node`) a folder on disk.

import { pathProblem } from '../core/relative-path.js';
import type { Pack } from '../hpack/read.js';
import { SourceError } from '../source/source-error.js';

/** A source of files: any object that reads a file by its path. */
export interface FileProvider {
  /** Reads a whole file; undefined if it does not exist. Paths are relative with forward slashes. */
  read(path: string, signal?: AbortSignal): Promise<Uint8Array | undefined>;
}

/** The files of a pack. */
export const packProvider = (pack: Pack): FileProvider => ({ read: (path) => pack.read(path) });

/** Options of fetchProvider. */
export interface FetchProviderOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Reads an output folder below a URL, with one request per file. */
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
