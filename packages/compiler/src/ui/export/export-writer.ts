// Where an export goes: a folder with one file each, or the parts of a single file.

import { OutputFolder } from '../../pipeline/commit/output-folder.js';
import type { Host } from '../../pipeline/host/host.js';

/** Lists what an export wrote, so that the next may remove it. */
export const MARK = '.assetc-export';

export interface ExportSink {
  write(path: string, chunks: Iterable<Uint8Array>): Promise<void>;
}

export const writeJson = (sink: ExportSink, path: string, value: object | null): Promise<void> =>
  sink.write(path, [Buffer.from(JSON.stringify(value))]);

export class ExportWriter implements ExportSink {
  readonly #folder: OutputFolder;
  readonly paths: string[] = [];
  sizeBytes = 0;

  constructor(host: Host, root: string) {
    this.#folder = new OutputFolder(host, root, { links: 'no links' });
  }

  async write(path: string, chunks: Iterable<Uint8Array>): Promise<void> {
    const counted = this.#counted(chunks);
    await this.#folder.write(path, counted);
    this.paths.push(path);
  }

  *#counted(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
    for (const chunk of chunks) {
      this.sizeBytes += chunk.byteLength;
      yield chunk;
    }
  }

  async mark(paths: readonly string[]): Promise<void> {
    const mark = { assetc: 'export', files: [...new Set([...paths, ...this.paths])].sort() };
    await this.#folder.write(MARK, [Buffer.from(JSON.stringify(mark))]);
  }

  async removeAllBut(before: readonly string[]): Promise<void> {
    const standing = new Set(this.paths);
    for (const path of before)
      if (!standing.has(path) && (await this.#folder.remove(path))) this.#folder.removeEmptyFolders(path);
    await this.mark([]);
  }
}
