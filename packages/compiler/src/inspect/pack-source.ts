// The bytes of a pack, whether its file is the pack or a compressed one.

import { openHpackz, type PackzSource, type RandomAccessSource } from '@assetc/formats';
import { HPACKZ_PEEK_BYTES, isHpackz } from '@assetc/formats/layouts';
import { loadZstd } from '../encoding/zstd.js';

/** Whether a file is read as a pack. */
export const isPackName = (path: string): boolean => /\.hpackz?$/i.test(path);

/** `packSha256`: what the bytes of the pack must have, if the file is compressed. */
export type AnyPackSource = RandomAccessSource & Partial<Pick<PackzSource, 'packSha256'>>;

/** Throws FormatError if the file is a malformed compressed pack. */
export async function packSource(file: RandomAccessSource): Promise<AnyPackSource> {
  const start = await file.read(0, Math.min(HPACKZ_PEEK_BYTES, await file.size()));
  return isHpackz(start) ? await openHpackz(file, (await loadZstd()).decompress) : file;
}
