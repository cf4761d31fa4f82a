// What texture.quality chose for recorded textures, from the notes in their files.

import { decodeKtx2, FormatError, type QualityNote, readQualityNote } from '@assetc/formats';

/** A texture whose encoding was chosen by a number. */
export interface ChosenTexture extends QualityNote {
  /** Relative to the output. */
  readonly path: string;
}

/** Whether settings, as recorded, have a number for `texture.quality`. */
function isByNumber(settings: string): boolean {
  const { texture }: { texture?: { quality?: unknown } } = JSON.parse(settings);
  return typeof texture?.quality === 'object';
}

/** Undefined if the file is no texture, or has no note. */
export function noteIn(bytes: Uint8Array): QualityNote | undefined {
  try {
    return readQualityNote(decodeKtx2(bytes));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Largest first, as the files are. */
export const chosenTextures = <F extends { readonly path: string; readonly settings: string }>(
  files: readonly F[],
  read: (file: F) => Uint8Array | undefined,
): readonly ChosenTexture[] =>
  files.flatMap((file) => {
    if (!file.path.toLowerCase().endsWith('.ktx2') || !isByNumber(file.settings)) return [];
    const bytes = read(file);
    const note = bytes === undefined ? undefined : noteIn(bytes);
    return note === undefined ? [] : [{ path: file.path, ...note }];
  });
