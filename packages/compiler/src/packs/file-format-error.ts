// Malformed bytes of a file that a command names. Several files may be named, so the error says which.

import { FormatError } from '@assetc/formats';

/** What a file was expected to be. */
export type PackFileKind = 'pack' | 'compressed pack' | 'patch';

/** A FormatError with the file. Commands on packs throw it. */
export class FileFormatError extends FormatError {
  /** Absolute. */
  readonly file: string;
  readonly expected: PackFileKind;

  constructor(file: string, expected: PackFileKind, { code, offset, message }: FormatError) {
    super(code, offset, message.replace(/ \(at byte \d+\)$/, ''));
    this.file = file;
    this.expected = expected;
  }
}

/** Runs a step. What it finds malformed is in this file. */
export async function readingFile<T>(file: string, expected: PackFileKind, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof FormatError) || error instanceof FileFormatError) throw error;
    throw new FileFormatError(file, expected, error);
  }
}
