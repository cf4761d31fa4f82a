// A pack on the disk: its table, and payloads in pieces.

import { openPack, type Pack, type PackEntry, type RandomAccessSource } from '@assetc/formats';
import { AssetError } from '../diagnostics/diagnostic.js';
import { packSource } from '../inspect/pack-source.js';
import { readerSource } from '../inspect/reader-source.js';
import type { FileReader, Host } from '../pipeline/host/host.js';
import { readingFile } from './file-format-error.js';

/** An open pack. The caller closes it. */
export interface OpenedPack {
  readonly path: string;
  readonly pack: Pack;
  readonly entries: readonly PackEntry[];
  readonly reader: FileReader;
  read(entry: PackEntry): AsyncIterable<Uint8Array>;
  close(): void;
}

const PIECE_BYTES = 1 << 20;

/** Throws AssetError if there is no such file or it is compressed, FormatError if it is malformed. */
export function openPackAt(host: Host, path: string): Promise<OpenedPack> {
  return open(host, path, async (reader) => {
    const source = await packSource(readerSource(reader));
    if (source.packSha256 === undefined) return source;
    throw compressedPack(path);
  });
}

export const compressedPack = (path: string): AssetError =>
  new AssetError({ code: 'pack/compressed', file: path, message: 'the pack is compressed' });

/** Like `openPackAt`, and reads compressed packs too: then `reader` has the bytes of the file, not those of the pack. */
export function openAnyPackAt(host: Host, path: string): Promise<OpenedPack> {
  return open(host, path, (reader) => packSource(readerSource(reader)));
}

async function open(
  host: Host,
  path: string,
  sourceOf: (reader: FileReader) => Promise<RandomAccessSource>,
): Promise<OpenedPack> {
  const reader = openFileAt(host, path);
  try {
    const pack = await readingFile(path, 'pack', async () => openPack(await sourceOf(reader)));
    return { path, pack, entries: [...pack.entries()], reader, read, close: () => reader.close() };

    async function* read(entry: PackEntry): AsyncIterable<Uint8Array> {
      for (let at = 0; at < entry.size; at += PIECE_BYTES)
        yield await pack.readRange(entry, at, Math.min(PIECE_BYTES, entry.size - at));
    }
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** Throws AssetError if there is no such file. */
export function openFileAt(host: Host, path: string): FileReader {
  if (host.stat(path)?.type === 'file') return host.openRead(path);
  throw new AssetError({ code: 'pack/no-file', file: path, message: 'there is no such file' });
}
