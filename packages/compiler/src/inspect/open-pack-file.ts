// Opens a pack, compressed or not, for reading: its layout, its entries, and their bytes in pieces.

import { openPack, type PackEntry } from '@assetc/formats';
import { HpackEntryHead, HpackHeader } from '@assetc/formats/layouts';
import type { Disk } from './disk.js';
import { packSource } from './pack-source.js';
import { readerSource } from './reader-source.js';

/** What the bytes of a pack are spent on. */
export interface PackLayout {
  readonly headerBytes: number;
  readonly tableBytes: number;
  readonly payloadBytes: number;
  readonly paddingBytes: number;
  readonly totalBytes: number;
}

/** An open pack. The caller closes it. */
export interface PackFile {
  readonly layout: PackLayout;
  /** Of the file: fewer than the pack has if it is compressed. */
  readonly fileBytes: number;
  /** Sorted by path. Paths are relative and never lead out of the folder they are joined to. */
  readonly entries: readonly PackEntry[];
  /** The payload in pieces, so that memory does not grow with it. */
  read(entry: PackEntry): AsyncIterable<Uint8Array>;
  close(): void;
}

const PIECE_BYTES = 1 << 20;

/** Throws FormatError if the header or table is malformed, or a path would lead out of the folder. */
export async function openPackFile(disk: Disk, path: string): Promise<PackFile> {
  const reader = disk.openRead(path);
  try {
    const source = await packSource(readerSource(reader));
    const pack = await openPack(source);
    const entries = [...pack.entries()];
    const layout = layoutOf(entries, await source.size());
    return { layout, fileBytes: reader.sizeBytes, entries, read, close: () => reader.close() };

    async function* read(entry: PackEntry): AsyncIterable<Uint8Array> {
      for (let at = 0; at < entry.size; at += PIECE_BYTES)
        yield await pack.readRange(entry, at, Math.min(PIECE_BYTES, entry.size - at));
    }
  } catch (error) {
    reader.close();
    throw error;
  }
}

function layoutOf(entries: readonly PackEntry[], totalBytes: number): PackLayout {
  const encoder = new TextEncoder();
  const tableBytes = entries.reduce((sum, { path }) => sum + HpackEntryHead.size + encoder.encode(path).byteLength, 0);
  const payloadBytes = entries.reduce((sum, { size }) => sum + size, 0);
  const paddingBytes = totalBytes - HpackHeader.size - tableBytes - payloadBytes;
  return { headerBytes: HpackHeader.size, tableBytes, payloadBytes, paddingBytes, totalBytes };
}
