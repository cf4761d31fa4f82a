// Reads bytes: files of a folder with one request each, or ranges of a pack.

import { bytesSource, httpSource, openPack, type Pack, type RandomAccessSource, SourceError } from '@assetc/formats';
import type { UiFile } from '../api.js';

interface Listed {
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
const fileUrl = (path: string, version: string): string =>
  `files/${path.split('/').map(encodeURIComponent).join('/')}?v=${encodeURIComponent(version)}`;

async function request(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.ok) return response;
  await response.body?.cancel();
  throw new SourceError(`${url}: the server answered ${response.status} ${response.statusText}`);
}

const bytesOf = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer());
const withSignal = (signal: AbortSignal | undefined): RequestInit => (signal === undefined ? {} : { signal });

export function folderFiles(files: readonly UiFile[]): Files {
  const read = async ({ path, version }: Listed, signal?: AbortSignal) =>
    bytesOf(await request(fileUrl(path, version), withSignal(signal)));
  return {
    listed: files,
    read,
    async readRange(file, start, length, signal) {
      if (length === 0) return new Uint8Array(0);
      const headers = { Range: `bytes=${start}-${start + length - 1}` };
      const response = await request(fileUrl(file.path, file.version), { ...withSignal(signal), headers });
      const bytes = await bytesOf(response);
      // A server that ignores ranges sends the whole file.
      return response.status === 206 ? bytes : bytes.subarray(start, start + length);
    },
  };
}

/** `generation` distinguishes versions of a pack that may have changed. */
export async function packFiles(path: string, generation: number): Promise<Files> {
  const pack = await openByRanges(fileUrl(path, String(generation)));
  const listed = [...pack.entries()].map((entry) => ({ ...entry, version: `${generation}.${entry.offset}` }));
  const entryOf = ({ path: wanted }: Listed) => {
    const entry = pack.find(wanted);
    if (entry === undefined) throw new SourceError(`${wanted} is not in ${path}`);
    return entry;
  };
  return {
    listed,
    read: async (file) => pack.readEntry(entryOf(file)),
    readRange: async (file, start, length) => pack.readRange(entryOf(file), start, length),
  };
}

/** Some static file servers do not support ranges: then the whole pack is fetched. */
async function openByRanges(url: string): Promise<Pack> {
  const ranges: RandomAccessSource = httpSource(url);
  try {
    return await openPack(ranges);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const response = await request(url, {});
    return openPack(bytesSource(await bytesOf(response)));
  }
}
