// Reads the chunk table of a file by range. Chunks that do not fit the file are omitted.

import { HmeshChunkEntry, HmeshFileHeader } from '@assetc/formats/layouts';
import type { Store } from '../../store/store.js';

interface ChunkPlace {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

/** More than any valid file has. */
const MAX_CHUNKS = 4096;

/** All chunked formats share this header. */
export async function readChunks(store: Store, path: string): Promise<readonly ChunkPlace[]> {
  const fileBytes = store.find(path)?.size ?? 0;
  const head = await store.readRange(path, 0, HmeshFileHeader.size);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const countOffset = HmeshFileHeader.offsetOf('chunkCount');
  if (head.byteLength < HmeshFileHeader.size) return [];
  const count = Math.min(MAX_CHUNKS, view.getUint32(countOffset, true));
  const table = await store.readRange(path, HmeshFileHeader.size, count * HmeshChunkEntry.size);
  const found: ChunkPlace[] = [];
  for (let at = 0; at + HmeshChunkEntry.size <= table.byteLength; at += HmeshChunkEntry.size) {
    const { fourcc, offset, size } = HmeshChunkEntry.read(table, at);
    if (Number(offset) + Number(size) > fileBytes) continue;
    found.push({ name: fourccName(fourcc), offset: Number(offset), size: Number(size) });
  }
  return found.sort((a, b) => a.offset - b.offset);
}

const fourccName = (code: number): string =>
  [0, 8, 16, 24].map((shift) => String.fromCharCode((code >>> shift) & 0xff)).join('');
