// Makes the pack of a compressed one again, and verifies that it is exactly the same.

import { createHash } from 'node:crypto';
import { FormatError, openHpackz } from '@assetc/formats';
import { loadZstd } from '../encoding/zstd.js';
import { readerSource } from '../inspect/reader-source.js';
import { writeAtomically } from '../pipeline/commit/atomic-write.js';
import type { Host } from '../pipeline/host/host.js';
import type { TransportedPack, TransportRequest } from './compress-pack.js';
import { readingFile } from './file-format-error.js';
import { openFileAt } from './open-pack.js';
import { mustFit, writingOutput } from './write-output.js';

const PIECE_BYTES = 1 << 20;

/** Throws AssetError if there is no such file or it would be replaced, FormatError if it is damaged. Then the target is unchanged. */
export async function decompressPack(
  host: Host,
  { path, output, signal, onWaiting }: TransportRequest,
): Promise<TransportedPack> {
  const zstd = await loadZstd();
  const reader = openFileAt(host, path);
  try {
    const source = await readingFile(path, 'compressed pack', () => openHpackz(readerSource(reader), zstd.decompress));
    const sizeBytes = await source.size();
    const hash = createHash('sha256');
    await readingFile(path, 'compressed pack', () =>
      writingOutput(host, { path: output, inputs: [path], signal, onWaiting }, (check) => {
        mustFit(host, output, sizeBytes);
        return writeAtomically(host, output, pieces(), check);
      }),
    );
    return { path: output, sizeBytes, fromBytes: reader.sizeBytes };

    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < sizeBytes; at += PIECE_BYTES) {
        signal?.throwIfAborted();
        const piece = await source.read(at, Math.min(PIECE_BYTES, sizeBytes - at));
        hash.update(piece);
        yield piece;
      }
      // Thrown here, the file is never put in place.
      if (hash.digest('hex') !== Buffer.from(source.packSha256).toString('hex'))
        throw new FormatError(
          'bad-value',
          16,
          'the file is damaged: the pack has another SHA-256 than the one it was made from',
        );
    }
  } finally {
    reader.close();
  }
}
