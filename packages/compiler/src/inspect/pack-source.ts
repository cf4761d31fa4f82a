// The bytes of a pack, whether its file is the pack or a compressed one.

import { openHpackz, type RandomAccessSource } from '@assetc/formats';
import { HPACKZ_PEEK_BYTES, isHpackz } from '@assetc/formats/layouts';
import { loadZstd } from '../encoding/zstd.js';
import { readerSource } from './asset-tree.js';
import type { Disk } from './disk.js';

/** Throws FormatError if the file is a malformed compressed pack. */
export async function packSource(reader: ReturnType<Disk['openRead']>): Promise<RandomAccessSource> {
  const source = readerSource(reader);
  const start = await source.read(0, Math.min(HPACKZ_PEEK_BYTES, reader.sizeBytes));
  return isHpackz(start) ? await openHpackz(source, (await loadZstd()).decompress) : source;
}
