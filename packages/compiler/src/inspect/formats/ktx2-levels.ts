// Checks the content of supercompressed levels against the level index. Other rules were checked before, so sizes are plausible.

import { decodeKtx2, FormatError, type Problem, Problems, readLevel, Supercompression } from '@assetc/formats';
import { inflateLevel } from '../../encoding/texture/inflate-level.js';
import { loadZstd } from '../../encoding/zstd.js';

/** Larger than any level that a GPU supports. Limits memory for malicious files. */
const MAX_LEVEL_BYTES = 2 ** 30;

export async function checkLevels(bytes: Uint8Array): Promise<readonly Problem[]> {
  const ktx = decodeKtx2(bytes);
  const scheme = ktx.supercompressionScheme;
  if (scheme !== Supercompression.zstd && scheme !== Supercompression.zlib) return [];
  const zstd = await loadZstd();
  const problems = new Problems();
  for (const [i, level] of ktx.levels.entries()) {
    const field = `level[${i}]`;
    if (level.uncompressedByteLength > MAX_LEVEL_BYTES) {
      problems.add(
        'unsupported',
        level.byteOffset,
        field,
        `${level.uncompressedByteLength} bytes are not decompressed`,
      );
      continue;
    }
    try {
      readLevel(level, (stored, length) =>
        scheme === Supercompression.zstd ? zstd.decompress(stored, length) : inflateLevel(stored, length),
      );
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      // The offset of the level in the file, not within the compressed frame.
      problems.add(error.code, level.byteOffset, field, error.message.replace(/ \(at byte \d+\)$/, ''));
    }
  }
  return problems.list();
}
