// Reads parts of a file that is too large to be read whole. It is opened for each part, so nothing has to be closed.

import type { Host } from './host.js';

export class FileSlices {
  readonly #host: Host;
  readonly #path: string;

  constructor(host: Host, path: string) {
    this.#host = host;
    this.#path = path;
  }

  /** Up to `length` bytes, fewer at the end of the file. */
  at(start: number, length = Number.POSITIVE_INFINITY): Uint8Array {
    const file = this.#host.openRead(this.#path);
    try {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, file.sizeBytes - start)));
      let filled = 0;
      while (filled < bytes.length) {
        const read = file.read(bytes.subarray(filled), start + filled);
        if (read === 0) break;
        filled += read;
      }
      return bytes.subarray(0, filled);
    } finally {
      file.close();
    }
  }
}
