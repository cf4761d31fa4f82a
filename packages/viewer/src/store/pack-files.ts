// Reads the entries of a pack by ranges.

import {
  bytesSource,
  httpSource,
  openHpackz,
  openPack,
  type Pack,
  type RandomAccessSource,
  SourceError,
  Supercompression,
} from '@assetc/formats';
import { HPACKZ_PEEK_BYTES, isHpackz } from '@assetc/formats/layouts';
import { decompressorFor } from '@assetc/three/zstd';
import { fetchData } from './fetch-data.js';
import { bytesOf, type Files, fileUrl, type Listed, request } from './files.js';

/** `generation` distinguishes versions of a pack that may have changed. */
export async function packFiles(base: string, path: string, generation: number): Promise<Files> {
  const pack = await openByRanges(fileUrl(base, path, String(generation)));
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
  const ranges: RandomAccessSource = httpSource(url, { fetch: (asked, init) => fetchData(String(asked), init) });
  try {
    return await openAny(ranges);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const response = await request(url, {});
    return openAny(bytesSource(await bytesOf(response)));
  }
}

/** A pack, or a compressed one. */
async function openAny(file: RandomAccessSource): Promise<Pack> {
  const start = await file.read(0, Math.min(HPACKZ_PEEK_BYTES, await file.size()));
  if (!isHpackz(start)) return openPack(file);
  const inflate = await decompressorFor(Supercompression.zstd);
  if (inflate === undefined) throw new Error('Zstandard has a decompressor');
  return openPack(await openHpackz(file, (frame, byteLength) => inflate(frame, byteLength, Supercompression.zstd)));
}
