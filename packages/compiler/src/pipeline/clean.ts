// Deletes exactly what earlier builds recorded writing.

import type { Config } from '../config/config.js';

export interface CleanOptions {
  readonly config: Config;
  readonly signal?: AbortSignal;
  /** Called for each deleted file, relative to the output folder (the pack: its name). */
  readonly onRemoved?: (path: string) => void;
}

export interface CleanResult {
  readonly removed: number;
  readonly removedBytes: number;
}

export async function clean(options: CleanOptions): Promise<CleanResult> {
  throw new Error(`cleaning ${options.config.output} comes with the next change`);
}
