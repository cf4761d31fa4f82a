// Reads bytes: files of a folder with one request each. Those of a pack are read by pack-files.ts, which only pages of packs load.

import type { UiFile } from '../api.js';
import { fetchData } from './fetch-data.js';
import { ReadError } from './read-error.js';

export interface Listed {
  readonly path: string;
  readonly size: number;
  /** Changes with the content. */
  readonly version: string;
}

export interface Files {
  readonly listed: readonly Listed[];
  read(file: Listed, signal?: AbortSignal): Promise<Uint8Array>;
  readRange(file: Listed, start: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** Relative to the page, so that it works under any path. */
export const fileUrl = (base: string, path: string, version: string): string =>
  `${base}files/${path.split('/').map(encodeURIComponent).join('/')}?v=${encodeURIComponent(version)}`;

export async function request(url: string, init: RequestInit): Promise<Response> {
  const response = await fetchData(url, init);
  if (response.ok) return response;
  await response.body?.cancel();
  throw new ReadError(`${url}: the server answered ${response.status} ${response.statusText}`);
}

export const bytesOf = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer());
const withSignal = (signal: AbortSignal | undefined): RequestInit => (signal === undefined ? {} : { signal });

export function folderFiles(base: string, files: readonly UiFile[]): Files {
  const read = async ({ path, version }: Listed, signal?: AbortSignal) =>
    bytesOf(await request(fileUrl(base, path, version), withSignal(signal)));
  return {
    listed: files,
    read,
    async readRange(file, start, length, signal) {
      if (length === 0) return new Uint8Array(0);
      const headers = { Range: `bytes=${start}-${start + length - 1}` };
      const response = await request(fileUrl(base, file.path, file.version), { ...withSignal(signal), headers });
      const bytes = await bytesOf(response);
      // A server that ignores ranges sends the whole file.
      return response.status === 206 ? bytes : bytes.subarray(start, start + length);
    },
  };
}
